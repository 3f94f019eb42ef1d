"""A hand as a row of a table: its bid and what it came to, in a few words."""

from collections.abc import Mapping
from typing import Any

from dashboard import words
from dashboard.cards import SUITS

__all__ = ["bid", "came_to"]

Row = Mapping[str, Any]

STATUSES = {
    "stopped": "stopped",
    "abandoned": "given up",
    "misdeal": "misdeal",
    "passed_out": "passed out",
    "invalid": "cannot be right",
}
OUTCOMES = {True: "made", False: "set", None: words.NOT_KNOWN}


def bid(row: Row) -> str:
    """Of `level`, `kind`, `trump`, `status`.

    >>> bid({"level": 5, "kind": "down", "trump": "H", "status": "complete"})
    '5 downtown ♥'
    """
    if row["level"] is None:
        return "no bid" if row["status"] == "passed_out" else words.NOT_KNOWN
    said = words.bid(f"{row['level']} {row['kind']}" if row["kind"] else str(row["level"]))
    return f"{said} {SUITS[row['trump']][1]}" if row["trump"] in SUITS else said


def came_to(row: Row) -> str:
    """Of `status`, `made`, `margin`: what became of the bid.

    >>> came_to({"status": "complete", "made": False, "margin": -2})
    'set by 2'
    """
    if row["status"] in STATUSES and row["made"] is None:
        return STATUSES[row["status"]]
    return OUTCOMES[row["made"]] if row["margin"] is None else words.margin(row["margin"])
