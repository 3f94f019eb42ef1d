"""One partnership beside the club: where it stands out, and the hands that made the difference."""

from typing import Any

import polars as pl

from analytics.bids import bids
from analytics.facts import Facts
from analytics.filters import EVERYTHING, Filters
from analytics.population import used_hands
from analytics.sets import sets

__all__ = ["PROFILE", "SUBJECTS", "SWINGS", "profile", "swings"]

SUBJECTS = ("level", "kind", "position", "forced", "trump")
"""What a partnership's bids are looked at by."""
PROFILE: dict[str, Any] = {
    "side": pl.String,
    "subject": pl.String,
    "value": pl.String,
    "n": pl.Int64,
    "good": pl.Int64,
    "rate": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "club": pl.Float64,
    "verdict": pl.String,
    "few": pl.Boolean,
}
SWINGS: dict[str, Any] = {
    "id": pl.String,
    "evening": pl.Date,
    "opponents": pl.String,
    "bidder": pl.String,
    "level": pl.Int64,
    "kind": pl.String,
    "margin": pl.Int64,
    "made": pl.Boolean,
    "points": pl.Int64,
}


def profile(facts: Facts, partnership: str, filters: Filters = EVERYTHING) -> pl.DataFrame:
    """A row for each kind of bid the partnership made or defended, with the columns `PROFILE`.

    `side` is bidding (good: made) or defending (good: set); `club` is the whole club's share under
    the same filters; `verdict` is strength or leak where the likely range leaves the club's share
    out, else None. The clearest differences come first.
    """
    filters = filters.without("partnership", "bidders", "defenders")
    rows = [
        *(_beside(facts, filters, partnership, "bidding", subject) for subject in SUBJECTS),
        *(_beside(facts, filters, partnership, "defending", name) for name in ("level", "kind")),
    ]
    away = (pl.col("rate") - pl.col("club")) * pl.col("n").sqrt()
    return (
        pl.concat(rows)
        .with_columns(
            verdict=pl.when("few")
            .then(None)
            .when(pl.col("low") > pl.col("club"))
            .then(pl.lit("strength"))
            .when(pl.col("high") < pl.col("club"))
            .then(pl.lit("leak"))
        )
        .sort(pl.col("verdict").is_null(), away.abs(), descending=[False, True])
        .select(pl.col(name).cast(dtype) for name, dtype in PROFILE.items())
    )


def _beside(
    facts: Facts, filters: Filters, partnership: str, side: str, subject: str
) -> pl.DataFrame:
    name = "bidders" if side == "bidding" else "defenders"
    own = Filters.of(filters.texts() | {name: partnership.replace("|", "\\|")})
    is_good = pl.col("made") if side == "bidding" else ~pl.col("made")
    if side == "bidding":
        question, good, rate, stem = bids, "made", "success_rate", "success"
    else:
        question, good, rate, stem = sets, "sets", "set_rate", "set"
    club = (
        used_hands(facts, filters, "bids", (subject,))
        .group_by(pl.col(subject).cast(pl.String))
        .agg(club=is_good.sum() / pl.len())
        .collect()
    )
    return (
        question(facts, own, (subject,))
        .select(
            side=pl.lit(side),
            subject=pl.lit(subject),
            value=pl.col(subject).cast(pl.String),
            n="n",
            good=good,
            rate=rate,
            low=f"{stem}_low",
            high=f"{stem}_high",
            few="few",
        )
        .join(club, left_on="value", right_on=subject, how="left")
    )


def swings(facts: Facts, partnership: str, filters: Filters = EVERYTHING) -> pl.DataFrame:
    """The hands of a partnership whose points are known, best first, with the columns `SWINGS`.

    `points` are its own less the other side's.
    """
    ours = pl.col("partnership_bidders") == partnership
    return (
        used_hands(facts, filters)
        .filter(
            pl.col("net_bidders").is_not_null(),
            ours | (pl.col("partnership_defenders") == partnership),
        )
        .with_columns(
            points=pl.when(ours).then(pl.col("net_bidders")).otherwise(-pl.col("net_bidders")),
            opponents=pl.when(ours)
            .then(pl.col("partnership_defenders"))
            .otherwise(pl.col("partnership_bidders")),
        )
        .sort("points", descending=True, maintain_order=True)
        .select(pl.col(name).cast(dtype) for name, dtype in SWINGS.items())
        .collect()
    )
