"""A position as the table sees it, and the same as the search does."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analytics.double_dummy.bits import (
    FLOOR_NO_TRUMP,
    FLOOR_TRUMP,
    JOKER,
    LANE,
    TRUMP,
)
from analytics.double_dummy.machine import JOKERS_COMPELLED, JOKERS_FREE, JOKERS_HIGH
from recorder.cards import LITTLE_JOKER, Card, cards_in, cards_text
from recorder.errors import RecordError
from recorder.ranking import NO_SUIT, TRUMP_POWER, Ranking
from recorder.replay import trick_winner
from recorder.seats import Seat

MOST_TRICKS = 13


@dataclass(frozen=True, slots=True)
class Position:
    """What each seat still holds, and the trick on the table: zero to three cards from `leader` on.

    `holdings` are 54-bit masks by seat, without the cards of `trick`. Those need not have been
    legal: play goes on from a renege as from any other card.
    """

    holdings: tuple[int, int, int, int]
    ranking: Ranking
    leader: Seat
    trick: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        if len(self.trick) > 3:
            raise RecordError(
                f"expected at most three cards on the table, got {len(self.trick)}:"
                f" {' '.join(map(str, self.trick))}"
            )
        seen = 0
        for mask in (*self.holdings, *(1 << card for card in self.trick)):
            if seen & mask:
                raise RecordError(
                    f"expected every card once, got {cards_text(cards_in(seen & mask))!r} twice"
                )
            seen |= mask
        counts = [mask.bit_count() for mask in self.holdings]
        for turn in range(len(self.trick)):
            counts[(self.leader + turn) % 4] += 1
        if len(set(counts)) > 1 or counts[0] > MOST_TRICKS:
            raise RecordError(
                f"expected four equal holdings of at most {MOST_TRICKS} cards with those on the"
                f" table, got N E S W {counts}"
            )
        if seen & self.ranking.barred:
            raise RecordError(
                "expected no joker in play where jokers sit out, got"
                f" {cards_text(cards_in(seen & self.ranking.barred))!r}"
            )

    @property
    def to_play(self) -> Seat:
        return Seat((self.leader + len(self.trick)) % 4)

    @property
    def tricks_left(self) -> int:
        """Tricks not yet taken, the one on the table among them."""
        return self.holdings[self.to_play].bit_count()

    def after(self, card: Card) -> Position:
        """The position when the seat to play has played `card`, which need not be legal."""
        seat = self.to_play
        holdings = list(self.holdings)
        holdings[seat] &= ~(1 << card)
        trick = (*self.trick, card)
        leader = self.leader
        if len(trick) == 4:
            leader, trick = Seat((leader + trick_winner(trick, self.ranking)) % 4), ()
        return Position(
            (holdings[0], holdings[1], holdings[2], holdings[3]), self.ranking, leader, trick
        )


@dataclass(frozen=True, slots=True)
class Encoded:
    """A position in the numbers of the search; `hands` are with the cards on the table."""

    hands: NDArray[np.int64]
    jokers: NDArray[np.int64]
    leader: int
    joker_rule: int
    trump_floor: int
    trick: tuple[int, ...]
    code: dict[int, int]  # card -> the search's number for it


def encode(position: Position) -> Encoded:
    ranking = position.ranking
    suits = ranking.suit.tolist()
    powers = ranking.power.tolist()
    holders: dict[int, Seat] = {}
    for seat in Seat:
        for card in cards_in(position.holdings[seat]):
            holders[card] = seat
    for turn, card in enumerate(position.trick):
        holders[card] = Seat((position.leader + turn) % 4)

    trump = next(
        (suits[c] for c in range(54) if powers[c] > TRUMP_POWER and suits[c] != NO_SUIT), None
    )
    side_suits = [suit for suit in range(4) if suit != trump]
    lanes = {suit: lane for lane, suit in enumerate(side_suits)}
    if trump is not None:
        lanes[trump] = TRUMP

    hands = np.zeros(4, np.int64)
    jokers = np.zeros(4, np.int64)
    code: dict[int, int] = {}
    for suit, lane in lanes.items():
        in_play = sorted((card for card in holders if suits[card] == suit), key=powers.__getitem__)
        for rank, suited in enumerate(in_play):
            code[suited] = LANE * lane + rank
            hands[holders[suited]] |= 1 << code[suited]
    joker_rule = 0
    for joker in sorted(card for card in holders if suits[card] == NO_SUIT):
        holder = holders[joker]
        if powers[joker] > TRUMP_POWER:
            joker_rule |= JOKERS_HIGH
            number = joker - LITTLE_JOKER
        else:
            number = int(jokers[holder])  # jokers that never win are alike: the first, the second
        jokers[holder] |= 1 << number
        code[joker] = JOKER + number
        if ranking.free >> joker & 1:
            joker_rule |= JOKERS_FREE
        if ranking.compelled >> joker & 1:
            joker_rule |= JOKERS_COMPELLED
    trick = tuple(code[card] for card in position.trick)
    return Encoded(
        hands,
        jokers,
        int(position.leader),
        joker_rule,
        FLOOR_NO_TRUMP if trump is None else FLOOR_TRUMP,
        trick,
        code,
    )
