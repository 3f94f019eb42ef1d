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
