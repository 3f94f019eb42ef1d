"""What the kitty of each hand brought its bidder, and what of it was kept."""

from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from recorder.cards import JOKERS, SUITS
from recorder.encode import encode
from recorder.hand import COLUMNS

__all__ = ["KITTY", "kitty_cards"]

Int64s = npt.NDArray[np.int64]

KITTY: dict[str, Any] = {
    "kitty_jokers": pl.Int8,
    "kitty_winners": pl.Int8,
    "kitty_trumps": pl.Int8,
    "kept_jokers": pl.Int8,
    "kept_winners": pl.Int8,
    "kept_trumps": pl.Int8,
}
"""Counts of cards in the kitty, and of those the ones not discarded; None where kitty, discards or
bidder's cards are not known. `winners` are the cards that head their suits in the direction played,
aces or twos; `trumps` are the trump suit and the jokers, None at no trump."""

_ACES = sum(1 << 13 * suit + 12 for suit in range(4))
_TWOS = sum(1 << 13 * suit for suit in range(4))
_BIDDER_CARDS = 2


def kitty_cards(hands: pl.DataFrame) -> list[pl.Series]:
    """The `KITTY` columns of hands that hold `kitty`, `discards`, `holds`, `named`, `facing` and
    `aces_were`."""
    is_known = (hands["holds"].cast(pl.Int32).fill_null(0).to_numpy() & _BIDDER_CARDS) > 0
    is_known &= hands["kitty"].is_not_null().to_numpy()
    rows = np.flatnonzero(is_known)
    seen = hands[rows]
    cards = encode(
        pl.DataFrame(
            {name: seen[name] if name in ("kitty", "discards") else None for name in COLUMNS},
            schema=COLUMNS,
        )
    )
    trump_suit = (
        seen["named"]
        .cast(pl.String)
        .replace_strict(
            list(SUITS),
            [((1 << 13) - 1) << 13 * suit for suit in range(4)],
            default=0,
            return_dtype=pl.Int64,
        )
        .fill_null(0)
        .to_numpy()
    )
    twos_head = (seen["facing"] == "down") & (seen["aces_were"] == "bad")
    winners = np.where(twos_head.fill_null(value=False).to_numpy(), _TWOS, _ACES)
    looked_for = {
        "jokers": np.full(len(rows), JOKERS),
        "winners": winners,
        "trumps": np.where(trump_suit > 0, trump_suit | JOKERS, 0),
    }
    unknown = {
        "jokers": np.zeros(len(rows), np.bool_),
        "winners": seen["facing"].is_null().to_numpy(),
        "trumps": trump_suit == 0,
    }
    found = {"kitty": cards.kitty, "kept": cards.kitty & ~cards.discards}
    columns = []
    for name in KITTY:
        where, _, what = name.partition("_")
        counted = np.full(hands.height, -1, np.int8)
        number = np.bitwise_count(found[where] & looked_for[what]).astype(np.int8)
        counted[rows] = np.where(unknown[what], -1, number)
        column = pl.Series(name, counted)
        columns.append(column.set(column < 0, None))
    return columns
