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

# Seats as the leader sees them; odd are the opponents'.
SELF, LEFT, PARTNER, RIGHT = 0, 1, 2, 3

# Leads. The suit:
PER_REPLY = -9  # each card an opponent may choose from, any if void; few make a small tree
PARTNER_VOID = -9
RUFFED = -20  # by an opponent
OWN_RUFF_NEXT = 5
PARTNER_RUFFS = 13
# ... when our side takes the trick, by who has the second card of the suit:
WINS = 44
WINS_SECOND_OURS = 25
WINS_SECOND_LEFT = 18
WINS_SECOND_RIGHT = 10
WINS_SECOND_FALLS = 30  # it is bare
WINS_DRAWING_TRUMPS = 24
# ... when the opponents do:
UP_TO_THE_RIGHT = -10  # a strong card there plays last
THROUGH_THE_LEFT = 40  # his top card stands before our second
SETS_UP_TWO = 25  # the second and third are then ours
TAKES_BARE_TOP = 50
LOSES_TRUMP = 8
UNDERLEADS_TOP = -12
FROM_SEQUENCE = 20
LEADS_TOP = 22
# The card:
KILLER_WINS = 110
KILLER_LOSES = 52
TABLE_LEAD = 4000  # before all others
NEAR_LEAD = 80
NEAR_SUIT = 60
LEAD_JOKER = -200

# Follows. Win as cheaply as possible, lose as cheaply; ranks weigh more where we lose.
WIN = 544
WIN_PER_RANK = -17
LOSE = 160
LOSE_PER_RANK = -23
MAKE_THEM_PAY = 64  # a card they still have to beat
RUFF_WINS = 28  # a ruff is cheaper than its rank
RUFF_LOSES = -68
# Throw low, from length, and keep winners and guarded seconds.
THROW_PER_RANK = -36
THROW_PER_LENGTH = 40
THROW_TOP = -128
THROW_GUARD = -128
KILLER = 80
THROW_JOKER = 50


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

        suit_weight = PER_REPLY * (
            (left_length if left_length else tricks_left)
            + (right_length if right_length else tricks_left)
        )
        if partner_length == 0:
            suit_weight += PARTNER_VOID
        if trumps and not is_trump:
            if (left_length == 0 and lane_of(machine.hands[left], TRUMP)) or (
                right_length == 0 and lane_of(machine.hands[right], TRUMP)
            ):
                suit_weight += RUFFED
            if popcount(held) == 1 and lane_of(hand, TRUMP):
                suit_weight += OWN_RUFF_NEXT
            if partner_length == 0 and lane_of(machine.hands[partner], TRUMP):
                suit_weight += PARTNER_RUFFS
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

        if second_owner == LEFT:
            win_weight = WINS_SECOND_FALLS if left_length == 1 else WINS_SECOND_LEFT
        elif second_owner == RIGHT:
            win_weight = WINS_SECOND_FALLS if right_length == 1 else WINS_SECOND_RIGHT
        else:
            win_weight = WINS_SECOND_OURS
        top_is_bare = (top_owner == LEFT and left_length == 1) or (
            top_owner == RIGHT and right_length == 1
        )
        lose_weight = TAKES_BARE_TOP if top_is_bare else 0
        if (top_owner == RIGHT or second_owner == RIGHT) and right_length != 1:
            lose_weight += UP_TO_THE_RIGHT
        elif top_owner == LEFT and second_owner == PARTNER and partner_length != 1:
            lose_weight += THROUGH_THE_LEFT
        if top_owner & 1 == 1 and second_owner & 1 == 0 and third_owner & 1 == 0:
            lose_weight += SETS_UP_TWO

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
                weight += WINS - rank + win_weight
                if is_trump:
                    weight += WINS_DRAWING_TRUMPS
            else:
                weight += lose_weight - rank
                if is_trump:
                    weight += LOSES_TRUMP
                if top_owner == SELF:
                    weight += LEADS_TOP if rank == top else UNDERLEADS_TOP
                elif rank == second and third_owner == SELF and not top_is_bare:
                    weight += FROM_SEQUENCE
            if card == killer:
                weight += KILLER_WINS if wins else KILLER_LOSES
            if card == table_lead:
                weight += TABLE_LEAD
            elif near_lead != NO_LEAD and near_lead >> 4 == suit:
                weight += NEAR_LEAD if near_lead == card else NEAR_SUIT
            machine.moves[base + count] = weight << CARD_BITS | card
            count += 1
    if machine.jokers[seat]:
        joker = JOKER + highest(machine.jokers[seat])
        machine.moves[base + count] = LEAD_JOKER << CARD_BITS | joker
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
            if can_win:
                weight = WIN + WIN_PER_RANK * rank if wins else LOSE + LOSE_PER_RANK * rank
                if suit != led:
                    weight += RUFF_WINS if wins else RUFF_LOSES
                elif not wins and strength > best_strength:
                    weight += MAKE_THEM_PAY
            else:
                weight = WIN if wins else LOSE
                weight += THROW_PER_RANK * rank + THROW_PER_LENGTH * length
                if rank == top:
                    weight += THROW_TOP
                if guards_second:
                    weight += THROW_GUARD
            card = LANE * suit + rank
            if card == killer:
                weight += KILLER
            machine.moves[base + count] = weight << CARD_BITS | card
            count += 1
    if may_joker:
        joker = JOKER + highest(machine.jokers[seat])
        machine.moves[base + count] = THROW_JOKER << CARD_BITS | joker
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
