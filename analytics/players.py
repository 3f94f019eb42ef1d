"""How each person does, with whom, and from which chair."""

from collections.abc import Sequence
from typing import Any

import polars as pl

from analytics.errors import QuestionError
from analytics.facts import Facts
from analytics.filters import EVERYTHING, Filters
from analytics.intervals import few, rate_with_interval, tallied_mean
from analytics.partnerships import SIDE, with_ranks
from analytics.ratings import ratings
from analytics.tallies import View, add_up, bid_tallies, game_tallies, side_rates

__all__ = ["ROLES", "players", "roles"]

ROLES: dict[str, Any] = {
    "player": pl.String,
    "role": pl.String,
    "n": pl.Int64,
    "made": pl.Int64,
    "success_rate": pl.Float64,
    "success_low": pl.Float64,
    "success_high": pl.Float64,
    "points_known": pl.Int64,
    "net_points": pl.Float64,
    "net_low": pl.Float64,
    "net_high": pl.Float64,
    "few": pl.Boolean,
}

_FOUR = ("bidder", "partner", "lho", "rho")
# Who, opposite whom, and how they see the hand.
_CHAIRS = (
    ("bidder", "partner", "bidders"),
    ("partner", "bidder", "partner"),
    ("lho", "rho", "defenders"),
    ("rho", "lho", "defenders"),
)
_SEATS = (
    ("NS", "north", "south"),
    ("NS", "south", "north"),
    ("EW", "east", "west"),
    ("EW", "west", "east"),
)
_ROLE_NAMES = {
    "bidder": "bidder",
    "partner": "bidder's partner",
    "lho": "left of bidder",
    "rho": "right of bidder",
}


def players(
    facts: Facts, filters: Filters = EVERYTHING, by: Sequence[str] = ("player",)
) -> pl.DataFrame:
    """One row a player, or a player and partner, best first, with the columns `SIDE`.

    `bids` are those the player took in person, `hands` all in which the player sat.
    """
    keys = list(by)
    if not keys:
        raise QuestionError("expected by player, partner or both, got nothing")

    def who(player: str, partner: str) -> dict[str, str]:
        columns = {"player": player, "partner": partner}
        return {key: columns[key] for key in keys}

    hands = add_up(
        bid_tallies(facts, filters, _FOUR),
        [View(who(player, opposite), role) for player, opposite, role in _CHAIRS],
    )
    games = game_tallies(
        facts, filters, [(side, who(player, opposite)) for side, player, opposite in _SEATS]
    )
    skill = ratings(facts, filters)
    rated = pl.DataFrame(
        {
            "player": list(skill),
            "rating": [rating.mean for rating in skill.values()],
            "rating_low": [rating.low for rating in skill.values()],
        },
        schema={"player": pl.String, "rating": pl.Float64, "rating_low": pl.Float64},
    )
    table = side_rates(hands, games, keys).with_columns(pl.col(keys).cast(pl.String))
    named = [*filters.people, *filters.bidder]
    if named and "player" in keys:
        table = table.filter(pl.col("player").is_in(named))
    schema = {**dict.fromkeys(keys, pl.String), **SIDE}
    return (
        with_ranks(table.sort(keys))
        .join(rated, left_on=keys[0], right_on="player", how="left", maintain_order="left")
        .select(pl.col(name).cast(dtype) for name, dtype in schema.items())
    )


def roles(facts: Facts, filters: Filters = EVERYTHING) -> pl.DataFrame:
    """One row for each player in each role, with the columns `ROLES`; roles in table order."""
    tallies = bid_tallies(facts, filters, _FOUR)
    seen = [
        tallies.select(
            pl.col(chair).alias("player"),
            pl.lit(_ROLE_NAMES[chair]).alias("role"),
            pl.col("hands").alias("n"),
            pl.col("made", "net_n", "net_squares"),
            (-pl.col("net_sum") if role == "defenders" else pl.col("net_sum")).alias("net_sum"),
        )
        for chair, _, role in _CHAIRS
    ]
    table = pl.concat(seen).group_by("player", "role").agg(pl.all().sum())
    order = pl.col("role").replace_strict(list(_ROLE_NAMES.values()), range(len(_ROLE_NAMES)))
    return (
        tallied_mean(table.with_columns(points_known="net_n"), "net", "net_points", "net")
        .with_columns(*rate_with_interval("made", "n", "success_rate", "success"), few())
        .sort(pl.col("player").cast(pl.String), order)
        .select(pl.col(name).cast(dtype) for name, dtype in ROLES.items())
    )
