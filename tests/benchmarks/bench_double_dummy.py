"""How fast deals are solved double dummy, beside DDS on the same deals in the same run.

    python -m tests.benchmarks.bench_double_dummy [deals]

Milliseconds of processor time on one core, so that other work on the machine counts little; each
deal goes to both solvers in turn. DDS knows no jokers, so it has only the random bridge-like deals.
With `deals` of 10000 the last column is the evidence that no solve takes a second.
"""

import random
import sys
import time
from collections.abc import Callable

import numpy as np
from endplay.dds.solve import SolveMode, solve_board
from endplay.types import Deal, Denom, Player

from analytics.double_dummy import Position, can_take, card_values, solve, solve_many
from recorder.auction import Direction
from recorder.cards import RANKS, cards_in, mask_of
from recorder.ranking import Ranking, ranking
from recorder.seats import Seat

DENOMINATIONS = (Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs)
LEVEL_FOUR = 9  # tricks of twelve that make a four, the kitty's book apart


def random_deal(rng: random.Random, trump: int | None) -> Position:
    """Twelve of the 52 cards each."""
    cards = rng.sample(range(52), 48)
    masks = [mask_of(cards[12 * seat : 12 * seat + 12]) for seat in Seat]
    return Position(
        (masks[0], masks[1], masks[2], masks[3]),
        ranking(trump, Direction.UP),
        Seat(rng.randrange(4)),
    )


def declared_deal(rng: random.Random) -> Position:
    """The strongest of four hands names its best suit, or one time in four no trump, and buries."""
    cards = rng.sample(range(54), 54)
    direction = rng.choice(list(Direction))

    def strength(mask: int, ranks: Ranking) -> float:
        trumps = [card for card in cards_in(mask) if ranks.power[card] > 64]
        return 3 * len(trumps) + sum(float(ranks.power[card]) % 64 for card in cards_in(mask)) / 8

    hands = [mask_of(cards[12 * seat : 12 * seat + 12]) for seat in Seat]
    _, bidder, trump = max(
        (strength(hands[seat], ranking(suit, direction)), seat, suit)
        for seat in Seat
        for suit in range(4)
    )
    ranks = ranking(None if rng.random() < 0.25 else trump, direction)
    held = sorted(cards_in(hands[bidder] | mask_of(cards[48:])), key=lambda card: ranks.power[card])
    hands[bidder] = mask_of(held[6:])
    return Position((hands[0], hands[1], hands[2], hands[3]), ranks, Seat(bidder))


def bridge(position: Position, trump: int | None) -> Deal:
    hands = (
        ".".join(
            "".join(RANKS[card % 13] for card in reversed(cards_in(mask)) if card // 13 == suit)
            for suit in range(4)
        )
        for mask in position.holdings
    )
    deal = Deal("N:" + " ".join(hands))
    deal.trump = Denom.nt if trump is None else DENOMINATIONS[trump]
    deal.first = Player.find(position.leader.name)
    return deal


def milliseconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)


def line(name: str, times: list[float], versus: list[float] | None = None) -> None:
    figures = f"{np.mean(times):8.2f} {np.median(times):8.2f} {np.percentile(times, 95):8.2f}"
    ratio = "" if versus is None else f"  {np.mean(times) / np.mean(versus):5.2f} x DDS"
    print(f"{name:44}{figures} {max(times):8.1f}{ratio}")


def main(deals: int) -> None:
    rng = random.Random(2026)
    start = time.perf_counter()
    card_values(declared_deal(rng))
    solve(declared_deal(rng))
    print(f"first use, compiled or read from the cache: {time.perf_counter() - start:.1f} s")
    print(f"{deals} deals, milliseconds:{'mean':>{44 + 8 - 27 - len(str(deals))}}", end="")
    print(f"{'median':>9}{'p95':>9}{'most':>9}")

    for name, trumps in (("random deal, trump", (0, 1, 2, 3)), ("random deal, no trump", (None,))):
        ours, theirs = [], []
        for _ in range(deals):
            trump = rng.choice(trumps)
            position = random_deal(rng, trump)
            board = bridge(position, trump)
            ours.append(milliseconds(lambda position=position: solve(position)))
            theirs.append(
                milliseconds(lambda board=board: solve_board(board, SolveMode.OptimalOne))
            )
        line(f"{name}, exact: DDS", theirs)
        line(f"{name}, exact: ours", ours, theirs)

    positions = [declared_deal(rng) for _ in range(deals)]
    line("declared contract, exact", [milliseconds(lambda p=p: solve(p)) for p in positions])
    fours = [
        milliseconds(lambda p=p: can_take(p, p.leader.partnership, LEVEL_FOUR)) for p in positions
    ]
    line('declared contract, "does a four make?"', fours)
    every_card = [milliseconds(lambda p=p: card_values(p)) for p in positions[: deals // 4]]
    line("declared contract, every card of the leader", every_card)

    hundred = positions[:100]
    start = time.perf_counter()
    solve_many(hundred, floor=LEVEL_FOUR - 1)
    print(
        f"{len(hundred)} contracts cut off below the level, all cores:"
        f" {time.perf_counter() - start:.2f} s"
    )
    start = time.perf_counter()
    solve_many(positions)
    print(f"{deals} contracts exact, all cores: {time.perf_counter() - start:.2f} s by the clock")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
