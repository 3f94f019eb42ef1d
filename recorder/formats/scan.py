"""One compiled pass over JSON lines in the shape of a hand: where each value stands.

Measured, this is several times as fast as the JSON libraries at hand, and it answers the question
they do not: is this line plain. Plain is an object of keys we know, none twice, with values of the
expected kind and no escape inside a text. Any other line is left to the reader of single lines.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt
import polars as pl
import pyarrow as pa
from numba import njit

from recorder.formats.jsonl import MAX_LINE

__all__ = [
    "LISTS",
    "NUMBERS",
    "SEATS",
    "SIDES",
    "TEXTS",
    "Buffer",
    "Scanned",
    "cut_lines",
    "scan",
    "survey",
]

Bytes = npt.NDArray[np.uint8]
Bools = npt.NDArray[np.bool_]
Int8s = npt.NDArray[np.int8]
Int32s = npt.NDArray[np.int32]
Int64s = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]
Buffer = bytes | memoryview

SEATS, SIDES = ("N", "E", "S", "W"), ("NS", "EW")
TEXTS = (
    *("format", "club", "table", "event", "site", "game", "note", "date", "rules", "dealer"),
    *("bidder", "bid", "trump", "direction", "aces", "status", "kitty", "discards"),
    *(f"{group}.{seat}" for group in ("players", "deal") for seat in SEATS),
)
NUMBERS = ("hand", "books", *(f"{name}.{side}" for name in ("points", "score") for side in SIDES))
LISTS = ("calls", "tricks")
_GROUPS = ("players", "deal", "points", "score")

_TEXT, _NUMBER, _BOOL, _LIST, _GROUP = range(5)
_KEYS = [
    *((name, _TEXT, column) for column, name in enumerate(TEXTS)),
    *((name, _NUMBER, column) for column, name in enumerate(NUMBERS)),
    ("made", _BOOL, 0),
    *((name, _LIST, column) for column, name in enumerate(LISTS)),
    *((name, _GROUP, column) for column, name in enumerate(_GROUPS)),
]
"""Each key, its kind, and its column among those of that kind; `deal.N` is N inside deal."""

_QUOTE, _COMMA, _COLON, _MINUS, _ZERO, _NINE = (ord(sign) for sign in '",:-09')
_OPEN, _CLOSE, _OPEN_LIST, _CLOSE_LIST, _NEWLINE, _CR = (ord(sign) for sign in "{}[]\n\r")
_SPACE, _TAB, _ESCAPE = ord(" "), ord("\t"), ord("\\")
_NULL, _TRUE, _FALSE = (np.frombuffer(word, np.uint8) for word in (b"null", b"true", b"false"))
_SLOTS = 1 << 12

Function = TypeVar("Function", bound=Callable[..., Any])


def _loop(function: Function) -> Function:
    """Compiled on first use and kept on disk; frees the interpreter while it runs.

    Arrays are handed from one such function to the next uncounted: counting took most of the time.
    """
    compiled = njit(cache=True, nogil=True, _nrt=False)  # type: ignore[call-overload]
    return cast("Function", compiled(function))


@_loop
def _hash(data: Bytes, at: int, stop: int, group: int) -> int:
    value = group + 1
    for place in range(at, stop):
        value = (value * 33 + int(data[place])) & (_SLOTS - 1)
    return value


def _key_tables() -> tuple[Bytes, Int64s, Int64s]:
    """The letters of all keys; per key its letters' bounds, kind, column, group; keys by hash."""
    letters, keys = b"", []
    slots: Int64s = np.full(_SLOTS, -1, np.int64)
    for index, (path, kind, column) in enumerate(_KEYS):
        group, _, part = path.rpartition(".")
        at = len(letters)
        letters += part.encode()
        inside = _GROUPS.index(group) if group else -1
        keys.append((at, len(letters), kind, column, inside))
        written = np.frombuffer(letters, np.uint8)
        slot = cast("Any", _hash).py_func(written, at, len(letters), inside)
        assert slots[slot] < 0, f"{path} shares its slot with another key"
        slots[slot] = index
    return np.frombuffer(letters, np.uint8), np.array(keys, np.int64), slots


_LETTERS, _KEY_TABLE, _BY_HASH = _key_tables()


# Eight bytes are looked at in one go, as a number whose lowest byte is the first.
_ONES, _TOPS = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
_ONE, _TOP_BYTE = np.uint64(1), np.uint64(56)
_NEWLINES, _RETURNS, _QUOTES, _ESCAPES, _SPACES = (
    _ONES * np.uint64(ord(sign)) for sign in '\n\r"\\ '
)


def _eights(data: Buffer | Bytes) -> Words:
    """The eight bytes from each place on."""
    return np.ndarray(max(0, len(data) - 7), "<u8", data, strides=(1,))


