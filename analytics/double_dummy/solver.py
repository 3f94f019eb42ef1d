"""From a position to its value: one question asked with target after target.

A position is solved on a workbench, the machine and table of one search, some 30 MB of which an
ordinary deal touches a few. Workbenches are kept and lent out, one to a thread.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analytics.double_dummy.bits import FLOOR_NO_TRUMP, LANE, kernel, lane_of, popcount, within
from analytics.double_dummy.machine import MACHINE, PLIES, play
from analytics.double_dummy.position import Position, encode
from analytics.double_dummy.search import OUT_OF_NODES, search
from analytics.double_dummy.table import TABLE, forget, learn_owners
from recorder.seats import Partnership

NO_LIMIT = 1 << 60  # nodes
CHUNK = 8  # positions a thread takes at a time: few enough that all cores end together


class Bounds(NamedTuple):
    """At least `low` and at most `high` tricks; a value when they are equal."""

    low: int
    high: int

    @property
    def exact(self) -> bool:
        return self.low == self.high


@kernel
def shape_of(machine: Any) -> int:
    shape = 0
    for seat in range(4):
        for suit in range(4):
            length = popcount(lane_of(machine.hands[seat], suit))
            shape += length << (LANE * seat + 4 * suit)
    return shape


@kernel
def lay_out(
    machine: Any,
    table: Any,
    hands: NDArray[np.int64],
    jokers: NDArray[np.int64],
    leader: int,
    joker_rule: int,
    trump_floor: int,
    trick: NDArray[np.int64],
) -> int:
    """Put a deal on the machine with an empty table, and play `trick` (-1: not yet) to it.

    `hands` are with the cards of the trick. Returns the number of tricks.
    """
    live = 0
    cards = 0
    for seat in range(4):
        machine.hands[seat] = hands[seat]
        machine.jokers[seat] = jokers[seat]
        live |= hands[seat]
        cards += popcount(hands[seat]) + popcount(jokers[seat])
    machine.joker_rule = joker_rule
    machine.trump_floor = trump_floor
    machine.trumps = trump_floor != FLOOR_NO_TRUMP
    machine.shape = shape_of(machine)
    machine.leader[0] = leader
    machine.live[0] = live
    machine.nodes = 0
    for ply in range(PLIES):
        machine.killer[ply] = -1
    forget(table)
    learn_owners(table, machine)
    for ply in range(3):
        if trick[ply] >= 0:
            play(machine, ply, (leader + ply) & 3, trick[ply])
    return cards // 4


@within
def narrow(
    machine: Any,
    table: Any,
    tricks: int,
    ply: int,
    side: int,
    low: int,
    high: int,
    guess: int,
    node_limit: int,
) -> tuple[int, int]:
    """The bounds of what `side` takes, equal unless the node limit cut the search short."""
    while low < high:
        target = min(max(guess, low + 1), high)
        answer = search(machine, table, tricks, ply, side, target, node_limit)
        if answer == OUT_OF_NODES:
            break
        if answer:
            low = target
            guess = target + 1
        else:
            high = target - 1
            guess = target - 1
    return low, high


@kernel
def narrow_each(
    machine: Any,
    table: Any,
    hands: NDArray[np.int64],
    jokers: NDArray[np.int64],
    facts: NDArray[np.int64],
    tricks: NDArray[np.int64],
    bounds: NDArray[np.int64],
    node_limit: int,
) -> None:
    """Narrow the `bounds` of many positions, a row each (see `pack`)."""
    for row in range(len(hands)):
        leader, joker_rule, trump_floor, side = facts[row]
        count = lay_out(
            machine,
            table,
            hands[row],
            jokers[row],
            leader,
            joker_rule,
            trump_floor,
            tricks[row],
        )
        ply = 0
        while ply < 3 and tricks[row, ply] >= 0:
            ply += 1
        low, high = bounds[row]
        bounds[row] = narrow(
            machine,
            table,
            count,
            ply,
            side,
            low,
            min(high, count),
            count // 2,
            node_limit,
        )


class Workbench:
    """A machine and a table; lent to one thread at a time."""

    def __init__(self) -> None:
        self.machine = np.zeros(1, MACHINE)[0]
        self.table = np.zeros(1, TABLE)[0]


_idle: list[Workbench] = []


@contextmanager
def workbench() -> Iterator[Workbench]:
    try:
        bench = _idle.pop()
    except IndexError:
        bench = Workbench()
    try:
        yield bench
    finally:
        _idle.append(bench)


class Packed(NamedTuple):
    """Positions as arrays, a row each: what `narrow_each` reads."""

    hands: NDArray[np.int64]  # [n, 4]
    jokers: NDArray[np.int64]  # [n, 4]
    facts: NDArray[np.int64]  # [n, 4]: leader, joker rule, trump floor, side
    tricks: NDArray[np.int64]  # [n, 3]: cards on the table, -1 for none


def pack(positions: Sequence[Position], partnership: Partnership | None) -> Packed:
    packed = Packed(
        np.zeros((len(positions), 4), np.int64),
        np.zeros((len(positions), 4), np.int64),
        np.zeros((len(positions), 4), np.int64),
        np.full((len(positions), 3), -1, np.int64),
    )
    for row, position in enumerate(positions):
        encoded = encode(position)
        side = position.to_play.partnership if partnership is None else partnership
        packed.hands[row] = encoded.hands
        packed.jokers[row] = encoded.jokers
        packed.facts[row] = encoded.leader, encoded.joker_rule, encoded.trump_floor, side
        packed.tricks[row, : len(encoded.trick)] = encoded.trick
    return packed


def bracket_many(
    positions: Sequence[Position],
    partnership: Partnership | None = None,
    *,
    floor: int = 0,
    ceiling: int = 13,
    node_limit: int = NO_LIMIT,
    threads: int | None = None,
) -> list[Bounds]:
    """The tricks `partnership` takes in each position, the one on the table among them.

    Without a partnership it is that of the seat to play. What is below `floor` is only known to be
    so and given as `floor`, what is above `ceiling` as `ceiling`: telling a bid that is set by one
    from one that is set by five costs time. When a position has taken `node_limit` nodes its bounds
    stand as they are. `threads` is one a core unless said.
    """
    packed = pack(positions, partnership)
    bounds = np.empty((len(positions), 2), np.int64)
    for row, position in enumerate(positions):
        bounds[row] = min(floor, position.tricks_left), min(ceiling, position.tricks_left)

    def narrow_chunk(start: int) -> None:
        chunk = slice(start, start + CHUNK)
        with workbench() as bench:
            narrow_each(
                bench.machine,
                bench.table,
                packed.hands[chunk],
                packed.jokers[chunk],
                packed.facts[chunk],
                packed.tricks[chunk],
                bounds[chunk],
                node_limit,
            )

    starts = range(0, len(positions), CHUNK)
    threads = min(threads or os.cpu_count() or 1, len(starts))
    if threads <= 1:
        for start in starts:
            narrow_chunk(start)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(narrow_chunk, starts))
    return [Bounds(int(low), int(high)) for low, high in bounds]


def bracket(
    position: Position, partnership: Partnership | None = None, *, node_limit: int = NO_LIMIT
) -> Bounds:
    """What is known of the tricks `partnership` takes after at most `node_limit` nodes."""
    return bracket_many([position], partnership, node_limit=node_limit)[0]


def solve_many(
    positions: Sequence[Position],
    partnership: Partnership | None = None,
    *,
    floor: int = 0,
    ceiling: int = 13,
    threads: int | None = None,
) -> list[int]:
    """The tricks `partnership` takes in each position; see `bracket_many`."""
    found = bracket_many(positions, partnership, floor=floor, ceiling=ceiling, threads=threads)
    return [low for low, _ in found]


def solve(position: Position, partnership: Partnership | None = None) -> int:
    """The tricks `partnership` takes with best play by all, the one on the table among them.

    Without a partnership it is that of the seat to play.
    """
    return bracket(position, partnership).low


def can_take(position: Position, partnership: Partnership, tricks: int) -> bool:
    """Whether `partnership` takes at least so many; much quicker than the exact number."""
    if not 0 < tricks <= position.tricks_left:
        return tricks <= 0
    found = bracket_many([position], partnership, floor=tricks - 1, ceiling=tricks)
    return found[0].low >= tricks
