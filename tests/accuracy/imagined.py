"""Deals bid by simulated people whose boldness is known."""

from collections.abc import Sequence
from random import Random

from analytics.accuracy.judging import Spoken
from analytics.simulation.bidding import best_naming, calls_of
from analytics.simulation.naming import deck_mask
from analytics.simulation.people import Person
from recorder.auction import resolve_auction
from recorder.cards import cards_in, mask_of
from recorder.rules import Rules
from recorder.seats import Seat


def dealt(seed: int, rules: Rules) -> tuple[int, ...]:
    """Four hands, and what is left as the kitty."""
    deck = cards_in(deck_mask(rules))
    Random(f"deal {seed}").shuffle(deck)
    size = rules.deck.hand_size
    hands = [mask_of(deck[size * seat : size * (seat + 1)]) for seat in Seat]
    return (*hands, mask_of(deck[4 * size :]))


def spoken(seed: int, people: Sequence[Person], rules: Rules) -> Spoken:
    """The auction of deal `seed`; the same cards whoever bids them."""
    held = dealt(seed, rules)[:4]
    dealer = Seat(seed % 4)
    calls = calls_of(Random(seed), held, people, dealer, rules)
    auction = resolve_auction(calls, dealer, rules)
    naming = None
    if auction.bid is not None and auction.bidder is not None:
        naming = best_naming(cards_in(held[auction.bidder]), auction.bid, rules)
    return Spoken(rules, dealer, tuple(calls), held, auction.bidder, auction.bid, naming)


def alike(boldness: float) -> list[Person]:
    return [Person(name, 1.0, boldness) for name in ("Ann", "Bo", "Cy", "Di")]
