"""The classes are right about people whose boldness is known, and luck favours no seat."""

from collections import Counter
from functools import cache

import numpy as np
import pytest

from analytics.accuracy import estimates
from analytics.accuracy.classes import Verdict, of_bid, of_pass
from analytics.accuracy.deals import Layout, as_played, layouts
from analytics.accuracy.judging import JudgedHand, judge
from analytics.accuracy.odds import NO_ALLOWANCE, USUAL, Choice, net_points, play_out
from analytics.double_dummy import solve
from analytics.simulation.bidding import best_naming
from recorder.auction import Bid, Kind
from recorder.cards import cards_in
from recorder.rules import Rules
from recorder.seats import Partnership, Seat
from tests.accuracy.imagined import alike, dealt, spoken

DEALS = range(7)
SAMPLES = 40
BOLD, TIMID = 2.0, -1.5  # books
RULES = Rules()


@cache
def judged(boldness: float) -> list[JudgedHand]:
    return [judge(spoken(seed, alike(boldness), RULES), SAMPLES) for seed in DEALS]


def verdicts(boldness: float) -> Counter[Verdict]:
    found: Counter[Verdict] = Counter()
    for hand in judged(boldness):
        if hand.bid is not None:
            found[of_bid(hand.bid, RULES, USUAL, 0.0).verdict] += 1
        found.update(of_pass(one, RULES, USUAL, 0.0).verdict for one in hand.passes)
    return found


def test_the_bold_bid_too_high_and_the_timid_miss_bids() -> None:
    bold, timid = verdicts(BOLD), verdicts(TIMID)
    assert bold[Verdict.TOO_HIGH] > timid[Verdict.TOO_HIGH]
    assert timid[Verdict.MISSED] > bold[Verdict.MISSED]


def test_the_bold_bid_on_smaller_chances() -> None:
    def mean_chance(boldness: float) -> float:
        bids = [hand.bid for hand in judged(boldness) if hand.bid and not hand.bid.forced]
        return float(np.mean([bid.played.odds(RULES, USUAL).chance.value for bid in bids]))

    assert mean_chance(BOLD) < mean_chance(TIMID)


@pytest.mark.parametrize("turn", range(4))
def test_seat_by_seat_the_mean_luck_is_zero(turn: int) -> None:
    """What a deal brings is on average what its samples said: nothing unseen was looked at."""
    luck = []
    for seed in range(100, 120):
        hands = dealt(seed, RULES)
        seat = Seat(turn)
        bid = Bid(4, Kind.UPTOWN)
        naming = best_naming(cards_in(hands[seat]), bid, RULES)
        held = hands[seat]
        sampled = play_out(held, layouts(held, RULES, 12), Choice(bid, naming), RULES)
        others = (hands[seat.lho], hands[seat.partner], hands[seat.rho])
        really = Layout(others, tuple(map(int, cards_in(hands[4]))))
        position = as_played(held, really, naming, RULES)
        books = solve(position, Partnership.NS) + 1
        expected = sampled.points(RULES, 4, NO_ALLOWANCE).mean()
        luck.append(net_points(RULES, 4, no_trump=False)[books] - expected)
    found = estimates.mean(np.array(luck), confidence=0.999)
    assert found.low < 0 < found.high


def test_an_auction_without_calls_is_judged_by_the_bid_alone() -> None:
    hand = spoken(3, alike(0.0), RULES)
    assert hand.bid is not None
    told = judge(type(hand)(RULES, None, None, hand.held, hand.bidder, hand.bid, hand.naming), 20)
    assert told.bid is not None
    assert told.passes == []
    assert (told.bid.over, told.bid.forced, told.bid.lowest) == (None, False, str(hand.bid))
