"""How often bids are made, by how much, and what they bring."""

from collections.abc import Sequence
from typing import Any

import polars as pl

from analytics.facts import Facts
from analytics.filters import EVERYTHING, Filters
from analytics.intervals import few, mean_tallies, rate_with_interval, tallied_mean
from analytics.population import add_groups, group_schema, used_hands

__all__ = ["BIDS", "MARGINS", "SUITS", "bids", "margins", "suits"]

BIDS: dict[str, Any] = {
    "n": pl.Int64,
    "made": pl.Int64,
    "sets": pl.Int64,
    "success_rate": pl.Float64,
    "success_low": pl.Float64,
    "success_high": pl.Float64,
    "set_rate": pl.Float64,
    "books_known": pl.Int64,
    "mean_margin": pl.Float64,
    "exact": pl.Int64,
    "mean_level": pl.Float64,
    "points_known": pl.Int64,
    "net_points": pl.Float64,
    "net_low": pl.Float64,
    "net_high": pl.Float64,
    "few": pl.Boolean,
}
MARGINS: dict[str, Any] = {"margin": pl.Int64, "n": pl.Int64, "few": pl.Boolean}
SUITS: dict[str, Any] = {
    name: BIDS[name]
    for name in (
        *("n", "made", "sets", "success_rate", "success_low", "success_high"),
        *("points_known", "net_points", "net_low", "net_high", "few"),
    )
}


def bids(
    facts: Facts, filters: Filters = EVERYTHING, by: Sequence[str] = ("level", "kind")
) -> pl.DataFrame:
    """One row for each of `by`, in its order, with the columns `BIDS`."""
    tallies = add_groups(
        used_hands(facts, filters, "bids", by),
        by,
        pl.len().alias("n"),
        pl.col("made").sum(),
        pl.col("margin").count().alias("books_known"),
        pl.col("margin").mean().alias("mean_margin"),
        (pl.col("margin") == 0).sum().alias("exact"),
        pl.col("level").mean().alias("mean_level"),
        pl.col("net_bidders").count().alias("points_known"),
        *mean_tallies("net_bidders", "net"),
    )
    return _told(tallies, by, BIDS)


def suits(
    facts: Facts, filters: Filters = EVERYTHING, by: Sequence[str] = ("trump", "direction")
) -> pl.DataFrame:
    """One row for each trump suit, or no trump, and direction, with the columns `SUITS`."""
    tallies = add_groups(
        used_hands(facts, filters, "suits", by),
        by,
        pl.len().alias("n"),
        pl.col("made").sum(),
        pl.col("net_bidders").count().alias("points_known"),
        *mean_tallies("net_bidders", "net"),
    )
    return _told(tallies, by, SUITS)


def _told(tallies: pl.DataFrame, by: Sequence[str], columns: dict[str, Any]) -> pl.DataFrame:
    schema = {**group_schema(by), **columns}
    return (
        tallied_mean(tallies, "net", "net_points", "net")
        .with_columns(
            (pl.col("n") - pl.col("made")).alias("sets"),
            *rate_with_interval("made", "n", "success_rate", "success"),
            few(),
        )
        .with_columns(set_rate=1 - pl.col("success_rate"))
        .select(pl.col(name).cast(dtype) for name, dtype in schema.items())
    )


def margins(facts: Facts, filters: Filters = EVERYTHING, by: Sequence[str] = ()) -> pl.DataFrame:
    """One row for each of `by` and each margin that occurred, with the columns `MARGINS`."""
    schema = {**group_schema(by), **MARGINS}
    counts = add_groups(
        used_hands(facts, filters, "margins", by), (*by, "margin"), pl.len().alias("n")
    )
    return counts.with_columns(few()).select(
        pl.col(name).cast(dtype) for name, dtype in schema.items()
    )
