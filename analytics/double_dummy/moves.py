"""Which cards may be played, one for each run of touching cards, and which to try first.

A good first try is most of the speed of the search: the first card settles nine leads in ten. The
weights were found by trial on random deals; only their order of size means anything.
"""

from __future__ import annotations

from typing import Any

from analytics.double_dummy.bits import (
    JOKER,
    LANE,
    TRUMP,
    highest,
    kernel,
    lane_of,
    length_of,
    lowest,
    popcount,
)
from analytics.double_dummy.machine import JOKERS_COMPELLED, JOKERS_FREE, MOST_MOVES, NO_SUIT
from analytics.double_dummy.table import NO_LEAD

# A move is a card with its weight above it, so that the better move is the larger number.
CARD_BITS = 7
CARD_MASK = (1 << CARD_BITS) - 1

TRUMP_STRENGTH = 100  # above every rank
NO_STRENGTH = -1


@kernel
def best_reply(hand: int, led: int, trumps: bool) -> int:
    """The strength of the best card a hand can bring to a trick in which `led` was led."""
    if led >= 0:
        lane = lane_of(hand, led)
        if lane:
            return highest(lane) + (TRUMP_STRENGTH if trumps and led == TRUMP else 0)
    if trumps:
        lane = lane_of(hand, TRUMP)
        if lane:
            return TRUMP_STRENGTH + highest(lane)
    return NO_STRENGTH


@kernel
def run_tops(lane: int, held: int) -> int:
    """The highest card of every run of touching cards in `held`; `lane` is all in play.

    Cards no one else's card separates win and lose the same tricks.
    """
    others = lane & ~held
    tops = 0
    while held:
        top = highest(held)
        tops |= 1 << top
        separating = others & ((1 << top) - 1)
        if separating == 0:
            break
        held &= (1 << highest(separating)) - 1
    return tops


@kernel
def owner_of(machine: Any, seat: int, card: int) -> int:
    """Who has `card`, seen from `seat`: 0 self, 1 left, 2 partner, 3 right."""
    for turn in range(3):
        if (machine.hands[(seat + turn) & 3] >> card) & 1:
            return turn
    return 3


@kernel
def leads(
    machine: Any, ply: int, live: int, seat: int, tricks_left: int, table_lead: int, near_lead: int
) -> None:
    """List the leads of `seat`."""
    trumps = machine.trumps
    shape = machine.shape
    killer = machine.killer[ply]
    base = ply * MOST_MOVES
    hand = machine.hands[seat]
    left = (seat + 1) & 3
    partner = (seat + 2) & 3
    right = (seat + 3) & 3
    count = 0
    for suit in range(4):
        held = lane_of(hand, suit)
        if held == 0:
            continue
        lane = lane_of(live, suit)
        is_trump = trumps and suit == TRUMP
        left_length = length_of(shape, left, suit)
        right_length = length_of(shape, right, suit)
        partner_length = length_of(shape, partner, suit)
        theirs = max(
            best_reply(machine.hands[left], suit, trumps),
            best_reply(machine.hands[right], suit, trumps),
        )
        partners = best_reply(machine.hands[partner], suit, trumps)

        # Fewer cards for the opponents to choose from make a smaller tree; a void chooses from all.
        suit_weight = -9 * (
            (left_length if left_length else tricks_left)
            + (right_length if right_length else tricks_left)
        )
        if partner_length == 0:
            suit_weight -= 9
        if trumps and not is_trump:
            if (left_length == 0 and lane_of(machine.hands[left], TRUMP)) or (
                right_length == 0 and lane_of(machine.hands[right], TRUMP)
            ):
                suit_weight -= 20  # an opponent ruffs
            if popcount(held) == 1 and lane_of(hand, TRUMP):
                suit_weight += 5  # the next round may be ruffed here
            if partner_length == 0 and lane_of(machine.hands[partner], TRUMP):
                suit_weight += 13
        top = highest(lane)
        top_owner = owner_of(machine, seat, LANE * suit + top)
        second = -1
        second_owner = -1
        third_owner = -1
        rest = lane ^ (1 << top)
        if rest:
            second = highest(rest)
            second_owner = owner_of(machine, seat, LANE * suit + second)
            rest ^= 1 << second
            if rest:
                third_owner = owner_of(machine, seat, LANE * suit + highest(rest))

        # What the suit gains when our side takes the first round of it ...
        if second_owner == 1:
            win_weight = 30 if left_length == 1 else 18
        elif second_owner == 3:
            win_weight = 30 if right_length == 1 else 10
        else:
            win_weight = 25  # and the next round too
        # ... and when the opponents do.
        lose_weight = 0
        if (top_owner == 3 or second_owner == 3) and right_length != 1:
            lose_weight -= 10  # through strength is for the left hand, not up to the right
        elif top_owner == 1 and second_owner == 2 and partner_length != 1:
            lose_weight += 40
        if (
            (second_owner == 2 or second_owner == 0)
            and (third_owner == 2 or third_owner == 0)
            and top_owner & 1
        ):
            lose_weight += 25
        if (top_owner == 1 and left_length == 1) or (top_owner == 3 and right_length == 1):
            lose_weight += 50

        tops = run_tops(lane, held)
        while tops:
            rank = highest(tops)
            tops ^= 1 << rank
            strength = rank + (TRUMP_STRENGTH if is_trump else 0)
            card = LANE * suit + rank
            weight = suit_weight
            ours = max(partners, strength)
            wins = ours > theirs
            if wins:
                weight += 44 - rank + win_weight
                if is_trump:
                    weight += 24
            else:
                weight += lose_weight - rank
                if is_trump:
                    weight += 8
                if not (
                    (top_owner == 1 and left_length == 1) or (top_owner == 3 and right_length == 1)
                ):
                    if top_owner == 0 and rank != top:
                        weight -= 12
                    elif top_owner != 0 and rank == second and third_owner == 0:
                        weight += 20
                if top_owner == 0 and rank == top:
                    weight += 22
            if card == killer:
                weight += 110 if wins else 52
            if card == table_lead:
                weight += 4000
            elif near_lead != NO_LEAD and near_lead >> 4 == suit:
                weight += 80 if near_lead == card else 60
            machine.moves[base + count] = weight << CARD_BITS | card
            count += 1
    if machine.jokers[seat]:
        machine.moves[base + count] = -200 << CARD_BITS | (JOKER + highest(machine.jokers[seat]))
        count += 1
    machine.move_count[ply] = count


