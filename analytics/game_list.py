"""The games as a list, and one of them hand by hand."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from analytics.facts import Facts
from analytics.filters import EVERYTHING, Filters

__all__ = ["GAME_HANDS", "GAME_LIST", "GameList", "OneGame", "game_list", "one_game"]

GAME_LIST: dict[str, Any] = {
    "id": pl.String,
    "evening": pl.Date,
    "event": pl.String,
    "table": pl.String,
    "game": pl.String,
    "rules": pl.String,
    "ns": pl.String,
    "ew": pl.String,
    "hands": pl.Int32,
    "score_ns": pl.Int16,
    "score_ew": pl.Int16,
    "winner": pl.String,
    "ended_by": pl.String,
    "lead": pl.Int16,
    "behind": pl.Int16,
    "sets_ns": pl.Int32,
    "sets_ew": pl.Int32,
}
"""A row a game. `id` is that of its first hand; `lead` how far the two scores are apart; the rest
as in `facts.GAMES`."""

GAME_HANDS: dict[str, Any] = {
    "id": pl.String,
    "hand": pl.Int32,
    "bidder": pl.String,
    "bid": pl.String,
    "level": pl.Int8,
    "kind": pl.String,
    "trump": pl.String,
    "by": pl.String,
    "made": pl.Boolean,
    "margin": pl.Int8,
    "points_ns": pl.Int16,
    "points_ew": pl.Int16,
    "score_ns": pl.Int16,
    "score_ew": pl.Int16,
    "status": pl.String,
}
"""A row a hand, in the order of play. `hand` counts from 1 as played, `bid` is `4 up`, `by` the
bidders' side, `NS` or `EW`."""


@dataclass(frozen=True, slots=True, eq=False)
class GameList:
    """The latest of the games that match, and how many there are."""

    frame: pl.DataFrame
    """`GAME_LIST`."""
    n: int


@dataclass(frozen=True, slots=True, eq=False)
class OneGame:
    game: Mapping[str, Any]
    """Its row of `facts.GAMES`."""
    hands: pl.DataFrame
    """`GAME_HANDS`."""
    target: int | None
    """The score that ends it, under its rules."""


def game_list(facts: Facts, filters: Filters = EVERYTHING, *, limit: int = 5_000) -> GameList:
    """The games that match, the latest first, at most `limit` of them."""
    games = facts.games.filter(filters.on_games())
    first = facts.hands.lazy().filter(pl.col("place") == 1).select("game_id", "id")
    shown = games.tail(limit).reverse()
    listed = shown.lazy().join(first, on="game_id", how="left", maintain_order="left").collect()
    frame = listed.with_columns(
        lead=(pl.col("score_ns") - pl.col("score_ew")).abs(),
        ns="partnership_ns",
        ew="partnership_ew",
    ).select(pl.col(name).cast(dtype) for name, dtype in GAME_LIST.items())
    return GameList(frame, games.height)


def one_game(facts: Facts, hand: str) -> OneGame | None:
    """The game in which the hand of that id was played; None where there is no such hand."""
    hands = facts.hands.lazy()
    found = hands.filter(pl.col("id") == hand).select("game_id").drop_nulls().collect()
    if found.is_empty():
        return None
    played = pl.col("game_id") == found["game_id"][0]
    [game] = facts.games.filter(played).to_dicts()
    kind = (
        pl.when(pl.col("kind").is_null())
        .then(pl.lit(""))
        .otherwise(pl.lit(" ") + pl.col("kind").cast(pl.String))
    )
    side = (
        pl.when(pl.col("bidder_seat").is_in(["N", "S"]))
        .then(pl.lit("NS"))
        .when(pl.col("bidder_seat").is_not_null())
        .then(pl.lit("EW"))
    )
    in_order = (
        hands.filter(played)
        .sort("place")
        .with_columns(hand="place", bid=pl.col("level").cast(pl.String) + kind, by=side)
        .select(pl.col(name).cast(dtype) for name, dtype in GAME_HANDS.items())
    )
    rules = facts.rules.get(str(game["rules"]))
    return OneGame(game, in_order.collect(), rules.game.target if rules else None)
