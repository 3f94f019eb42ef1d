"""JSON lines, `bidwhist/1`: each line is a whole hand."""

import json
from collections.abc import Iterable
from typing import Any

import msgspec

from recorder.errors import RecordError
from recorder.formats.encoding import sizes_text
from recorder.formats.place import place_of
from recorder.formats.reading import (
    RAW_LIMIT,
    Quarantined,
    Question,
    Reading,
    Remark,
    UnreadableError,
)
from recorder.formats.vocabulary import FORMAT, check_version, record_from, record_mapping
from recorder.hand import HandRecord, frame_of

__all__ = ["MAX_LINE", "parse_line", "read_lines", "write_jsonl"]

MAX_LINE = 1 << 20
"""Characters; a whole hand takes about one thousand."""


def read_lines(
    lines: Iterable[tuple[int, str]],
    name: str,
    *,
    dialect: str | None = None,
    last: int | None = None,
) -> Reading:
    """Read numbered lines, each by itself; `last` is the number of the file's last line."""
    records: list[HandRecord] = []
    quarantined: list[Quarantined] = []
    remarks: dict[str, Remark] = {}
    questions: dict[str, Question] = {}
    for number, line in lines:
        try:
            data = parse_line(line)
            if "format" in data:
                check_version(data["format"])
            found: list[Remark] = []
            records.append(
                record_from(data, file=name, line=number, dialect=dialect, remarks=found)
            )
            # Each is said once, of the first hand.
            for remark in found:
                remarks.setdefault(remark.message, remark)
        except UnreadableError as fault:
            is_cut = fault.code == "not_json" and number == last
            questions |= {question.key: question for question in fault.questions}
            quarantined.append(_quarantined(fault, name, number, line, is_cut=is_cut))
    return Reading(
        "bidwhist-jsonl",
        frame_of(records),
        quarantined=tuple(quarantined),
        notes=tuple(remarks.values()),
        questions=tuple(questions.values()),
    )


def _quarantined(
    fault: UnreadableError, name: str, number: int, line: str, *, is_cut: bool
) -> Quarantined:
    if fault.code == "not_json":
        column = int(fault.token) if fault.token else None
    else:
        column = place_of(line, fault.path, fault.token)
    code = "cut_off" if is_cut else "unreadable" if fault.code == "not_json" else fault.code
    reason = f"{fault.reason}; possibly cut off" if is_cut else fault.reason
    return Quarantined(name, number, column, reason, line[:RAW_LIMIT], code)


class _TwiceError(ValueError):
    pass


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of these pairs; a key given twice would hide one of its values."""
    data = dict(pairs)
    if len(data) < len(pairs):
        keys = [key for key, _ in pairs]
        raise _TwiceError(next(key for key in keys if keys.count(key) > 1))
    return data


def _no_constant(text: str) -> Any:
    raise _TwiceError(text)


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant)


def parse_line(line: str) -> dict[str, Any]:
    """The object of one line; UnreadableError says where it stops being one."""
    if len(line) > MAX_LINE:
        raise UnreadableError(
            f"a line of more than {sizes_text(MAX_LINE)} is no hand", code="too_large"
        )
    try:
        data = _DECODER.decode(line)
    except json.JSONDecodeError as error:
        raise UnreadableError(
            f"not JSON: {error.msg}", token=str(error.colno), code="not_json"
        ) from None
    except _TwiceError as error:
        word = str(error)
        said = "is not a JSON value" if word in ("NaN", "Infinity", "-Infinity") else "stands twice"
        raise UnreadableError(f"{word!r} {said}", token=word) from None
    except RecursionError:
        raise UnreadableError("the line is nested too deep to read", code="too_large") from None
    except ValueError as error:
        # A number of thousands of digits.
        raise UnreadableError(f"not JSON: {error}") from None
    if not isinstance(data, dict):
        raise UnreadableError(f"expected an object of one hand, got {line.strip()[:40]!r}")
    return data


def write_jsonl(records: Iterable[HandRecord]) -> str:
    """One line a hand, keys in the canonical order."""
    lines = []
    for record in records:
        try:
            line = msgspec.json.encode({"format": FORMAT, **record_mapping(record)})
        except (ValueError, TypeError) as error:
            raise RecordError(f"hand {record.hand} cannot be written: {error}") from None
        lines.append(line.decode() + "\n")
    return "".join(lines)
