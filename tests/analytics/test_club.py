"""The facts of a club folder: the same figures as of the records, and again when it changes."""

import json
from dataclasses import replace

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from analytics.ask import answer, ask
from analytics.bids import bids
from analytics.commands import register
from analytics.facts import GAMES, HANDS, facts
from analytics.filters import Filters
from analytics.games import games
from analytics.house_rules.rescore import REASONS
from analytics.partnerships import partnerships
from analytics.ratings import ratings
from analytics.registry import STATISTICS
from analytics.under_rules import facts_under
from recorder.cli import main
from recorder.cli.run import app
from recorder.club import Club
from recorder.formats.write import write
from recorder.hand import HandRecord, frame_of
from recorder.rules import load_rules
from tests.analytics import plain

FIGURES = [("bids", None), ("sets", ("kind",)), ("partnerships", None), ("players", None)]
FIGURES += [("auction", None), ("games", None), ("standings", None)]


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    records = [record for record in plain.season() if record.status is None]
    book = Club.create(tmp_path_factory.mktemp("clubs") / "thursday", "Thursday")
    book.import_bytes(write(frame_of(records), "jsonl"), "season.jsonl")
    return book


@pytest.fixture(scope="module")
def expected():
    return plain.Asked([record for record in plain.season() if record.status is None]).facts


def test_the_columns_are_as_declared(club):
    known = facts(club)
    assert dict(known.hands.schema) == HANDS
    assert dict(known.games.schema) == GAMES
    assert known.hands["id"].n_unique() == known.hands.height


@pytest.mark.parametrize(("name", "by"), FIGURES, ids=[name for name, _ in FIGURES])
def test_a_club_gives_the_figures_of_its_records(club, expected, name, by):
    found, wanted = ask(club, name, by=by).frame, answer(expected, name, by=by).frame
    keys = [key for key, kind in found.schema.items() if kind == pl.String]
    keys += [key for key in ("level", "date") if key in found.columns]
    assert_frame_equal(found.sort(keys), wanted.sort(keys))


def test_facts_are_kept_until_the_club_changes(tmp_path):
    club = Club.create(tmp_path / "club", "Kitchen")
    assert facts(club).hands.is_empty()
    for name in STATISTICS:
        assert ask(club, name).frame.is_empty()
    one = HandRecord(
        date="2026-03-05",
        bidder="N",
        bid="4 up",
        books=11,
        player_n="Ann",
        player_e="Bo",
        player_s="Cy",
        player_w="Di",
    )
    entered = club.enter(one)
    known = facts(club)
    assert known is facts(club)
    assert bids(known)["made"].to_list() == [1]
    club.correct(entered.hand, {"books": 9})
    assert bids(facts(club))["made"].to_list() == [0]
    club.void(entered.hand)
    assert facts(club).hands.is_empty()


def test_a_partnership_is_two_people_under_any_of_their_names(tmp_path):
    club = Club.create(tmp_path / "club", "Kitchen")
    hand = HandRecord(
        date="2026-03-05",
        bidder="N",
        bid="4 up",
        books=11,
        player_n="Robert Jones",
        player_e="Bo",
        player_s="Cy",
        player_w="Di",
    )
    club.enter(hand)
    club.enter(replace(hand, date="2026-03-06", player_n="Cy", player_s="Bob J."))
    assert partnerships(facts(club)).height == 3, "Bob J. is somebody else, as far as we know"
    club.alias("Bob J.", "Robert Jones")
    table = partnerships(facts(club))
    assert table.filter(pl.col("n") > 0)["partnership"].to_list() == ["Cy & Robert Jones"]


def test_tags_can_be_filtered(club):
    late = bids(facts(club), Filters.parse("tags=late"), by=())["n"].item()
    assert 0 < late < bids(facts(club), by=())["n"].item()


