"""The allowance makes bids come out as they did; corrections are monotone."""

import numpy as np
import polars as pl
import pytest

from analytics.accuracy.calibration import USUAL_BIDS, allowance, corrected, reliability
from analytics.accuracy.odds import USUAL, Played

# Ten samples of ten books and ten of eleven: a four is made always, or half the time a book less.
FOUR = Played("4 up", "S", "up", None, "a" * 10 + "b" * 10)
# The same at no trump: 24 and 25 stand for ten and eleven books.
NO_TRUMP = Played("4 no", "no", "up", None, "o" * 10 + "p" * 10)


def test_without_bids_it_is_the_usual_one() -> None:
    assert allowance([]) == USUAL


def test_half_the_bids_set_means_a_book_is_lost() -> None:
    many = [(FOUR, 4, made) for made in (True, False)] * 2000
    assert allowance(many).trumps == pytest.approx(1.0, abs=0.05)
    assert allowance(many).no_trump == USUAL.no_trump


def test_a_few_bids_say_little() -> None:
    all_made = [(NO_TRUMP, 4, True)] * USUAL_BIDS
    found = allowance(all_made)
    assert found.trumps == USUAL.trumps
    assert found.no_trump == pytest.approx(USUAL.no_trump / 2)


def test_more_sets_never_lower_it() -> None:
    found = [
        allowance([(FOUR, 4, at >= sets) for at in range(100)]).trumps for sets in range(0, 101, 20)
    ]
    assert found == sorted(found)


def test_corrections_are_monotone_and_keep_the_mean() -> None:
    chances = np.array([0.9, 0.2, 0.6, 0.5, 0.7])
    made = np.array([1.0, 1.0, 0.0, 0.0, 1.0])
    found = corrected(chances, made)
    assert found[np.argsort(chances)].tolist() == sorted(found)
    assert found.mean() == pytest.approx(made.mean())
    assert found[0] == 1.0


def test_reliability_counts_every_bid_once() -> None:
    chances = pl.Series([0.0, 0.05, 0.95, 1.0, None])
    frame = reliability(chances, pl.Series([False, True, True, True, True]))
    assert frame["group"].to_list() == [0, 9]
    assert frame["n"].to_list() == [2, 2]
    assert frame["made"].to_list() == [1, 2]
