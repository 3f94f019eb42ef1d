"""A stretch of JSON lines: what is plain is read in columns, the rest line by line."""

import numpy as np
import numpy.typing as npt
import polars as pl

from recorder.formats.jsonl import read_lines
from recorder.formats.plain import read_plain
from recorder.formats.reading import Reading, Remark, joined
from recorder.formats.scan import Buffer, cut_lines

__all__ = ["read_chunk", "read_jsonl"]

STRETCH = 16 << 20
"""Characters."""

FEW = 1 << 18
"""Bytes."""

Lines = npt.NDArray[np.int64]


def read_jsonl(text: str, name: str, *, dialect: str | None = None) -> Reading:
    """Read a whole text, a stretch of it at a time."""
    readings = []
    at, line = 0, 1
    while True:
        stop = text.find("\n", at + STRETCH) + 1 or len(text)
        piece = text[at:stop]
        is_last = stop == len(text)
        readings.append(
            read_chunk(
                piece.encode(),
                name,
                dialect=dialect,
                first_line=line,
                is_first=at == 0,
                is_last=is_last,
            )
        )
        if is_last:
            return readings[0] if len(readings) == 1 else joined(readings, "bidwhist-jsonl")
        at, line = stop, line + piece.count("\n")


def read_chunk(
    data: Buffer,
    name: str,
    *,
    dialect: str | None = None,
    first_line: int = 1,
    is_first: bool = True,
    is_last: bool = True,
) -> Reading:
    """Read lines of UTF-8, `first_line` and on of a file; each costs nothing but itself.

    Words before the first record of a file and after its last are passed over.
    """
    return _Chunk(data, name, dialect, first_line).read(is_first=is_first, is_last=is_last)


class _Chunk:
    def __init__(self, data: Buffer, name: str, dialect: str | None, first_line: int) -> None:
        self.data = data
        self.name, self.dialect, self.first_line = name, dialect, first_line
        self.starts, self.ends = cut_lines(self.data)
        self.plain = np.zeros(len(self.starts), np.bool_)

    def read(self, *, is_first: bool, is_last: bool) -> Reading:
        # A few hands are read sooner than the compiled loops are loaded.
        if len(self.data) >= FEW:
            frame, lines = read_plain(self.data, self.starts, self.ends, self.name)
            self.plain[lines] = True
        wanted, remarks = self._records(is_first=is_first, is_last=is_last)
        singly = wanted[~self.plain[wanted]]
        last = self.first_line + len(self.starts) - 1 if is_last else None
        reading = read_lines(
            ((self._number(line), self._line(line).decode()) for line in singly),
            self.name,
            dialect=self.dialect,
            last=last,
        )
        hands = reading.hands
        if self.plain.any():
            numbers = pl.Series(lines + self.first_line, dtype=pl.Int64)
            plain = frame.with_columns(line=numbers)
            hands = pl.concat([plain, hands]).sort("line") if hands.height else plain
        return Reading(
            reading.format,
            hands,
            quarantined=reading.quarantined,
            notes=(*remarks, *reading.notes),
            questions=reading.questions,
        )

    def _line(self, line: np.int64) -> bytes:
        return bytes(self.data[self.starts[line] : self.ends[line]])

    def _records(self, *, is_first: bool, is_last: bool) -> tuple[Lines, list[Remark]]:
        """The filled lines from the first record to the last, and what was said around them."""
        filled = np.flatnonzero(self.ends > self.starts)
        blank = [line for line in filled[~self.plain[filled]] if not self._line(line).strip()]
        filled = filled[~np.isin(filled, blank)] if blank else filled
        first, end = 0, len(filled)
        while is_first and first < end and not self._is_object(filled[first]):
            first += 1
        while is_last and end > first and not self._is_object(filled[end - 1]):
            end -= 1
        remarks = [
            Remark(
                "passed_over",
                f"{len(words):,} lines {where} hold no hand"
                if len(words) > 1
                else f"a line {where} holds no hand",
                self._number(words[0]),
            )
            for where, words in (
                ("before the first hand", filled[:first]),
                ("after the last hand", filled[end:]),
            )
            if len(words)
        ]
        return filled[first:end], remarks

    def _is_object(self, line: np.int64) -> bool:
        return bool(self.plain[line]) or b"{" in self._line(line)[:100]

    def _number(self, line: np.int64) -> int:
        return self.first_line + int(line)
