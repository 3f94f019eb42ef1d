"""Compiled loops over the card text of many hands: is it canonical, and cards put in order."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from numba import njit

from recorder.cards import CARD_TEXT, cards_text

__all__ = ["plain_tricks", "sorted_cards"]

Bytes = npt.NDArray[np.uint8]
Bools = npt.NDArray[np.bool_]
Int8s = npt.NDArray[np.int8]
Int32s = npt.NDArray[np.int32]
Int64s = npt.NDArray[np.int64]

_NO_CARD = 99


def _token_table() -> Int8s:
    """A card for each pair of bytes, by `first + 256 * second`; 54 is a card nobody saw."""
    table = np.full(1 << 16, _NO_CARD, np.int8)
    for card, text in enumerate((*CARD_TEXT, "??")):
        table[ord(text[0]) + 256 * ord(text[1])] = card
    return table


_TOKENS = _token_table()
_SORTED: Int8s = np.array(
    [CARD_TEXT.index(text) for text in cards_text(range(54)).split()], np.int8
)
_PLACES: Int8s = np.append(np.argsort(_SORTED), 54).astype(np.int8)
"""Where each card stands among those in order; one that nobody saw comes last."""
_LETTERS: Bytes = np.frombuffer("".join((*CARD_TEXT, "??")).encode(), np.uint8).copy()
_SEATS: Bools = np.isin(np.arange(256), [ord(seat) for seat in "NESW"])
_SPACE, _COLON, _WON, _NEXT = (ord(sign) for sign in " :>|")


@njit(cache=True, nogil=True)
def _sorted_cards(
    offsets: Int32s,
    data: Bytes,
    out: Bytes,
    plain: Bools,
    tokens: Int8s,
    order: Int8s,
    places: Int8s,
    letters: Bytes,
) -> None:
    base = offsets[0]
    for row in range(len(offsets) - 1):
        at, end = offsets[row], offsets[row + 1]
        to = at - base
        mask, unseen, count, last = np.int64(0), 0, 0, -1
        fits, is_sorted = (end - at) % 3 == 2, True
        while fits and at < end:
            card = tokens[np.int64(data[at]) + 256 * np.int64(data[at + 1])]
            at += 3
            if card == _NO_CARD or (at <= end and data[at - 1] != _SPACE):
                fits = False
                break
            place = places[card]
            is_sorted &= place >= last
            last = place
            if card == 54:
                unseen += 1
            else:
                bit = np.int64(1) << card
                fits = not mask & bit
                mask |= bit
            count += 1
        if not fits or count > 54:
            plain[row] = offsets[row] == offsets[row + 1]
            continue
        if is_sorted:
            out[to : to + end - offsets[row]] = data[offsets[row] : end]
            continue
        for place in range(55):
            card = 54 if place == 54 else order[place]
            times = unseen if place == 54 else (mask >> card) & 1
            for _ in range(times):
                out[to], out[to + 1] = letters[2 * card], letters[2 * card + 1]
                if count > 1:
                    out[to + 2] = _SPACE
                count -= 1
                to += 3


def _buffers(texts: Any) -> tuple[Int32s, Bytes]:
    _, offsets, data = texts.buffers()
    starts = np.frombuffer(offsets, np.int32, count=len(texts) + 1, offset=4 * texts.offset)
    return starts, np.frombuffer(data or b"", np.uint8)


def sorted_cards(texts: Any) -> tuple[Any, Bools]:
    """The lists of cards in canonical order, and which rows held canonical cards, none twice.

    `texts` is an Arrow array of strings; the other rows come back as anything of their length.
    """
    plain = np.ones(len(texts), np.bool_)
    if texts.null_count == len(texts):
        return texts, plain
    starts, data = _buffers(texts)
    out = np.full(int(starts[-1] - starts[0]), _SPACE, np.uint8)
    _sorted_cards(starts, data, out, plain, _TOKENS, _SORTED, _PLACES, _LETTERS)
    validity = pa.compute.is_valid(texts).buffers()[1] if texts.null_count else None
    offsets = np.ascontiguousarray(starts - starts[0])
    buffers = [validity, pa.py_buffer(offsets), pa.py_buffer(out)]
    return pa.StringArray.from_buffers(len(texts), buffers[1], buffers[2], buffers[0]), plain


@njit(cache=True, nogil=True)
def _plain_tricks(
    offsets: Int32s, data: Bytes, counts: Int64s, plain: Bools, tokens: Int8s, seats: Bools
) -> None:
    for row in range(len(offsets) - 1):
        at, end = np.int64(offsets[row]), np.int64(offsets[row + 1])
        trick = 0
        fits: bool = True
        while fits and at < end:
            if at + 4 > end or not seats[data[at]] or data[at + 1] != _COLON:
                fits = False
                break
            at += 2
            trick += 1
            turn = 0
            while fits and at + 3 <= end and data[at] == _SPACE:
                if data[at + 1] in (_WON, _NEXT):
                    break
                pair = np.int64(data[at + 1]) + 256 * np.int64(data[at + 2])
                turn += 1
                at += 3
                fits = bool(tokens[pair] != _NO_CARD) and turn <= 4
            fits = fits and turn > 0
            if fits and at + 4 <= end and data[at] == _SPACE and data[at + 1] == _WON:
                fits = bool(data[at + 2] == _SPACE and seats[data[at + 3]])
                at += 4
            if fits and at < end:
                fits = bool(at + 7 <= end) and bool(
                    data[at] == _SPACE and data[at + 1] == _NEXT and data[at + 2] == _SPACE
                )
                at += 3
        plain[row] = fits and trick == counts[row] and trick <= 13


def plain_tricks(texts: Any, counts: Int64s) -> Bools:
    """Which rows are canonical text of so many tricks; an empty row is, of none."""
    plain = np.ones(len(texts), np.bool_)
    if texts.null_count < len(texts):
        starts, data = _buffers(texts)
        _plain_tricks(starts, data, counts, plain, _TOKENS, _SEATS)
    return plain
