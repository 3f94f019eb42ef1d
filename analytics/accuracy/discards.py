"""What a bidder buries, seeing only the cards held and picked up.

1. Jokers that can win nothing go first.
2. Then the bottom of the side suits, never a trump: that number from each suit which leaves the
   fewest losers. A loser is counted by how many higher cards somebody else may have.
3. Only a bidder without enough side cards buries trumps, from the bottom.

On 40 deals each, bid sensibly, the books double dummy were 9.90 with trumps and 10.24 at no trump;
voiding the shortest suits first gave 9.88 and 10.13.
"""

from collections.abc import Iterator, Sequence
from functools import cache

from analytics.simulation.naming import Naming, Standing, standing
from recorder.cards import cards_in
from recorder.rules import Rules

__all__ = ["discards"]

LOSES = (0.0, 0.55, 0.85, 1.0)
"""How much of a loser a card is when 0, 1, 2, 3 or more of those above it are not held."""

LATE = 0.25
"""The same for the fourth card of a suit and below, which may be established or trumped."""
LATE_FROM = 3


def discards(cards: int, naming: Naming, rules: Rules) -> int:
    """The mask of those of `cards`, kitty included, that go back to the kitty."""
    size = rules.deck.kitty_size
    order = standing(naming, rules.play.no_trump_jokers)
    nil, trumps, sides = _sorted_out(cards, order)
    buried = nil[:size]
    left = size - len(buried)
    kept = [[_losers(side[taken:], order) for taken in range(len(side) + 1)] for side in sides]

    def losers(way: tuple[int, ...]) -> float:
        return sum(losing[taken] for losing, taken in zip(kept, way, strict=True))

    best = min(_ways([len(side) for side in sides], left), key=losers)
    for side, count in zip(sides, best, strict=True):
        buried += side[:count]
    buried += trumps[: size - len(buried)]
    return sum(1 << card for card in buried)


def _sorted_out(cards: int, order: Standing) -> tuple[list[int], list[int], list[list[int]]]:
    """Cards that win nothing, trumps, and side suits; each from the bottom up."""
    nil: list[int] = []
    trumps: list[int] = []
    sides: dict[int, list[int]] = {}
    for card in sorted(cards_in(cards), key=lambda card: (order.power[card], card)):
        if not order.power[card]:
            nil.append(int(card))
        elif order.trumps >> card & 1:
            trumps.append(int(card))
        else:
            sides.setdefault(order.suit[card], []).append(int(card))
    return nil, trumps, list(sides.values())


@cache
def _ways_of(lengths: tuple[int, ...], count: int) -> tuple[tuple[int, ...], ...]:
    return tuple(_split(lengths, count))


def _ways(lengths: Sequence[int], count: int) -> tuple[tuple[int, ...], ...]:
    """How many to take from each suit so that it is `count` in all, or every card there is."""
    return _ways_of(tuple(lengths), min(count, sum(lengths)))


def _split(lengths: tuple[int, ...], count: int) -> Iterator[tuple[int, ...]]:
    if not lengths:
        if count == 0:
            yield ()
        return
    for taken in range(min(lengths[0], count) + 1):
        for rest in _split(lengths[1:], count - taken):
            yield (taken, *rest)


def _losers(kept: Sequence[int], order: Standing) -> float:
    losers = 0.0
    for place, card in enumerate(reversed(kept)):
        missing = order.higher[card].bit_count() - place
        losers += LOSES[min(missing, 3)] if place < LATE_FROM else LATE
    return losers
