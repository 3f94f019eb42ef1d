"""Parquet: the declared columns, for programs and for bulk."""

import io
import json
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc

from recorder.errors import RecordError
from recorder.formats.columns import record_of_cells
from recorder.formats.plain import plain_columns
from recorder.formats.reading import Reading, Remark, UnreadableError, joined
from recorder.formats.sheet import SheetReading, quarantine_row
from recorder.formats.table import Row
from recorder.hand import COLUMNS, FACTS, frame_of

__all__ = ["read_parquet", "write_parquet"]

Bools = npt.NDArray[np.bool_]
Int64s = npt.NDArray[np.int64]

ROWS = 100_000
"""Hands that are looked at together."""

_LEFT = ("tags", "reneges", "deal_order", "extra")
"""Columns so rare that a row with one is left to the reader of single rows."""

_NOT_PLAIN = r"^[\s\x00-\x1f]|[\s\x00-\x1f]\z|^\z|[\x00\r]"
"""What is stripped from a text, makes it none, or is no part of one."""

_TELLING = {"bid", "calls", "books", "bidder", "deal_n"}


def write_parquet(hands: pl.DataFrame) -> bytes:
    missing = [name for name in COLUMNS if name not in hands.columns]
    if missing:
        raise RecordError(f"expected the columns of a hand, got none named {missing[0]!r}")
    out = io.BytesIO()
    hands.select(FACTS).write_parquet(out, compression="zstd", statistics=False)
    return out.getvalue()


def read_parquet(data: bytes, name: str) -> Reading:
    """A table of the declared columns, or of some of them; `line` is the row's number."""
    try:
        frame = pl.read_parquet(io.BytesIO(data))
    except Exception as error:
        # The library has many classes of error, and panics, for damaged files.
        raise RecordError(f"{name} is no Parquet file that can be read: {error}") from None
    known = [column for column in frame.columns if column in COLUMNS]
    if not _TELLING & set(known):
        raise RecordError(f"{name} holds no columns of a hand, such as bidder, bid and books")
    remarks = tuple(
        Remark("unknown_key", f"{column!r} is not a column we know")
        for column in frame.columns
        if column not in COLUMNS
    )
    facts = frame.select([column for column in known if column in FACTS])
    parts = [
        _read_part(facts[start : start + ROWS], start + 1, name)
        for start in range(0, max(1, facts.height), ROWS)
    ]
    return joined([Reading("parquet", frame_of([]), notes=remarks), *parts], "parquet")


def _read_part(frame: pl.DataFrame, first: int, name: str) -> Reading:
    """The rows in columns where they are plain, the others singly."""
    numbers = np.arange(first, first + frame.height)
    plain: Bools = np.zeros(frame.height, np.bool_)
    hands = frame_of([])
    if all(_fits(column, kind) for column, kind in frame.schema.items()):
        read, plain = plain_columns(_Rows(frame), name)
        for column in set(_LEFT) & set(frame.columns):
            plain &= frame[column].is_null().to_numpy()
        hands = read.with_columns(line=pl.Series(numbers, dtype=pl.Int64)).filter(plain)
    singly = SheetReading()
    for number, cells in zip(
        numbers[~plain], frame.filter(~plain).iter_rows(named=True), strict=True
    ):
        try:
            singly.records.append(record_of_cells(cells, file=name, line=int(number)))
        except UnreadableError as fault:
            written = {column: cell for column, cell in cells.items() if cell is not None}
            raw = json.dumps(written, ensure_ascii=False, default=str)
            quarantine_row(singly, fault, name, Row(int(number), (), raw), {})
    if singly.records:
        hands = pl.concat([hands, frame_of(singly.records)]).sort("line")
    return Reading("parquet", hands, quarantined=tuple(singly.quarantined))


def _fits(column: str, kind: pl.DataType) -> bool:
    wanted = COLUMNS[column]
    return kind.is_integer() if wanted in (pl.Int32, pl.Int64) else kind == wanted


class _Rows:
    """The values of a table, as those of scanned JSON lines are asked for."""

    def __init__(self, frame: pl.DataFrame) -> None:
        self.frame = frame
        self.lines: Int64s = np.arange(frame.height)

    def _column(self, name: str, kind: Any) -> pl.Series:
        group, _, part = name.rpartition(".")
        column = f"{group.removesuffix('s') if group == 'players' else group}_{part}".lower()
        column = column if group else name
        if column in self.frame.columns:
            return self.frame[column]
        return pl.Series(column, [None], kind).new_from_index(0, self.frame.height)

    def text(self, name: str) -> Any:
        series = self._column(name, pl.String).rechunk()
        return pc.cast(series.to_arrow(compat_level=pl.CompatLevel.oldest()), pa.string())

    def has_edges(self, name: str) -> Bools:
        found = self._column(name, pl.String).str.contains(_NOT_PLAIN)
        return found.fill_null(value=False).to_numpy()

    def joined(self, name: str, separator: str) -> tuple[Any, Int64s]:
        series = self._column(name, pl.String)
        counts = series.str.count_matches(separator, literal=True) + 1
        return self.text(name), counts.fill_null(0).cast(pl.Int64).to_numpy()

    def number(self, name: str) -> pl.Series:
        return self._column(name, pl.Int32)

    def made(self) -> pl.Series:
        return self._column("made", pl.Boolean)
