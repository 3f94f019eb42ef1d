"""What made bids would have paid more, had they been as high as their books."""

from collections.abc import Sequence
from typing import Any

import polars as pl

from analytics.facts import Facts
from analytics.filters import EVERYTHING, Filters
from analytics.intervals import few, tallied_mean
from analytics.population import add_groups, group_schema, used_hands
from recorder.auction import BASE_BOOKS
from recorder.rules import Rules
from recorder.scoring import hand_points

__all__ = ["LEFT", "left_on_table"]

LEFT: dict[str, Any] = {
    "n": pl.Int64,
    "underbids": pl.Int64,
    "left": pl.Int64,
    "left_per_bid": pl.Float64,
    "left_low": pl.Float64,
    "left_high": pl.Float64,
    "few": pl.Boolean,
}
_OUTCOME = ("rules", "level", "is_no_trump", "books")


def left_on_table(
    facts: Facts, filters: Filters = EVERYTHING, by: Sequence[str] = ("partnership",)
) -> pl.DataFrame:
    """One row for each of `by` with the columns `LEFT`, most a bid first."""
    schema = {**group_schema(by), **LEFT}
    hands = used_hands(facts, filters, "made", by).with_columns(is_no_trump=pl.col("kind") == "no")
    outcomes = add_groups(hands, tuple(dict.fromkeys((*by, *_OUTCOME))), pl.len().alias("n"))
    priced = outcomes.with_columns(pl.col("rules").cast(pl.String)).join(
        _prices(facts), on=_OUTCOME, how="left"
    )
    n, left = pl.col("n").cast(pl.Int64), pl.col("left")
    sums = (
        n.sum(),
        n.filter(left > 0).sum().alias("underbids"),
        (n * left).sum().alias("left"),
        n.sum().alias("sum_n"),
        (n * left).sum().alias("sum_sum"),
        (n * left * left).sum().alias("sum_squares"),
    )
    table = priced.group_by(by).agg(sums) if by else priced.select(sums).filter(pl.col("n") > 0)
    return (
        tallied_mean(table, "sum", "left_per_bid", "left")
        .with_columns(few())
        .select(pl.col(name).cast(dtype) for name, dtype in schema.items())
        .sort("left_per_bid", *by, descending=[True, *(False for _ in by)])
    )


def _prices(facts: Facts) -> pl.DataFrame:
    """For every made bid of every rule set in use, the points `left` by not bidding higher."""
    rows = [
        (name, level, is_no_trump, books, _left(rules, level, is_no_trump, books))
        for name, rules in facts.rules.items()
        for level in range(1, 8)
        for is_no_trump in (False, True)
        for books in range(BASE_BOOKS + level, 14)
    ]
    types = (pl.String, pl.Int8, pl.Boolean, pl.Int8, pl.Int64)
    schema = dict(zip((*_OUTCOME, "left"), types, strict=True))
    return pl.DataFrame(rows, schema=schema, orient="row")


def _left(rules: Rules, level: int, is_no_trump: bool, books: int) -> int:
    highest = max(level, min(books - BASE_BOOKS, rules.auction.max_level))
    best, best_theirs = hand_points(rules, highest, is_no_trump, books)
    paid, paid_theirs = hand_points(rules, level, is_no_trump, books)
    return (best - best_theirs) - (paid - paid_theirs)
