"""The people of a club as they are written down."""

import re
import unicodedata
from collections import defaultdict

import polars as pl

__all__ = ["look_alikes"]

_LETTERS = re.compile(r"[\W_]+")


def look_alikes(people: pl.DataFrame) -> list[tuple[str, str]]:
    """Keys of people whose names differ only in case, accents, spaces or dots, in pairs.

    The first of a pair is the better spelling. `people` as `Club.people` gives them. A guess to
    be asked about, never acted on.
    """
    alike: defaultdict[str, list[str]] = defaultdict(list)
    rows = people.select("key", "name").rows()
    # A name in capitals alone was shouted by some sheet.
    for key, name in sorted(rows, key=lambda row: (row[1].isupper(), row[1])):
        alike[_bare(name)].append(key)
    return [(first, other) for first, *others in alike.values() for other in others]


def _bare(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name.casefold())
    return _LETTERS.sub("", "".join(ch for ch in plain if not unicodedata.combining(ch)))
