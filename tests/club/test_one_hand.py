"""One hand with all that is known of it, and as `bidwhist show` tells it."""

import json

import pytest

from recorder.cli import main
from recorder.club import Club
from recorder.errors import ClubError
from recorder.one_hand import one_hand
from tests.club.hands import entered, game, hand, hand_id, lines

PLAY = {
    "dealer": "E",
    "calls": ["pass", "pass", "4 up", "pass"],
    "bidder": None,
    "bid": None,
    "trump": "S",
    "books": None,
    "tricks": ["N: AS KS QS 2S"],
}


def test_a_hand_knows_its_place_in_the_game(club: Club) -> None:
    club.import_bytes(game(), "a.jsonl")
    ids = [hand_id(club, number) for number in range(1, 6)]
    first, third, last = (one_hand(club, ids[at]) for at in (0, 2, 4))
    assert (first.before, first.after) == (None, ids[1])
    assert (third.before, third.after) == (ids[1], ids[3])
    assert (last.before, last.after) == (ids[3], None)
    assert third.game["id"].to_list() == ids
    assert third.game["bid"].to_list() == ["4 up", "3 down", "4 no", "5 up", "3 no"]
    assert third.game["by"].to_list() == ["NS", "EW", "NS", "EW", "NS"]


def test_margin_and_running_score_are_those_of_the_scorebook(club: Club) -> None:
    club.import_bytes(game(), "a.jsonl")
    found = [one_hand(club, hand_id(club, number)) for number in (1, 2, 3)]
    assert [one.margin for one in found] == [1, -1, 0]
    assert [(one.hand["score_ns"], one.hand["score_ew"]) for one in found] == [
        (5, 0),
        (5, -3),
        (13, -3),
    ]


def test_people_go_by_the_names_they_have_now(club: Club) -> None:
    club.import_bytes(game(1), "a.jsonl")
    club.rename("Cy", "Cyrus <b>")
    one = one_hand(club, hand_id(club, 1))
    assert one.players == ("Ann", "Bo", "Cyrus <b>", "Di")
    assert one.record.player_s == "Cy"


def test_a_hand_without_names_is_told_by_its_chairs(club: Club) -> None:
    club.import_bytes(lines([hand(1, players=None)]), "a.jsonl")
    assert one_hand(club, hand_id(club, 1)).players == ("North", "East", "South", "West")


def test_a_void_hand_is_still_told(club: Club) -> None:
    club.import_bytes(game(), "a.jsonl")
    third = hand_id(club, 3)
    club.void(third)
    one = one_hand(club, third)
    assert one.is_void
    assert not one.counts
    assert one.hand["made"] is None
    assert (one.before, one.after) == (None, None)
    assert third not in one_hand(club, hand_id(club, 2)).game["id"].to_list()


def test_a_conflict_is_out_until_it_is_settled(club: Club) -> None:
    club.import_bytes(lines([hand(1, points={"NS": 9, "EW": 0})]), "a.jsonl")
    first = hand_id(club, 1)
    assert [found.code for found in one_hand(club, first).findings] == ["points_differ"]
    assert not one_hand(club, first).counts
    club.settle(first)
    assert one_hand(club, first).counts
    assert one_hand(club, first).is_settled


def test_notes_and_tags_come_along(club: Club) -> None:
    club.enter(entered(1))
    first = hand_id(club, 1)
    club.note(first, "Bo said he was tired", "Ann")
    club.tag(first, "late")
    one = one_hand(club, first)
    assert [(note.by, note.text) for note in one.notes] == [("Ann", "Bo said he was tired")]
    assert one.tags == ["late"]


@pytest.mark.parametrize("wanted", ["ffff", "f" * 16, "not a hand id at", ""])
def test_no_such_hand(club: Club, wanted: str) -> None:
    club.import_bytes(game(1), "a.jsonl")
    with pytest.raises(ClubError):
        one_hand(club, wanted)


def shown(club: Club, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as left:
        main(["show", *arguments, "--club", str(club.path)])
    assert left.value.code == 0
    return capsys.readouterr().out


def test_show_tells_the_tricks_in_the_terminal(
    club: Club, capsys: pytest.CaptureFixture[str]
) -> None:
    club.import_bytes(lines([hand(1, **PLAY)]), "a.jsonl")
    said = shown(club, capsys, hand_id(club, 1)[:8])
    assert "N Ann bids 4 up in spades" in said
    [row] = [line for line in said.splitlines() if line.strip().startswith("1 ")]
    assert row.split() == ["1", ">AS*", "KS", "QS", "2S", "N", "2", "0"]
    assert "stopped: points N/S ?, E/W ?" in said


def test_show_of_a_result_is_short(club: Club, capsys: pytest.CaptureFixture[str]) -> None:
    club.import_bytes(game(2), "a.jsonl")
    said = shown(club, capsys, hand_id(club, 2))
    assert "W Di bids 3 down" in said
    assert "set, 8 books: points N/S 0, E/W −3, score N/S 5, E/W −3" in said
    assert "trick" not in said


def test_show_as_json_has_null_for_what_is_not_known(
    club: Club, capsys: pytest.CaptureFixture[str]
) -> None:
    club.import_bytes(lines([hand(1, **PLAY)]), "a.jsonl")
    told = json.loads(shown(club, capsys, hand_id(club, 1), "--json"))
    [trick] = told["tricks"]
    assert trick["winner"] == "N"
    assert trick["plays"][0] == {"seat": "N", "card": "AS", "could": None, "renege": False}
    assert told["decided"] is None
    assert told["hand"]["made"] is None
