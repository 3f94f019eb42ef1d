"""The cards a player cannot see, imagined: dealt at random, the same for every bid considered."""

from dataclasses import dataclass

import numpy as np

from analytics.accuracy.discards import discards
from analytics.double_dummy import Position
from analytics.simulation.naming import Naming, deck_mask, standing
from recorder.cards import cards_in
from recorder.rules import Rules
from recorder.seats import Seat

__all__ = ["Layout", "as_played", "layouts"]

MASK = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Layout:
    """One way the unseen cards may lie: left hand, partner, right hand, and the kitty."""

    others: tuple[int, int, int]
    kitty: tuple[int, ...]
    """In the order dealt."""


def layouts(cards: int, rules: Rules, count: int) -> list[Layout]:
    """`count` layouts of what the holder of `cards` cannot see, all equally likely.

    The same cards get the same layouts every time, so that one bid is compared with another on
    the same deals; and a longer list begins with the shorter.
    """
    unseen = np.array([int(card) for card in cards_in(deck_mask(rules) & ~cards)], np.int64)
    size = rules.deck.hand_size
    shuffler = np.random.default_rng([cards & MASK, rules.deck.jokers, size])
    found = []
    for _ in range(count):
        dealt = shuffler.permutation(unseen).tolist()
        first, second, third = (
            sum(1 << card for card in dealt[size * at : size * (at + 1)]) for at in range(3)
        )
        found.append(Layout((first, second, third), tuple(dealt[3 * size :])))
    return found


def as_played(cards: int, layout: Layout, naming: Naming, rules: Rules) -> Position:
    """The table at the first lead; the bidder, who is given North's chair, has buried."""
    order = standing(naming, rules.play.no_trump_jokers)
    others, kitty = list(layout.others), list(layout.kitty)
    barred = order.ranking.barred
    if barred:
        _swap_out(others, kitty, barred)
    held = cards | sum(1 << card for card in kitty)
    held &= ~discards(held, naming, rules)
    leader = Seat.N if rules.play.first_lead == "bidder" else Seat.E
    return Position((held, others[0], others[1], others[2]), order.ranking, leader)


def _swap_out(others: list[int], kitty: list[int], barred: int) -> None:
    """Jokers that sit out are changed for cards of the kitty before the bidder picks it up."""
    for at, hand in enumerate(others):
        for joker in cards_in(hand & barred):
            place = next(i for i, card in enumerate(kitty) if not barred >> card & 1)
            others[at] ^= 1 << joker | 1 << kitty[place]
            kitty[place] = int(joker)
