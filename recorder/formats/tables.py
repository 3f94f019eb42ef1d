"""Sheets of any kind, from text or a workbook, handed on as one reading."""

import datetime as dt
import io
import warnings
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import polars as pl

from recorder.errors import RecordError
from recorder.formats.columns import record_of_cells, undefused
from recorder.formats.encoding import sizes_text
from recorder.formats.game_sheet import read_game_rows
from recorder.formats.headers import game_columns, is_header, own_columns
from recorder.formats.reading import (
    GAMES,
    Quarantined,
    Reading,
    UnreadableError,
    joined,
)
from recorder.formats.sheet import SheetReading, quarantine_row, read_hand_rows
from recorder.formats.table import Row, lone_texts, read_rows
from recorder.hand import frame_of

__all__ = ["read_sheet", "read_xlsx", "workbook_sheets"]

MAX_UNPACKED = 256 << 20
"""Bytes that a workbook may unpack to."""


def read_sheet(text: str, name: str, answers: Mapping[str, str]) -> Reading | None:
    """A sheet of delimited text; None if no row in it names columns we know."""
    rows, quarantined = read_rows(text, name, is_header)
    return _of_rows(rows, name, answers, quarantined) if rows else None


def _of_rows(
    rows: Sequence[Row], name: str, answers: Mapping[str, str], broken: Sequence[Quarantined] = ()
) -> Reading:
    """One sheet, in which a heading may come again or another table follow."""
    starts = [index for index, row in enumerate(rows) if not index or is_header(row.cells)]
    ends = [*starts[1:], len(rows)]
    tables = [
        _of_table(rows[start:end], name, answers)
        for start, end in zip(starts, ends, strict=True)
        if end - start > 1 or start == 0
    ]
    whole = joined(tables, "sheet" if any(t.format == "sheet" for t in tables) else "games")
    quarantined = sorted([*broken, *whole.quarantined], key=lambda fault: fault.line)
    return replace(whole, quarantined=tuple(quarantined))


def _of_table(rows: Sequence[Row], name: str, answers: Mapping[str, str]) -> Reading:
    # A heading is a key of every row: a stray zero byte in one must not cost them all.
    header = replace(rows[0], cells=tuple(cell.replace("\0", "") for cell in rows[0].cells))
    body = rows[1:]
    games: list[dict[str, Any]] = []
    if own_columns(header.cells):
        sheet = _own_rows(header, body, name)
    elif game_columns(header.cells) is not None:
        games, sheet = read_game_rows(header, body, name)
    else:
        sheet = read_hand_rows(header, body, name, answers)
    return Reading(
        "games" if game_columns(header.cells) is not None else "sheet",
        frame_of(sheet.records),
        games=pl.DataFrame(games, schema=GAMES, orient="row"),
        quarantined=tuple(sheet.quarantined),
        notes=tuple(sheet.remarks),
        questions=tuple(sheet.questions.values()),
    )


def _own_rows(header: Row, rows: Sequence[Row], file: str) -> SheetReading:
    """The rows of a table that `write_csv` made."""
    reading = SheetReading()
    columns = dict(enumerate(header.cells))
    for row in rows:
        try:
            if len(row.cells) != len(columns):
                raise UnreadableError(f"expected {len(columns)} cells, got {len(row.cells)}")
            cells = {columns[index]: undefused(cell) for index, cell in enumerate(row.cells)}
            reading.records.append(record_of_cells(cells, file=file, line=row.line))
        except UnreadableError as fault:
            quarantine_row(reading, fault, file, row, columns)
    return reading


def read_xlsx(data: bytes, name: str, answers: Mapping[str, str]) -> Reading:
    """Every sheet of a workbook that names columns we know; RecordError if none does."""
    sheets = workbook_sheets(data, name).items()
    return joined([_of_rows(rows, f"{name}#{title}", answers) for title, rows in sheets], "xlsx")


def workbook_sheets(data: bytes, name: str) -> dict[str, list[Row]]:
    """The rows of every sheet that names columns we know, from its header on."""
    try:
        import openpyxl
    except ImportError:
        raise RecordError(
            f"{name} is a workbook: reading it needs openpyxl (pip install 'bidwhist[xlsx]'), "
            "or save it as CSV"
        ) from None
    parts = _unpacked(data, name)
    is_merged = any(b"<mergeCell " in part for part in parts)
    has_formulas = any(b"<f>" in part or b"<f " in part for part in parts)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            load = partial(openpyxl.load_workbook, read_only=not is_merged)
            book = load(io.BytesIO(data), data_only=True)
            formulas = load(io.BytesIO(data)) if has_formulas else book
        sheets = {
            str(sheet.title): _workbook_rows(_values(sheet, formulas[sheet.title]))
            for sheet in book.worksheets
        }
    except Exception as error:
        # The library raises whatever the damage makes it stumble over.
        raise RecordError(f"{name} is a damaged workbook: {error}") from None
    if not any(sheets.values()):
        raise RecordError(f"no sheet of {name} names columns such as Bidder, Bid and Books")
    return {title: rows for title, rows in sheets.items() if rows}


def _unpacked(data: bytes, name: str) -> list[bytes]:
    """The sheets of a workbook as they stand in its archive."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(entry.file_size for entry in archive.infolist())
            if size > MAX_UNPACKED:
                raise RecordError(
                    f"{name} unpacks to {sizes_text(size)}; the limit is {sizes_text(MAX_UNPACKED)}"
                )
            return [
                archive.read(entry) for entry in archive.infolist() if "sheet" in entry.filename
            ]
    except (zipfile.BadZipFile, zlib.error, OSError, ValueError, NotImplementedError) as error:
        raise RecordError(f"{name} is a damaged workbook: {error}") from None


def _values(sheet: Any, formulas: Any) -> Iterator[list[object]]:
    """The values of each row; a formula where its value is not in the file.

    What is merged downwards holds for each of the rows.
    """
    above = {
        (row, merged.min_col): merged.min_row
        for merged in getattr(sheet, "merged_cells", ())
        if merged.min_col == merged.max_col
        for row in range(merged.min_row + 1, merged.max_row + 1)
    }
    said: dict[tuple[int, int], object] = {}
    tops = {(top, column) for (_, column), top in above.items()}
    pairs = zip(
        sheet.iter_rows(values_only=True), formulas.iter_rows(values_only=True), strict=False
    )
    for number, (values, written) in enumerate(pairs, 1):
        row = [
            formula if value is None else value
            for value, formula in zip(values, written, strict=False)
        ]
        for index, value in enumerate(row):
            place = number, index + 1
            if place in tops:
                said[place] = value
            elif place in above:
                row[index] = said[above[place], index + 1]
        yield row


def _workbook_rows(values: Any) -> list[Row]:
    """The rows from the header on, cells as the text a person sees."""
    rows: list[Row] = []
    before: list[tuple[str, ...]] = []
    for number, cells in enumerate(values, 1):
        texts = tuple(_cell_text(value) for value in cells)
        if not any(texts):
            continue
        if not rows and not is_header(texts):
            before.append(texts)
            continue
        above = () if rows else lone_texts(before)
        rows.append(Row(number, texts, "\t".join(map(_quoted, texts)), above=above))
    return rows


def _quoted(cell: str) -> str:
    """A cell as it stands in text whose cells are parted by tabs."""
    return '"' + cell.replace('"', '""') + '"' if any(sign in cell for sign in '\t\n\r"') else cell


def _cell_text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, dt.datetime):
        return value.date().isoformat() if value.time() == dt.time() else value.isoformat()
    if isinstance(value, (dt.date, dt.time)):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip()
