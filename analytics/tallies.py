"""Hands and games added up once for each pair of partnerships, or each four people.

Counts and sums of whole numbers can be added again without loss, so every table about people is
made from these few rows instead of from the hands.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from analytics.facts import Facts
from analytics.filters import Filters
from analytics.intervals import few, mean_tallies, rate_with_interval, tallied_mean
from analytics.population import used_hands

__all__ = ["View", "add_up", "bid_tallies", "game_tallies", "side_rates"]

_OWN = ("bids", "made", "levels", "forced", "auctions", "bostons")
_THEIRS = ("defended", "sets_inflicted")
_SHARED = ("hands", "points_for", "points_against", "net_n", "net_sum", "net_squares")


@dataclass(frozen=True, slots=True)
class View:
    """How somebody in a hand sees it."""

    keys: Mapping[str, str]
    """Who, as columns of the tallies."""
    role: str
    """`bidders`, `partner` (shares the points, but the bid was not theirs), or `defenders`."""


def bid_tallies(facts: Facts, filters: Filters, keys: Sequence[str]) -> pl.DataFrame:
    """The bids of each combination of `keys`, seen from the bidders."""
    is_ns = pl.col("bidder_seat").is_in(["N", "S"])
    ours, theirs = (
        pl.when(is_ns).then(one).otherwise(other).cast(pl.Int64)
        for one, other in (("points_ns", "points_ew"), ("points_ew", "points_ns"))
    )
    return (
        used_hands(facts, filters, "seated")
        .group_by(*keys)
        .agg(
            pl.len().cast(pl.Int64).alias("hands"),
            pl.col("made").sum().cast(pl.Int64),
            ours.sum().alias("points_for"),
            theirs.sum().alias("points_against"),
            pl.col("level").cast(pl.Int64).sum().alias("levels"),
            pl.col("forced").sum().cast(pl.Int64),
            pl.col("forced").count().cast(pl.Int64).alias("auctions"),
            pl.col("boston").sum().cast(pl.Int64).alias("bostons"),
            *mean_tallies("net_bidders", "net"),
        )
        .collect()
    )


def add_up(tallies: pl.DataFrame, views: Sequence[View]) -> pl.DataFrame:
    """The tallies as all `views` see them, added up by their keys."""
    seen = [
        tallies.select(
            *(pl.col(column).alias(name) for name, column in view.keys.items()),
            *_seen_from(view.role),
        )
        for view in views
    ]
    return pl.concat(seen).group_by(*views[0].keys).agg(pl.col(*_SHARED, *_OWN, *_THEIRS).sum())


def _seen_from(role: str) -> list[pl.Expr]:
    none = pl.lit(0, pl.Int64)
    if role == "defenders":
        return [
            pl.col("hands"),
            pl.col("points_against").alias("points_for"),
            pl.col("points_for").alias("points_against"),
            pl.col("net_n"),
            -pl.col("net_sum"),
            pl.col("net_squares"),
            *(none.alias(name) for name in _OWN),
            pl.col("hands").alias("defended"),
            (pl.col("hands") - pl.col("made")).alias("sets_inflicted"),
        ]
    own = [pl.col("hands").alias("bids"), *map(pl.col, _OWN[1:])]
    return [
        *map(pl.col, _SHARED),
        *(own if role == "bidders" else (none.alias(name) for name in _OWN)),
        *(none.alias(name) for name in _THEIRS),
    ]


def game_tallies(
    facts: Facts, filters: Filters, sides: Sequence[tuple[str, Mapping[str, str]]]
) -> pl.DataFrame:
    """`games` finished, `won`, `lost`, `drawn` and `unfinished`, for each key.

    Each of `sides` is `NS` or `EW`, with the columns of the keys there.
    """
    games = facts.games.lazy().filter(filters.on_games())
    keys = list(sides[0][1])
    seen = [
        games.select(
            *(pl.col(column).alias(name) for name, column in columns.items()),
            (pl.col("winner") == side).alias("won"),
            pl.col("winner").is_not_null().alias("finished"),
            (pl.col("winner") == "drawn").alias("drawn"),
        )
        for side, columns in sides
    ]
    return (
        pl.concat(seen)
        .drop_nulls(keys)
        .group_by(keys)
        .agg(
            pl.col("finished").sum().cast(pl.Int64).alias("games"),
            pl.col("won", "drawn").sum().cast(pl.Int64),
            (~pl.col("finished")).sum().cast(pl.Int64).alias("unfinished"),
        )
        .with_columns(lost=pl.col("games") - pl.col("won") - pl.col("drawn"))
        .collect()
    )


def side_rates(hands: pl.DataFrame, games: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    """The rates and means of added tallies, those of hands and of games side by side."""
    both = hands.join(games, on=list(keys), how="full", coalesce=True)
    both = both.with_columns(pl.selectors.numeric().fill_null(0))
    has_bids = pl.when(pl.col("bids") > 0)
    return (
        tallied_mean(both, "net", "net_per_hand", "net")
        .with_columns(
            pl.col("bids").alias("n"),
            (pl.col("bids") - pl.col("made")).alias("sets"),
            pl.when(pl.col("hands") > 0).then(pl.col("bids") / pl.col("hands")).alias("bid_share"),
            *rate_with_interval("made", "bids", "success_rate", "success"),
            has_bids.then(1 - pl.col("made") / pl.col("bids")).alias("set_rate"),
            *rate_with_interval("sets_inflicted", "defended", "inflicted_rate", "inflicted"),
            *rate_with_interval("won", "games", "win_rate", "win"),
            has_bids.then(pl.col("levels") / pl.col("bids")).alias("mean_level"),
            # Without a recorded auction nobody knows who was forced.
            pl.when(pl.col("auctions") > 0).then("forced").alias("forced"),
        )
        .with_columns(few())
    )
