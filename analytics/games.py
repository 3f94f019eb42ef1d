"""How long games are and how they end, and who won an event."""

from collections.abc import Sequence
from typing import Any

import polars as pl

from analytics.facts import Facts
from analytics.filters import EVERYTHING, Filters
from analytics.intervals import few
from analytics.population import group_schema
from recorder.scoring import GameEnd

__all__ = ["COMEBACK", "GAME_FIELDS", "games"]

COMEBACK = 7
"""Points that winners were once behind, to call it a comeback."""

_ENDS = [end.name.lower() for end in GameEnd if end is not GameEnd.NOT_YET]

GAME_FIELDS: dict[str, Any] = {
    "n": pl.Int64,
    "unfinished": pl.Int64,
    "mean_hands": pl.Float64,
    "mean_score": pl.Float64,
    "mean_loser_score": pl.Float64,
    **{f"ended_by_{end}": pl.Int64 for end in _ENDS},
    "comebacks": pl.Int64,
    "few": pl.Boolean,
}


def games(
    facts: Facts, filters: Filters = EVERYTHING, by: Sequence[str] = ("rules",)
) -> pl.DataFrame:
    """One row for each of `by`, in its order, with the columns `GAME_FIELDS`.

    `n` and the means are of finished games.
    """
    schema = {**group_schema(by), **GAME_FIELDS}
    finished = ~pl.col("unfinished")
    ns, ew = pl.col("score_ns"), pl.col("score_ew")
    ns_won = pl.when(pl.col("winner") != "EW")
    sums = (
        finished.sum().alias("n"),
        pl.col("unfinished").sum(),
        pl.col("hands").filter(finished).mean().alias("mean_hands"),
        ns_won.then(ns).otherwise(ew).filter(finished).mean().alias("mean_score"),
        ns_won.then(ew).otherwise(ns).filter(finished).mean().alias("mean_loser_score"),
        *((pl.col("ended_by") == end).sum().alias(f"ended_by_{end}") for end in _ENDS),
        (pl.col("behind") >= COMEBACK).sum().alias("comebacks"),
    )
    played = facts.games.lazy().filter(
        filters.on_games(), *(pl.col(name).is_not_null() for name in by)
    )
    if by:
        table = played.group_by(by).agg(sums).collect().sort(by)
    else:
        table = played.select(sums).collect().filter(pl.col("n") + pl.col("unfinished") > 0)
    return table.with_columns(few()).select(
        pl.col(name).cast(dtype) for name, dtype in schema.items()
    )
