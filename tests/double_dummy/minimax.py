"""Double dummy the slow and obvious way: every legal card, every reply, over Bid Whist as written.

Shares with the solver nothing but the ranking tables and the position it is asked about.
"""

from __future__ import annotations

from functools import cache

from analytics.double_dummy import Position
from recorder.cards import Card, cards_in
from recorder.ranking import NO_SUIT, TRUMP_POWER, Ranking
from recorder.seats import Partnership, Seat


def suit_led(trick: tuple[Card, ...], ranking: Ranking) -> int | None:
    for card in trick:
        if ranking.suit[card] != NO_SUIT:
            return int(ranking.suit[card])
    return None


def legal(held: list[Card], trick: tuple[Card, ...], ranking: Ranking) -> list[Card]:
    led = suit_led(trick, ranking)
    if led is None:
        return held
    following = [card for card in held if ranking.suit[card] == led]
    if following:
        return following + [card for card in held if ranking.free >> card & 1]
    compelled = [card for card in held if ranking.compelled >> card & 1]
    return compelled or held


def winner(trick: tuple[Card, ...], ranking: Ranking) -> int:
    led = suit_led(trick, ranking)
    best, strength = -1, -1
    for turn, card in enumerate(trick):
        power = int(ranking.power[card])
        if (power > TRUMP_POWER or ranking.suit[card] == led) and power > strength:
            best, strength = turn, power
    return best


def minimax(position: Position, side: Partnership) -> int:
    """Tricks `side` takes, the one on the table among them."""
    ranking = position.ranking

    @cache
    def value(holdings: tuple[int, ...], leader: int, trick: tuple[Card, ...]) -> int:
        if len(trick) == 4:
            leader = (leader + winner(trick, ranking)) % 4
            return (leader % 2 == side) + value(holdings, leader, ())
        seat = (leader + len(trick)) % 4
        if holdings[seat] == 0:
            return 0
        results = []
        for card in legal(cards_in(holdings[seat]), trick, ranking):
            after = list(holdings)
            after[seat] ^= 1 << card
            results.append(value(tuple(after), leader, (*trick, card)))
        return max(results) if seat % 2 == side else min(results)

    return value(position.holdings, int(position.leader), position.trick)


def legal_now(position: Position) -> list[Card]:
    held = cards_in(position.holdings[position.to_play])
    return legal(held, position.trick, position.ranking)


def to_play(position: Position) -> Seat:
    return Seat((position.leader + len(position.trick)) % 4)
