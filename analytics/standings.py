"""The places of an event's partnerships, from its games hand by hand or from sheets of games."""

from typing import Any

import polars as pl

from analytics.facts import Facts
from analytics.filters import EVERYTHING, Filters
from analytics.intervals import few

__all__ = ["ORDERS", "STANDINGS", "standings"]

STANDINGS: dict[str, Any] = {
    "event": pl.String,
    "place": pl.Int64,
    "partnership": pl.String,
    "n": pl.Int64,
    "games": pl.Int64,
    "won": pl.Int64,
    "points_for": pl.Int64,
    "points_against": pl.Int64,
    "bostons": pl.Int64,
    "tie_break": pl.String,
    "few": pl.Boolean,
}
ORDERS = {
    "wins": ("won", "points_for", "points_against", "bostons"),
    "points": ("points_for", "won", "points_against", "bostons"),
}
"""What places are told by, first things first; fewer points against are better."""

_SAID = {
    "won": "games won",
    "points_for": "points",
    "points_against": "points against",
    "bostons": "Bostons",
}


def standings(
    facts: Facts, filters: Filters = EVERYTHING, order: str | None = None
) -> pl.DataFrame:
    """One row for each partnership of each event, best first, with the columns `STANDINGS`.

    `order` is "wins" or "points"; unless said, what the event's rules decide a match by. Won
    counts units where a win counts for two games.
    """
    hands = _from_hands(facts, filters)
    # An event that was recorded hand by hand needs no sheet, and must not count twice.
    sheets = _from_sheets(facts, filters).filter(~pl.col("event").is_in(hands["event"].implode()))
    table = (
        pl.concat([hands, sheets])
        .group_by("event", "partnership")
        .agg(
            pl.col("played").sum().alias("games"),
            # What no row says is not known; it is not nothing.
            *(
                pl.when(pl.col(name).count() > 0).then(pl.col(name).sum()).alias(name)
                for name in ORDERS["wins"]
            ),
        )
        .with_columns(n="games")
        .filter(pl.col("games") > 0)
    )
    orders = {event: order or _order(facts, event) for event in table["event"].unique()}
    placed = [
        _placed(table.filter(pl.col("event") == event), ORDERS[chosen])
        for event, chosen in sorted(orders.items())
    ]
    whole = pl.concat(placed) if placed else pl.DataFrame(schema=STANDINGS)
    return whole.with_columns(few()).select(
        pl.col(name).cast(dtype) for name, dtype in STANDINGS.items()
    )


def _from_hands(facts: Facts, filters: Filters) -> pl.DataFrame:
    """A row for each side of each finished game of an event."""
    finished = facts.games.filter(filters.on_games() & ~pl.col("unfinished")).drop_nulls("event")
    sides = [
        finished.select(
            pl.col("event").cast(pl.String),
            pl.col(f"partnership_{us}").cast(pl.String).alias("partnership"),
            pl.lit(1, pl.Int64).alias("played"),
            pl.when(pl.col("winner") == us.upper())
            .then(pl.col("units").cast(pl.Int64))
            .otherwise(0)
            .alias("won"),
            pl.col(f"score_{us}").cast(pl.Int64).alias("points_for"),
            pl.col(f"score_{them}").cast(pl.Int64).alias("points_against"),
            pl.col(f"bostons_{us}").cast(pl.Int64).alias("bostons"),
        )
        for us, them in (("ns", "ew"), ("ew", "ns"))
    ]
    return pl.concat(sides).drop_nulls("partnership")


def _from_sheets(facts: Facts, filters: Filters) -> pl.DataFrame:
    """A row for each team of each game that a sheet says was finished."""
    sheets = facts.sheets.filter(
        pl.col("event").is_not_null(),
        pl.col("score_a").is_not_null() | pl.col("winner").is_not_null(),
    )
    if filters.event:
        sheets = sheets.filter(pl.col("event").is_in(filters.event))
    if filters.without("event"):
        # Such a sheet knows neither dates nor people, so it cannot match what else is asked.
        sheets = sheets.clear()
    score = {side: pl.col(f"score_{side}") for side in "ab"}
    ahead = pl.when(score["a"] > score["b"]).then(pl.lit("a"))
    winner = pl.coalesce("winner", ahead.when(score["b"] > score["a"]).then(pl.lit("b")))
    sides = [
        sheets.select(
            "event",
            pl.col(f"team_{us}").alias("partnership"),
            pl.lit(1, pl.Int64).alias("played"),
            (winner == us).fill_null(value=False).cast(pl.Int64).alias("won"),
            score[us].cast(pl.Int64).alias("points_for"),
            score[them].cast(pl.Int64).alias("points_against"),
            pl.col(f"bostons_{us}").cast(pl.Int64).alias("bostons"),
        )
        for us, them in (("a", "b"), ("b", "a"))
    ]
    return pl.concat(sides).drop_nulls("partnership")


def _order(facts: Facts, event: str) -> str:
    names = facts.games.filter(pl.col("event") == event)["rules"].drop_nulls().cast(pl.String)
    house = facts.rules.get(names[0]) if len(names) else None
    return house.match.decided_by if house else "wins"


def _placed(event: pl.DataFrame, order: tuple[str, ...]) -> pl.DataFrame:
    """The table of one event in its order, with what told each place from the next."""
    falling = [name != "points_against" for name in order]
    table = event.sort(*order, "partnership", descending=[*falling, False])
    rows = table.select(order).rows()
    places: list[int] = []
    breaks: list[str | None] = []
    for at, row in enumerate(rows):
        if at and row == rows[at - 1]:
            places.append(places[-1])
        else:
            places.append(at + 1)
        below = rows[at + 1] if at + 1 < len(rows) else None
        first = next((i for i in range(len(order)) if below and row[i] != below[i]), 0)
        breaks.append(_SAID[order[first]] if first else None)
    return table.with_columns(
        place=pl.Series(places, dtype=pl.Int64), tie_break=pl.Series(breaks, dtype=pl.String)
    )
