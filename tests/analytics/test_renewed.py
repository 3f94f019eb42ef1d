"""A club that changed: what is read of it again is little, and the facts are those of the whole."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from polars.testing import assert_frame_equal

from analytics import reading
from analytics.facts import facts
from analytics.reading import read_changes, read_scorebook
from recorder.club import Club
from recorder.formats.write import write
from recorder.hand import HandRecord, frame_of
from tests.analytics import plain

PEOPLE = {"player_n": "Ann", "player_e": "Bo", "player_s": "Cy", "player_w": "Di"}
NEW = HandRecord(date="2026-01-12", table="9", bidder="N", bid="4 up", books=11, **PEOPLE)


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("season") / "club"
    records = [record for record in plain.season() if record.status is None]
    club = Club.create(folder, "Thursday")
    club.import_bytes(write(frame_of(records), "jsonl"), "season.jsonl")
    club.save_rules("ours", "pagat,game.target=11")
    return folder


@pytest.fixture
def club(season: Path, tmp_path: Path) -> Club:
    return Club.open(shutil.copytree(season, tmp_path / "club"))


def some(club: Club, at: int) -> str:
    return str(facts(club).hands["id"][at])


def a_made_bid(club: Club) -> str:
    return str(facts(club).hands.filter("made")["id"][20])


def bring_in_a_file(club: Club) -> None:
    other = [replace(record, table="7") for record in plain.season(8)[:40]]
    club.import_bytes(write(frame_of(other), "jsonl"), "other.jsonl")


def a_fuller_record(club: Club) -> None:
    record = club.hand(some(club, 5))
    club.enter(replace(record, file=None, line=None, site="abc"))


def contradict_and_settle(club: Club) -> None:
    hand = club.enter(NEW).hand
    club.enter(replace(NEW, books=9))
    club.settle(hand)


def void_a_whole_game(club: Club) -> None:
    known = facts(club).hands
    for hand in known.filter(known["game_id"] == known["game_id"][30])["id"]:
        club.void(hand)


def void_and_take_back(club: Club) -> None:
    hand = some(club, -1)
    club.void(hand)
    facts(club)
    club.unvoid(hand)


def two_of_a_name(club: Club) -> None:
    club.enter(NEW)
    club.rename("Bo", "Denise Walker")


def somebody_else_that_evening(club: Club) -> None:
    evening = str(facts(club).hands["evening"][0])
    club.alias("Denise Walker", "Denise (guest)", scope="evening", value=evening)


def one_more_that_evening(club: Club) -> None:
    somebody_else_that_evening(club)
    facts(club)
    club.enter(replace(club.hand(some(club, 0)), file=None, line=None, hand=70))


def rules_that_change_their_meaning(club: Club) -> None:
    club.assign_rules("evening", str(facts(club).hands["evening"][0]), "ours")
    facts(club)
    club.save_rules("ours", "pagat,game.target=5")


def source_of(club: Club) -> str:
    return str(club.query("select sha256 from source limit 1").item())


CHANGES: dict[str, Callable[[Club], object]] = {
    "entry": lambda club: club.enter(NEW),
    "entry into a game of before": lambda club: club.enter(
        replace(club.hand(some(club, 3)), file=None, line=None, hand=71)
    ),
    "entry undated": lambda club: club.enter(replace(NEW, date=None)),
    "import": bring_in_a_file,
    "fuller record": a_fuller_record,
    "contradiction": contradict_and_settle,
    "correction": lambda club: club.correct(a_made_bid(club), {"books": 6}),
    "correction of the date": lambda club: club.correct(some(club, 0), {"date": "2027-01-01"}),
    "correction of the kitty": lambda club: club.correct(some(club, 8), {"kitty": "2S 3S"}),
    "void": lambda club: club.void(some(club, 50)),
    "void game": void_a_whole_game,
    "unvoid": void_and_take_back,
    "tag": lambda club: club.tag(some(club, 2), "cold"),
    "note": lambda club: club.note(some(club, 2), "It was late."),
    "alias": lambda club: club.alias("Hector Salas", "Hector S."),
    "rename": lambda club: club.rename("Hector Salas", "Hector the Great"),
    "two of a name": two_of_a_name,
    "name for an evening": somebody_else_that_evening,
    "entry where a name is somebody else's": one_more_that_evening,
    "rules of a hand": lambda club: club.assign_rules("hand", some(club, 9), "parlett"),
    "rules of a file": lambda club: club.assign_rules("source", source_of(club), "windows"),
    "rules saved anew": rules_that_change_their_meaning,
    "rebuild": lambda club: club.rebuild(),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_the_facts_are_those_of_a_club_read_as_a_whole(
    club: Club, tmp_path: Path, change: Callable[[Club], object]
) -> None:
    facts(club)
    change(club)
    renewed = facts(club)
    whole = facts(Club.open(shutil.copytree(club.path, tmp_path / "again")))
    assert_frame_equal(renewed.hands, whole.hands)
    assert_frame_equal(renewed.games, whole.games)
    assert_frame_equal(renewed.findings, whole.findings, check_row_order=False)
    assert_frame_equal(renewed.sheets, whole.sheets)
    assert renewed.rules == whole.rules


@pytest.mark.parametrize("name", ["entry", "correction", "void", "tag", "rules of a hand"])
def test_only_the_games_that_changed_are_read(club: Club, name: str) -> None:
    [before] = read_scorebook(club)
    known = facts(club).hands.select("hand_id", "game_id")
    CHANGES[name](club)
    changes = read_changes(club, known, before.marks)
    assert changes is not None
    games, book = changes
    assert 0 < book.hands.height < known.height / 4
    assert set(book.hands["game_id"]) <= set(games)


def test_a_club_that_did_not_change_is_not_read_again(club: Club) -> None:
    before = facts(club)
    club.note(some(club, 2), "A note is no fact of the game.")
    assert facts(club).hands is before.hands


def test_a_club_read_in_parts_is_the_same(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = facts(club)
    monkeypatch.setattr(reading, "PART", 100)
    parts = list(read_scorebook(club))
    assert len(parts) > 5
    assert all(part.hands["game_id"].n_unique() == part.games.height for part in parts)
    in_parts = facts(Club.open(shutil.copytree(club.path, club.path.with_name("again"))))
    assert_frame_equal(in_parts.hands, whole.hands)
    assert_frame_equal(in_parts.games, whole.games)
    assert_frame_equal(in_parts.findings, whole.findings, check_row_order=False)


def test_a_new_name_for_somebody_is_read_of_all_hands(club: Club) -> None:
    [before] = read_scorebook(club)
    known = facts(club).hands.select("hand_id", "game_id")
    club.rename("Hector Salas", "Hector the Great")
    assert read_changes(club, known, before.marks) is None
