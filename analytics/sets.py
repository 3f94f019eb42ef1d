"""How often bids are set, how deep, and by whom."""

from collections.abc import Sequence
from typing import Any

import polars as pl

from analytics.facts import Facts
from analytics.filters import EVERYTHING, Filters
from analytics.intervals import few, rate_with_interval
from analytics.population import add_groups, group_schema, used_hands

__all__ = ["SETS", "sets"]

SETS: dict[str, Any] = {
    "n": pl.Int64,
    "bids": pl.Int64,
    "sets": pl.Int64,
    "set_rate": pl.Float64,
    "set_low": pl.Float64,
    "set_high": pl.Float64,
    "mean_short": pl.Float64,
    "games": pl.Int64,
    "sets_per_game": pl.Float64,
    "few": pl.Boolean,
}


def sets(
    facts: Facts, filters: Filters = EVERYTHING, by: Sequence[str] = ("level",)
) -> pl.DataFrame:
    """One row for each of `by`, in its order, with the columns `SETS`.

    `games` are those with such a bid in them; `mean_short` is over sets whose books are known.
    """
    schema = {**group_schema(by), **SETS}
    is_set = ~pl.col("made")
    tallies = add_groups(
        used_hands(facts, filters, "bids", by),
        by,
        pl.len().alias("n"),
        is_set.sum().alias("sets"),
        (-pl.col("margin").filter(is_set).cast(pl.Int64)).mean().alias("mean_short"),
        pl.col("game_id").drop_nulls().n_unique().alias("games"),
        (is_set & pl.col("game_id").is_not_null()).sum().alias("in_games"),
    )
    return tallies.with_columns(
        pl.col("n").alias("bids"),
        *rate_with_interval("sets", "n", "set_rate", "set"),
        pl.when(pl.col("games") > 0)
        .then(pl.col("in_games") / pl.col("games"))
        .alias("sets_per_game"),
        few(),
    ).select(pl.col(name).cast(dtype) for name, dtype in schema.items())
