"""Rules and a contract turned into tables over the 54 cards.

Everything that decides who may play what and who takes a book is said here, in data; the loops
that replay hands look cards up and know no rule.
"""

from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np
import numpy.typing as npt

from recorder.auction import Direction
from recorder.cards import BIG_JOKER, DECK, JOKERS, LITTLE_JOKER

__all__ = [
    "ACES",
    "JOKER_MODES",
    "NO_SUIT",
    "RANKINGS",
    "TRUMP_POWER",
    "JokerMode",
    "Ranking",
    "effective_suit",
    "power",
    "ranking",
    "ranking_index",
]

Int64s = npt.NDArray[np.int64]
JokerMode = Literal["when_void", "must_when_void", "any_time", "sit_out", "high"]
JOKER_MODES: tuple[JokerMode, ...] = (
    "when_void",
    "must_when_void",
    "any_time",
    "sit_out",
    "high",
)
ACES = ("good", "bad")

NO_SUIT = 4
"""The effective suit of a joker at no trump: it belongs to none, and led it sets none."""

TRUMP_POWER = 64
"""A card of this power or more takes a book whatever suit was led."""


def effective_suit(card: int, trump: int | None) -> int:
    """The suit a card counts as, 0 to 3; a joker is a trump, or at no trump `NO_SUIT`."""
    if card >= LITTLE_JOKER:
        return NO_SUIT if trump is None else trump
    return card // 13


def power(
    card: int,
    trump: int | None,
    direction: Direction,
    aces_good: bool,
    joker_mode: JokerMode,
) -> int:
    """Higher takes the book among cards of one effective suit; 0 never takes one."""
    if card >= LITTLE_JOKER:
        if trump is None and joker_mode != "high":
            return 0
        return TRUMP_POWER + 20 + (card == BIG_JOKER)
    height = card % 13
    is_ace = height == 12
    if direction is Direction.DOWN and not (is_ace and aces_good):
        # The low card wins; a good ace stays above the two, a bad one falls below the king.
        height = -1 if is_ace else 11 - height
    return height + 2 + (TRUMP_POWER if card // 13 == trump else 0)


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """How the 54 cards stand to each other in one contract.

    `suit` and `power` are int8[54]. The masks say which cards may be played although the suit led
    could be followed (`free`), must go when it cannot (`compelled`), and take no part (`barred`).
    """

    suit: npt.NDArray[np.int8]
    power: npt.NDArray[np.int8]
    free: int
    compelled: int
    barred: int


def ranking(
    trump: int | None,
    direction: Direction,
    *,
    aces_good: bool = True,
    joker_mode: JokerMode = "when_void",
) -> Ranking:
    """The tables of one contract; equal arguments give the same object."""
    return _ranking(trump, direction, aces_good, joker_mode)


@cache
def _ranking(
    trump: int | None, direction: Direction, aces_good: bool, joker_mode: JokerMode
) -> Ranking:
    """`cache` takes a default and the same value given for two calls; here all are given."""
    at_no_trump = trump is None
    suits = np.array([effective_suit(card, trump) for card in DECK], np.int8)
    powers = np.array(
        [power(card, trump, direction, aces_good, joker_mode) for card in DECK], np.int8
    )
    suits.flags.writeable = powers.flags.writeable = False
    return Ranking(
        suit=suits,
        power=powers,
        free=JOKERS if at_no_trump and joker_mode == "any_time" else 0,
        compelled=JOKERS if at_no_trump and joker_mode == "must_when_void" else 0,
        barred=JOKERS if at_no_trump and joker_mode == "sit_out" else 0,
    )


def ranking_index(trump: Int64s, direction: Int64s, aces_bad: Int64s, joker_mode: Int64s) -> Int64s:
    """Where contracts' tables stand in `RANKINGS`.

    `trump` is 0 to 3 or 4 for no trump, `aces_bad` and `joker_mode` index `ACES`, `JOKER_MODES`.
    """
    return ((trump * 2 + direction) * 2 + aces_bad) * len(JOKER_MODES) + joker_mode


RANKINGS: tuple[Ranking, ...] = tuple(
    ranking(None if trump == 4 else trump, direction, aces_good=not aces_bad, joker_mode=mode)
    for trump in range(5)
    for direction in Direction
    for aces_bad in (0, 1)
    for mode in JOKER_MODES
)
"""The tables of every contract there is, in the order of `ranking_index`."""