@kernel
def follows(machine: Any, ply: int, live: int, seat: int) -> None:
    """List the cards `seat` may play to the trick on the table."""
    trumps = machine.trumps
    led = machine.led[ply - 1]
    best = machine.best[ply - 1]
    killer = machine.killer[ply]
    base = ply * MOST_MOVES
    hand = machine.hands[seat]
    follow = lane_of(hand, led) if led != NO_SUIT else 0
    first_suit = 0
    last_suit = 3
    may_joker = machine.jokers[seat] != 0
    if follow:
        may_joker = may_joker and machine.joker_rule & JOKERS_FREE != 0
        tops = run_tops(lane_of(live, led), follow)
        if tops & (tops - 1) == 0 and not may_joker:
            machine.moves[base] = LANE * led + highest(follow)
            machine.move_count[ply] = 1
            return
        first_suit = led
        last_suit = led
    elif may_joker and led != NO_SUIT and machine.joker_rule & JOKERS_COMPELLED:
        machine.moves[base] = JOKER + highest(machine.jokers[seat])
        machine.move_count[ply] = 1
        return

    best_strength = NO_STRENGTH
    best_is_ours = False
    if best >= 0:
        best_strength = best & 15
        if best >= JOKER:
            best_strength = 2 * TRUMP_STRENGTH + best
        elif trumps and best >> 4 == TRUMP:
            best_strength += TRUMP_STRENGTH
        best_is_ours = (machine.best_seat[ply - 1] ^ seat) & 1 == 0
    ours_to_come = NO_STRENGTH
    theirs_to_come = NO_STRENGTH
    for later in range(1, 4 - (ply & 3)):
        reply = best_reply(machine.hands[(seat + later) & 3], led, trumps)
        if later == 2:
            ours_to_come = reply
        else:
            theirs_to_come = max(theirs_to_come, reply)

    count = 0
    for suit in range(first_suit, last_suit + 1):
        held = lane_of(hand, suit)
        if held == 0:
            continue
        lane = lane_of(live, suit)
        is_trump = trumps and suit == TRUMP
        can_win = is_trump or suit == led or led == NO_SUIT
        length = popcount(held)
        top = highest(lane)
        guards_second = (
            length == 2 and lane != 1 << top and highest(held) == highest(lane ^ 1 << top)
        )
        tops = run_tops(lane, held)
        while tops:
            rank = highest(tops)
            tops ^= 1 << rank
            strength = NO_STRENGTH
            if can_win:
                strength = rank + (TRUMP_STRENGTH if is_trump else 0)
            ours = ours_to_come
            theirs = theirs_to_come
            if strength > best_strength:
                ours = max(ours, strength)
            elif best_is_ours:
                ours = max(ours, best_strength)
            else:
                theirs = max(theirs, best_strength)
            wins = ours > theirs
            if suit == led:
                # Win as cheaply as possible; lose as cheaply, but make them pay for it.
                if wins:
                    weight = 544 - 17 * rank
                else:
                    weight = 160 - 23 * rank + (64 if strength > best_strength else 0)
            elif is_trump:
                weight = 572 - 17 * rank if wins else 92 - 23 * rank
            else:
                # Throw from length, low, and keep winners and guarded seconds.
                weight = (544 if wins else 160) - 36 * rank + 40 * length
                if rank == top:
                    weight -= 128
                if guards_second:
                    weight -= 128
            card = LANE * suit + rank
            if card == killer:
                weight += 80
            machine.moves[base + count] = weight << CARD_BITS | card
            count += 1
    if may_joker:
        machine.moves[base + count] = 50 << CARD_BITS | (JOKER + highest(machine.jokers[seat]))
        count += 1
    machine.move_count[ply] = count


@kernel
def take_best(machine: Any, ply: int) -> int:
    """The best of the moves not tried yet, which it puts behind it."""
    moves = machine.moves
    base = ply * MOST_MOVES
    first = base + machine.move_next[ply]
    best = first
    for index in range(first + 1, base + machine.move_count[ply]):
        if moves[index] > moves[best]:
            best = index
    move = moves[best]
    moves[best] = moves[first]
    moves[first] = move
    machine.move_next[ply] += 1
    return int(move & CARD_MASK)


@kernel
def drop_alike(machine: Any, ply: int, card: int, ranks: int) -> None:
    """Strike the cards not yet tried that must fail as `card` did.

    If all that mattered in its suit lies above `card`, then with any other card below that the same
    seats would own the same ranks, and the same would follow.
    """
    if card >= JOKER:
        return
    lane = lane_of(ranks, card >> 4)
    limit = (card & ~15) + (lowest(lane) if lane else LANE)
    if card >= limit:
        return
    base = ply * MOST_MOVES
    index = machine.move_next[ply]
    while index < machine.move_count[ply]:
        other = machine.moves[base + index] & CARD_MASK
        if other >> 4 == card >> 4 and other < limit:
            machine.move_count[ply] -= 1
            machine.moves[base + index] = machine.moves[base + machine.move_count[ply]]
        else:
            index += 1
