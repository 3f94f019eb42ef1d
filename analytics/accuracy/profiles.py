"""A season's calls summed up: how somebody bids, against the club, and what was luck."""

from collections.abc import Sequence
from dataclasses import replace

import polars as pl
from scipy.special import stdtrit

from analytics.accuracy.season import Season
from analytics.intervals import few, rate_with_interval

__all__ = ["bidding", "by_month", "calls_of", "given_away", "luck", "reviews"]


def bidding(season: Season, by: Sequence[str] = ()) -> pl.DataFrame:
    """A row for each of `by` (player, partnership), or one for the club.

    `bids` and, of those not forced, shares `sound`, `too_high`, `better_named` with the likely
    range of the first; `passes`, and of them share `missed` with its range; `thrown_away` points a
    bid or pass with range; `mean_chance` of the bids not forced, low for the bold, and `made_rate`,
    the share of them that was made.
    """
    free = pl.col("is_bid") & (pl.col("verdict") != "forced")

    def counted(verdict: str) -> pl.Expr:
        return (pl.col("verdict") == verdict).sum().cast(pl.Int64)

    groups = [pl.col(name) for name in by] or [pl.lit(0).alias("all")]
    frame = season.calls.group_by(groups).agg(
        n=pl.len().cast(pl.Int64),
        bids=pl.col("is_bid").sum().cast(pl.Int64),
        free_bids=free.sum().cast(pl.Int64),
        forced=counted("forced"),
        sound=counted("sound"),
        too_high=counted("too high"),
        better_named=counted("better named"),
        passes=(~pl.col("is_bid")).sum().cast(pl.Int64),
        missed=counted("missed"),
        mean_chance=pl.col("chance").filter(free).mean(),
        made_rate=pl.col("made").filter(free).mean(),
        **_mean("thrown_away"),
    )
    shares = [
        *rate_with_interval("sound", "free_bids", "sound_rate", "sound"),
        *rate_with_interval("too_high", "free_bids", "too_high_rate", "too_high"),
        *rate_with_interval("better_named", "free_bids", "better_named_rate", "better_named"),
        *rate_with_interval("missed", "passes", "missed_rate", "missed"),
    ]
    return _ranged(frame, "thrown_away").with_columns(*shares, few()).sort("thrown_away", *by)


def _mean(name: str) -> dict[str, pl.Expr]:
    return {name: pl.col(name).mean(), f"{name}_spread": pl.col(name).std()}


def _ranged(frame: pl.DataFrame, name: str) -> pl.DataFrame:
    """`name_low` and `name_high`, Student's interval from two values up, in place of the spread."""
    reach = stdtrit((frame["n"].cast(pl.Float64) - 1).clip(1).to_numpy(), 0.975)
    half = pl.Series(reach) * pl.col(f"{name}_spread") / pl.col("n").sqrt()
    return frame.with_columns(
        (pl.col(name) - half).alias(f"{name}_low"), (pl.col(name) + half).alias(f"{name}_high")
    ).drop(f"{name}_spread")


def luck(season: Season, by: str = "partnership") -> pl.DataFrame:
    """Points a bid: `bid_worth`, `cards` (with range), `play` and `rest` add up to `net`.

    Those with most bids come first.
    """
    frame = season.luck.group_by(by).agg(
        n=pl.len().cast(pl.Int64),
        **{name: pl.col(name).mean() for name in ("net", "bid_worth", "play", "rest")},
        **_mean("cards"),
    )
    return _ranged(frame, "cards").with_columns(few()).sort("n", by, descending=[True, False])


def given_away(season: Season, by: Sequence[str] = ("player", "role")) -> pl.DataFrame:
    """Books a hand that somebody's cards cost, with range. Hindsight: all four hands are seen."""
    frame = season.costs.group_by(by).agg(n=pl.len().cast(pl.Int64), **_mean("given_away"))
    return _ranged(frame, "given_away").with_columns(few()).sort(by)


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
