"""What a club's hands hold: who, when and where there is to choose from, or to look for."""

from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

import polars as pl

from analytics.facts import Facts

__all__ = ["choices", "distinct"]

_found: "WeakKeyDictionary[Facts, dict[str, pl.Series]]" = WeakKeyDictionary()
_finding = Lock()


def distinct(facts: Facts, column: str) -> pl.Series:
    """Every value of a column of `facts.hands`, once and in no order, None left out; of lists, what
    is in them. Found once for each state of a club."""
    with _finding:
        known = _found.setdefault(facts, {})
        if column not in known:
            values = facts.hands[column].drop_nulls()
            if isinstance(values.dtype, pl.List):
                values = values.explode(empty_as_null=False).drop_nulls()
            known[column] = values.unique()
        return known[column]


_CHOICES = {
    "people": ("north", "east", "south", "west"),
    "partnership": ("partnership_ns", "partnership_ew"),
    "evening": ("evening",),
    "event": ("event",),
    "rules": ("rules",),
    "tags": ("tags",),
}


def choices(facts: Facts) -> dict[str, list[Any]]:
    """What filters may name, in order, by the filter; evenings the latest first."""
    found = {
        name: sorted({value for column in columns for value in distinct(facts, column)}, key=str)
        for name, columns in _CHOICES.items()
    }
    found["evening"].reverse()
    return found
