"""Intervals of 95 %, Wilson's for rates and Student's for means; and when there are too few."""

import polars as pl
from scipy.special import stdtrit

__all__ = ["FEW", "few", "mean_tallies", "rate_with_interval", "tallied_mean"]

FEW = 10
"""Below this many the figure is shown in gray."""
Z = 1.959963984540054
"""Standard deviations on either side that hold 95 % of a normal distribution."""


def few(n: str = "n") -> pl.Expr:
    return (pl.col(n) < FEW).alias("few")


def rate_with_interval(hits: str, n: str, rate: str, stem: str) -> tuple[pl.Expr, pl.Expr, pl.Expr]:
    """`rate`, `stem_low` and `stem_high` from two columns of counts; None where `n` is 0.

    Wilson's score interval (Wilson 1927): the rates that would not be surprised by these counts.
    `n` may be a weight instead of a count.
    """
    count = pl.when(pl.col(n) > 0).then(pl.col(n).cast(pl.Float64))
    p = pl.col(hits) / count
    spread = 1 + Z**2 / count
    middle = (p + Z**2 / (2 * count)) / spread
    half = Z / spread * (p * (1 - p) / count + Z**2 / (4 * count**2)).clip(0).sqrt()
    return (
        p.alias(rate),
        (middle - half).clip(0, 1).alias(f"{stem}_low"),
        (middle + half).clip(0, 1).alias(f"{stem}_high"),
    )


def mean_tallies(value: str, stem: str) -> list[pl.Expr]:
    """What `tallied_mean` needs, in a group: count, sum and sum of squares of `value`."""
    wide = pl.col(value).cast(pl.Int64)
    return [
        wide.count().cast(pl.Int64).alias(f"{stem}_n"),
        wide.sum().alias(f"{stem}_sum"),
        (wide * wide).sum().alias(f"{stem}_squares"),
    ]


def tallied_mean(
    frame: pl.DataFrame, stem: str, mean: str, interval: str | None = None
) -> pl.DataFrame:
    """`frame` with `mean`, `interval_low` and `interval_high` in place of the tallies of `stem`.

    The interval is Student's, from two values up; sums are whole numbers, so nothing is lost.
    """
    count = pl.col(f"{stem}_n")
    between = pl.col(f"{stem}_squares") - pl.col(f"{stem}_sum") ** 2 / count
    middle = pl.when(count > 0).then(pl.col(f"{stem}_sum") / count)
    half = pl.col("_t") * (between.clip(0) / (count - 1) / count).sqrt()
    enough = count >= 2
    freedom = (frame[f"{stem}_n"].cast(pl.Float64) - 1).clip(1).to_numpy()
    name = interval or mean
    return (
        frame.with_columns(pl.Series("_t", stdtrit(freedom, 0.975)))
        .with_columns(
            middle.alias(mean),
            pl.when(enough).then(middle - half).alias(f"{name}_low"),
            pl.when(enough).then(middle + half).alias(f"{name}_high"),
        )
        .drop("_t", f"{stem}_n", f"{stem}_sum", f"{stem}_squares")
    )
