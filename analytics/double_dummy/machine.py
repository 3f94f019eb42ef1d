"""The state of a search: four hands, a stack of plies, and how a card is played and taken back."""

from __future__ import annotations

from typing import Any

import numpy as np

from analytics.double_dummy.bits import JOKER, LANE, beats, kernel

PLIES = 56  # thirteen tricks of four, and one trick more so that `trick + 1` is always there
MOST_MOVES = 16  # a seat never has more than thirteen cards
NO_SUIT = -1  # nothing that sets a suit has been led

# How jokers behave at no trump (bits; none of them set: by choice when void, and never winning).
JOKERS_FREE = 1  # may be played although able to follow
JOKERS_COMPELLED = 2  # must go when void
JOKERS_HIGH = 4  # win

# The working memory of a search: four hands and a stack of plies. `[ply]` is after that ply's card.
MACHINE = np.dtype(
    [
        ("hands", np.int64, 4),  # cards left, in four lanes
        ("jokers", np.int64, 4),  # jokers left at no trump, two bits
        ("joker_rule", np.int64),
        ("trump_floor", np.int64),
        ("trumps", np.bool_),
        ("shape", np.int64),  # how many cards each seat has of each suit, four bits each
        ("moves", np.int64, PLIES * MOST_MOVES),
        ("move_count", np.int64, PLIES),
        ("move_next", np.int64, PLIES),
        ("played", np.int64, PLIES),
        ("led", np.int64, PLIES),  # the suit led
        ("best", np.int64, PLIES),  # the card that is winning
        ("best_seat", np.int64, PLIES),
        ("ranks", np.int64, PLIES),  # what the moves tried so far depend on
        ("killer", np.int64, PLIES),  # the card that last settled this ply
        ("leader", np.int64, PLIES),  # [trick]
        ("target", np.int64, PLIES),  # [trick]: tricks the side still has to take
        ("live", np.int64, PLIES),  # [trick]: all cards in play when it began
        ("nodes", np.int64),  # leads considered since the deal was laid out
    ]
)


@kernel
def play(machine: Any, ply: int, seat: int, card: int) -> None:
    """Take `card` from its hand and note how the trick stands after it."""
    machine.played[ply] = card
    if ply & 3 == 0:
        led = NO_SUIT
        best = -1
        best_seat = seat
    else:
        led = machine.led[ply - 1]
        best = machine.best[ply - 1]
        best_seat = machine.best_seat[ply - 1]
    worth = card
    if card < JOKER:
        machine.hands[seat] ^= 1 << card
        machine.shape -= 1 << (LANE * seat + 4 * (card >> 4))
        if led == NO_SUIT:
            led = card >> 4
    else:
        machine.jokers[seat] ^= 1 << (card - JOKER)
        if machine.joker_rule & JOKERS_HIGH == 0:
            worth = -1
    if beats(worth, best, machine.trump_floor):
        best = worth
        best_seat = seat
    machine.led[ply] = led
    machine.best[ply] = best
    machine.best_seat[ply] = best_seat


@kernel
def take_back(machine: Any, ply: int, seat: int) -> None:
    card = machine.played[ply]
    if card < JOKER:
        machine.hands[seat] ^= 1 << card
        machine.shape += 1 << (LANE * seat + 4 * (card >> 4))
    else:
        machine.jokers[seat] ^= 1 << (card - JOKER)


@kernel
def close_trick(machine: Any, trick: int, side: int) -> None:
    """After the fourth card: who leads next, what is left to take, what is still in play."""
    ply = 4 * trick + 3
    winner = machine.best_seat[ply]
    live = machine.live[trick]
    for back in range(4):
        card = machine.played[ply - back]
        if card < JOKER:
            live ^= 1 << card
    machine.leader[trick + 1] = winner
    machine.target[trick + 1] = machine.target[trick] - (1 if (winner ^ side) & 1 == 0 else 0)
    machine.live[trick + 1] = live


@kernel
def key_of(machine: Any, leader: int) -> int:
    """What else a table entry depends on: who leads, and who holds which joker."""
    jokers = machine.jokers
    return int(leader | jokers[0] << 2 | jokers[1] << 4 | jokers[2] << 6 | jokers[3] << 8)


@kernel
def winning_rank(machine: Any, ply: int) -> int:
    """The winner of a whole trick as a rank that mattered, or 0 if it was alone in its suit."""
    best = machine.best[ply]
    if best >= JOKER:
        return 0
    same = 0
    for back in range(4):
        if machine.played[ply - back] >> 4 == best >> 4:
            same += 1
    return 1 << best if same > 1 else 0
