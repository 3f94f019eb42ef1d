"""Each class, its threshold, and what is thrown away, as a table."""

from dataclasses import replace

import polars as pl
import pytest

from analytics.accuracy import words
from analytics.accuracy.classes import RULES, Passing, Verdict, of_bid, of_pass
from analytics.accuracy.judging import SCREENED, JudgedBid, JudgedPass
from analytics.accuracy.odds import NO_ALLOWANCE, Played
from recorder.rules import Rules

FREE = JudgedBid(
    seat="N",
    forced=False,
    over=None,
    over_partner=False,
    lowest="4 up",
    played=Played("4 up", "S", "up", None, "a" * 100),
    other=None,
    weights=None,
)
# Under pagat a made four brings 4 with ten books (a), a set −4 with nine (9).
GOOD, BAD, EVEN = "a" * 100, "9" * 90 + "a" * 10, "9a" * 50
SLIGHTLY_BAD, LESS_BAD = "9" * 55 + "a" * 45, "9a9" * 33 + "9"


def other(samples: str) -> Played:
    return Played("4 up", "H", "up", None, samples[SCREENED:], SCREENED)


BIDS = [
    ("makes every time", GOOD, None, 0.0, False, Verdict.SOUND, 0.0),
    ("even money is no fault", EVEN, None, 0.0, False, Verdict.SOUND, 0.0),
    ("below zero, but not clearly", SLIGHTLY_BAD, None, 0.0, False, Verdict.SOUND, 0.0),
    ("clearly below zero and below passing", BAD, None, 0.0, False, Verdict.TOO_HIGH, 3.2),
    ("passing would have cost as much", BAD, None, -5.0, False, Verdict.SOUND, 0.0),
    ("another suit is clearly better", BAD, GOOD, 0.0, False, Verdict.BETTER_NAMED, None),
    (
        "another suit is better, and no good either",
        BAD,
        LESS_BAD,
        0.0,
        False,
        Verdict.TOO_HIGH,
        3.2,
    ),
    ("another suit as good as ours", GOOD, GOOD, 0.0, False, Verdict.SOUND, 0.0),
    ("the dealer had no choice", BAD, None, 0.0, True, Verdict.FORCED, 0.0),
    ("the dealer had a better suit", BAD, GOOD, 0.0, True, Verdict.FORCED, None),
]


@pytest.mark.parametrize("row", BIDS, ids=[row[0] for row in BIDS])
def test_bid(row: tuple[str, str, str | None, float, bool, Verdict, float | None]) -> None:
    _, samples, better, passing, forced, verdict, thrown = row
    bid = replace(
        FREE,
        forced=forced,
        played=replace(FREE.played, samples=samples),
        other=None if better is None else other(better),
    )
    found = of_bid(bid, Rules(), NO_ALLOWANCE, passing)
    assert found.verdict is verdict
    if thrown is None:
        assert found.thrown_away > 3
    else:
        assert found.thrown_away == pytest.approx(thrown)
    assert words.reason(found, bid.played, bid.other).endswith(".")


def test_a_jump_is_not_held_against_the_naming() -> None:
    """Both namings are compared at their lowest level: a five in spades that a three would do."""
    bid = replace(
        FREE,
        lowest="3 up",
        played=replace(FREE.played, bid="5 up", samples="a" * 100),
        other=replace(other(GOOD), bid="3 up"),
    )
    found = of_bid(bid, Rules(), NO_ALLOWANCE, 0.0)
    assert found.verdict is Verdict.TOO_HIGH
    assert found.gain is not None
    assert found.gain.value == 0


PASSES = [
    ("nothing came near", None, 0.0, Verdict.RIGHT_PASS),
    ("a bid that always makes", GOOD, 0.0, Verdict.MISSED),
    ("even money", EVEN, 0.0, Verdict.RIGHT_PASS),
    ("passing was worth as much", GOOD, 4.0, Verdict.RIGHT_PASS),
]


@pytest.mark.parametrize("row", PASSES, ids=[row[0] for row in PASSES])
def test_pass(row: tuple[str, str | None, float, Verdict]) -> None:
    _, samples, passing, verdict = row
    best = None if samples is None else replace(FREE.played, samples=samples)
    judged = of_pass(JudgedPass("E", 1, None, False, best, None), Rules(), NO_ALLOWANCE, passing)
    assert judged.verdict is verdict
    assert (judged.thrown_away > 0) == (verdict is Verdict.MISSED)


def test_every_class_has_its_rule_in_words() -> None:
    assert set(RULES) == set(Verdict)


def test_passing_is_worth_what_such_bids_bring_here() -> None:
    hands = pl.DataFrame(
        {
            "is_bid": [True] * 12,
            "level": [4] * 10 + [5, 5],
            "kind": ["up"] * 12,
            "net_bidders": [2] * 5 + [-1] * 5 + [9, 9],
        }
    )
    passing = Passing(hands)
    assert passing.over("4 up", is_partners=False) == -0.5
    assert passing.over("4 up", is_partners=True) == 0.5
    assert passing.over("5 up", is_partners=False) == 0  # too few to tell
    assert passing.over(None, is_partners=False) == 0
