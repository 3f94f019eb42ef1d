"""Samples: what is imagined, how it is priced, and that a look at the deal is never taken."""

from itertools import pairwise

import numpy as np
import pytest

from analytics.accuracy import estimates
from analytics.accuracy.deals import as_played, layouts
from analytics.accuracy.heed import weights
from analytics.accuracy.odds import (
    NO_ALLOWANCE,
    Allowance,
    Choice,
    Played,
    choices,
    net_points,
    play_out,
)
from analytics.simulation.naming import Naming, deck_mask
from recorder.auction import Bid, Direction, Kind, legal_bids, read_calls
from recorder.cards import JOKERS, mask_of, read_cards
from recorder.rules import Rules, load_rules
from recorder.scoring import hand_points

HELD = mask_of(read_cards("BJ AS KS QS 9S 4S AH KH 5H 7D 6D 2C"))
SPADES_UP = Naming(0, Direction.UP)
FOUR = Choice(Bid(4, Kind.UPTOWN), SPADES_UP)


def played(samples: str, bid: str = "4 up") -> Played:
    return Played(bid, "S", "up", None, samples)


def test_layouts_deal_every_unseen_card_once_and_the_same_each_time() -> None:
    rules = Rules()
    few, many = layouts(HELD, rules, 3), layouts(HELD, rules, 6)
    assert many[:3] == few
    for layout in many:
        parts = [HELD, *layout.others, sum(1 << card for card in layout.kitty)]
        assert [part.bit_count() for part in parts] == [12, 12, 12, 12, 6]
        assert sum(parts) == deck_mask(rules)


def test_jokers_that_sit_out_are_in_nobodys_hand() -> None:
    rules = Rules().replace({"play.no_trump_jokers": "sit_out"})
    for layout in layouts(HELD, rules, 20):
        position = as_played(HELD, layout, Naming(None, Direction.UP), rules)
        assert not any(holding & JOKERS for holding in position.holdings)
        assert {holding.bit_count() for holding in position.holdings} == {12}


CERTAIN = [
    ("pagat", "BJ LJ AS KS QS JS TS 9S 8S 7S 6S 5S", 7, 1.0),
    ("pagat", "2H 3H 2D 3D 2C 3C 2S 3S 4S 4H 4D 4C", 7, 0.0),
    ("columbus", "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", 7, 1.0),
]


@pytest.mark.parametrize(("preset", "cards", "level", "chance"), CERTAIN)
def test_a_certain_hand_is_certain(preset: str, cards: str, level: int, chance: float) -> None:
    rules = load_rules(preset).rules
    held = mask_of(read_cards(cards))
    choice = Choice(Bid(level, Kind.UPTOWN), SPADES_UP)
    found = play_out(held, layouts(held, rules, 8), choice, rules).odds(rules)
    assert found.chance.value == chance
    outcome = hand_points(rules, level, False, rules.books_in_hand if chance else 0)
    assert found.points.value == outcome[0] - outcome[1]


@pytest.mark.parametrize("preset", ["pagat", "card_sharks", "parlett", "detroit"])
def test_a_span_hides_no_difference_in_points(preset: str) -> None:
    """The books the solver does not tell apart are paid alike."""
    rules = load_rules(preset).rules
    deals = layouts(HELD, rules, 6)
    if rules.deck.jokers < 2:
        deals = layouts(HELD, rules, 4)
    narrow = play_out(HELD, deals, FOUR, rules)
    wide = play_out(HELD, deals, FOUR, rules, levels=range(1, 8))
    for allowance in (NO_ALLOWANCE, Allowance(0.6, 1.4), Allowance(2, 3)):
        assert np.allclose(narrow.points(rules, 4, allowance), wide.points(rules, 4, allowance))


def test_expected_points_and_chance_never_rise_with_the_level() -> None:
    rules = Rules()
    found = play_out(HELD, layouts(HELD, rules, 12), FOUR, rules, levels=range(3, 8))
    by_level = [found.odds(rules, level=level) for level in range(3, 8)]
    for lower, higher in pairwise(by_level):
        assert lower.chance.value >= higher.chance.value
        assert lower.points.value >= higher.points.value


def test_half_a_book_lost_is_a_book_lost_half_the_time() -> None:
    rules = Rules()
    found = played("ab")  # ten and eleven books
    assert found.made(4, Allowance(0.5, 0)).tolist() == [0.5, 1.0]
    assert found.points(rules, 4, Allowance(0.5, 0)).tolist() == [0.0, 4.5]
    assert found.points(rules, 4, Allowance(0, 3)).tolist() == [4.0, 5.0]


def test_samples_at_no_trump_are_paid_as_such() -> None:
    found = Played("4 no", "no", "up", None, "o")  # 24 = 14 + 10 books
    assert found.is_no_trump
    assert found.points(Rules(), 4, NO_ALLOWANCE).tolist() == [8.0]
    assert found.points(Rules(), 4, Allowance(0, 1)).tolist() == [-8.0]


def test_what_is_named_after_the_kitty_is_chosen_anew_on_each_layout() -> None:
    rules = Rules().replace({"auction.trump_named": "after_kitty"})
    [choice] = choices([Bid(4, Kind.UPTOWN)], rules)
    assert choice.naming is None
    assert play_out(HELD, layouts(HELD, rules, 3), choice, rules).trump is None


def test_net_points_are_those_of_the_rules() -> None:
    rules = load_rules("card_sharks").rules
    ours, theirs = hand_points(rules, 5, True, 8)
    assert net_points(rules, 5, True)[8] == ours - theirs


def test_a_partner_who_bid_is_given_better_cards() -> None:
    """Heeded, partner's `5 up` makes our chance grow; a pass makes it shrink."""
    rules = Rules()
    deals = layouts(HELD, rules, 60)
    books = play_out(HELD, deals, FOUR, rules, levels=(1, 7)).books

    def mean(calls: str) -> float:
        return float(np.average(books, weights=weights(deals, read_calls(calls), rules)))

    assert mean("4 up, pass") > books.mean() > mean("pass, pass")


def test_equal_weights_are_no_weights() -> None:
    values = np.array([1.0, 2.0, 6.0, 7.0])
    assert estimates.mean(values) == estimates.mean(values, np.full(4, 0.3))
    known = estimates.mean(values)
    assert known.value == 4.0
    assert (known.low, known.high) == pytest.approx((-0.6853, 8.6853), abs=1e-3)
    share = estimates.share(np.array([1.0] * 8 + [0.0] * 2), np.ones(10))
    assert (share.low, share.high) == pytest.approx((0.4902, 0.9433), abs=1e-3)


def test_every_legal_kind_is_considered() -> None:
    rules = Rules()
    lowest = {bid.kind: bid for bid in reversed(legal_bids([Bid(5, Kind.NO_TRUMP)], rules))}
    found = choices(list(lowest.values()), rules)
    assert {str(choice.bid) for choice in found} == {"6 up", "6 down", "6 no"}
    assert len(found) == 4 + 4 + 2
