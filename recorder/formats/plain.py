"""Many JSON lines at once: the hands that are plainly canonical, and which lines are not.

Nothing is decided here that the reader of single lines would decide otherwise: a line that is not
plain in every column is left to it.
"""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import polars as pl

from recorder.auction import Kind
from recorder.formats.kernels import plain_tricks, sorted_cards
from recorder.formats.reading import UnreadableError
from recorder.formats.scan import SEATS, SIDES, Buffer, scan
from recorder.formats.vocabulary import FORMAT, record_from
from recorder.hand import COLUMNS, FACTS

__all__ = ["Source", "plain_columns", "read_plain"]

Bools = npt.NDArray[np.bool_]
Int64s = npt.NDArray[np.int64]

_TEXTS = ("club", "table", "event", "site", "game", "note")
_WORDS = ("date", "rules", "dealer", "bidder", "bid", "trump", "direction", "aces", "status")
_CALLS = {"pass", *(f"{level} {kind}" for level in range(1, 8) for kind in Kind)}
_CALLS |= {str(level) for level in range(1, 8)}


class Source(Protocol):
    """Where values are taken from, by the keys of `recorder.formats.scan`."""

    @property
    def lines(self) -> Int64s: ...
    def text(self, name: str) -> Any: ...
    def has_edges(self, name: str) -> Bools: ...
    def joined(self, name: str, separator: str) -> tuple[Any, Int64s]: ...
    def number(self, name: str) -> pl.Series: ...
    def made(self) -> pl.Series: ...


def read_plain(
    data: Buffer, starts: Int64s, ends: Int64s, name: str
) -> tuple[pl.DataFrame, Int64s]:
    """The hands on those of the lines that are plain, and which of the lines they are."""
    scanned = scan(data, starts, ends)
    frame, plain = plain_columns(scanned, name)
    if plain.all():
        return frame, scanned.lines
    return frame.filter(plain), scanned.lines[plain]


def plain_columns(source: Source, name: str) -> tuple[pl.DataFrame, Bools]:
    """The declared columns of a source, and which of its rows are plain in every one."""
    return _Columns(source, name).frame()


class _Columns:
    """The columns of a source, and the rows that are plain so far."""

    def __init__(self, source: Source, name: str) -> None:
        self.source, self.name = source, name
        self.plain: Bools = np.ones(len(source.lines), np.bool_)

    def frame(self) -> tuple[pl.DataFrame, Bools]:
        source, n = self.source, len(self.source.lines)
        columns = {
            "file": pl.repeat(self.name, n, eager=True),
            "made": source.made(),
            "calls": self._calls(),
            "tricks": self._tricks(),
        }
        self._words(pl.Series(source.text("format")), _format)
        for name in _TEXTS:
            columns[name] = self._text(name)
        for name in _WORDS:
            columns[name] = self._words(pl.Series(source.text(name)), _reader_of(name))
        for name in ("kitty", "discards"):
            columns[name] = self._cards(name)
        for seat in SEATS:
            columns[f"player_{seat.lower()}"] = self._text(f"players.{seat}")
            columns[f"deal_{seat.lower()}"] = self._cards(f"deal.{seat}")
        for name in ("hand", "books"):
            columns[name] = self._number(name)
        for name in ("points", "score"):
            for side in SIDES:
                columns[f"{name}_{side.lower()}"] = self._number(f"{name}.{side}")
        nothing = {
            name: pl.repeat(None, n, dtype=kind, eager=True)
            for name, kind in COLUMNS.items()
            if name not in columns
        }
        frame = pl.DataFrame(columns | nothing).select(list(COLUMNS))
        is_said = frame.select(pl.any_horizontal(pl.col(FACTS).is_not_null())).to_series()
        return frame.cast(pl.Schema(COLUMNS)), self.plain & is_said.to_numpy()

    def _text(self, name: str) -> pl.Series:
        self.plain &= ~self.source.has_edges(name)
        return pl.Series(self.source.text(name))

    def _number(self, name: str) -> pl.Series:
        numbers = self.source.number(name)
        if numbers.dtype != pl.Int32:
            inside = numbers.is_between(-(2**31), 2**31 - 1).fill_null(value=True)
            self.plain &= inside.to_numpy()
        return numbers.cast(pl.Int32, strict=False)

    def _words(self, column: pl.Series, read: Callable[[str], str | None]) -> pl.Series:
        """The column with each of its words as `read` spells it; each is read once."""
        if column.null_count() == len(column):
            return column
        spelled: dict[str, str | None] = {}
        for word in column.unique().drop_nulls().to_list():
            try:
                spelled[word] = read(word)
            except UnreadableError:
                spelled[word] = None
        bad = [word for word, text in spelled.items() if text is None]
        if bad:
            self.plain &= ~column.is_in(bad).fill_null(value=False).to_numpy()
        if all(word == text or text is None for word, text in spelled.items()):
            return column
        return column.replace_strict(spelled, default=None, return_dtype=pl.String)

    def _cards(self, name: str) -> pl.Series:
        column = self.source.text(name)
        ordered, plain = sorted_cards(column)
        self.plain &= plain & ~self.source.has_edges(name)
        return pl.Series(ordered)

    def _calls(self) -> pl.Series:
        texts, counts = self.source.joined("calls", ", ")
        column = self._words(pl.Series(texts), _calls)
        # One text `pass, pass` is not the two calls it looks like when joined.
        commas = column.str.count_matches(",", literal=True).fill_null(0).to_numpy()
        self.plain &= (counts == 0) | (commas + 1 == counts)
        return column

    def _tricks(self) -> pl.Series:
        texts, counts = self.source.joined("tricks", " | ")
        self.plain &= plain_tricks(texts, counts)
        return pl.Series(texts)


def _reader_of(name: str) -> Callable[[str], Any]:
    """How the reader of single lines spells one key's text."""
    return lambda word: getattr(record_from({name: word}), name)


def _format(word: str) -> str | None:
    return word if word == FORMAT else None


def _calls(text: str) -> str | None:
    calls = text.split(", ")
    return text if len(calls) <= 99 and _CALLS.issuperset(calls) else None
