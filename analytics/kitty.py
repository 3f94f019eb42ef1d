"""What the kitty brings, what of it is kept, and how bids do by the trumps found in it."""

from collections.abc import Sequence
from typing import Any

import polars as pl

from analytics.facts import Facts
from analytics.filters import EVERYTHING, Filters
from analytics.intervals import few, rate_with_interval
from analytics.population import add_groups, group_schema, used_hands

__all__ = ["KITTIES", "kitty"]

KITTIES: dict[str, Any] = {
    "n": pl.Int64,
    "made": pl.Int64,
    "success_rate": pl.Float64,
    "success_low": pl.Float64,
    "success_high": pl.Float64,
    "jokers": pl.Float64,
    "jokers_kept": pl.Float64,
    "winners": pl.Float64,
    "winners_kept": pl.Float64,
    "trumps": pl.Float64,
    "trumps_kept": pl.Float64,
    "few": pl.Boolean,
}


def kitty(
    facts: Facts, filters: Filters = EVERYTHING, by: Sequence[str] = ("trumps_found",)
) -> pl.DataFrame:
    """One row for each of `by`, in its order, with the columns `KITTIES`."""
    schema = {**group_schema(by), **KITTIES}
    tallies = add_groups(
        used_hands(facts, filters, "kitties", by),
        by,
        pl.len().alias("n"),
        pl.col("made").sum(),
        *(pl.col(f"kitty_{what}").mean().alias(what) for what in _FOUND),
        *(pl.col(f"kept_{what}").mean().alias(f"{what}_kept") for what in _FOUND),
    )
    return tallies.with_columns(
        *rate_with_interval("made", "n", "success_rate", "success"), few()
    ).select(pl.col(name).cast(dtype) for name, dtype in schema.items())


_FOUND = ("jokers", "winners", "trumps")
