"""TOML, `bidwhist/1`: the top of the file is inherited by each `[[hand]]`."""

import json
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from recorder.errors import RecordError
from recorder.formats.encoding import sizes_text
from recorder.formats.place import place_of, position
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

__all__ = ["read_toml", "write_toml"]

MAX_CHUNK = 1 << 16
"""Characters of one hand, or of the top of the file; a whole hand takes about one thousand."""

MAX_DOTS = 64
_STRINGS = re.compile(r"""\"(?:[^"\\\n]|\\.)*\"|'[^'\n]*'|#[^\n]*""")

# `rules = "pagat"` and `[rules.house]` share a word, which TOML refuses: the tables get another
# of the same length, so that columns stay true.
_RULES_TABLE = re.compile(r"^([ \t]*\[[ \t]*)rules(?=[ \t]*\.)", re.MULTILINE)
_RULES_KEY = "RULES"
_HAND_LINE = "[[hand]]"
_HEADING = re.compile(r"\s*\[\[\s*hand\s*\]\]\s*(#.*)?", re.IGNORECASE)
_TOML_LINE = re.compile(r"\s*(?:#|\[\s*[\w.]+\s*\]|[\w.-]+\s*=)")
_WHERE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)")


def read_toml(text: str, name: str, *, dialect: str | None = None) -> Reading:
    """Read every `[[hand]]` by itself; RecordError if the top of the file cannot be read."""
    chunks, remarks = _without_prose(_chunks(text))
    try:
        head = _parse(chunks[0][1])
        if "format" in head:
            check_version(head["format"])
    except UnreadableError as fault:
        lines, column = _place(chunks[0][1], fault)
        where = f"{name}:{1 + lines}" + (f":{column}" if column else "")
        raise RecordError(f"{where}: {fault.reason}") from None
    named = dict(_named_rules(head))
    inherited = {key: value for key, value in head.items() if key not in (_RULES_KEY, "hand")}
    records: list[HandRecord] = []
    quarantined: list[Quarantined] = []
    said = {remark.message: remark for remark in remarks}
    questions: dict[str, Question] = {}
    for index, (start, chunk) in enumerate(chunks[1:], 1):
        try:
            data = _parse(chunk)
            named.update(_named_rules(data))
            hand = {**inherited, **_unpacked(_only_hand(data))}
            found: list[Remark] = []
            records.append(
                record_from(
                    hand, file=name, line=start, named=named, dialect=dialect, remarks=found
                )
            )
            # Each is said once, of the first hand.
            for remark in found:
                said.setdefault(remark.message, remark)
        except UnreadableError as fault:
            is_cut = fault.code in ("not_toml", "no_hand") and index == len(chunks) - 1
            questions |= {question.key: question for question in fault.questions}
            quarantined.append(_quarantined(fault, name, start, chunk, is_cut=is_cut))
    return Reading(
        "bidwhist-toml",
        frame_of(records),
        quarantined=tuple(quarantined),
        notes=tuple(said.values()),
        rules=named,
        questions=tuple(questions.values()),
    )


def _chunks(text: str) -> list[tuple[int, str]]:
    """The top of the file, then each hand, with the line it starts on."""
    chunks: list[tuple[int, str]] = []
    lines: list[str] = []
    start = 1
    for number, line in enumerate(text.split("\n"), 1):
        if _HEADING.fullmatch(line):
            chunks.append((start, "\n".join(lines)))
            start, lines = number, []
        lines.append(line)
    chunks.append((start, "\n".join(lines)))
    return chunks


def _without_prose(chunks: list[tuple[int, str]]) -> tuple[list[tuple[int, str]], list[Remark]]:
    """The chunks without words before and after what was pasted, and a remark for each.

    Only what would not parse is cut, and its lines stay, empty, so that numbers stay true.
    """
    chunks, remarks = list(chunks), []
    start, head = chunks[0]
    if not _parses(head):
        lines = head.split("\n")
        first = next((i for i, line in enumerate(lines) if _TOML_LINE.match(line)), len(lines))
        if first:
            chunks[0] = (start, "\n".join(["" for _ in lines[:first]] + lines[first:]))
            remarks.append(Remark("passed_over", "words before the first key are no hand", start))
    start, tail = chunks[-1]
    lines = tail.split("\n")
    parted = _words_after(lines)
    if len(chunks) > 1 and parted < len(lines) and not _parses(tail):
        chunks[-1] = (start, "\n".join(lines[:parted]))
        line = start + parted
        remarks.append(Remark("passed_over", "words after the last hand are no hand", line))
    return chunks, remarks


def _words_after(lines: Sequence[str]) -> int:
    """The index from which lines are only words.

    A gap or a fence must part them from the hand: without one it is a hand that breaks off.
    """
    parted = len(lines)
    for index in range(len(lines) - 1, 0, -1):
        line = lines[index].strip()
        if not line or line.startswith("```"):
            parted = index
        elif "=" in line:
            break
    return parted


def _parses(chunk: str) -> bool:
    try:
        _parse(chunk)
    except UnreadableError:
        return False
    return True


