"""Profiles against the same figures counted by hand."""

from typing import Any

import polars as pl
import pytest

from analytics.accuracy.odds import USUAL
from analytics.accuracy.profiles import bidding, by_month, calls_of, given_away, luck, reviews
from analytics.accuracy.season import CALLS, COSTS, LUCK, Season


def call(player: str, verdict: str, thrown: float, **more: Any) -> dict[str, Any]:
    is_bid = verdict not in ("missed", "right pass")
    return {
        "id": "0",
        "player": player,
        "partnership": "Ann & Cy",
        "is_bid": is_bid,
        "verdict": verdict,
        "thrown_away": thrown,
        "chance": 0.5 if is_bid else None,
        "made": True if is_bid else None,
        **more,
    }


CALLED = [
    call("Ann", "sound", 0.0),
    call("Ann", "too high", 3.0),
    call("Ann", "forced", 0.0),
    call("Ann", "missed", 1.0),
    call("Cy", "right pass", 0.0),
    call("Cy", "better named", 2.0),
]
PLAYED = [
    {"partnership": "Ann & Cy", "bid_worth": 1.0, "cards": -2.0, "play": 4.0, "rest": 0, "net": 3},
    {"partnership": "Ann & Cy", "bid_worth": 2.0, "cards": 2.0, "play": 0.0, "rest": -3, "net": 1},
]


def a_season() -> Season:
    costs = [{"player": "Ann", "role": "bidder", "given_away": books} for books in (0, 1, 2)]
    return Season(
        analysed=1,
        total=1,
        allowance=USUAL,
        calls=pl.DataFrame(CALLED, schema=CALLS),
        luck=pl.DataFrame(PLAYED, schema=LUCK),
        costs=pl.DataFrame(costs, schema=COSTS),
    )


def test_forced_bids_are_counted_apart_and_shares_are_of_the_others() -> None:
    rows = {row["player"]: row for row in bidding(a_season(), ("player",)).to_dicts()}
    ann = rows["Ann"]
    assert (ann["bids"], ann["free_bids"], ann["forced"], ann["passes"]) == (3, 2, 1, 1)
    assert (ann["sound_rate"], ann["too_high_rate"], ann["missed_rate"]) == (0.5, 0.5, 1.0)
    assert ann["thrown_away"] == 1.0
    assert ann["thrown_away_low"] < 1.0 < ann["thrown_away_high"]
    assert rows["Cy"]["better_named_rate"] == 1.0
    assert rows["Cy"]["few"]


def test_all_calls_together_are_the_sum_of_everybodys() -> None:
    everybody = bidding(a_season()).row(0, named=True)
    each = bidding(a_season(), ("player",))
    for name in ("n", "bids", "free_bids", "forced", "sound", "too_high", "passes", "missed"):
        assert everybody[name] == each[name].sum()


def test_the_parts_of_a_result_add_up() -> None:
    [row] = luck(a_season()).to_dicts()
    assert row["net"] == row["bid_worth"] + row["cards"] + row["play"] + row["rest"]
    assert row["cards"] == 0
    # Student's: 2.83 / sqrt(2) * 12.7 for two values.
    assert row["cards_high"] == pytest.approx(25.41, abs=0.01)


def test_books_given_away_are_a_mean_with_range() -> None:
    [row] = given_away(a_season()).to_dicts()
    assert (row["n"], row["given_away"]) == (3, 1.0)


def test_reviews_are_worst_first_and_only_of_what_was_thrown_away() -> None:
    assert reviews(a_season())["thrown_away"].to_list() == [3.0, 2.0, 1.0]


def test_one_players_calls_are_those_and_a_partnerships_both() -> None:
    assert calls_of(a_season(), "Cy").calls.height == 2
    assert calls_of(a_season(), "Ann & Cy").calls.height == len(CALLED)
    assert by_month(a_season()).calls["month"].to_list() == [None] * len(CALLED)
