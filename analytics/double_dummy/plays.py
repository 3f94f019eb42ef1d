"""What each card is worth: every legal card at one turn, or at every turn of a line of play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analytics.double_dummy.bits import JOKER, LANE, highest, kernel, lane_of, within
from analytics.double_dummy.machine import MOST_MOVES, close_trick, play, take_back
from analytics.double_dummy.moves import CARD_MASK, follows, leads
from analytics.double_dummy.position import Position, encode
from analytics.double_dummy.solver import NO_LIMIT, lay_out, narrow, workbench
from analytics.double_dummy.table import NO_LEAD
from recorder.cards import Card, cards_in
from recorder.errors import RecordError
from recorder.seats import Seat

CODES = JOKER + 2
ILLEGAL = -1


@within
def value_cards(
    machine: Any,
    table: Any,
    tricks: int,
    ply: int,
    side: int,
    values: NDArray[np.int64],
    node_limit: int,
) -> None:
    """Fill `values[code]` with the tricks of `side` after each legal card, else ILLEGAL.

    All count from the trick of `ply` on.
    """
    values[:] = ILLEGAL
    trick = ply >> 2
    left = tricks - trick
    seat = (machine.leader[trick] + ply) & 3
    for_side = (seat ^ side) & 1 == 0
    best, _ = narrow(machine, table, tricks, ply, side, 0, left, left // 2, node_limit)
    if ply & 3 == 0:
        leads(machine, ply, machine.live[trick], seat, left, NO_LEAD, NO_LEAD)
    else:
        follows(machine, ply, machine.live[trick], seat)
    for index in range(machine.move_count[ply]):
        card = machine.moves[ply * MOST_MOVES + index] & CARD_MASK
        play(machine, ply, seat, card)
        won = 0
        still = left
        if ply & 3 == 3:
            close_trick(machine, trick, side)
            still -= 1
            if (machine.leader[trick + 1] ^ side) & 1 == 0:
                won = 1
        # No card does better than the best one, and most do as well, so that is asked first.
        low, high, guess = best - won, still, best - won + 1
        if for_side:
            low, high, guess = 0, min(best - won, still), best - won
        value, _ = narrow(machine, table, tricks, ply + 1, side, low, high, guess, node_limit)
        values[card] = value + won
        take_back(machine, ply, seat)
    spread_over_runs(machine, machine.live[trick], seat, values)


@kernel
def spread_over_runs(machine: Any, live: int, seat: int, values: NDArray[np.int64]) -> None:
    """Give the touching cards below each card tried, and a second joker, the value of the first."""
    for suit in range(4):
        held = lane_of(machine.hands[seat], suit)
        lane = lane_of(live, suit)
        above = ILLEGAL
        while lane:
            rank = highest(lane)
            lane ^= 1 << rank
            if (held >> rank) & 1:
                card = LANE * suit + rank
                if values[card] == ILLEGAL:
                    values[card] = above
                above = values[card]
            else:
                above = ILLEGAL
    if machine.jokers[seat] == 3:
        values[JOKER] = values[JOKER + 1]


@kernel
def value_line(
    machine: Any,
    table: Any,
    tricks: int,
    first_ply: int,
    side: int,
    line: NDArray[np.int64],
    values: NDArray[np.int64],
    node_limit: int,
) -> None:
    """`value_cards` at every ply of `line`, cards as they were played; a row each."""
    for step in range(len(values)):
        ply = first_ply + step
        value_cards(machine, table, tricks, ply, side, values[step], node_limit)
        if step < len(line):
            trick = ply >> 2
            play(machine, ply, (machine.leader[trick] + ply) & 3, line[step])
            if ply & 3 == 3:
                close_trick(machine, trick, side)


def line_values(position: Position, line: Sequence[Card]) -> list[dict[Card, int]]:
    """What each card was worth at every turn of `line`, cards played from `position` on.

    One dictionary a turn: the tricks that the partnership of the seat to play takes, from that
    trick on, after each card legal there. A card of the line that is not in its dictionary is a
    renege, and play goes on from it. The whole line shares one table, so that all the turns of a
    hand cost little more than the first.
    """
    encoded = encode(position)
    on_table = len(position.trick)
    plays = 4 * position.tricks_left - on_table
    if len(line) > plays:
        raise RecordError(f"expected at most {plays} cards in the line, got {len(line)}")
    trick = np.full(3, -1, np.int64)
    trick[:on_table] = encoded.trick
    after = position
    turns: list[tuple[Seat, list[Card]]] = []
    for card in line:
        seat = after.to_play
        if not after.holdings[seat] >> card & 1:
            raise RecordError(f"expected a card that {seat.name} holds, got {card!r}")
        turns.append((seat, cards_in(after.holdings[seat])))
        after = after.after(card)
    values = np.empty((len(line), CODES), np.int64)
    side = int(position.to_play) & 1
    with workbench() as bench:
        tricks = lay_out(
            bench.machine,
            bench.table,
            encoded.hands,
            encoded.jokers,
            encoded.leader,
            encoded.joker_rule,
            encoded.trump_floor,
            trick,
        )
        codes = np.array([encoded.code[card] for card in line], np.int64)
        value_line(bench.machine, bench.table, tricks, on_table, side, codes, values, NO_LIMIT)
    answers = []
    for step, (seat, held) in enumerate(turns):
        left = tricks - (on_table + step) // 4
        worth = {card: int(values[step, encoded.code[card]]) for card in held}
        answers.append(
            {
                card: value if seat % 2 == side else left - value
                for card, value in worth.items()
                if value != ILLEGAL
            }
        )
    return answers


def card_values(position: Position) -> dict[Card, int]:
    """The tricks the partnership of the seat to play takes after each card it may legally play."""
    if position.tricks_left == 0:
        return {}
    return line_values(position, cards_in(position.holdings[position.to_play])[:1])[0]
