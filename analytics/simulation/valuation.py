"""What a hand is worth to its bidder, in books, as a good player reckons it.

The weights are least squares over some thousand hands of `play_hand`'s own card play, so that an
expert without boldness is right on average.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from analytics.simulation.naming import Naming, deck_mask, standing
from recorder.rules import Rules

__all__ = ["books_worth"]


@dataclass(frozen=True, slots=True)
class Weights:
    """Books for each thing a hand can hold."""

    base: float
    """What partner and the kitty bring."""
    each_trump: float
    trumps: tuple[float, ...]
    """The trumps by place, from the highest, beyond what each of them counts."""
    highest: float
    """The highest card of a side suit; the next two count if they are guarded."""
    second: float
    third: float
    running: float
    """Each card from the fifth on in a side suit led by its highest or second."""


WITH_JOKERS = Weights(6.2, 0.44, (0.83, 0.57, 0.34, 0.15, 0.15), 0.47, 0.1, 0.1, 0.47)
WITHOUT_JOKERS = Weights(4.7, 0.49, (1.53, 0.68, 0.38, 0.18, 0.18), 0.6, 0.2, 0.2, 0.2)
NO_TRUMP = Weights(5.8, 0.0, (), 0.74, 0.67, 0.48, 0.4)


@lru_cache(maxsize=4096)
def _places(naming: Naming, rules: Rules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The suit of each card, and its place in that suit: 0 the highest in play."""
    order = standing(naming, rules.play.no_trump_jokers)
    deck = deck_mask(rules)
    return order.suit, tuple((mask & deck).bit_count() for mask in order.higher)


def books_worth(cards: Sequence[int], naming: Naming, rules: Rules) -> float:
    """Books that the partnership of a bidder with these twelve cards takes on average."""
    suit_of, place_of = _places(naming, rules)
    by_suit: tuple[list[int], ...] = ([], [], [], [], [])
    for card in cards:
        by_suit[suit_of[card]].append(place_of[card])
    suit_weights = WITH_JOKERS if rules.deck.jokers else WITHOUT_JOKERS
    weights = NO_TRUMP if naming.trump is None else suit_weights
    worth = weights.base
    for suit, places in enumerate(by_suit[:4]):
        if suit == naming.trump:
            worth += weights.each_trump * len(places)
            worth += sum(weights.trumps[place] for place in places if place < len(weights.trumps))
            continue
        worth += weights.highest * (0 in places)
        worth += weights.second * (1 in places and len(places) > 1)
        worth += weights.third * (2 in places and len(places) > 2)
        if 0 in places or 1 in places:
            worth += weights.running * max(0, len(places) - 4)
    return worth
