"""Hands and games added up once for each pair of partnerships, or each four people.

Counts and sums of whole numbers can be added again without loss, so every table about people is
made from these few rows instead of from the hands.
"""

from collections.abc import Sequence

import polars as pl

from analytics.facts import Facts
from analytics.filters import Filters
from analytics.intervals import few, rate_with_interval, tallied_mean
from analytics.population import used_hands

__all__ = ["add_up", "bid_tallies", "game_tallies", "side_rates"]

_SUMS = (
    *("bids", "made", "defended", "sets_inflicted", "points_for", "points_against", "levels"),
    *("forced", "auctions", "bostons", "net_n", "net_sum", "net_squares"),
)


def bid_tallies(facts: Facts, filters: Filters, keys: Sequence[str]) -> pl.DataFrame:
    """The bids of each combination of `keys`, seen from the bidders."""
    net = pl.col("net_bidders").cast(pl.Int64)
    is_ns = pl.col("bidder_seat").is_in(["N", "S"])
    ours = pl.when(is_ns).then("points_ns").otherwise("points_ew").cast(pl.Int64)
    return (
        used_hands(facts, filters, "bids")
        .filter(pl.all_horizontal(pl.col(key).is_not_null() for key in keys))
        .group_by(*keys)
        .agg(
            pl.len().cast(pl.Int64).alias("bids"),
            pl.col("made").sum().cast(pl.Int64),
            ours.sum().alias("points_for"),
            (ours - net).sum().alias("points_against"),
            pl.col("level").cast(pl.Int64).sum().alias("levels"),
            pl.col("forced").sum().cast(pl.Int64),
            pl.col("forced").count().cast(pl.Int64).alias("auctions"),
            pl.col("boston").sum().cast(pl.Int64).alias("bostons"),
            net.count().cast(pl.Int64).alias("net_n"),
            net.sum().alias("net_sum"),
            (net * net).sum().alias("net_squares"),
        )
        .collect()
    )


def add_up(tallies: pl.DataFrame, views: Sequence[tuple[dict[str, str], bool]]) -> pl.DataFrame:
    """The tallies as each of `views` sees them, added up by its names.

    A view gives its keys' columns, and whether they are of the bidders (else of the defenders).
    """
    seen = []
    for names, are_bidders in views:
        keys = [pl.col(column).alias(name) for name, column in names.items()]
        if are_bidders:
            sums = [pl.col(name) for name in _SUMS if name in tallies.columns]
            sums += [pl.lit(0, pl.Int64).alias(name) for name in ("defended", "sets_inflicted")]
        else:
            sums = [
                pl.col("bids").alias("defended"),
                (pl.col("bids") - pl.col("made")).alias("sets_inflicted"),
                pl.col("points_against").alias("points_for"),
                pl.col("points_for").alias("points_against"),
                pl.col("net_n"),
                -pl.col("net_sum"),
                pl.col("net_squares"),
            ]
            rest = ("bids", "made", "levels", "forced", "auctions", "bostons")
            sums += [pl.lit(0, pl.Int64).alias(name) for name in rest]
        seen.append(tallies.select(*keys, *sums).select(*names, *_SUMS))
    keys_of_all = list(views[0][0])
    return pl.concat(seen).group_by(keys_of_all).agg(pl.col(_SUMS).sum())


def game_tallies(facts: Facts, filters: Filters, sides: Sequence[dict[str, str]]) -> pl.DataFrame:
    """`games` finished, `won`, `lost`, `drawn` and `unfinished` for each key.

    Each of `sides` gives the keys' columns of one side, and under `side` the side's name.
    """
    games = facts.games.lazy().filter(filters.on_games())
    seen = []
    for names in sides:
        side = names["side"]
        keys = {name: column for name, column in names.items() if name != "side"}
        seen.append(
            games.select(
                *(pl.col(column).alias(name) for name, column in keys.items()),
                (pl.col("winner") == side).alias("won"),
                pl.col("winner").is_not_null().alias("finished"),
                (pl.col("winner") == "drawn").alias("drawn"),
            )
        )
    keys_of_all = [name for name in sides[0] if name != "side"]
    return (
        pl.concat(seen)
        .drop_nulls(keys_of_all)
        .group_by(keys_of_all)
        .agg(
            pl.col("finished").sum().cast(pl.Int64).alias("games"),
            pl.col("won").sum().cast(pl.Int64),
            pl.col("drawn").sum().cast(pl.Int64),
            (~pl.col("finished")).sum().cast(pl.Int64).alias("unfinished"),
        )
        .with_columns(lost=pl.col("games") - pl.col("won") - pl.col("drawn"))
        .collect()
    )


def side_rates(tallies: pl.DataFrame) -> pl.DataFrame:
    """The rates and means that the added tallies of a side give."""
    has_bids = pl.when(pl.col("bids") > 0)
    return (
        tallied_mean(tallies, "net", "net_per_hand", "net")
        .with_columns((pl.col("bids") + pl.col("defended")).alias("hands"))
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
