"""How fast hands are replayed, beside PokerKit replaying a hand from its own format.

    python -m tests.benchmarks.bench_replay

One core, one run, in seconds of processor time, so that other work on the machine counts little.
A replay finds who may play what at every turn, who takes each book, reneges and impossible records.
The first use is timed in a process of its own with an empty compile cache.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from random import Random

import numpy as np
from pokerkit import HandHistory

from recorder.contracts import contracts_of
from recorder.encode import encode
from recorder.hand import frame_of
from recorder.results import replay_under
from recorder.rules import Rules
from tests.strategies import random_hand

DISTINCT = 4_000
TIMES = 100

POKER = """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 200]
actions = [
  "d dh p1 AcKd", "d dh p2 7h6h", "d dh p3 QsQc",
  "p3 cbr 6", "p1 cc", "p2 cc",
  "d db 8h5hQd", "p1 cc", "p2 cc", "p3 cbr 12", "p1 f", "p2 cc",
  "d db 2s", "p2 cc", "p3 cbr 40", "p2 cc",
  "d db 9h", "p2 cbr 142", "p3 cc", "p2 sm 7h6h", "p3 sm QsQc",
]
"""


def hands_a_second(run: Callable[[], int]) -> float:
    """The best of five runs; each returns how many hands it replayed."""
    best = 0.0
    for _ in range(5):
        start = time.process_time()
        hands = run()
        best = max(best, hands / (time.process_time() - start))
    return best


def bid_whist() -> Callable[[], int]:
    rng = Random(1)
    rules = Rules()
    records = [random_hand(rng, rules.values(), renege_rate=0.01).record for _ in range(DISTINCT)]
    frame = frame_of(records)
    many = np.tile(np.arange(DISTINCT), TIMES)
    which = np.zeros(len(many), np.int32)
    batch = encode(frame).take(many)
    contracts = contracts_of(frame[many], [rules], which)

    def run() -> int:
        replayed, _ = replay_under(batch, contracts, [rules], which)
        assert not replayed.faults.any()
        return len(many)

    run()
    return run


def poker() -> int:
    hands = 500
    for _ in range(hands):
        for _state in HandHistory.loads(POKER):
            pass
    return hands


FIRST_USE = """
import time
from recorder.evaluate import evaluate
from recorder.hand import HandRecord, frame_of
from recorder.rules import Rules
start = time.process_time()
evaluate(frame_of([HandRecord(bidder="N", bid="4 up", trump="S", books=10)]), [Rules()])
print(time.process_time() - start)
"""


def first_use() -> tuple[float, float]:
    """Seconds to evaluate one hand with nothing compiled yet, and once it is."""
    with tempfile.TemporaryDirectory() as cache:
        cold, warm = (
            float(
                subprocess.run(
                    [sys.executable, "-c", FIRST_USE],
                    env={**os.environ, "NUMBA_CACHE_DIR": cache},
                    check=True,
                    capture_output=True,
                    text=True,
                ).stdout
            )
            for _ in range(2)
        )
    return cold, warm


def main() -> None:
    ours, theirs = hands_a_second(bid_whist()), hands_a_second(poker)
    cold, warm = first_use()
    print(f"bid whist hands replayed  {ours:>12,.0f} a second")
    print(f"pokerkit hands replayed   {theirs:>12,.0f} a second")
    print(f"ratio                     {ours / theirs:>12,.0f}")
    print(f"first use, compiling      {cold:>12.2f} s")
    print(f"first use, from the cache {warm:>12.2f} s")


if __name__ == "__main__":
    main()
