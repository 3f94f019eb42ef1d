"""What is buried: nil jokers, then losers from the bottom of side suits, never a trump."""

import random

import pytest

from analytics.accuracy.discards import discards
from analytics.simulation.naming import Naming, deck_mask, namings, standing
from recorder.auction import Direction
from recorder.cards import cards_in, cards_text, mask_of, read_cards
from recorder.rules import Rules, load_rules

SPADES_UP = Naming(0, Direction.UP)
SPADES_DOWN = Naming(0, Direction.DOWN)
NO_TRUMP_UP = Naming(None, Direction.UP)

TABLE = [
    (
        "losers go, winners and trumps stay",
        SPADES_UP,
        "BJ AS KS QS JS 9S 4S AH KH AD KD QD 9C 8C 7C 4C 3C 2C",
        "9C 8C 7C 4C 3C 2C",
    ),
    (
        "downtown the high cards are the losers",
        SPADES_DOWN,
        "BJ 2S 3S 4S 5S 6S 9S AH 2H AD 2D 3D KC QC JC TC 9C 8C",
        "KC QC JC TC 9C 8C",
    ),
    (
        "jokers win nothing at no trump and go first",
        NO_TRUMP_UP,
        "BJ LJ AS KS QS AH KH QH AD KD QD AC KC QC 5C 4C 3C 2C",
        "BJ LJ 5C 4C 3C 2C",
    ),
    (
        "without enough side cards trumps go, from the bottom",
        SPADES_UP,
        "BJ LJ AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AH KH QH",
        "4S 3S 2S AH KH QH",
    ),
]


@pytest.mark.parametrize(("why", "naming", "held", "buried"), TABLE, ids=[row[0] for row in TABLE])
def test_buried(why: str, naming: Naming, held: str, buried: str) -> None:
    found = discards(mask_of(read_cards(held)), naming, Rules())
    assert cards_text(cards_in(found)) == cards_text(read_cards(buried))


@pytest.mark.parametrize("preset", ["pagat", "northeast", "detroit", "columbus"])
def test_any_hand_buries_the_kitty_size_and_no_trump_while_others_are_there(preset: str) -> None:
    rules = load_rules(preset).rules
    shuffler = random.Random(preset)
    for naming in namings(rules):
        order = standing(naming, rules.play.no_trump_jokers)
        deck = cards_in(deck_mask(rules))
        shuffler.shuffle(deck)
        held = mask_of(deck[: rules.deck.hand_size + rules.deck.kitty_size])
        buried = discards(held, naming, rules)
        assert not buried & ~held
        assert buried.bit_count() == rules.deck.kitty_size
        assert not buried & order.trumps or not held & ~buried & ~order.trumps
