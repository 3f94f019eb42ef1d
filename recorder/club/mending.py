"""A hand that could not be read, put right by somebody, among the rest of its file."""

from collections.abc import Collection
from typing import Any

import msgspec

from recorder.club.keeper import Keeper
from recorder.errors import ClubError, RecordError
from recorder.formats.columns import write_csv
from recorder.formats.encoding import decode
from recorder.formats.parquet import read_parquet
from recorder.formats.reading import RAW_LIMIT
from recorder.formats.tables import workbook_sheets
from recorder.hand import FACTS, records_of

__all__ = ["source_bytes", "with_mended"]


def source_bytes(club: Keeper, sha256: str) -> bytes:
    """A file as it was imported; ClubError where the club has none of that checksum."""
    known = club.query("select 1 from source where sha256 = $1", [sha256])
    if known.is_empty():
        raise ClubError(f"{club.name!r} has imported no file with the checksum {sha256!r}")
    try:
        return (club.path / "sources" / sha256).read_bytes()
    except OSError as error:
        raise ClubError(f"cannot read sources/{sha256}: {error.strerror}") from None


def with_mended(club: Keeper, sha256: str, line: int, text: str) -> bytes:
    """The file again, `text` in place of the hand whose fault is at `line`.

    Headings and all that was read stay, so that the hand is read as it would have been; the other
    hands that could not be read are left out. Of a workbook it is the sheet as text, of Parquet
    our own table. RecordError where the hand cannot be found.
    """
    set_aside = club.query(
        "select coalesce(start, line) as start, line, raw from quarantine join source "
        "using (source_id) where sha256 = $1 order by start desc",
        [sha256],
    ).rows()
    if all(at != line for _, at, _ in set_aside):
        raise RecordError(f"no hand that could not be read has its fault at line {line}")
    data = source_bytes(club, sha256)
    if data.startswith(b"PAR1"):
        return _table_with(data, sha256, text)
    if data.startswith(b"PK\x03\x04"):
        out = {(at, raw) for _, at, raw in set_aside}
        return _sheet_with(data, sha256, line, text, out)
    lines = decode(data, sha256)[0].split("\n")
    # From the end, so that the places of those before stay.
    for start, at, old_text in set_aside:
        old = old_text.rstrip("\n").split("\n")
        place = slice(start - 1, start - 1 + len(old))
        if lines[place] != old:
            raise RecordError(_LOST)
        lines[place] = text.rstrip("\n").split("\n") if at == line else []
    return "\n".join(lines).encode()


_LOST = "this hand cannot be found in its file again; put the file right"


def _sheet_with(
    data: bytes, name: str, line: int, text: str, set_aside: Collection[tuple[int, str]]
) -> bytes:
    """The sheet of a workbook that has the row, its cells parted by tabs."""
    found = []
    for rows in workbook_sheets(data, name).values():
        out = [(row.line, row.raw[:RAW_LIMIT]) in set_aside for row in rows]
        if any(is_out and row.line == line for row, is_out in zip(rows, out, strict=True)):
            lines = [
                text.rstrip("\n") if row.line == line else row.raw
                for row, is_out in zip(rows, out, strict=True)
                if row.line == line or not is_out
            ]
            found.append("\n".join(lines).encode())
    if len(found) > 1:
        raise RecordError(
            f"line {line} cannot be read in {len(found)} sheets of this workbook, and which of "
            "them is mended cannot be told; put the file right"
        )
    if not found:
        raise RecordError(_LOST)
    return found[0]


def _table_with(data: bytes, name: str, text: str) -> bytes:
    """All rows of a Parquet file that can be read, and the one that is mended."""
    try:
        cells = msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.DecodeError as error:
        raise RecordError(
            f'expected the columns of the hand as JSON, such as {{"bid": "4 up"}}: {error}'
        ) from None
    unknown = next((column for column in cells if column not in FACTS), None)
    if unknown is not None:
        raise RecordError(f"{unknown!r} is no column of a hand; they are {', '.join(FACTS)}")
    return write_csv(records_of(read_parquet(data, name).hands), [cells]).encode()
