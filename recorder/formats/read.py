"""Reading a file of any format: what it is shows in its content, not in its name."""

import re
from collections.abc import Mapping
from pathlib import Path

from recorder.errors import RecordError
from recorder.formats.encoding import MAX_FILE, decode, sizes_text
from recorder.formats.jsonl import read_jsonl
from recorder.formats.ptn import read_ptn
from recorder.formats.reading import Reading
from recorder.formats.toml import read_toml

__all__ = ["FORMATS", "dialect_of", "read", "read_path", "sniff"]

FORMATS = ("bidwhist-toml", "bidwhist-jsonl", "ptn")
_SHORT = {"toml": "bidwhist-toml", "jsonl": "bidwhist-jsonl"}

Dialect = Mapping[str, str] | str | None


def dialect_of(dialect: Dialect) -> dict[str, str]:
    """`"s=special,date=dmy"` as a mapping; NotationError if it is not of that form."""
    if not dialect:
        return {}
    if isinstance(dialect, Mapping):
        return {str(key): str(value) for key, value in dialect.items()}
    parts = [part.partition("=") for part in dialect.split(",") if part.strip()]
    for key, equals, _ in parts:
        if not equals:
            raise RecordError(f"expected a dialect such as 's=special,date=dmy', got {key!r}")
    return {key.strip().lower(): value.strip().lower() for key, _, value in parts}


def sniff(text: str) -> str | None:
    """The format of a text by its first telling line."""
    for line in text.split("\n", 200)[:200]:
        token = line.strip()
        if token.startswith("{"):
            return "bidwhist-jsonl"
        if re.match(r"%\s*(PBN|PTN)\b|\[\s*\w+\s*\"", token):
            return "ptn"
        if re.match(r"\[\[hand\]\]|format\s*=|\[rules\b", token):
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
    spoken = ",".join(f"{key}={value}" for key, value in answers.items()) or None
    text = decode(data, name)
    found = wanted or sniff(text)
    if found == "bidwhist-jsonl":
        return read_jsonl(text, name, dialect=spoken)
    if found == "bidwhist-toml":
        return read_toml(text, name, dialect=spoken)
    if found == "ptn":
        return read_ptn(text, name)
    raise RecordError(f"{name} holds nothing that looks like a record of Bid Whist")


def read_path(
    path: str | Path,
    *,
    format: str | None = None,  # noqa: A002
    dialect: Dialect = None,
) -> Reading:
    """Read a file; RecordError where it cannot be opened or is no use."""
    path = Path(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RecordError(f"cannot read {str(path)!r}: {error.strerror}") from None
    return read(data, path.name, format=format, dialect=dialect)
