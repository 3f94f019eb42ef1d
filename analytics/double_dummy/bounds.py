"""What can be said of a position without searching it.

Each bound comes with `ranks`: a bit for the lowest card of each lane it leans on. A bound that
leans on lengths alone leaves the lane out, and then holds for every position of that shape.
"""

from __future__ import annotations

from typing import Any

from analytics.double_dummy.bits import (
    JOKER,
    LANE,
    TRUMP,
    beats,
    highest,
    kernel,
    kth_highest,
    lane_of,
    length_of,
    popcount,
)
from analytics.double_dummy.machine import JOKERS_FREE, JOKERS_HIGH

NO_RUFF = 99  # more rounds than any suit has


@kernel
def run_from_top(hand: int, lane: int) -> int:
    """How many of the highest cards of `lane` are all in `hand` (both single lanes)."""
    missing = lane & ~hand
    if missing == 0:
        return popcount(lane)
    return popcount(lane >> (highest(missing) + 1))


@kernel
def quick_tricks(
    machine: Any, live: int, leader: int, tricks_left: int, wanted: int
) -> tuple[int, int]:
    """Tricks the side on lead can cash at once, (count, ranks); stops counting at `wanted`.

    The leader draws trumps as far as his own top trumps go, cashes his winners in the side suits as
    long as no opponent can ruff, then crosses to his partner, who cashes his.
    """
    trumps = machine.trumps
    joker_rule = machine.joker_rule
    jokers = machine.jokers
    shape = machine.shape
    partner = (leader + 2) & 3
    left = (leader + 1) & 3
    right = (leader + 3) & 3
    if joker_rule & JOKERS_HIGH:
        elsewhere = jokers[left] | jokers[partner] | jokers[right]
        if jokers[leader] | elsewhere:
            # A high joker upsets all that follows; count only the leader's own top ones.
            if elsewhere == 0:
                return jokers_held(jokers[leader]), 0
            return jokers[leader] >> 1, 0
    hand = machine.hands[leader]
    partner_hand = machine.hands[partner]
    # A joker that may be played at any time lets its holder keep a card of the suit back.
    spare_left = jokers_held(jokers[left]) if joker_rule & JOKERS_FREE else 0
    spare_right = jokers_held(jokers[right]) if joker_rule & JOKERS_FREE else 0
    trumps_left = length_of(shape, left, TRUMP) if trumps else 0
    trumps_right = length_of(shape, right, TRUMP) if trumps else 0
    partner_trumps = length_of(shape, partner, TRUMP) if trumps else 0
    own_trumps = length_of(shape, leader, TRUMP) if trumps else 0

    mine = 0  # tricks the leader cashes
    theirs = 0  # tricks the partner then cashes
    back = 0  # tricks in the partner's suit that are the leader's again
    mine_ranks = 0
    theirs_ranks = 0
    back_ranks = 0
    entry = False
    # What the cashing asks of the hand opposite: to discard, or, out of side cards, to ruff.
    partner_discards = 0
    partner_idle = 0
    leader_discards = 0
    leader_idle = 0
    own_trumps_led = 0
    partner_trumps_led = 0

    for turn in range(4):
        suit = (3 - turn) if not trumps else (TRUMP if turn == 0 else turn - 1)
        lane = lane_of(live, suit)
        if lane == 0:
            continue
        mine_length = length_of(shape, leader, suit)
        theirs_length = length_of(shape, partner, suit)
        side_suit = suit != TRUMP or not trumps
        top = highest(lane)
        if not (lane_of(hand | partner_hand, suit) >> top) & 1:
            if side_suit:
                partner_idle += theirs_length
                leader_idle += mine_length
            continue
        left_length = length_of(shape, left, suit)
        right_length = length_of(shape, right, suit)
        safe = NO_RUFF  # rounds before an opponent ruffs
        if side_suit:
            if trumps_left > 0:
                safe = left_length
            if trumps_right > 0:
                safe = min(safe, right_length)
        longest_opponent = max(left_length + spare_left, right_length + spare_right)
        others = max(theirs_length, longest_opponent)
        run = run_from_top(lane_of(hand, suit), lane)
        rounds = 0
        if run > 0:
            rounds = min(mine_length if run >= others else run, safe)
            if mine + rounds >= wanted and not (side_suit and partner_trumps > 0):
                counted = min(wanted - mine, min(run, others))
                if counted > 0:
                    mine_ranks |= 1 << (LANE * suit + kth_highest(lane, counted))
                return wanted, mine_ranks
            counted = min(rounds, min(run, others))
            if counted > 0:
                mine_ranks |= 1 << (LANE * suit + kth_highest(lane, counted))
            mine += rounds
        if side_suit and trumps:
            partner_discards += max(0, rounds - theirs_length)
            partner_idle += max(0, theirs_length - rounds)
        can = 0
        rest = lane_below_run(lane, run)
        if theirs_length > rounds and safe > rounds and (run == 0 or (rounds == run and rest != 0)):
            partner_run = run_from_top(lane_of(partner_hand, suit), rest)
            remaining = max(mine_length, longest_opponent) - rounds
            can = min(partner_run, theirs_length - rounds)
            if partner_run > 0 and partner_run >= remaining:
                can = theirs_length - rounds
            can = min(can, safe - rounds)
            if can > 0:
                counted = run + min(can, min(partner_run, max(remaining, 1)))
                theirs_ranks |= 1 << (LANE * suit + kth_highest(lane, counted))
                theirs += can
                if mine_length > rounds:
                    entry = True
                below = lane_below_run(rest, partner_run)
                if (
                    run == 0
                    and can == partner_run
                    and back == 0
                    and below != 0
                    and safe > can
                    and theirs_length > can
                    and mine_length > can
                ):
                    second_run = run_from_top(lane_of(hand, suit), below)
                    back = min(min(second_run, mine_length - can), safe - can)
                    if back > 0:
                        back_ranks = 1 << (LANE * suit + kth_highest(lane, partner_run + back))
        if side_suit and trumps:
            leader_discards += max(0, can - (mine_length - rounds))
            leader_idle += max(0, mine_length - rounds - can)
        if not side_suit:
            trumps_left = max(0, trumps_left - rounds)
            trumps_right = max(0, trumps_right - rounds)
            own_trumps_led = rounds
            partner_trumps_led = can

    if partner_trumps > own_trumps_led and partner_discards > partner_idle:
        # The partner runs out of cards to throw and must ruff a winner, which stops the run.
        mine -= partner_discards - partner_idle
        entry = False
    total = mine
    ranks = mine_ranks
    if entry and theirs > 0:
        cashed = min(theirs, tricks_left - mine)
        if own_trumps > own_trumps_led and leader_discards > leader_idle:
            cashed = max(0, cashed - (leader_discards - leader_idle))
        if cashed > 0:
            total += cashed
            ranks |= theirs_ranks
            if (
                back > 0
                and cashed == theirs
                and own_trumps <= own_trumps_led
                and partner_trumps <= own_trumps_led + partner_trumps_led
            ):
                total += back
                ranks |= back_ranks
    return min(total, tricks_left), ranks