def _parse(chunk: str) -> dict[str, Any]:
    if len(chunk) > MAX_CHUNK:
        raise UnreadableError(
            f"{sizes_text(len(chunk))} is no hand; the limit is {sizes_text(MAX_CHUNK)}",
            code="too_large",
        )
    if chunk.count(".") > MAX_DOTS and _has_deep_key(chunk):
        raise UnreadableError(f"a key of more than {MAX_DOTS} parts", code="too_large")
    try:
        return tomllib.loads(_RULES_TABLE.sub(rf"\1{_RULES_KEY}", chunk))
    except tomllib.TOMLDecodeError as error:
        match = _WHERE.search(str(error))
        reason = f"not TOML: {_WHERE.sub('', str(error))}"
        # The parser counts lines and columns in the chunk; `_place` reads them back.
        token = f"{match[1]}:{match[2]}" if match and match[1] else None
        raise UnreadableError(reason, token=token, code="not_toml") from None
    except RecursionError:
        raise UnreadableError("nested too deep to read", code="too_large") from None
    except ValueError as error:
        # A date that is none, a number of thousands of digits.
        raise UnreadableError(f"not TOML: {error}", code="not_toml") from None


def _only_hand(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The hand of its chunk; another table there would be lost, or take the hand's keys."""
    hands = [table for key, table in data.items() if key.lower() == "hand"]
    stray = next((key for key in data if key.lower() not in ("hand", _RULES_KEY.lower())), None)
    if stray is not None:
        raise UnreadableError(f"expected only keys of the hand, got a table {stray!r}", token=stray)
    if len(hands) != 1 or len(hands[0]) != 1:
        raise UnreadableError(f"expected one {_HAND_LINE}, got several")
    hand: Mapping[str, Any] = hands[0][0]
    return hand


def _has_deep_key(chunk: str) -> bool:
    """Whether a line has more dots outside its texts than any key needs; they cost the parser."""
    return any(line.count(".") > MAX_DOTS for line in _STRINGS.sub("", chunk).split("\n"))


def _named_rules(data: Mapping[str, Any]) -> Mapping[str, Mapping[str, object]]:
    tables = data.get(_RULES_KEY, {})
    if not isinstance(tables, Mapping) or not all(isinstance(t, Mapping) for t in tables.values()):
        raise UnreadableError("expected named rules such as [rules.house]", token="[rules")
    return tables


def _unpacked(hand: Mapping[str, Any]) -> Mapping[str, Any]:
    """The keys of a hand, those that `write_toml` had to write as JSON among them."""
    packed = hand.get(_PACKED)
    if not isinstance(packed, str):
        return hand
    try:
        keys = msgspec.json.decode(packed, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        raise UnreadableError(f"{_PACKED} holds no JSON object", path=(_PACKED,)) from None
    return {key: value for key, value in hand.items() if key != _PACKED} | keys


def _place(chunk: str, fault: UnreadableError) -> tuple[int, int | None]:
    """Lines below the first line of the chunk, and the column there."""
    if fault.code == "not_toml":
        if fault.token is None:
            return 0, None
        line, _, column = fault.token.partition(":")
        return int(line) - 1, int(column)
    return position(chunk, place_of(chunk, fault.path, fault.token))


def _quarantined(
    fault: UnreadableError, name: str, start: int, chunk: str, *, is_cut: bool
) -> Quarantined:
    below, column = _place(chunk, fault)
    code = "cut_off" if is_cut else "unreadable" if fault.code == "not_toml" else fault.code
    reason = f"{fault.reason}; possibly cut off" if is_cut else fault.reason
    raw = chunk[:RAW_LIMIT].rstrip("\n")
    return Quarantined(name, start + below, column, reason, raw, code, start)


def _has_null(value: Any) -> bool:
    if isinstance(value, Mapping):
        value = list(value.values())
    return any(map(_has_null, value)) if isinstance(value, list) else value is None


_PACKED = "_json"
"""The key for what TOML cannot say, a null inside a value we do not know."""

_SHARED = ("date", "club", "table", "event", "game", "rules", "players")
"""Keys that the writer puts at the top when every hand has the same."""


def write_toml(records: Iterable[HandRecord]) -> str:
    """The canonical file of some hands: what all share first, then a table a hand."""
    hands = [record_mapping(record) for record in records]
    top: dict[str, Any] = {"format": FORMAT}
    for key in _SHARED:
        if hands and all(hand.get(key) == hands[0].get(key) for hand in hands):
            top |= {key: hands[0][key]} if key in hands[0] else {}
    blocks = [_lines(top)]
    for hand in hands:
        own = {key: value for key, value in hand.items() if key not in top}
        packed = {key: value for key, value in own.items() if _has_null(value)}
        if packed:
            own = {key: value for key, value in own.items() if key not in packed}
            own[_PACKED] = msgspec.json.encode(packed, order="sorted").decode()
        blocks.append(f"{_HAND_LINE}\n{_lines(own)}")
    return "\n".join(blocks)


def _lines(data: Mapping[str, Any]) -> str:
    return "".join(f"{_key(key)} = {_value(key, value)}\n" for key, value in data.items())


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _string(key)


def _string(text: str) -> str:
    # JSON's escapes are TOML's, but for one control character.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(key: str, value: Any) -> str:
    if key == "date":
        # Undecorated: TOML has dates. Python writes an offset as +00:00, which TOML reads too.
        return str(value)
    if key == "tricks":
        return "[\n" + "".join(f"  {_string(trick)},\n" for trick in value) + "]"
    return _inline(value)


def _inline(value: Any) -> str:
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{_key(key)} = {_inline(item)}" for key, item in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(_inline, value))}]"
    return repr(value)
