"""What it takes to judge a club: seconds of processor time, and so the minutes on two cores.

    python -m tests.benchmarks.bench_accuracy [hands] [samples]

Hands are simulated whole. Processor time is taken so that other work on the machine counts little.
"""

import sys
import time
from collections.abc import Callable
from random import Random

from analytics.accuracy.judging import JudgedHand, Spoken, judge
from analytics.double_dummy.declared import declared
from analytics.simulation.hands import play_hand
from analytics.simulation.naming import Naming
from analytics.simulation.people import alike
from recorder.auction import Bid, Direction, read_calls
from recorder.cards import SUITS, mask_of, read_cards
from recorder.hand import HandRecord
from recorder.rules import Rules
from recorder.seats import Seat

CORES = 2
THOUSAND = 1000


def spoken(record: HandRecord, rules: Rules) -> Spoken:
    assert record.bid is not None
    assert record.bidder is not None
    is_down = "down" in (record.direction or record.bid)
    return Spoken(
        rules,
        Seat.parse(record.dealer or "N"),
        tuple(read_calls(record.calls or "")),
        tuple(mask_of(read_cards(record.holding(seat) or "")) for seat in Seat),
        Seat.parse(record.bidder),
        Bid.parse(record.bid),
        Naming(
            None if record.trump == "no" else SUITS.index(record.trump or "S"),
            Direction.DOWN if is_down else Direction.UP,
        ),
    )


def seconds(work: Callable[[HandRecord], object], records: list[HandRecord]) -> float:
    started = time.process_time()
    for record in records:
        work(record)
    return (time.process_time() - started) / len(records)


def report(what: str, each: float) -> None:
    minutes = each * THOUSAND / CORES / 60
    print(f"{what:<34} {each * 1000:8.0f} ms a hand   {minutes:5.1f} min for 1,000 on two cores")


def main(hands: int = 40, samples: int = 100) -> None:
    rules = Rules()
    rng = Random(7)
    people = alike()[:4]
    records: list[HandRecord] = []
    while len(records) < hands + 1:
        record = play_hand(rng, people, Seat(len(records) % 4), rules)
        if record.bid is not None:
            records.append(record)
    first, *rest = records

    def bid_alone(record: HandRecord) -> JudgedHand:
        asked = spoken(record, rules)
        return judge(
            Spoken(rules, None, None, asked.held, asked.bidder, asked.bid, asked.naming), samples
        )

    works: dict[str, Callable[[HandRecord], object]] = {
        "declared contract and card costs": lambda record: declared(record, rules),
        f"the bid, {samples} samples": bid_alone,
        f"the bid and the passes, {samples}": lambda record: judge(spoken(record, rules), samples),
    }
    for what, work in works.items():
        work(first)  # compiled, or read from the cache
        report(what, seconds(work, rest))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
