"""Rows of our own tables: the declared columns, one row a hand, text as canonical."""

import csv
import io
import itertools
import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
import polars as pl

from recorder.formats.reading import GAMES, UnreadableError
from recorder.formats.vocabulary import record_from
from recorder.hand import FACTS, HandRecord

__all__ = ["GAME_FACTS", "record_of_cells", "undefused", "write_csv", "write_games"]

GAME_FACTS = tuple(name for name in GAMES if name not in ("file", "line"))
"""The columns of our own table of games."""

_GROUPED = {"player": "players", "deal": "deal", "points": "points", "score": "score"}
_JSON = ("reneges", "tags")
_RUNS = re.compile(r"'*[=+\-@\t\r]")
"""Text at which a spreadsheet would run the cell; ours gets an apostrophe before it."""


def record_of_cells(cells: Mapping[str, Any], *, file: str, line: int) -> HandRecord:
    """The record of one row of our own table; UnreadableError names the column as its path."""
    data: dict[str, Any] = {}
    for name in FACTS:
        value = cells.get(name)
        if value is None:
            continue
        group, _, part = name.rpartition("_")
        if group in _GROUPED and name != "deal_order":
            data.setdefault(_GROUPED[group], {})[part.upper()] = value
        elif name in _JSON:
            data[name] = _decode(name, value)
        elif name == "made" and isinstance(value, str):
            data[name] = {"true": True, "false": False}.get(value, value)
        elif name == "extra":
            extra = _decode(name, value)
            if not isinstance(extra, dict) or extra.keys() & data.keys():
                raise UnreadableError(
                    "expected an object of keys that are no columns", path=("extra",)
                )
            data |= extra
        else:
            data[name] = value
    return record_from(data, file=file, line=line)


def _decode(name: str, value: Any) -> Any:
    try:
        return msgspec.json.decode(value)
    except (msgspec.DecodeError, TypeError, RecursionError, UnicodeEncodeError):
        raise UnreadableError(f"expected JSON, got {value!r}", path=(name,)) from None


def _cell(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) and _RUNS.match(value):
        return f"'{value}"
    return value


def undefused(text: str) -> str | None:
    """The text of a cell as it was before `write_csv` put its apostrophe there; None if empty."""
    if text.startswith("'") and _RUNS.match(text):
        return text[1:]
    return text or None


def write_csv(records: Iterable[HandRecord], others: Iterable[Mapping[str, Any]] = ()) -> str:
    """A row a hand under the names of the columns; no cell is a formula to a spreadsheet.

    `others` are rows that are no records, by column.
    """
    read = ([getattr(record, name) for name in FACTS] for record in records)
    unread = ([cells.get(name) for name in FACTS] for cells in others)
    return _table(FACTS, itertools.chain(read, unread))


def write_games(games: pl.DataFrame) -> str:
    """A row for each of `GAMES` under the names of the columns, as `write_csv` writes hands."""
    return _table(GAME_FACTS, games.select(GAME_FACTS).iter_rows())


def _table(names: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(map(_cell, row) for row in rows)
    return out.getvalue()