def test_the_own_rules_change_nothing(club):
    """Hands of pagat scored under pagat are as they were."""
    pagat = Filters.parse("rules=pagat")
    own, again = facts(club), facts_under(club, load_rules("pagat"))
    only = own.hands.filter(pagat.on_hands())["hand_id"]
    columns = ["made", "books", "points_ns", "points_ew", "score_ns", "score_ew", "winner"]
    known = own.hands.filter(pl.col("hand_id").is_in(only.implode()), pl.col("is_bid"))
    found = known.select("hand_id").join(again.hands, on="hand_id", maintain_order="left")
    scored = found["unscored"].is_null()
    assert scored.sum() > 100
    assert found.filter(scored).select(columns).equals(known.filter(scored).select(columns))


def test_other_rules_say_which_hands_they_do_not_fit(club):
    found = ask(club, "bids", by=("rules",), rules=load_rules("windows"))
    assert found.frame["rules"].to_list() == ["windows"]
    reasons = dict(found.funnel.reasons)
    assert set(reasons) & set(REASONS.values())
    assert found.funnel.used + sum(reasons.values()) == found.funnel.matching
    levels = ask(club, "bids", by=("level",), rules=load_rules("windows")).frame["level"]
    assert levels.min() >= 4, "windows has no bid of three"
    assert games(facts_under(club, load_rules("windows")))["rules"].to_list() == ["windows"]


def test_ratings_go_on_from_the_games_they_know(club):
    known = facts(club)
    all_at_once = ratings(known)
    half = Filters.parse("until=2026-01-15")
    assert ratings(known, half) != all_at_once
    assert ratings(known) == all_at_once


def test_a_game_among_the_last_is_rated_in_its_place(club, monkeypatch):
    monkeypatch.setattr("analytics.ratings._runs", [])
    monkeypatch.setattr("analytics.ratings._AGAIN", 5)
    known = facts(club)
    finished = known.games.filter(~pl.col("unfinished"))
    fewer = replace(known, games=pl.concat([finished.head(-3), finished.tail(2)]))
    ratings(fewer)
    again = ratings(replace(known, games=finished))
    monkeypatch.setattr("analytics.ratings._runs", [])
    assert ratings(replace(known, games=finished)) == again


def run(arguments, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    out = capsys.readouterr()
    return stopped.value.code, out.out, out.err


@pytest.fixture(scope="module", autouse=True)
def commands():
    """The entry point of an installed package; here it is at hand."""
    if not any(command.name == "stats" for command in app.registered_commands):
        register(app)


def test_the_command_line_has_the_same_figures(club, capsys):
    where = "level=4|5,kind=up"
    for name in ("bids", "partnerships", "sets"):
        code, out, err = run(
            ["stats", name, "--where", where, "--json", "--club", str(club.path)], capsys
        )
        rows = [json.loads(line) for line in out.splitlines()]
        found = ask(club, name, where=where)
        assert code == 0
        assert rows == found.frame.to_dicts()
        assert found.funnel.words() in " ".join(err.split())


SAD = [
    (["stats", "wins"], "expected a statistic"),
    (["stats", "bids", "--by", "suit"], "expected by level"),
    (["stats", "bids", "--by", "level,level"], "expected 'level' once"),
    (["stats", "players", "--by", ""], "expected by player, partner or both"),
    (["stats", "auction", "--by", ""], "expected either by player or by partnership"),
    (["stats", "auction", "--by", "player,partnership"], "got 'player' and 'partnership'"),
    (["stats", "bids", "--where", "levle=4"], "got 'levle'"),
    (["stats", "bids", "--rules", "pagta"], "pagta"),
]


@pytest.mark.parametrize(("arguments", "says"), SAD, ids=[says for _, says in SAD])
def test_a_question_that_cannot_be_asked_is_one_sentence(club, capsys, arguments, says):
    code, out, err = run([*arguments, "--club", str(club.path)], capsys)
    assert (code, out) == (2, "")
    assert says in err
    assert "Traceback" not in err


def test_stats_alone_lists_them(capsys, club):
    code, out, _ = run(["stats"], capsys)
    assert code == 0
    assert all(name in out for name in STATISTICS)


def test_no_match_says_so(club, capsys):
    code, _, err = run(
        ["stats", "bids", "--where", "people=Nobody", "--club", str(club.path)], capsys
    )
    assert code == 0
    assert "No hands match: with Nobody at the table" in " ".join(err.split())
