"""Card text into masks and plays, many hands at a time."""

from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
from numba import njit

from recorder.cards import CARD_TEXT
from recorder.replay import MAX_TRICKS, NOT_PLAYED, Batch

__all__ = ["encode"]

Bytes = npt.NDArray[np.uint8]
Offsets = npt.NDArray[np.int64]
Int8s = npt.NDArray[np.int8]
Int64s = npt.NDArray[np.int64]

_UNREADABLE = 99


def _token_table() -> Int8s:
    """A card for each pair of bytes, by `first + 256 * second`."""
    table = np.full(1 << 16, _UNREADABLE, np.int8)
    for card, text in [*enumerate(CARD_TEXT), (-1, "??")]:
        table[ord(text[0]) + 256 * ord(text[1])] = card
    return table


def _seat_table() -> Int8s:
    table = np.full(256, -1, np.int8)
    for seat, letter in enumerate("NESW"):
        table[ord(letter)] = seat
    return table


_TOKENS, _SEATS = _token_table(), _seat_table()
_SPACE, _COLON, _WON, _NEXT = (ord(sign) for sign in " :>|")


def _text_buffers(column: pl.Series) -> tuple[Offsets, Bytes]:
    """Where each row's bytes begin and end, and the bytes; a null row is empty."""
    array: Any = column.fill_null("").rechunk().to_arrow(compat_level=pl.CompatLevel.oldest())
    _, offsets, data = array.buffers()
    starts = np.frombuffer(offsets, np.int64, count=len(array) + 1, offset=8 * array.offset)
    return starts, np.frombuffer(data or b"", np.uint8)


@njit(cache=True, nogil=True)
def _read_lists(
    starts: Offsets,
    data: Bytes,
    tokens: Int8s,
    masks: Int64s,
    counts: Int8s,
    repeated: Int64s,
) -> int:
    """Read one list of cards a row; returns the first row that is not canonical, or -1."""
    for row in range(len(starts) - 1):
        at, end = starts[row], starts[row + 1]
        if at == end:
            counts[row] = -1
            continue
        mask = np.int64(0)
        count = 0
        while at + 1 < end:
            card = tokens[np.int64(data[at]) + 256 * np.int64(data[at + 1])]
            at += 2
            if card == _UNREADABLE or (at < end and data[at] != _SPACE):
                return row
            at += 1
            count += 1
            if card >= 0:
                bit = np.int64(1) << card
                repeated[row] |= mask & bit
                mask |= bit
        if at == end:
            return row
        masks[row] = mask
        counts[row] = min(count, 100)
    return -1


@njit(cache=True, nogil=True)
def _read_tricks(
    starts: Offsets,
    data: Bytes,
    tokens: Int8s,
    seats: Int8s,
    play: Int8s,
    leader: Int8s,
    winner: Int8s,
) -> int:
    """Read `S: 4S KS > E | …` a row; returns the first row that is not canonical, or -1."""
    for row in range(len(starts) - 1):
        at, end = starts[row], starts[row + 1]
        trick = 0
        while at < end:
            if trick == MAX_TRICKS or at + 1 >= end or data[at + 1] != _COLON:
                return row
            seat = seats[data[at]]
            if seat < 0:
                return row
            leader[row, trick] = seat
            at += 2
            turn = 0
            while at < end and data[at] == _SPACE:
                at += 1
                if at + 1 >= end:
                    return row
                if data[at] == _WON:
                    if at + 2 >= end or seats[data[at + 2]] < 0:
                        return row
                    winner[row, trick] = seats[data[at + 2]]
                    at += 3
                elif data[at] == _NEXT:
                    at += 2
                    break
                else:
                    card = tokens[np.int64(data[at]) + 256 * np.int64(data[at + 1])]
                    if card == _UNREADABLE or turn == 4:
                        return row
                    play[row, trick, turn] = card
                    turn += 1
                    at += 2
            else:
                if at < end:
                    return row
            trick += 1
    return -1


def encode(frame: pl.DataFrame) -> Batch:
    """The cards of a frame of declared columns.

    The text must be canonical, as readers write it; anything else is a fault of the reader and
    raises AssertionError with the text.
    """
    n = frame.height
    dealt, dealt_count = np.zeros((4, n), np.int64), np.empty((4, n), np.int8)
    kitty, kitty_count = np.zeros(n, np.int64), np.empty(n, np.int8)
    discards, discards_count = np.zeros(n, np.int64), np.empty(n, np.int8)
    repeated = np.zeros(n, np.int64)

    def read_list(name: str, masks: Int64s, counts: Int8s) -> None:
        bad = _read_lists(*_text_buffers(frame[name]), _TOKENS, masks, counts, repeated)
        assert bad < 0, f"{name} is not canonical: {frame[name][bad]!r}"

    for seat, name in enumerate(("deal_n", "deal_e", "deal_s", "deal_w")):
        read_list(name, dealt[seat], dealt_count[seat])
    read_list("kitty", kitty, kitty_count)
    read_list("discards", discards, discards_count)

    play = np.full((n, MAX_TRICKS, 4), NOT_PLAYED, np.int8)
    leader = np.full((n, MAX_TRICKS), -1, np.int8)
    winner = np.full((n, MAX_TRICKS), -1, np.int8)
    buffers = _text_buffers(frame["tricks"])
    bad = _read_tricks(*buffers, _TOKENS, _SEATS, play, leader, winner)
    assert bad < 0, f"tricks are not canonical: {frame['tricks'][bad]!r}"
    return Batch(
        dealt=np.ascontiguousarray(dealt.T),
        dealt_count=np.ascontiguousarray(dealt_count.T),
        kitty=kitty,
        kitty_count=kitty_count,
        discards=discards,
        discards_count=discards_count,
        repeated=repeated,
        play=play,
        leader=leader,
        recorded_winner=winner,
    )
