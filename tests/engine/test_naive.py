"""The engine against the naive implementation, on random hands under random rules."""

from random import Random

import pytest

from recorder.auction import read_calls, resolve_auction
from recorder.seats import Seat
from tests.engine import naive
from tests.engine.judging import judged, renege_plays
from tests.strategies import (
    call_text,
    random_bid,
    random_hand,
    random_result,
    random_rules,
)

HANDS = 12_000
GAMES = 4_000


@pytest.fixture(scope="module")
def houses():
    rng = Random(20)
    return [random_rules(rng) for _ in range(400)]


def test_whole_hands(houses):
    rng = Random(1)
    values = [house.values() for house in houses]
    which = [rng.randrange(len(houses)) for _ in range(HANDS)]
    played = [
        random_hand(rng, values[at], renege_rate=0.02, game=str(number))
        for number, at in enumerate(which)
    ]
    table = judged([hand.record for hand in played], houses, which)
    for hand, row in zip(played, table.iter_rows(named=True), strict=True):
        rules, deal = hand.rules, hand.deal
        held = naive.holdings(
            rules, hand.contract, deal.hands, deal.kitty, hand.discards, hand.tricks
        )
        expected = naive.replay(rules, hand.contract, held, hand.tricks)
        got = (
            row["winners"],
            sorted(renege_plays(row["renege_plays"])),
            {"NS": row["books_ns"], "EW": row["books_ew"]},
        )
        assert row["faults"] == 0, hand
        assert got == (expected.winners, sorted(expected.reneges), expected.books), hand


def test_stopped_hands(houses):
    """The holdings come from the deal alone when the tricks break off."""
    rng = Random(2)
    values = [house.values() for house in houses]
    which = [rng.randrange(len(houses)) for _ in range(HANDS // 4)]
    played = [
        random_hand(rng, values[at], renege_rate=0.05, stop_after=rng.randint(1, 11), game=str(n))
        for n, at in enumerate(which)
    ]
    table = judged([hand.record for hand in played], houses, which)
    for hand, row in zip(played, table.iter_rows(named=True), strict=True):
        if hand.contract.trump == "no" and hand.rules["play.no_trump_jokers"] == "sit_out":
            continue  # Who holds which card of the kitty is not written.
        held = naive.holdings(
            hand.rules, hand.contract, hand.deal.hands, hand.deal.kitty, hand.discards, ()
        )
        expected = naive.replay(hand.rules, hand.contract, held, hand.tricks)
        assert row["status"] == "stopped", hand
        got = row["winners"], sorted(renege_plays(row["renege_plays"]))
        assert got == (expected.winners, sorted(expected.reneges)), hand


def test_games(houses):
    rng = Random(3)
    records, which, expected = [], [], []
    for number in range(GAMES):
        at = rng.randrange(len(houses))
        rules = houses[at].values()
        game = naive.Game(rules)
        for hand in range(1, 31):
            called = rng.choices("NESW", k=rng.choice((0, 0, 0, 0, 0, 0, 1, 1, 2)))
            record = random_result(rng, rules, called=called, game=str(number), hand=hand)
            level = int(record.bid[0])
            scored = game.hand(
                naive.SIDES[record.bidder],
                level,
                record.trump == "no",
                record.books,
                [naive.SIDES[seat] for seat in called],
            )
            records.append(record)
            which.append(at)
            expected.append(scored)
            if scored.winner:
                break
    table = judged(records, houses, which)
    assert table["winner"].is_not_null().sum() > GAMES // 2
    for record, at, row, scored in zip(
        records, which, table.iter_rows(named=True), expected, strict=True
    ):
        got = naive.Scored(
            row["books"],
            row["made"],
            {"NS": row["points_ns"], "EW": row["points_ew"]},
            {"NS": row["score_ns"], "EW": row["score_ew"]},
            row["winner"],
        )
        assert got == scored, (record, houses[at])


def test_auctions(houses):
    rng = Random(4)
    for _ in range(HANDS):
        house = rng.choice(houses)
        rules = house.values()
        calls = [random_bid(rng, rules) if rng.random() < 0.6 else None for _ in range(4)]
        text = ", ".join(map(call_text, calls))
        found = resolve_auction(read_calls(text), Seat.N, house)
        bad = naive.first_bad_call(rules, calls)
        assert found.first_bad_call == bad, (text, house.auction)
        if bad is None and any(calls):
            place = max(i for i, call in enumerate(calls) if call)
            assert found.bidder == Seat((place + 1) % 4), (text, house.auction)