@_loop
def _zeros(word: Any) -> Any:
    """The top bit of each byte that is zero; bytes above the lowest such one may be marked too."""
    return (word - _ONES) & ~word & _TOPS


@_loop
def _lowest(tops: Any) -> Any:
    """Which byte holds the lowest of some top bits."""
    return (((((tops & (~tops + _ONE)) - _ONE) & _ONES) * _ONES) >> _TOP_BYTE) - _ONE


@_loop
def _survey(data: Bytes, eights: Words) -> tuple[int, bool]:
    lines, odd = 0, np.uint64(0)
    for word in eights[::8]:
        rest = word ^ _NEWLINES
        # Exact in every byte: the sum cannot carry from one into the next.
        ends = ~(((rest & ~_TOPS) + ~_TOPS) | rest) & _TOPS
        lines += int(((ends >> np.uint64(7)) * _ONES) >> _TOP_BYTE)
        odd |= word | _zeros(word) | _zeros(word ^ _RETURNS)
    is_plain = not odd & _TOPS
    for place in range(len(data) // 8 * 8, len(data)):
        lines += data[place] == _NEWLINE
        is_plain &= 0 < data[place] < 128 and data[place] != _CR
    return lines, is_plain


@_loop
def _cut_lines(data: Bytes, eights: Words, ends: Int64s) -> None:
    place, row = np.uint64(0), 0
    stop = np.uint64(len(eights))
    while place < stop:
        found = _zeros(eights[place] ^ _NEWLINES)
        if not found:
            place += np.uint64(8)
            continue
        place += _lowest(found)
        ends[row] = place
        row += 1
        place += _ONE
    for rest in range(np.int64(place), len(data)):
        if data[rest] == _NEWLINE:
            ends[row] = rest
            row += 1


def survey(data: Buffer) -> tuple[int, bool]:
    """How many lines end in `data`, and whether all of it is ASCII without `\\r` and `\\0`."""
    return _survey(np.frombuffer(data, np.uint8), _eights(data))


def cut_lines(data: Buffer) -> tuple[Int64s, Int64s]:
    """Where each line begins and ends."""
    lines, _ = survey(data)
    ends = np.full(lines + 1, len(data), np.int64)
    _cut_lines(np.frombuffer(data, np.uint8), _eights(data), ends)
    return np.append(0, ends[:-1] + 1), ends


@_loop
def _skip(data: Bytes, at: int, end: int) -> int:
    while at < end and (data[at] == _SPACE or data[at] == _TAB):
        at += 1
    return at


@_loop
def _text_end(data: Bytes, eights: Words, at: int, end: int) -> int:
    """The closing quote of the text that begins at `at`; -1 if it is not plain.

    What ends a text that is not plain is an escape or a control character.
    """
    # Unsigned places are never counted from the end, which saves a question a word.
    place, last, stop = np.uint64(at), np.uint64(len(eights)), np.uint64(end)
    while place < last:
        word = eights[place]
        found = _zeros(word ^ _QUOTES) | _zeros(word ^ _ESCAPES) | (word - _SPACES) & ~word & _TOPS
        if found:
            place += _lowest(found)
            return int(np.int64(place)) if place < stop and data[place] == _QUOTE else -1
        place += np.uint64(8)
    for rest in range(np.int64(place), end):
        if data[rest] == _QUOTE:
            return rest
        if data[rest] < _SPACE or data[rest] == _ESCAPE:
            return -1
    return -1


@_loop
def _is_word(data: Bytes, at: int, end: int, word: Bytes) -> bool:
    if at + len(word) > end:
        return False
    for place in range(len(word)):  # noqa: SIM110  all() does not compile
        if data[at + place] != word[place]:
            return False
    return True


@_loop
def _find_key(data: Bytes, at: int, stop: int, group: int) -> int:
    key = _BY_HASH[_hash(data, at, stop, group)]
    if key < 0 or _KEY_TABLE[key, 1] - _KEY_TABLE[key, 0] != stop - at:
        return -1
    if _KEY_TABLE[key, 4] != group:
        return -1
    for place in range(stop - at):
        if data[at + place] != _LETTERS[_KEY_TABLE[key, 0] + place]:
            return -1
    return int(key)


@_loop
def _read_number(data: Bytes, at: int, end: int, out: Int64s) -> int:
    is_minus = data[at] == _MINUS
    at += is_minus
    first = at
    value = np.int64(0)
    while at < end and _ZERO <= data[at] <= _NINE and at - first < 11:
        value = 10 * value + np.int64(data[at]) - _ZERO
        at += 1
    if at == first or (data[first] == _ZERO and at > first + 1) or value >= 1 << 31:
        return -1
    out[0] = -value if is_minus else value
    out[1] = 1
    return at


@_loop
def _read_list(data: Bytes, eights: Words, at: int, end: int, out: Int32s) -> int:
    """A list of plain texts: where it begins, their number, and their bytes together."""
    if data[at] != _OPEN_LIST:
        return -1
    at += 1
    begin, count, size = at, 0, 0
    while True:
        at = _skip(data, at, end)
        if at < end and data[at] == _CLOSE_LIST and count == 0:
            break
        if at >= end or data[at] != _QUOTE:
            return -1
        start = at + 1
        at = _text_end(data, eights, start, end)
        if at < 0:
            return -1
        count += 1
        size += at - start
        at = _skip(data, at + 1, end)
        if at < end and data[at] == _CLOSE_LIST:
            break
        if at >= end or data[at] != _COMMA:
            return -1
        at += 1
    out[0], out[1], out[2] = begin, count, size
    return at + 1


@_loop
def _scan(
    data: Bytes,
    eights: Words,
    starts: Int64s,
    ends: Int64s,
    texts: Int32s,
    numbers: Int64s,
    bools: Int8s,
    lists: Int32s,
    plain: Bools,
) -> None:
    for line in range(len(starts)):
        at, end = starts[line], ends[line]
        while end > at and data[end - 1] == _CR:
            end -= 1
        plain[line] = False
        if at == end or data[at] != _OPEN or end - at > MAX_LINE:
            continue
        at += 1
        seen, group, is_first = np.int64(0), -1, True
        while at >= 0:
            at = _skip(data, at, end)
            if at >= end:
                break
            if data[at] == _CLOSE:
                at += 1
                if group < 0:
                    plain[line] = _skip(data, at, end) == end
                    break
                group, is_first = -1, False
                continue
            if not is_first:
                if data[at] != _COMMA:
                    break
                at = _skip(data, at + 1, end)
            if at >= end or data[at] != _QUOTE:
                break
            stop = _text_end(data, eights, at + 1, end)
            if stop < 0:
                break
            key = _find_key(data, at + 1, stop, group)
            if key < 0 or seen >> key & 1:
                break
            seen |= np.int64(1) << key
            at = _skip(data, stop + 1, end)
            if at >= end or data[at] != _COLON:
                break
            at = _skip(data, at + 1, end)
            if at >= end:
                break
            kind, column = _KEY_TABLE[key, 2], _KEY_TABLE[key, 3]
            is_first = False
            if data[at] == _NULL[0] and _is_word(data, at, end, _NULL):
                at += 4
            elif kind == _TEXT:
                if data[at] != _QUOTE:
                    break
                stop = _text_end(data, eights, at + 1, end)
                texts[column, line, 0], texts[column, line, 1] = at + 1, stop
                at = stop + 1 if stop >= 0 else -1
            elif kind == _NUMBER:
                at = _read_number(data, at, end, numbers[column, line])
            elif kind == _LIST:
                at = _read_list(data, eights, at, end, lists[column, line])
            elif kind == _GROUP:
                if data[at] != _OPEN:
                    break
                group, is_first = column, True
                at += 1
            elif _is_word(data, at, end, _TRUE):
                bools[line] = 1
                at += 4
            elif _is_word(data, at, end, _FALSE):
                bools[line] = 0
                at += 5
            else:
                break


@_loop
def _copy(eights: Words, data: Bytes, at: Any, size: Any, out_eights: Words, to: Any) -> None:
    """Copy `size` bytes, and up to seven more, which whoever writes next writes over."""
    stop, last = at + size, np.uint64(len(eights))
    while at < stop and at < last:
        out_eights[to] = eights[at]
        at += np.uint64(8)
        to += np.uint64(8)
    while at < stop:
        # The last bytes of all, in the lowest of the eight.
        out_eights[to] = np.uint64(data[at])
        at += _ONE
        to += _ONE


@_loop
def _set_out(spans: Int32s, offsets: Int32s, is_there: Bools) -> int:
    """Where each text goes, and how many are there."""
    count, to = 0, 0
    for row in range(len(spans)):
        offsets[row] = to
        is_there[row] = spans[row, 0] >= 0
        if is_there[row]:
            count += 1
            to += spans[row, 1] - spans[row, 0]
    offsets[len(spans)] = to
    return count


@_loop
def _gather(data: Bytes, eights: Words, spans: Int32s, offsets: Int32s, out_eights: Words) -> None:
    for row in range(len(spans)):
        to, size = np.uint64(offsets[row]), np.uint64(offsets[row + 1] - offsets[row])
        _copy(eights, data, np.uint64(spans[row, 0]), size, out_eights, to)


@_loop
def _join(data: Bytes, eights: Words, spans: Int32s, separator: Bytes, out_eights: Words) -> None:
    """The texts of each list with a separator between."""
    glue, length = np.uint64(0), np.uint64(len(separator))
    for place in range(len(separator)):
        glue |= np.uint64(separator[place]) << np.uint64(8 * place)
    to = np.uint64(0)
    for row in range(len(spans)):
        at = int(spans[row, 0])
        for item in range(spans[row, 1]):
            if item:
                out_eights[to] = glue
                to += length
            while data[at] != _QUOTE:
                at += 1
            stop = _text_end(data, eights, at + 1, len(data))
            size = np.uint64(stop - at - 1)
            _copy(eights, data, np.uint64(at + 1), size, out_eights, to)
            to += size
            at = stop + 1


@_loop
def _is_space(data: Bytes, at: int) -> bool:
    """Whether a character that may be a space begins here; surely not one in ASCII or Latin."""
    byte = data[at]
    return bool(byte <= _SPACE or byte == 0xC2 or 0xE1 <= byte <= 0xE3)


@_loop
def _has_edges(data: Bytes, spans: Int64s, found: Bools) -> None:
    for row in range(len(spans)):
        start, last = spans[row, 0], spans[row, 1] - 1
        if start < 0:
            continue
        if last < start:
            found[row] = True
            continue
        # Back to the first byte of the last character.
        while last > start and data[last] & 0xC0 == 0x80:
            last -= 1
        found[row] = _is_space(data, start) or _is_space(data, last)


@dataclass(frozen=True, slots=True, eq=False)
class Scanned:
    """The plain lines of a text, one row each, and the places of their values."""

    data: Bytes
    eights: Words
    lines: Int64s
    """Which lines they are."""
    texts: Int32s
    numbers: Int64s
    bools: Int8s
    lists: Int32s

    def text(self, name: str) -> Any:
        """An Arrow array of the texts of one key; null where there is none."""
        spans = self.texts[TEXTS.index(name)]
        offsets = np.empty(len(spans) + 1, np.int32)
        is_there = np.empty(len(spans), np.bool_)
        count = _set_out(spans, offsets, is_there)
        if not count:
            return pa.nulls(len(spans), pa.string())
        out = np.empty(offsets[-1] + 7, np.uint8)
        _gather(self.data, self.eights, spans, offsets, _eights(out))
        return _strings(offsets, out, is_there)

    def has_edges(self, name: str) -> Bools:
        """Whether a text is empty or may have spaces around it."""
        found = np.zeros(len(self.lines), np.bool_)
        _has_edges(self.data, self.texts[TEXTS.index(name)], found)
        return found

    def joined(self, name: str, separator: str) -> tuple[Any, Int64s]:
        """The texts of a list in one, null where it is empty or not there, and their number."""
        spans = self.lists[LISTS.index(name)]
        glue = np.frombuffer(separator.encode(), np.uint8)
        counts = spans[:, 1]
        offsets = np.zeros(len(spans) + 1, np.int32)
        np.cumsum(spans[:, 2] + np.maximum(counts - 1, 0) * len(glue), out=offsets[1:])
        out = np.empty(offsets[-1] + 7, np.uint8)
        _join(self.data, self.eights, spans, glue, _eights(out))
        return _strings(offsets, out, counts > 0), counts

    def number(self, name: str) -> pl.Series:
        values = self.numbers[NUMBERS.index(name)]
        return _with_nulls(values[:, 0].astype(np.int32), values[:, 1] > 0)

    def made(self) -> pl.Series:
        return _with_nulls(self.bools == 1, self.bools >= 0)


def _strings(offsets: Int32s, data: Bytes, is_there: Bools) -> Any:
    bits = None if is_there.all() else pa.py_buffer(np.packbits(is_there, bitorder="little"))
    buffers = pa.py_buffer(offsets), pa.py_buffer(data)
    return pa.StringArray.from_buffers(len(is_there), *buffers, bits)


def _with_nulls(values: npt.NDArray[Any], is_there: Bools) -> pl.Series:
    series = pl.Series(values)
    return (
        series
        if is_there.all()
        else pl.select(pl.when(pl.Series(is_there)).then(series)).to_series()
    )


def scan(data: Buffer, starts: Int64s, ends: Int64s) -> Scanned:
    """The plain ones among the lines that begin and end there."""
    n = len(starts)
    texts = np.full((len(TEXTS), n, 2), -1, np.int32)
    numbers = np.zeros((len(NUMBERS), n, 2), np.int64)
    bools = np.full(n, -1, np.int8)
    lists = np.zeros((len(LISTS), n, 3), np.int32)
    plain = np.zeros(n, np.bool_)
    array = np.frombuffer(data, np.uint8)
    eights = _eights(data)
    _scan(array, eights, starts, ends, texts, numbers, bools, lists, plain)
    lines = np.flatnonzero(plain)
    if len(lines) == n:
        return Scanned(array, eights, lines, texts, numbers, bools, lists)
    return Scanned(
        array, eights, lines, texts[:, lines], numbers[:, lines], bools[lines], lists[:, lines]
    )
