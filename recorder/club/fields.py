"""Values of single fields, as people type them, into the canonical record."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from recorder.errors import NotationError
from recorder.formats.reading import UnreadableError
from recorder.formats.vocabulary import record_from, record_mapping
from recorder.hand import FACTS, HandRecord

__all__ = ["canonical", "corrected"]

_GROUPS = {"player": "players", "deal": "deal", "points": "points", "score": "score"}


def canonical(record: HandRecord) -> HandRecord:
    """The record as a reader would have read it; NotationError where it cannot be read."""
    try:
        return record_from(record_mapping(record), file=record.file, line=record.line)
    except UnreadableError as fault:
        raise NotationError(f"{'.'.join(fault.path)}: {fault.reason}") from None


def corrected(record: HandRecord, changes: Mapping[str, Any]) -> HandRecord:
    """The record with fields changed by name; None or "" takes one away."""
    values: dict[str, Any] = {}
    for name, value in changes.items():
        if name not in FACTS:
            raise NotationError(f"expected one of {', '.join(FACTS)}, got {name!r}")
        is_gone = value is None or (isinstance(value, str) and not value.strip())
        values[name] = None if is_gone else _value(name, value)
    return replace(record, **values)


def _value(name: str, value: Any) -> Any:
    group, _, part = name.partition("_")
    is_grouped = group in _GROUPS and part
    if name in ("books", "hand") or group in ("points", "score"):
        value = _number(value)
    if name == "made" and isinstance(value, str):
        value = {"true": True, "yes": True, "false": False, "no": False}.get(value.lower(), value)
    key = _GROUPS[group] if is_grouped else name
    data = {key: {part.upper(): value}} if is_grouped else {key: value}
    try:
        return getattr(record_from(data), name)
    except UnreadableError as fault:
        raise NotationError(f"{name}: {fault.reason}") from None


def _number(value: Any) -> Any:
    """A number typed as text, the minus of a typesetter included."""
    if isinstance(value, str):
        text = value.strip().replace("−", "-")
        if text.removeprefix("-").removeprefix("+").isdigit():
            return int(text)
    return value
