"""Cards played as people play them: trumps drawn, winners cashed, partner's books left alone.

Only what a seat may see guides it: its own cards, the cards played, and for the bidder the cards
buried.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from analytics.simulation.naming import Standing
from analytics.simulation.people import Person
from recorder.cards import Card, cards_in
from recorder.hand import PlayedTrick
from recorder.replay import legal_plays, trick_winner
from recorder.seats import Seat

__all__ = ["Renege", "Table", "play_tricks"]

MISTAKES = 0.14
"""How often somebody without any skill plays whatever comes to hand."""

LONG_TRUMPS = 5
"""From here on the bidder leads trumps even without the highest."""


@dataclass(frozen=True, slots=True)
class Renege:
    """A play that broke the follow rule; `trick` counts from 1."""

    by: Seat
    trick: int


@dataclass(slots=True)
class Table:
    """The cards still held, as masks by seat, and what everybody has seen."""

    standing: Standing
    bidder: Seat
    held: list[int]
    buried: int
    deck: int
    played: int = 0
    trick: list[Card] = field(default_factory=list)

    def unseen(self, seat: Seat) -> int:
        """The cards that `seat` has to reckon with elsewhere."""
        known = self.played | self.held[seat] | (self.buried if seat is self.bidder else 0)
        return self.deck & ~known

    def is_master(self, card: int, unseen: int) -> bool:
        """Whether no card elsewhere beats it in its own suit."""
        return not self.standing.higher[card] & unseen

    def cost(self, card: int, unseen: int) -> tuple[bool, bool, int]:
        """What is given up by playing it: a trump most, then a master, then a high card."""
        power = self.standing.power[card]
        return bool(self.standing.trumps >> card & 1), self.is_master(card, unseen), power


def _lead(table: Table, seat: Seat, cards: list[Card]) -> Card:
    order, unseen = table.standing, table.unseen(seat)
    power = order.power.__getitem__
    trumps = [card for card in cards if order.trumps >> card & 1]
    side = [card for card in cards if not order.trumps >> card & 1]
    is_bidding_side = seat.partnership is table.bidder.partnership
    if trumps and is_bidding_side and order.trumps & unseen:
        best = max(trumps, key=power)
        if table.is_master(best, unseen) or seat is not table.bidder:
            return best
        if len(trumps) >= LONG_TRUMPS:
            return min(trumps, key=power)
    length = {s: sum(order.suit[card] == s for card in side) for s in range(5)}
    masters = [card for card in side if table.is_master(card, unseen)]
    if masters:
        return max(masters, key=lambda card: (length[order.suit[card]], power(card)))
    # Bidders work on a long suit; defenders with trumps look for a ruff.
    wants_short = bool(trumps) and not is_bidding_side
    able = [card for card in side if power(card)]
    if able:
        sign = 1 if wants_short else -1
        return min(able, key=lambda card: (sign * length[order.suit[card]], power(card)))
    return min(trumps or cards, key=power)


def _follow(table: Table, seat: Seat, cards: list[Card]) -> Card:
    order, unseen, trick = table.standing, table.unseen(seat), table.trick
    ahead = trick_winner(trick, order.ranking)
    partner_turn = len(trick) - 2
    is_last = len(trick) == 3
    winning = [card for card in cards if trick_winner([*trick, card], order.ranking) == len(trick)]
    cheapest = min(cards, key=lambda card: table.cost(card, unseen))
    if not winning:
        return cheapest
    if ahead == partner_turn and (is_last or table.is_master(trick[ahead], unseen)):
        return cheapest
    if is_last or all(order.trumps >> card & 1 for card in winning):
        return min(winning, key=order.power.__getitem__)
    best = max(winning, key=order.power.__getitem__)
    if table.is_master(best, unseen):
        return best
    # Second hand plays low; third hand plays high, unless partner is winning already.
    return best if len(trick) == 2 and ahead != partner_turn else cheapest


def play_tricks(
    rng: Random,
    table: Table,
    people: Sequence[Person],
    first_leader: Seat,
    *,
    renege_in: int | None = None,
) -> tuple[list[PlayedTrick], Renege | None]:
    """Play all the cards; `people` sit N E S W.

    From trick `renege_in` (from 1) on, the first player who can fails to follow.
    """
    tricks: list[PlayedTrick] = []
    reneged: Renege | None = None
    leader = first_leader
    while table.held[leader]:
        table.trick = []
        for seat in leader.clockwise():
            holding = table.held[seat]
            legal = legal_plays(holding, table.trick, table.standing.ranking)
            refused = holding & ~legal & ~table.standing.ranking.barred
            if renege_in and not reneged and len(tricks) + 1 >= renege_in and refused:
                card = rng.choice(cards_in(refused))
                reneged = Renege(seat, len(tricks) + 1)
            else:
                card = _choose(rng, table, people[seat], seat, cards_in(legal))
            table.trick.append(card)
            table.held[seat] &= ~(1 << card)
            table.played |= 1 << card
        tricks.append(PlayedTrick(leader, tuple(table.trick)))
        leader = Seat((leader + trick_winner(table.trick, table.standing.ranking)) % 4)
    return tricks, reneged


def _choose(rng: Random, table: Table, person: Person, seat: Seat, cards: list[Card]) -> Card:
    if rng.random() < MISTAKES * (1 - person.skill):
        return rng.choice(cards)
    if len(cards) == 1:
        return cards[0]
    return _follow(table, seat, cards) if table.trick else _lead(table, seat, cards)
