"""Reading a file of any format: what it is shows in its content, not in its name."""

import dataclasses
import re
from collections.abc import Mapping
from pathlib import Path

from recorder.errors import RecordError
from recorder.formats.encoding import MAX_FILE, decode, sizes_text
from recorder.formats.json_chunk import read_jsonl
from recorder.formats.parquet import read_parquet
from recorder.formats.ptn import read_ptn
from recorder.formats.reading import Reading
from recorder.formats.tables import read_sheet, read_xlsx
from recorder.formats.toml import read_toml
from recorder.paths import check_is_file

__all__ = ["DIALECTS", "FORMATS", "Dialect", "dialect_of", "read", "read_path", "sniff"]

FORMATS = ("bidwhist-toml", "bidwhist-jsonl", "ptn", "sheet", "games", "parquet", "xlsx")
_SHORT = {
    "toml": "bidwhist-toml",
    "jsonl": "bidwhist-jsonl",
    "pbn": "ptn",
    "csv": "sheet",
    "tsv": "sheet",
}

Dialect = Mapping[str, str] | str | None

_PTN_LINE = re.compile(r"%\s*(?:PBN|PTN)\b|\[\s*\w+\s*\"")
_TOML_LINE = re.compile(r"\[\[\s*hand\s*\]\]\s*(?:#.*)?$|format\s*=|\[\s*rules\b", re.IGNORECASE)
_SNIFFED = 500
"""Filled lines that are looked at before a text is called unknown."""


DIALECTS = {
    "s": ("special",),
    "d": ("down",),
    "date": ("mdy", "dmy"),
    "us": ("ns", "ew"),
    "figures": ("points", "score"),
    "kitty": ("counted", "left_out"),
}
"""What a dialect may answer: `4S` and `4D` as bids, the order of a date, which partnership kept the
sheet, what its figures are, and whether its books count the kitty's."""


def dialect_of(dialect: Dialect) -> dict[str, str]:
    """`"s=special,date=dmy"` as a mapping; RecordError if it answers nothing we ask."""
    if not dialect:
        return {}
    if isinstance(dialect, str):
        pairs = [part.partition("=")[::2] for part in dialect.split(",") if part.strip()]
    else:
        pairs = [(str(key), str(value)) for key, value in dialect.items()]
    answers = {key.strip().lower(): value.strip().lower() for key, value in pairs}
    for key, value in answers.items():
        if value not in DIALECTS.get(key, ()):
            known = ", ".join(f"{name}={'|'.join(words)}" for name, words in DIALECTS.items())
            raise RecordError(f"expected a dialect of {known}, got {f'{key}={value}'!r}")
    return answers


def sniff(text: str) -> str | None:
    """The format of a text by its first telling line; None where a sheet's header must tell."""
    filled, at = 0, 0
    while at < len(text) and filled < _SNIFFED:
        stop = text.find("\n", at)
        stop = len(text) if stop < 0 else stop
        line = text[at:stop].strip()[:200]
        at = stop + 1
        filled += bool(line)
        if line.startswith("{"):
            return "bidwhist-jsonl"
        if _PTN_LINE.match(line):
            return "ptn"
        if _TOML_LINE.match(line):
            return "bidwhist-toml"
    return None


def read(
    data: bytes,
    name: str,
    *,
    format: str | None = None,  # noqa: A002
    dialect: Dialect = None,
) -> Reading:
    """Read one file's bytes; RecordError where the whole of it is no use.

    `dialect` answers the questions an earlier reading asked: `{"s": "special"}`.
    """
    wanted = _SHORT.get(format, format) if format else None
    if wanted is not None and wanted not in FORMATS:
        raise RecordError(f"expected a format {', '.join(FORMATS)}, got {format!r}")
    if len(data) > MAX_FILE:
        raise RecordError(f"{name} holds {sizes_text(len(data))}; the limit is 2 GB")
    answers = dialect_of(dialect)
    if wanted == "parquet" or (wanted is None and data.startswith(b"PAR1")):
        return read_parquet(data, name)
    if wanted == "xlsx" or (wanted is None and data.startswith(b"PK\x03\x04")):
        return read_xlsx(data, name, answers)
    text, remarks = decode(data, name)
    reading = _read_text(text, name, wanted, answers)
    return dataclasses.replace(reading, notes=(*remarks, *reading.notes)) if remarks else reading


def _read_text(text: str, name: str, wanted: str | None, answers: Mapping[str, str]) -> Reading:
    spoken = ",".join(f"{key}={value}" for key, value in answers.items()) or None
    found = wanted or sniff(text)
    if found == "bidwhist-jsonl":
        return read_jsonl(text, name, dialect=spoken)
    if found == "bidwhist-toml":
        return read_toml(text, name, dialect=spoken)
    if found == "ptn":
        return read_ptn(text, name)
    sheet = read_sheet(text, name, answers)
    if sheet is not None:
        return sheet
    if not text.strip():
        raise RecordError(f"{name} is empty")
    raise RecordError(
        f"{name} holds no record of Bid Whist that we know: no [[hand]], no JSON lines, no PTN "
        "tags and no row that names columns such as Bidder, Bid and Books"
    )


def read_path(
    path: str | Path,
    *,
    format: str | None = None,  # noqa: A002
    dialect: Dialect = None,
) -> Reading:
    """Read a file; RecordError where it cannot be opened or is no use."""
    path = Path(path)
    check_is_file(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RecordError(f"cannot read {str(path)!r}: {error.strerror}") from None
    except ValueError as error:
        raise RecordError(f"cannot read {str(path)!r}: {error}") from None
    return read(data, path.name, format=format, dialect=dialect)
