"""A season's calls summed up: how somebody bids, against the club, and what was luck."""

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from analytics.accuracy.season import Season
from analytics.intervals import few, rate_with_interval

__all__ = ["bidding", "by_month", "calls_of", "given_away", "luck", "reviews"]


def bidding(season: Season, by: Sequence[str] = ()) -> pl.DataFrame:
    """A row for each of `by` (player, partnership), or one for the club.

    `bids` and, of those not forced, shares `sound`, `too_high`, `better_named` with the likely
    range of the first; `passes`, and of them share `missed` with its range; `thrown_away` points a
    bid or pass with range; `boldness`, how much more often than the chance of 50 % bids are made on
    less: the mean chance of the bids made, low for the bold.
    """
    calls = season.calls
    free = pl.col("is_bid") & (pl.col("verdict") != "forced")
    passed = ~pl.col("is_bid")

    def counted(verdict: str) -> pl.Expr:
        return (pl.col("verdict") == verdict).sum().cast(pl.Int64)

    grouped = calls.group_by(by) if by else calls.group_by(pl.lit(0).alias("all"))
    return (
        grouped.agg(
            n=pl.len().cast(pl.Int64),
            bids=pl.col("is_bid").sum().cast(pl.Int64),
            free_bids=free.sum().cast(pl.Int64),
            forced=counted("forced"),
            sound=counted("sound"),
            too_high=counted("too high"),
            better_named=counted("better named"),
            passes=passed.sum().cast(pl.Int64),
            missed=counted("missed"),
            mean_chance=pl.col("chance").filter(free).mean(),
            made_rate=pl.col("made").filter(free).mean(),
            thrown_away=pl.col("thrown_away").mean(),
            spread=pl.col("thrown_away").std(),
        )
        .with_columns(
            *rate_with_interval("sound", "free_bids", "sound_rate", "sound"),
            *rate_with_interval("too_high", "free_bids", "too_high_rate", "too_high"),
            *rate_with_interval("better_named", "free_bids", "better_named_rate", "better_named"),
            *rate_with_interval("missed", "passes", "missed_rate", "missed"),
            *_mean_interval("thrown_away"),
            few(),
        )
        .drop("spread")
        .sort("thrown_away", *by)
    )


def _mean_interval(mean: str) -> list[pl.Expr]:
    half = 1.96 * pl.col("spread") / pl.col("n").sqrt()
    return [
        (pl.col(mean) - half).clip(0).alias(f"{mean}_low"),
        (pl.col(mean) + half).alias(f"{mean}_high"),
    ]


def luck(season: Season, by: str = "partnership") -> pl.DataFrame:
    """Points a bid: `bid_worth`, `cards` (with range), `play` and `rest` add up to `net`.

    Those with most bids come first.
    """
    return (
        season.luck.group_by(by)
        .agg(
            pl.len().cast(pl.Int64).alias("n"),
            *(pl.col(name).mean() for name in ("net", "bid_worth", "cards", "play", "rest")),
            pl.col("cards").std().alias("spread"),
        )
        .with_columns(
            (pl.col("cards") - 1.96 * pl.col("spread") / pl.col("n").sqrt()).alias("cards_low"),
            (pl.col("cards") + 1.96 * pl.col("spread") / pl.col("n").sqrt()).alias("cards_high"),
            few(),
        )
        .drop("spread")
        .sort("n", by, descending=[True, False])
    )


def given_away(season: Season, by: Sequence[str] = ("player", "role")) -> pl.DataFrame:
    """Books a hand that somebody's cards cost, with range. Hindsight: all four hands are seen."""
    return (
        season.costs.group_by(by)
        .agg(
            n=pl.len().cast(pl.Int64),
            books=pl.col("given_away").mean(),
            spread=pl.col("given_away").std(),
        )
        .with_columns(
            (pl.col("books") - 1.96 * pl.col("spread") / pl.col("n").sqrt())
            .clip(0)
            .alias("books_low"),
            (pl.col("books") + 1.96 * pl.col("spread") / pl.col("n").sqrt()).alias("books_high"),
            few(),
        )
        .drop("spread")
        .sort(by)
    )


def calls_of(season: Season, who: str) -> Season:
    """The season with the calls of one player or partnership only."""
    own = (pl.col("player") == who) | (pl.col("partnership") == who)
    return replace(season, calls=season.calls.filter(own))


def by_month(season: Season) -> Season:
    """The season with a column `month` in its calls, `2026-03`."""
    month = pl.col("evening").dt.strftime("%Y-%m").alias("month")
    return replace(season, calls=season.calls.with_columns(month))


def reviews(season: Season) -> pl.DataFrame:
    """The calls that threw most away, worst first; the `CALLS` columns."""
    return season.calls.filter(pl.col("thrown_away") > 0).sort("thrown_away", descending=True)
