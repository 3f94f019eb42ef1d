"""The words that columns of facts may hold, in the order they are shown."""

from typing import Any

import polars as pl

from recorder.hand import DETAILS
from recorder.results import STATUSES

__all__ = [
    "ACES",
    "DETAILS",
    "DIRECTIONS",
    "KINDS",
    "POSITIONS",
    "SEATS",
    "SIDES",
    "STATUSES",
    "TRUMPS",
    "WINNERS",
    "WORD",
    "margin_words",
]

SEATS = ("N", "E", "S", "W")
SIDES = ("ns", "ew")
KINDS = ("up", "down", "no")
TRUMPS = ("S", "H", "D", "C", "no")
DIRECTIONS = ("up", "down")
ACES = ("good", "bad")
POSITIONS = ("first", "second", "third", "dealer")
WINNERS = ("NS", "EW", "drawn")

WORD: Any = pl.Categorical()
"""Text of which there may be any number, kept as codes."""


def margin_words(books: int) -> str:
    """Books over or under the bid, as said after the hand.

    >>> margin_words(0), margin_words(2), margin_words(-1)
    ('made exactly', 'made with 2 over', 'set by 1')
    """
    if not books:
        return "made exactly"
    return f"made with {books} over" if books > 0 else f"set by {-books}"
