"""Re-scoring a club's hands under other rules, beside PokerKit replaying as many hands.

    python -m tests.benchmarks.bench_rescore [HANDS]

Hands are results drawn in games of six; prints seconds for one rule set and for ten, games
included, the time a flipped switch takes on 100,000 hands, and the ratio to PokerKit.
"""

import sys
from dataclasses import fields, replace
from random import Random
from time import perf_counter

import numpy as np

from analytics.house_rules.compare import compare
from analytics.house_rules.played import Played, played_of
from analytics.house_rules.rescore import rescore
from analytics.simulation import play_hand
from analytics.simulation.people import CLUB
from recorder.evaluate import evaluate
from recorder.hand import frame_of
from recorder.rules import load_rules
from recorder.seats import Seat
from tests.benchmarks.bench_replay import hands_a_second, poker

TEN = (
    "pagat",
    "windows",
    "card_sharks",
    "parlett",
    "bidwhist_com",
    "wikipedia",
    "fahrenheit",
    "pagat,play.downtown_aces=bad",
    "pagat,play.no_trump_jokers=high",
    "pagat,scoring.defenders_odd=over_six",
)
SEED_HANDS = 600
GAME = 6


def repeated(hands: Played, times: int) -> Played:
    """The same games again and again, each a game of its own."""

    def again(values, grows):  # type: ignore[no-untyped-def]
        step = int(values.max()) + 1 if grows else 0
        return np.concatenate([values + i * step if grows else values for i in range(times)])

    arrays = {
        field.name: again(getattr(hands, field.name), field.name in ("game", "evening"))
        for field in fields(Played)
        if isinstance(getattr(hands, field.name), np.ndarray)
    }
    contracts = replace(
        hands.contracts,
        **{
            field.name: again(getattr(hands.contracts, field.name), False)
            for field in fields(hands.contracts)
        },
    )
    n = len(hands)
    return replace(
        hands, **arrays, contracts=contracts, cards_of=lambda rows: hands.cards_of(rows % n)
    )


def sample() -> Played:
    """Fully played hands, in games."""
    rng = Random(1)
    rules = load_rules("pagat").rules
    records = []
    for number in range(SEED_HANDS):
        people = rng.sample(CLUB, 4)
        record = play_hand(rng, people, Seat(number % 4), rules)
        game, hand = divmod(number, GAME)
        records.append(replace(record, file="f", game=str(game), hand=hand + 1))
    return played_of(evaluate(frame_of(records), [rules]))


def seconds(work) -> float:  # type: ignore[no-untyped-def]
    start = perf_counter()
    work()
    return perf_counter() - start


def main(wanted: int) -> None:
    seed = sample()
    hands = repeated(seed, -(-wanted // len(seed)))
    sets = [load_rules(name) for name in TEN]
    for one in sets:
        rescore(seed, one.rules)  # compiled and priced before the clock starts
    each = {one.name: seconds(lambda one=one: rescore(hands, one.rules)) for one in sets}
    print(f"{len(hands):,} fully played hands, games included")
    for name, took in each.items():
        print(f"  {name:40} {took:6.2f} s")
    print(f"  {'ten rule sets, compared':40} {seconds(lambda: compare(hands, sets).sets()):6.2f} s")
    small = repeated(seed, -(-100_000 // len(seed)))
    took = seconds(lambda: compare(small, sets[:2]).pairs())
    print(f"  {'one switch flipped, 100,000 hands':40} {took:6.2f} s")
    ours, theirs = len(hands) / each["parlett"], hands_a_second(poker)
    print(
        f"re-scored {ours:,.0f} hands/s, PokerKit replays {theirs:,.0f}/s: {ours / theirs:,.0f} x"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
