"""The table of positions already judged: partition search.

Most cards of a position do not matter, only how many there are: once the search has told which
ranks decided a result, the result holds for every position of the same shape in which the same
seats own those ranks. So an entry says "for this shape, this seat to lead and this *pattern* of
owners of the top cards, side X takes between `low` and `high` of the tricks left". Ranks are
relative (first, second, third card in play), so one entry serves positions with different cards
gone.

A slot is found by hashing shape, leader and jokers; its entries hang from it in a chain, the latest
useful one first. An owner is two bits, a lane's pattern the owners of its cards from the top down.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from analytics.double_dummy.bits import (
    LANE,
    kernel,
    kth_highest,
    lane_of,
    lowest,
    popcount,
)

SLOTS = 1 << 17
ENTRIES = 1 << 19
LANE_PATTERNS = 1 << 15

# A slot: shape, generation and key, first entry of its chain.
SLOT_WORDS = 4
SLOT_SHAPE, SLOT_KEY, SLOT_FIRST = 0, 1, 2

# An entry: owners and mask for lanes 0-1 and 2-3, everything small in one word, then the chain.
ENTRY_WORDS = 6
PATTERN_A, PATTERN_B, MASK_A, MASK_B, FACTS, NEXT = 0, 1, 2, 3, 4, 5

# The facts: low and high bound, how many top cards of each lane matter, and the best lead.
LOW_SHIFT, HIGH_SHIFT, DEPTH_SHIFT, LEAD_SHIFT = 0, 4, 8, 24
# An int64 and no literal, for which numba would compile all that it is passed to a second time.
NO_LEAD = cast("int", np.int64(127))
UNKNOWN = -1

# About 32 MB, reused from deal to deal: a new generation makes all that is in it invisible.
TABLE = np.dtype(
    [
        ("slots", np.int64, SLOTS * SLOT_WORDS),
        ("entries", np.int64, ENTRIES * ENTRY_WORDS),
        # [lane, cards in play] -> owners from the top down, two bits each
        ("owners", np.uint32, 4 * LANE_PATTERNS),
        ("generation", np.int64),
        ("entry_count", np.int64),
        ("slot_count", np.int64),
    ]
)


@kernel
def forget(table: Any) -> None:
    table.generation += 1
    table.entry_count = 0
    table.slot_count = 0


@kernel
def learn_owners(table: Any, machine: Any) -> None:
    """Work out, for every set of cards that may be left of each lane, who owns them."""
    owners = table.owners
    for suit in range(4):
        base = suit * LANE_PATTERNS
        lane = 0
        for seat in range(4):
            lane |= lane_of(machine.hands[seat], suit)
        owners[base] = 0
        for left in range(1, lane + 1):
            bit = lowest(left)
            rest = left & (left - 1)
            owner = 0
            for seat in range(1, 4):
                owner |= seat * ((machine.hands[seat] >> (LANE * suit + bit)) & 1)
            owners[base + left] = np.int64(owners[base + rest]) | owner << (30 - 2 * popcount(rest))


@kernel
def pattern_of(table: Any, live: int, first: int) -> int:
    """Owners of the cards in play of lanes `first` and `first + 1`."""
    low = np.int64(table.owners[first * LANE_PATTERNS + lane_of(live, first)])
    high = np.int64(table.owners[(first + 1) * LANE_PATTERNS + lane_of(live, first + 1)])
    return int(low | high << 32)


@kernel
def find_slot(table: Any, shape: int, key: int) -> int:
    """The place of a slot in `slots`: the one wanted, or the empty one where it belongs."""
    stamp = (table.generation << 12) | key
    mixed = (shape ^ (key * -7046029254386353131)) * -2960836687051489901
    mixed ^= (mixed >> 32) & 0xFFFFFFFF
    mixed *= -2960836687051489901
    index = (mixed >> 46) & (SLOTS - 1)
    while True:
        place = index * SLOT_WORDS
        if table.slots[place + SLOT_KEY] >> 12 != table.generation:
            return place
        if table.slots[place + SLOT_KEY] == stamp and table.slots[place + SLOT_SHAPE] == shape:
            return place
        index = (index + 1) & (SLOTS - 1)


@kernel
def store(
    table: Any,
    shape: int,
    key: int,
    live: int,
    tricks_left: int,
    target: int,
    reached: bool,
    ranks: int,
    lead: int,
) -> None:
    """Remember whether the side reached `target`, a result that hangs on `ranks` alone."""
    if table.entry_count >= ENTRIES - 1 or table.slot_count > SLOTS // 2:
        forget(table)  # starting afresh costs less than deciding what to keep
    place = find_slot(table, shape, key)
    if table.slots[place + SLOT_KEY] >> 12 != table.generation:
        table.slots[place + SLOT_KEY] = (table.generation << 12) | key
        table.slots[place + SLOT_SHAPE] = shape
        table.slots[place + SLOT_FIRST] = -1
        table.slot_count += 1
    depths = 0
    mask_a = 0
    mask_b = 0
    for suit in range(4):
        lane = lane_of(ranks, suit)
        if lane:
            depth = popcount(lane_of(live, suit) >> lowest(lane))
            depths |= depth << (4 * suit)
            mask = (0xFFFFFFFF << (32 - 2 * depth)) & 0xFFFFFFFF
            if suit < 2:
                mask_a |= mask << (32 * suit)
            else:
                mask_b |= mask << (32 * (suit - 2))
    pattern_a = pattern_of(table, live, 0) & mask_a
    pattern_b = pattern_of(table, live, 2) & mask_b
    entries = table.entries
    entry = table.slots[place + SLOT_FIRST]
    while entry >= 0:
        if (
            entries[entry + MASK_A] == mask_a
            and entries[entry + MASK_B] == mask_b
            and entries[entry + PATTERN_A] == pattern_a
            and entries[entry + PATTERN_B] == pattern_b
        ):
            facts = entries[entry + FACTS]
            low = (facts >> LOW_SHIFT) & 15
            high = (facts >> HIGH_SHIFT) & 15
            if reached:
                low = max(low, target)
            else:
                high = min(high, target - 1)
            if lead == NO_LEAD:
                lead = (facts >> LEAD_SHIFT) & 127
            entries[entry + FACTS] = (
                low | high << HIGH_SHIFT | depths << DEPTH_SHIFT | lead << LEAD_SHIFT
            )
            return
        entry = entries[entry + NEXT]
    entry = table.entry_count * ENTRY_WORDS
    table.entry_count += 1
    low = target if reached else 0
    high = tricks_left if reached else target - 1
    entries[entry + PATTERN_A] = pattern_a
    entries[entry + PATTERN_B] = pattern_b
    entries[entry + MASK_A] = mask_a
    entries[entry + MASK_B] = mask_b
    entries[entry + FACTS] = low | high << HIGH_SHIFT | depths << DEPTH_SHIFT | lead << LEAD_SHIFT
    entries[entry + NEXT] = table.slots[place + SLOT_FIRST]
    table.slots[place + SLOT_FIRST] = entry


@kernel
def ranks_at_depths(live: int, depths: int) -> int:
    """One card a lane: the lowest that matters."""
    ranks = 0
    for suit in range(4):
        depth = (depths >> (4 * suit)) & 15
        if depth:
            ranks |= 1 << (LANE * suit + kth_highest(lane_of(live, suit), depth))
    return ranks


@kernel
def look_up(table: Any, shape: int, key: int, live: int, target: int) -> tuple[int, int, int, int]:
    """(1 or 0 or UNKNOWN, ranks that decided it, best lead, near lead).

    The leads are for an undecided position: what was best for the very same owners under other
    bounds, and what was best for other owners in this shape; either may be NO_LEAD.
    """
    place = find_slot(table, shape, key)
    if table.slots[place + SLOT_KEY] >> 12 != table.generation:
        return UNKNOWN, 0, NO_LEAD, NO_LEAD
    pattern_a = pattern_of(table, live, 0)
    pattern_b = pattern_of(table, live, 2)
    entries = table.entries
    lead = NO_LEAD
    previous = -1
    first = table.slots[place + SLOT_FIRST]
    entry = first
    while entry >= 0:
        if (
            (pattern_a ^ entries[entry + PATTERN_A]) & entries[entry + MASK_A]
            | (pattern_b ^ entries[entry + PATTERN_B]) & entries[entry + MASK_B]
        ) == 0:
            facts = entries[entry + FACTS]
            result = UNKNOWN
            if (facts >> LOW_SHIFT) & 15 >= target:
                result = 1
            elif (facts >> HIGH_SHIFT) & 15 < target:
                result = 0
            if result != UNKNOWN:
                if previous >= 0:
                    entries[previous + NEXT] = entries[entry + NEXT]
                    entries[entry + NEXT] = first
                    table.slots[place + SLOT_FIRST] = entry
                return result, ranks_at_depths(live, facts >> DEPTH_SHIFT), NO_LEAD, NO_LEAD
            if lead == NO_LEAD:
                lead = (facts >> LEAD_SHIFT) & 127
        previous = entry
        entry = entries[entry + NEXT]
    near = NO_LEAD
    if lead == NO_LEAD and first >= 0:
        near = (entries[first + FACTS] >> LEAD_SHIFT) & 127
    return UNKNOWN, 0, lead, near
