"""The search: can one side still take at least so many tricks?

Every question is of that form (a window of no width), and the value of a position is found by
asking it a few times; what the table learnt for one question serves the next. The four hands are
played as one machine of plies rather than by recursion: at each ply a card is chosen (`CHOOSE`),
played, and the answer handed back (`ANSWER`) to the ply that played it, which accepts it or tries
again.

Along with each answer goes `ranks`: the cards whose rank it depends on, a bit each. A card counts
only where it won a trick against another of its suit; all else depends on lengths alone, and so the
answer holds for every deal of the same lengths with the same owners of the cards down to those.
"""

from __future__ import annotations

from typing import Any

from analytics.double_dummy.bits import LANE, TRUMP, highest, kernel, lane_of, lowest, within
from analytics.double_dummy.bounds import (
    guarded_trump,
    last_trick,
    must_lose_one,
    quick_tricks,
    sure_trumps,
)
from analytics.double_dummy.machine import close_trick, key_of, play, take_back, winning_rank
from analytics.double_dummy.moves import drop_alike, follows, leads, take_best
from analytics.double_dummy.table import NO_LEAD, UNKNOWN, look_up, store

OUT_OF_NODES = -1

ENTER, CHOOSE, ANSWER = 0, 1, 2


@kernel
def whole_runs(ranks: int, live: int, hand: int) -> int:
    """`ranks`, with each run of the mover's touching cards it reaches taken in to its lowest.

    Only the highest of a run was tried. That the others do no better holds only as long as they do
    touch, so their owners matter too.
    """
    for suit in range(4):
        lane = lane_of(ranks, suit)
        held = lane_of(hand, suit)
        if lane == 0 or held == 0:
            continue
        bottom = lowest(lane)
        if not (held >> bottom) & 1:
            continue
        below = lane_of(live, suit) & ((1 << bottom) - 1)
        reached = bottom
        while below:
            rank = highest(below)
            if not (held >> rank) & 1:
                break
            reached = rank
            below ^= 1 << rank
        if reached != bottom:
            ranks |= 1 << (LANE * suit + reached)
    return ranks


@within
def judge(
    machine: Any,
    live: int,
    leader: int,
    tricks_left: int,
    target: int,
    side: int,
) -> tuple[int, int]:
    """The answer at the start of a trick if a bound gives it, else UNKNOWN, and its ranks."""
    if target <= 0:
        return 1, 0
    if target > tricks_left:
        return 0, 0
    if tricks_left == 1:
        wins, ranks = last_trick(machine, leader, side)
        return 1 if wins else 0, ranks
    ours = (leader ^ side) & 1 == 0
    # What settles the question: for the side on lead, and for the other.
    to_cash = target if ours else tricks_left - target + 1
    to_stop = tricks_left - to_cash + 1
    quick, ranks = quick_tricks(machine, live, leader, tricks_left, to_cash)
    if quick >= to_cash:
        return 1 if ours else 0, ranks
    if machine.trumps and lane_of(live, TRUMP):
        sure, ranks = sure_trumps(machine, live, leader, to_stop)
        if sure >= to_stop:
            return 0 if ours else 1, ranks
        if to_stop == 1:
            ranks = guarded_trump(machine, live, leader)
            if ranks:
                return 0 if ours else 1, ranks
    elif to_stop == 1:
        loses, ranks = must_lose_one(machine, live, leader, tricks_left)
        if loses:
            return 0 if ours else 1, ranks
    return UNKNOWN, 0


@kernel
def search(
    machine: Any,
    table: Any,
    tricks_left: int,
    first_ply: int,
    side: int,
    target: int,
    node_limit: int,
) -> int:
    """1 if `side` takes `target` of the tricks from ply `first_ply`'s trick on, 0 if not.

    The caller has set `leader` and `live` of that trick and played its earlier cards. `tricks_left`
    counts from the first trick of the machine. OUT_OF_NODES when the limit is reached.
    """
    machine.target[first_ply >> 2] = target
    ply = first_ply
    result = 0
    ranks = 0
    step = ENTER
    if first_ply & 3 == 0 and tricks_left == first_ply >> 2:
        return 1 if target <= 0 else 0
    while True:
        trick = ply >> 2
        seat = (machine.leader[trick] + ply) & 3
        if step == ENTER:
            if ply & 3 == 0:
                machine.nodes += 1
                left = tricks_left - trick
                wanted = machine.target[trick]
                live = machine.live[trick]
                result, ranks = judge(machine, live, seat, left, wanted, side)
                if result != UNKNOWN:
                    step = ANSWER
                    continue
                key = key_of(machine, seat)
                result, ranks, table_lead, near_lead = look_up(
                    table, machine.shape, key, live, wanted
                )
                if result != UNKNOWN:
                    step = ANSWER
                    continue
                if machine.nodes > node_limit:
                    while ply > first_ply:
                        ply -= 1
                        take_back(machine, ply, (machine.leader[ply >> 2] + ply) & 3)
                    return OUT_OF_NODES
                leads(machine, ply, live, seat, left, table_lead, near_lead)
            else:
                follows(machine, ply, machine.live[trick], seat)
            machine.move_next[ply] = 0
            machine.ranks[ply] = 0
            step = CHOOSE
        if step == CHOOSE:
            if machine.move_next[ply] == machine.move_count[ply]:
                # Every card failed, so the answer depends on all that they depended on.
                result = 0 if (seat ^ side) & 1 == 0 else 1
                ranks = whole_runs(machine.ranks[ply], machine.live[trick], machine.hands[seat])
                if ply & 3 == 0:
                    store(
                        table,
                        machine.shape,
                        key_of(machine, seat),
                        machine.live[trick],
                        tricks_left - trick,
                        machine.target[trick],
                        result == 1,
                        ranks,
                        NO_LEAD,
                    )
                step = ANSWER
                continue
            play(machine, ply, seat, take_best(machine, ply))
            if ply & 3 == 3:
                close_trick(machine, trick, side)
            ply += 1
            step = ENTER
            continue
        # ANSWER: hand the result back to the ply before.
        if ply == first_ply:
            return result
        ply -= 1
        trick = ply >> 2
        seat = (machine.leader[trick] + ply) & 3
        if ply & 3 == 3:
            ranks |= winning_rank(machine, ply)
        card = machine.played[ply]
        take_back(machine, ply, seat)
        mover_is_side = (seat ^ side) & 1 == 0
        if mover_is_side == (result == 1):
            machine.killer[ply] = card
            if ply & 3 == 0:
                store(
                    table,
                    machine.shape,
                    key_of(machine, seat),
                    machine.live[trick],
                    tricks_left - trick,
                    machine.target[trick],
                    result == 1,
                    ranks,
                    card,
                )
        else:
            machine.ranks[ply] |= ranks
            drop_alike(machine, ply, card, ranks)
            step = CHOOSE
