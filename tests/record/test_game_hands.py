"""Hands of a game entered twice, taken out, put back, put in between and moved."""

from dataclasses import replace
from pathlib import Path

import pytest

from recorder.club import Club
from recorder.club.game_hands import enter_hand, hands_of_game, insert_hand, move_hand
from recorder.errors import ClubError
from recorder.hand import HandRecord
from recorder.rules import load_rules
from recorder.seats import Seat
from recorder.sitting import Sitting, tally

SITTING = Sitting("2026-11-26", "1", 1, ("Ann", "Bo", "Cy", "Di"), "pagat", Seat.S)
RULES = load_rules("pagat").rules


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return Club.create(tmp_path / "club", "Thursday")


def hand(number: int, bidder: str = "N", books: int = 10) -> HandRecord:
    said = HandRecord(bidder=bidder, bid="4 up", books=books)
    return SITTING.record(number, Seat((Seat.S + number - 1) % 4), said)


def books(club: Club) -> list[tuple[int | None, int | None]]:
    kept = hands_of_game(club, SITTING.evening, SITTING.game)
    return [(one.record.hand, one.record.books) for one in kept]


def filled(club: Club, count: int = 3) -> list[str]:
    return [enter_hand(club, hand(n, books=9 + n)).hand for n in range(1, count + 1)]


def test_both_ends_of_a_table_write_one_hand(club: Club) -> None:
    assert enter_hand(club, hand(1)).verdict == "stored"
    assert enter_hand(club, hand(1)).verdict == "already_there"
    assert enter_hand(club, hand(1, books=11)).verdict == "conflicts"
    assert books(club) == [(1, 10)]


def test_what_stands_where_a_hand_was_taken_out_is_the_new_one(club: Club) -> None:
    first = enter_hand(club, hand(1)).hand
    for again in (hand(1, books=12), hand(1)):
        club.void(first)
        assert books(club) == []
        assert enter_hand(club, again).verdict == "stored"
        assert books(club) == [(1, again.books)]


def test_a_hand_put_in_between_moves_the_rest_up(club: Club) -> None:
    filled(club)
    insert_hand(club, hand(2, books=6))
    assert books(club) == [(1, 10), (2, 6), (3, 11), (4, 12)]
    # The next one is a hand of its own, whatever numbers the others were written under.
    assert enter_hand(club, hand(5, books=7)).verdict == "stored"
    assert enter_hand(club, replace(hand(3, books=12), hand=4)).verdict == "already_there"
    with pytest.raises(ClubError, match=r"hand 4 of game .* is written down otherwise"):
        enter_hand(club, hand(4, books=13))
    assert books(club) == [(1, 10), (2, 6), (3, 11), (4, 12), (5, 7)]


def test_a_hand_moved_has_its_new_number_and_none_is_lost(club: Club) -> None:
    ids = filled(club)
    move_hand(club, ids[2], 1)
    assert books(club) == [(1, 12), (2, 10), (3, 11)]
    move_hand(club, ids[2], 3)
    assert books(club) == [(1, 10), (2, 11), (3, 12)]
    with pytest.raises(ClubError, match="1 to 3, got 7"):
        move_hand(club, ids[0], 7)


def test_every_step_is_in_the_history_and_in_a_rebuilt_book(club: Club) -> None:
    first = enter_hand(club, hand(1), "Ann").hand
    club.void(first, "Bo")
    enter_hand(club, hand(1, books=12), "Cy")
    insert_hand(club, hand(1, books=6), "Di")
    before = books(club)
    assert [change.by for change in club.history(first)][:3] == ["Ann", "Bo", "Cy"]
    assert club.verify() == []
    club.rebuild()
    assert books(club) == before == [(1, 6), (2, 12)]


def test_running_scores_follow_a_correction(club: Club) -> None:
    ids = filled(club, 2)
    kept = [one.record for one in hands_of_game(club, SITTING.evening, SITTING.game)]
    assert (tally(kept, RULES).score.ns, tally(kept, RULES).winner) == (9, "NS")
    club.correct(ids[1], {"books": 9})
    kept = [one.record for one in hands_of_game(club, SITTING.evening, SITTING.game)]
    standing = tally(kept, RULES)
    assert (standing.score.ns, standing.times_set.ns, standing.winner) == (0, 1, None)


def test_a_bid_outside_the_rules_keeps_its_flag_in_the_book(club: Club) -> None:
    said = HandRecord(bidder="N", bid="2 up", books=9)
    enter_hand(club, SITTING.record(1, Seat.S, said))
    found = club.query("select code, severity, message from finding").rows()
    assert found == [
        ("bid_not_allowed", "note", "expected a level from 3 to 7, got '2 up'"),
    ]
