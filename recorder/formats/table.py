"""Rows and cells of a sheet, from delimited text or from a workbook."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from recorder.formats.encoding import sizes_text
from recorder.formats.reading import Quarantined

__all__ = [
    "DELIMITERS",
    "SPREADSHEET_DATE",
    "Row",
    "is_spreadsheet_date",
    "lone_texts",
    "read_rows",
    "split_cells",
]

DELIMITERS = (",", ";", "\t", "|")
MAX_ROW = 1 << 16
"""Characters of one row."""

_JOINED = 20
"""Lines that one quoted cell may span; beyond, its quote was never closed."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a sheet and where it stands."""

    line: int
    cells: tuple[str, ...]
    raw: str
    places: tuple[int, ...] = ()
    """The column, from 1, at which each cell's text begins in the line; empty in a workbook."""
    above: tuple[str, ...] = ()
    """Of the header: the texts that stand alone in the rows above it."""


def lone_texts(rows: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """The cells that are the only one filled in their row, in order."""
    filled = ([cell for cell in cells if cell] for cells in rows)
    return tuple(cells[0] for cells in filled if len(cells) == 1)


def split_cells(text: str, delimiter: str) -> tuple[list[str], list[int], bool]:
    """The cells, where each begins, and whether the last quote is closed.

    >>> split_cells('4,"Ann, Bo",', ",")
    (['4', 'Ann, Bo', ''], [1, 4, 13], True)
    """
    cells: list[str] = []
    places: list[int] = []
    at, end = 0, len(text)
    while True:
        start = at
        while at < end and text[at] in " \u00a0" and delimiter != text[at]:
            at += 1
        if at < end and text[at] == '"':
            place, at, parts = at + 2, at + 1, []
            while True:
                quote = text.find('"', at)
                if quote < 0:
                    return [*cells, text[at:]], [*places, place], False
                parts.append(text[at:quote])
                at = quote + 1
                if text.startswith('"', at):
                    at += 1
                elif not _is_raw(text, at, delimiter):
                    break
            stop = text.find(delimiter, at)
            stop = end if stop < 0 else stop
            cells.append('"'.join(parts) + text[at:stop].rstrip())
        else:
            place = at + 1
            stop = text.find(delimiter, start)
            stop = end if stop < 0 else stop
            cells.append(text[start:stop].strip())
        places.append(place)
        if stop == end:
            return cells, places, True
        at = stop + 1


def _is_raw(text: str, at: int, delimiter: str) -> bool:
    """Whether the quote before `at` is one that nobody doubled, as in `"he said "no" twice"`."""
    stop = text.find(delimiter, at)
    more = text.find('"', at)
    rest = text[at : len(text) if stop < 0 else stop].strip()
    return bool(rest) and more >= 0 and (stop < 0 or more < stop)


def read_rows(
    text: str, name: str, is_header: Callable[[Sequence[str]], bool]
) -> tuple[list[Row], list[Quarantined]]:
    """The rows from the header on, and the lines that are no rows; no rows without a header.

    The delimiter is the one under which a header is found.
    """
    lines = text.split("\n")
    found = _find_header(lines, is_header)
    if found is None:
        return [], []
    first, delimiter = found
    rows: list[Row] = []
    quarantined: list[Quarantined] = []
    for number, raw in _joined(lines, first, delimiter):
        if len(raw) > MAX_ROW:
            reason = f"a row of {sizes_text(len(raw))} is no hand; the limit is 66 kB"
            quarantined.append(Quarantined(name, number, None, reason, raw[:1000], "too_large"))
            continue
        cells, places, is_closed = split_cells(raw, delimiter)
        if not is_closed:
            reason = "a quote is never closed"
            quarantined.append(Quarantined(name, number, places[-1] - 1, reason, raw))
        elif any(cells):
            rows.append(Row(number, tuple(cells), raw, tuple(places)))
    if rows:
        above = (_cells_above(line[:MAX_ROW], delimiter) for line in lines[:first])
        rows[0] = replace(rows[0], above=lone_texts(above))
    return rows, quarantined


def _cells_above(line: str, delimiter: str) -> list[str]:
    """The cells of a line above the table, where "Spring Open, 12 April" is one text."""
    text = line.strip().rstrip(delimiter)
    is_text = delimiter == "," and '"' not in text and not re.search(r",(?! )", text)
    return [text] if is_text else split_cells(line, delimiter)[0]


def _find_header(
    lines: Sequence[str], is_header: Callable[[Sequence[str]], bool]
) -> tuple[int, str] | None:
    """The index of the header line, within the first filled lines, and the delimiter."""
    seen = 0
    for index, line in enumerate(lines):
        if not line.strip():
            continue
        for delimiter in DELIMITERS:
            if delimiter in line and len(line) <= MAX_ROW:
                cells, _, _ = split_cells(line, delimiter)
                if is_header(cells):
                    return index, delimiter
        seen += 1
        if seen == 50:
            return None
    return None


def _joined(lines: Sequence[str], first: int, delimiter: str) -> Iterator[tuple[int, str]]:
    """Each row's line number and text; a quoted cell may run over several lines."""
    index = first
    while index < len(lines):
        raw = lines[index]
        taken = 1
        if raw.count('"') % 2 and len(raw) <= MAX_ROW and not split_cells(raw, delimiter)[2]:
            for more in range(1, min(_JOINED, len(lines) - index)):
                together = "\n".join(lines[index : index + more + 1])
                if len(together) > MAX_ROW:
                    break
                if together.count('"') % 2 == 0 and split_cells(together, delimiter)[2]:
                    raw, taken = together, more + 1
                    break
        if raw.strip():
            yield index + 1, raw
        index += taken


SPREADSHEET_DATE = "a spreadsheet has made the date {!r} of what was typed: type it again as text"
_MADE_A_DATE = re.compile(
    r"\d{1,2}[-/ ](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-/ ]\d{1,2}"
    r"|\d{4}-\d\d-\d\d(?:[ T]00:00(?::00)?)?",
    re.IGNORECASE,
)


def is_spreadsheet_date(text: str) -> bool:
    """Whether a spreadsheet has made a date of what was typed, as `4-Mar` of `4-3`."""
    return _MADE_A_DATE.fullmatch(text.strip()) is not None
