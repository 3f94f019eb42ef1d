"""One evening: its games, the standings so far, and what people will talk about."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import polars as pl

from analytics.facts import Facts

__all__ = ["EVENING_GAMES", "EVENING_HANDS", "PLACES", "Evening", "evening", "evenings"]

EVENING_GAMES: dict[str, Any] = {
    "game_id": pl.UInt64,
    "table": pl.String,
    "game": pl.String,
    "ns": pl.String,
    "ew": pl.String,
    "hands": pl.Int32,
    "score_ns": pl.Int16,
    "score_ew": pl.Int16,
    "winner": pl.String,
    "ended_by": pl.String,
}
"""A row a game, in the order of play; `winner` is None while it goes on."""

EVENING_HANDS: dict[str, Any] = {
    "id": pl.String,
    "game_id": pl.UInt64,
    "table": pl.String,
    "hand": pl.Int32,
    "bidder": pl.String,
    "side": pl.String,
    "against": pl.String,
    "bid": pl.String,
    "trump": pl.String,
    "books": pl.Int8,
    "made": pl.Boolean,
    "margin": pl.Int8,
    "boston": pl.Boolean,
    "status": pl.String,
    "points": pl.Int16,
    "points_ns": pl.Int16,
    "points_ew": pl.Int16,
    "score_ns": pl.Int16,
    "score_ew": pl.Int16,
}
"""A row a hand, in the order of play. `side` and `against` are partnerships, `points` the bidders'
less the other side's, `hand` its number, or its place where it has none."""

PLACES: dict[str, Any] = {
    "partnership": pl.String,
    "games": pl.Int64,
    "won": pl.Int64,
    "points_for": pl.Int64,
    "points_against": pl.Int64,
    "bids": pl.Int64,
    "made": pl.Int64,
    "sets": pl.Int64,
    "bostons": pl.Int64,
}
"""A row a partnership, best first: games won, then points less points against. `games` are those
it sat in, finished or not; a win that counts for two games counts as two."""

SWINGS = 5


@dataclass(frozen=True, slots=True, eq=False)
class Evening:
    day: date
    event: str | None
    """Its name, where all that was played had one and the same."""
    games: pl.DataFrame
    """`EVENING_GAMES`."""
    hands: pl.DataFrame
    """`EVENING_HANDS`."""
    places: pl.DataFrame
    """`PLACES`."""
    swings: pl.DataFrame
    """The `EVENING_HANDS` that moved the most points, most first."""
    bostons: pl.DataFrame
    """The `EVENING_HANDS` in which the bidders took every book."""

    @property
    def finished(self) -> int:
        return self.games["winner"].count()

    @property
    def bids(self) -> int:
        """Hands with a bid and an outcome, in the figures."""
        return int(self.places["bids"].sum())

    @property
    def sets(self) -> int:
        return int(self.places["sets"].sum())


def evenings(facts: Facts) -> list[date]:
    """Every evening that something was played, the latest first."""
    return facts.hands["evening"].drop_nulls().unique().sort(descending=True).to_list()


def evening(facts: Facts, day: date) -> Evening:
    """What was played on one evening."""
    games = facts.games.filter(pl.col("evening") == day)
    hands = facts.hands.filter(pl.col("evening") == day)
    told = _hands(hands)
    events = hands["event"].unique().to_list()
    return Evening(
        day=day,
        event=str(events[0]) if len(events) == 1 and events[0] is not None else None,
        games=_games(games),
        hands=told,
        places=_places(games, hands),
        swings=told.filter(pl.col("points").fill_null(0) != 0)
        .sort(pl.col("points").abs(), descending=True, maintain_order=True)
        .head(SWINGS),
        bostons=told.filter(pl.col("boston").fill_null(value=False)),
    )


def _games(games: pl.DataFrame) -> pl.DataFrame:
    return games.select(_typed(EVENING_GAMES, {"ns": "partnership_ns", "ew": "partnership_ew"}))


def _hands(hands: pl.DataFrame) -> pl.DataFrame:
    bid = pl.format("{} {}", "level", "kind")
    return hands.with_columns(
        hand=pl.coalesce("hand", "place"),
        bid=pl.coalesce(bid, pl.col("level").cast(pl.String)),
    ).select(
        _typed(
            EVENING_HANDS,
            {
                "side": "partnership_bidders",
                "against": "partnership_defenders",
                "points": "net_bidders",
            },
        )
    )


def _typed(schema: dict[str, Any], names: dict[str, str]) -> Sequence[pl.Expr]:
    return [pl.col(names.get(name, name)).cast(dtype).alias(name) for name, dtype in schema.items()]


def _places(games: pl.DataFrame, hands: pl.DataFrame) -> pl.DataFrame:
    sides = []
    for mine, theirs in (("ns", "ew"), ("ew", "ns")):
        sides.append(
            games.select(
                partnership=pl.col(f"partnership_{mine}").cast(pl.String),
                won=pl.when(pl.col("winner").cast(pl.String) == mine.upper())
                .then(pl.col("units").cast(pl.Int64))
                .otherwise(0),
                points_for=pl.col(f"points_{mine}").cast(pl.Int64),
                points_against=pl.col(f"points_{theirs}").cast(pl.Int64),
                bostons=pl.col(f"bostons_{mine}").cast(pl.Int64),
            )
        )
    sat = (
        pl.concat(sides)
        .drop_nulls("partnership")
        .group_by("partnership", maintain_order=True)
        .agg(
            pl.len().alias("games"), pl.col("won", "points_for", "points_against", "bostons").sum()
        )
    )
    bids = (
        hands.filter("is_bid")
        .group_by(partnership=pl.col("partnership_bidders").cast(pl.String))
        .agg(
            pl.len().alias("bids"),
            pl.col("made").sum().alias("made"),
            (~pl.col("made")).sum().alias("sets"),
        )
    )
    return (
        sat.join(bids, on="partnership", how="left", maintain_order="left")
        .with_columns(pl.col("bids", "made", "sets").fill_null(0))
        .sort(
            pl.col("won"),
            pl.col("points_for") - pl.col("points_against"),
            descending=True,
            maintain_order=True,
        )
        .select(pl.col(name).cast(dtype) for name, dtype in PLACES.items())
    )
