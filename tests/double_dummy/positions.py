"""Positions made up for the tests: any ranking, any number of cards left, any trick half-played."""

from __future__ import annotations

import random

from analytics.double_dummy import Position
from recorder.auction import Direction
from recorder.cards import DECK, JOKERS, Card, cards_in, mask_of
from recorder.ranking import JOKER_MODES, JokerMode, Ranking, ranking
from recorder.seats import Seat
from tests.double_dummy.minimax import legal_now

ALL_RANKINGS: dict[str, Ranking] = {
    f"{'SHDC'[trump] if trump < 4 else 'no trump'} {direction.name.lower()},"
    f" aces {'good' if good else 'bad'}, jokers {mode}": ranking(
        trump if trump < 4 else None, direction, aces_good=good, joker_mode=mode
    )
    for trump in (0, 3, 4)
    for direction in Direction
    for good in (True, False)
    for mode in (JOKER_MODES if trump == 4 else JOKER_MODES[:1])
}


def mode_ranking(mode: JokerMode, direction: Direction = Direction.UP) -> Ranking:
    return ranking(None, direction, joker_mode=mode)


def deal(
    rng: random.Random,
    ranks: Ranking,
    cards: int,
    *,
    jokers: bool | None = None,
    on_table: int = 0,
) -> Position:
    """A random position of `cards` a seat before `on_table` legal cards are played.

    `jokers`: both, none, or (None) as they come.
    """
    deck = [card for card in DECK if not (ranks.barred >> card & 1)]
    if jokers is False:
        deck = [card for card in deck if not card.is_joker]
    rng.shuffle(deck)
    if jokers:
        deck.sort(key=lambda card: not card.is_joker)
    chosen = deck[: 4 * cards]
    rng.shuffle(chosen)
    holdings = [mask_of(chosen[seat * cards : (seat + 1) * cards]) for seat in range(4)]
    position = Position(
        (holdings[0], holdings[1], holdings[2], holdings[3]), ranks, Seat(rng.randrange(4))
    )
    for _ in range(on_table):
        position = position.after(rng.choice(legal_now(position)))
    return position


def rotated(position: Position, turns: int) -> Position:
    holdings = [position.holdings[(seat - turns) % 4] for seat in range(4)]
    return Position(
        (holdings[0], holdings[1], holdings[2], holdings[3]),
        position.ranking,
        Seat((position.leader + turns) % 4),
        position.trick,
    )


def resuited(position: Position, order: tuple[int, ...], ranks: Ranking) -> Position:
    """The same position with suit `s` renamed `order[s]`, under the ranking that fits."""

    def rename(card: Card) -> Card:
        return card if card.is_joker else Card(13 * order[card // 13] + card % 13)

    holdings = [mask_of(map(rename, cards_in(mask))) for mask in position.holdings]
    return Position(
        (holdings[0], holdings[1], holdings[2], holdings[3]),
        ranks,
        position.leader,
        tuple(map(rename, position.trick)),
    )


def without_jokers(position: Position) -> bool:
    return not any(mask & JOKERS for mask in position.holdings)
