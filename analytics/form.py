"""Who is in form: means in which a bid's weight halves every so many bids."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
from scipy.special import stdtrit

from analytics.facts import Facts
from analytics.filters import EVERYTHING, Filters
from analytics.intervals import few, rate_with_interval
from analytics.population import GROUPS, used_hands

__all__ = ["FORM", "HALF_LIVES", "form"]

HALF_LIVES = {"fast": 20, "slow": 80}
"""Bids after which a bid weighs half as much."""

FORM: dict[str, Any] = {
    "date": pl.Date,
    "n": pl.Int64,
    "bids": pl.Int64,
    "success_fast": pl.Float64,
    "fast_low": pl.Float64,
    "fast_high": pl.Float64,
    "success_slow": pl.Float64,
    "success_low": pl.Float64,
    "success_high": pl.Float64,
    "net_fast": pl.Float64,
    "net_fast_low": pl.Float64,
    "net_fast_high": pl.Float64,
    "net_slow": pl.Float64,
    "net_slow_low": pl.Float64,
    "net_slow_high": pl.Float64,
    "few": pl.Boolean,
}
_STEMS = {"fast": "fast", "slow": "success"}


def form(
    facts: Facts, filters: Filters = EVERYTHING, by: Sequence[str] = ("partnership", "date")
) -> pl.DataFrame:
    """One row for each evening of each of `by` (or of all), with the columns `FORM`.

    `n` is the bids so far, `bids` those of the evening.
    """
    keys = [name for name in by if name != "date"]
    hands = used_hands(facts, filters, "bids", (*keys, "date")).select(
        *(pl.col(GROUPS.get(name, name)).alias(name) for name in keys),
        pl.col("evening").alias("date"),
        pl.col("made").cast(pl.Float64),
        pl.col("net_bidders").cast(pl.Float64).alias("net"),
    )
    # Hands lie in the order of play, so an evening ends where the next hand is of another.
    ends = pl.col("date").ne_missing(pl.col("date").shift(-1))
    so_far = {
        "date": pl.col("date"),
        "n": pl.col("made").cum_count(),
        "net_n": pl.col("net").cum_count(),
        **{
            f"{name}_{speed}": value.ewm_mean(half_life=half_life, ignore_nulls=True).forward_fill()
            for speed, half_life in HALF_LIVES.items()
            for name, value in (
                ("made", pl.col("made")),
                ("net", pl.col("net")),
                ("squares", pl.col("net") ** 2),
            )
        },
    }
    found = hands.collect()
    # Each apart, which polars does much faster than a window over all.
    parts = found.partition_by(keys) if keys and found.height else [found]
    evenings = pl.concat(
        part.select(*keys, **so_far)
        .filter(ends)
        .with_columns(bids=pl.col("n").cast(pl.Int64).diff().fill_null(pl.col("n")))
        for part in parts
    )
    for speed, half_life in HALF_LIVES.items():
        evenings = _with_intervals(evenings, speed, half_life)
    schema = {**dict.fromkeys(keys, pl.String), **FORM}
    return (
        evenings.with_columns(few())
        .select(pl.col(name).cast(dtype) for name, dtype in schema.items())
        .sort(*keys, "date")
    )


def _with_intervals(evenings: pl.DataFrame, speed: str, half_life: int) -> pl.DataFrame:
    """Success and net points at one half-life, each with its interval."""
    bids = effective(evenings["n"].to_numpy().astype(np.float64), half_life)
    # Student's quantiles are slow to find, and few different ones are needed.
    counts, at = np.unique(evenings["net_n"].to_numpy(), return_inverse=True)
    worth = effective(counts.astype(np.float64), half_life)
    nets, quantile = worth[at], stdtrit(np.maximum(worth - 1, 1e-9), 0.975)[at]
    spread = (
        (pl.col(f"squares_{speed}") - pl.col(f"net_{speed}") ** 2).clip(0) / (pl.col("_nets") - 1)
    ).sqrt()
    half = pl.when(pl.col("_nets") > 1).then(pl.col("_t") * spread)
    return (
        evenings.with_columns(
            pl.Series("_bids", bids),
            pl.Series("_nets", nets),
            pl.Series("_t", quantile),
        )
        .with_columns(_hits=pl.col(f"made_{speed}") * pl.col("_bids"))
        .with_columns(
            *rate_with_interval("_hits", "_bids", f"success_{speed}", _STEMS[speed]),
            (pl.col(f"net_{speed}") - half).alias(f"net_{speed}_low"),
            (pl.col(f"net_{speed}") + half).alias(f"net_{speed}_high"),
        )
        .drop("_bids", "_nets", "_t", "_hits")
    )


def effective(n: npt.NDArray[np.float64], half_life: int) -> npt.NDArray[np.float64]:
    """How many equal values the `n` weighted ones are worth: (sum of w)² / sum of w²."""
    keep = 0.5 ** (1 / half_life)
    weights = (1 - keep**n) / (1 - keep)
    squares = (1 - keep ** (2 * n)) / (1 - keep**2)
    worth: npt.NDArray[np.float64] = np.zeros_like(n)
    np.divide(weights**2, squares, out=worth, where=n > 0)
    return worth
