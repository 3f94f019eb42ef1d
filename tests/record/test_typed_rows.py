"""An evening typed in a grid: read by the row, cut into games, dealt by itself."""

import pytest

from recorder.rules import load_rules
from recorder.seats import Seat
from recorder.sitting import Sitting
from recorder.typed_rows import TypedRow, read_rows

SITTING = Sitting("2026-11-26", "1", 1, ("Ann", "Bo", "Cy", "Di"), "pagat", Seat.S)


def typed(*rows: str, rules: str = "pagat") -> list[TypedRow]:
    names = ("Bidder", "Bid", "Books", "Dealer", "Result")
    cells = [dict(zip(names, row.split("|"), strict=False)) for row in rows]
    return read_rows(cells, SITTING, load_rules(rules).rules)


def test_rows_become_hands_in_games_that_the_rules_end() -> None:
    rows = typed("N|4 up|13", "Bo|3 down|8", "", "Cy|4 no|10", "W|3 up|9")
    hands = [row.hand for row in rows]
    placed = [
        (hand.record.game, hand.record.hand, hand.record.dealer, hand.record.bidder, hand.winner)
        for hand in hands
        if hand is not None
    ]
    assert placed == [
        ("2026-11-26/1/1", 1, "S", "N", "NS"),
        ("2026-11-26/1/2", 1, "W", "E", None),
        ("2026-11-26/1/2", 2, "N", "S", "NS"),
        ("2026-11-26/1/3", 1, "E", "W", None),
    ]
    assert [row.number for row in rows] == [1, 2, 4, 5]


def test_a_dealer_who_is_named_moves_the_deal() -> None:
    rows = typed("N|4 up|10", "N|3 up|8|E", "N|3 up|8")
    assert [row.hand.record.dealer for row in rows if row.hand] == ["S", "E", "S"]


def test_a_row_that_cannot_be_read_costs_no_other() -> None:
    rows = typed("N|4 up|10", "Zoe|4 up|10", "N|4S|10", "N|3 up|8")
    assert [row.fault is None for row in rows] == [True, False, False, True]
    assert "Zoe" in (rows[1].fault or "")


FLAGGED = [
    ("a bid below the lowest", "N|2 up|9", "expected a level from 3 to 7, got '2 up'"),
    ("an outcome that contradicts the books", "N|4 up|9||made", "9 books on a bid of 4"),
]


@pytest.mark.parametrize(("row", "words"), [r[1:] for r in FLAGGED], ids=[r[0] for r in FLAGGED])
def test_what_the_rules_say_against_a_row_is_said(row: str, words: str) -> None:
    (found,) = typed(row)
    assert found.hand is not None or found.fault is not None
    assert words in " ".join([*found.flags, found.fault or ""])


def test_nothing_typed_is_nothing() -> None:
    assert typed("", "  ") == []
