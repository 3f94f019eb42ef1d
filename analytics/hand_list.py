"""The hands themselves, as a list: searched, filtered, the latest or the costliest first."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from analytics.choices import distinct
from analytics.errors import QuestionError
from analytics.facts import Club, Facts
from analytics.filters import EVERYTHING, Filters

__all__ = ["LIST", "ORDERS", "HandList", "hand_list", "noted"]

ORDERS = ("latest", "worst", "best")
LIST: dict[str, Any] = {
    "id": pl.String,
    "evening": pl.Date,
    "event": pl.String,
    "table": pl.String,
    "game": pl.String,
    "hand": pl.Int32,
    "ns": pl.String,
    "ew": pl.String,
    "bidder": pl.String,
    "level": pl.Int8,
    "kind": pl.String,
    "trump": pl.String,
    "status": pl.String,
    "detail": pl.String,
    "books": pl.Int8,
    "made": pl.Boolean,
    "margin": pl.Int8,
    "net": pl.Int16,
    "score_ns": pl.Int16,
    "score_ew": pl.Int16,
    "counts": pl.Boolean,
    "excluded": pl.String,
    "tags": pl.List(pl.String),
}
"""A row a hand. `net` is the points of the partnership that was asked for, or of the bidders, less
the other side's; `margin` books over or under what the bid needed; the rest as in `facts.HANDS`."""

_SEARCHED = ("north", "east", "south", "west", "event", "table", "game", "source", "rules")
_FEWEST_DIGITS = 4


def noted(club: Club, text: str) -> pl.Series:
    """The `hand_id` of hands with every word of `text` in a note."""
    words = [f"%{_escaped(word)}%" for word in text.split()]
    likes = " and ".join(f"text ilike ${n} escape '\\'" for n in range(1, len(words) + 1))
    return club.query(
        "select distinct hand_id from (select hand_id, note as text from hand "
        "where state = 'current' and note is not null union all select hand_id, text from note) "
        f"where {likes or 'false'}",
        words,
    )["hand_id"]


def _escaped(word: str) -> str:
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


@dataclass(frozen=True, slots=True, eq=False)
class HandList:
    """The first of the hands that match, and how many there are."""

    frame: pl.DataFrame
    """`LIST`."""
    n: int


def hand_list(
    facts: Facts,
    filters: Filters = EVERYTHING,
    *,
    text: str = "",
    order: str = "latest",
    also: pl.Series | None = None,
    limit: int = 10_000,
) -> HandList:
    """The hands that match, at most `limit` of them shown.

    Every word of `text` stands in a name at the table, an event, table, game, file or tag, or
    starts the hand's id; hands in `also` (a column of `hand_id`) match without. `worst` and `best`
    go by `net` and leave out hands without points.
    """
    if order not in ORDERS:
        raise QuestionError(f"expected an order {', '.join(ORDERS)}, got {order!r}")
    hands = facts.hands
    matches = filters.on_hands()
    if text.strip():
        said = pl.all_horizontal([_has(facts, word) for word in text.casefold().split()])
        matches &= said if also is None else said | pl.col("hand_id").is_in(also.implode())
    net = _net(filters.partnership)
    if order != "latest":
        matches &= net.is_not_null()
    found = hands.select(row=pl.int_range(pl.len()).filter(matches))["row"]
    n = len(found)
    if order == "latest":
        rows = found.tail(limit).reverse()
    else:
        nets = hands.select(net=net)["net"].gather(found)
        # Only what can be among the first is put in order.
        last = nets.top_k(limit).min() if order == "best" else nets.bottom_k(limit).max()
        among = nets >= last if order == "best" else nets <= last
        found, nets = found.filter(among), nets.filter(among)
        rows = found.gather(nets.arg_sort(descending=order == "best").head(limit))
    first = hands[rows].with_columns(net=net)
    first = first.rename({"partnership_ns": "ns", "partnership_ew": "ew"})
    return HandList(first.select(pl.col(name).cast(dtype) for name, dtype in LIST.items()), n)


def _has(facts: Facts, word: str) -> pl.Expr:
    """True where the hand has a word; it is looked for once a value, not once a row."""
    found = []
    for name in _SEARCHED:
        fits = _with(distinct(facts, name), word)
        if len(fits):
            found.append(pl.col(name).is_in(fits.implode()))
    tags = distinct(facts, "tags")
    found += [pl.col("tags").list.contains(tag) for tag in _with(tags, word)]
    if len(word) >= _FEWEST_DIGITS and not set(word) - set("0123456789abcdef"):
        found.append(pl.col("id").str.starts_with(word))
    return pl.any_horizontal(found or [pl.lit(value=False)]).fill_null(value=False)


def _with(values: pl.Series, word: str) -> pl.Series:
    said = values.cast(pl.String).str.to_lowercase()
    return values.filter(said.str.contains(word, literal=True))


def _net(partnership: Sequence[str]) -> pl.Expr:
    if len(partnership) != 1:
        return pl.col("net_bidders")
    lead = pl.col("points_ns") - pl.col("points_ew")
    ours = pl.when(pl.col("partnership_ns") == partnership[0]).then(lead).otherwise(-lead)
    # Where nobody bid, nobody won or lost by it.
    return pl.when(pl.col("net_bidders").is_not_null()).then(ours)
