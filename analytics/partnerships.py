"""Who plays well together, ranked with the uncertainty, and who against whom."""

from typing import Any

import polars as pl

from analytics.facts import Facts
from analytics.filters import EVERYTHING, Filters
from analytics.intervals import few
from analytics.ratings import MIN_GAMES, pair_rating, ratings, shrunk_rates
from analytics.tallies import View, add_up, bid_tallies, game_tallies, side_rates

__all__ = ["HEADS", "PARTNERSHIPS", "SIDE", "heads", "partnerships", "with_ranks"]

SIDE: dict[str, Any] = {
    "n": pl.Int64,
    "games": pl.Int64,
    "won": pl.Int64,
    "lost": pl.Int64,
    "drawn": pl.Int64,
    "unfinished": pl.Int64,
    "win_rate": pl.Float64,
    "win_low": pl.Float64,
    "win_high": pl.Float64,
    "hands": pl.Int64,
    "bids": pl.Int64,
    "made": pl.Int64,
    "sets": pl.Int64,
    "bid_share": pl.Float64,
    "success_rate": pl.Float64,
    "success_low": pl.Float64,
    "success_high": pl.Float64,
    "set_rate": pl.Float64,
    "defended": pl.Int64,
    "sets_inflicted": pl.Int64,
    "inflicted_rate": pl.Float64,
    "inflicted_low": pl.Float64,
    "inflicted_high": pl.Float64,
    "points_for": pl.Int64,
    "points_against": pl.Int64,
    "net_per_hand": pl.Float64,
    "net_low": pl.Float64,
    "net_high": pl.Float64,
    "mean_level": pl.Float64,
    "forced": pl.Int64,
    "bostons": pl.Int64,
    "rating": pl.Float64,
    "rating_low": pl.Float64,
    "success_shrunk": pl.Float64,
    "shrunk_low": pl.Float64,
    "shrunk_high": pl.Float64,
    "rank": pl.Int64,
    "few": pl.Boolean,
}
PARTNERSHIPS: dict[str, Any] = {"partnership": pl.String, **SIDE}
HEADS: dict[str, Any] = {
    "partnership": pl.String,
    "opponents": pl.String,
    "n": pl.Int64,
    "games": pl.Int64,
    "won": pl.Int64,
    "hands": pl.Int64,
    "net_per_hand": pl.Float64,
    "net_low": pl.Float64,
    "net_high": pl.Float64,
    "few": pl.Boolean,
}

_TALLIED = ("partnership_bidders", "partnership_defenders")


def with_ranks(table: pl.DataFrame) -> pl.DataFrame:
    """`table` with its success shrunk to the club's, and ranked by it, the unranked last.

    Those with fewer than `MIN_GAMES` finished games have no rank.
    """
    shrunk = shrunk_rates(table["made"], table["bids"])
    has_bids = table["bids"] > 0
    return (
        table.with_columns(shrunk)
        .with_columns(pl.when(has_bids).then(pl.col(name)).alias(name) for name in shrunk.columns)
        .with_columns(
            rank=pl.when((pl.col("games") >= MIN_GAMES) & has_bids)
            .then("success_shrunk")
            .rank("min", descending=True)
        )
        .sort("rank", "success_shrunk", descending=[False, True], nulls_last=True)
    )


def partnerships(facts: Facts, filters: Filters = EVERYTHING) -> pl.DataFrame:
    """One row a partnership with the columns `PARTNERSHIPS`, best first, the unranked last.

    Ranked by success shrunk to the club's; `rating` is the mean of the two players' OpenSkill.
    """
    bidders, defenders = _TALLIED
    hands = add_up(
        bid_tallies(facts, filters, _TALLIED),
        [
            View({"partnership": bidders}, "bidders"),
            View({"partnership": defenders}, "defenders"),
        ],
    )
    games = game_tallies(
        facts,
        filters,
        [("NS", {"partnership": "partnership_ns"}), ("EW", {"partnership": "partnership_ew"})],
    )
    table = _asked_for(side_rates(hands, games, ["partnership"]), filters)
    return (
        with_ranks(table.sort("partnership"))
        .join(_ratings(facts, filters), on="partnership", how="left", maintain_order="left")
        .select(pl.col(name).cast(dtype) for name, dtype in PARTNERSHIPS.items())
    )


def _asked_for(table: pl.DataFrame, filters: Filters) -> pl.DataFrame:
    """The partnerships that the filters name; their opponents of the moment are left out."""
    named = [*filters.partnership, *filters.bidders, *filters.defenders]
    return table.filter(pl.col("partnership").is_in(named)) if named else table


def _ratings(facts: Facts, filters: Filters) -> pl.DataFrame:
    people = ratings(facts, filters)
    pairs = pl.concat(
        facts.games.select(
            pl.col(pair).alias("partnership"), pl.col(one).alias("one"), pl.col(two).alias("two")
        ).unique()
        for pair, one, two in (
            ("partnership_ns", "north", "south"),
            ("partnership_ew", "east", "west"),
        )
    ).unique("partnership", maintain_order=True)
    rated = [
        pair_rating(people.get(one), people.get(two))
        for one, two in pairs.select(pl.col("one", "two").cast(pl.String)).iter_rows()
    ]
    return pairs.select(
        "partnership",
        pl.Series("rating", [r.mean if r else None for r in rated], dtype=pl.Float64),
        pl.Series("rating_low", [r.low if r else None for r in rated], dtype=pl.Float64),
    ).drop_nulls("partnership")


def heads(facts: Facts, filters: Filters = EVERYTHING) -> pl.DataFrame:
    """One row for each partnership against each other one it met, with the columns `HEADS`."""
    bidders, defenders = _TALLIED
    hands = add_up(
        bid_tallies(facts, filters, _TALLIED),
        [
            View({"partnership": bidders, "opponents": defenders}, "bidders"),
            View({"partnership": defenders, "opponents": bidders}, "defenders"),
        ],
    )
    ns, ew = "partnership_ns", "partnership_ew"
    games = game_tallies(
        facts,
        filters,
        [
            ("NS", {"partnership": ns, "opponents": ew}),
            ("EW", {"partnership": ew, "opponents": ns}),
        ],
    )
    table = side_rates(hands, games, ["partnership", "opponents"])
    return (
        _asked_for(table, filters)
        .with_columns(n="hands")
        .with_columns(few())
        .select(pl.col(name).cast(dtype) for name, dtype in HEADS.items())
        .sort("partnership", "opponents")
    )