@kernel
def jokers_held(mask: int) -> int:
    return (mask & 1) + (mask >> 1)


@kernel
def lane_below_run(lane: int, run: int) -> int:
    """The lane without its `run` highest cards."""
    while run > 0:
        lane ^= 1 << highest(lane)
        run -= 1
    return lane


@kernel
def sure_trumps(machine: Any, live: int, leader: int, wanted: int) -> tuple[int, int]:
    """Trump tricks the side not on lead takes whatever happens, (count, ranks), up to `wanted`.

    Holding the `k` highest trumps between them they take `k`, or as many as the longer of the two
    has trumps: while either has a small one to spare, no trick need cost them two high ones.
    """
    left = (leader + 1) & 3
    right = (leader + 3) & 3
    left_lane = lane_of(machine.hands[left], TRUMP)
    right_lane = lane_of(machine.hands[right], TRUMP)
    longer = max(length_of(machine.shape, left, TRUMP), length_of(machine.shape, right, TRUMP))
    lane = lane_of(live, TRUMP)
    both = left_lane | right_lane
    count = 0
    last = 0
    while lane and count < wanted and count < longer:
        rank = highest(lane)
        if not (both >> rank) & 1:
            break
        lane ^= 1 << rank
        last = rank
        count += 1
    if count > 0:
        return count, 1 << (LANE * TRUMP + last)
    return 0, 0


@kernel
def guarded_trump(machine: Any, live: int, leader: int) -> int:
    """The rank mask that proves one trump trick for the side without the top trump, or 0.

    The second highest, with another trump beside it, sits behind the highest: its holder plays
    after the card that could beat it. Or the second and third highest are theirs.
    """
    lane = lane_of(live, TRUMP)
    if lane == 0:
        return 0
    left = (leader + 1) & 3
    right = (leader + 3) & 3
    left_lane = lane_of(machine.hands[left], TRUMP)
    right_lane = lane_of(machine.hands[right], TRUMP)
    top = highest(lane)
    lane ^= 1 << top
    if lane == 0:
        return 0
    second = highest(lane)
    holder = -1
    if (left_lane >> second) & 1:
        holder = left
    elif (right_lane >> second) & 1:
        holder = right
    if holder < 0 or length_of(machine.shape, holder, TRUMP) < 2:
        return 0
    if (lane_of(machine.hands[(holder + 3) & 3], TRUMP) >> top) & 1:
        return 1 << (LANE * TRUMP + second)
    lane ^= 1 << second
    if lane == 0:
        return 0
    third = highest(lane)
    if ((left_lane | right_lane) >> third) & 1:
        return 1 << (LANE * TRUMP + third)
    return 0


@kernel
def must_lose_one(machine: Any, live: int, leader: int, tricks_left: int) -> tuple[bool, int]:
    """Whether, at no trump, the side on lead cannot take every trick: (it cannot, ranks).

    It would have to lead only suits it holds the top of, and has too few cards there.
    """
    partner = (leader + 2) & 3
    if machine.jokers[leader] | machine.jokers[partner]:
        return False, 0
    held = machine.hands[leader] | machine.hands[partner]
    leads = 0
    ranks = 0
    for suit in range(4):
        lane = lane_of(live, suit)
        if lane:
            top = LANE * suit + highest(lane)
            longer = max(
                length_of(machine.shape, leader, suit), length_of(machine.shape, partner, suit)
            )
            if (held >> top) & 1:
                leads += longer
            elif longer > 0:
                ranks |= 1 << top
    return leads < tricks_left, ranks


@kernel
def last_trick(machine: Any, leader: int, side: int) -> tuple[bool, int]:
    """One card each: (whether `side` takes it, ranks)."""
    best = -1
    winner = leader
    same = 0  # cards of the winner's lane; alone in it, it wins whatever its rank
    for turn in range(4):
        seat = (leader + turn) & 3
        if machine.hands[seat] != 0:
            card = highest(machine.hands[seat])
        elif machine.joker_rule & JOKERS_HIGH:
            card = JOKER + highest(machine.jokers[seat])
        else:
            card = -1
        if best >= 0 and card >> 4 == best >> 4:
            same += 1
        if beats(card, best, machine.trump_floor):
            if best < 0 or card >> 4 != best >> 4:
                same = 1
            best = card
            winner = seat
    ranks = 1 << best if best < JOKER and same > 1 else 0
    return (winner ^ side) & 1 == 0, ranks
