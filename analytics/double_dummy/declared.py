"""A hand that was played, against what was there to be had with all four hands in view.

This is hindsight and says so: it tells which cards cost books, not which were wrong to play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from analytics.double_dummy.plays import line_values
from analytics.double_dummy.position import Position
from recorder.auction import BASE_BOOKS
from recorder.cards import Card, mask_of
from recorder.hand import HandRecord
from recorder.leads import ranking_of
from recorder.play_by_play import PlayByPlay, TrickTaken, play_by_play
from recorder.rules import Rules
from recorder.seats import Partnership, Seat


@dataclass(frozen=True, slots=True)
class CardCost:
    """A card as played, and what its side could still have had."""

    trick: int
    """From 1."""
    seat: Seat
    card: Card
    cost: int | None
    """Books given away against the best card; None for a renege, which is not a choice."""
    best: tuple[Card, ...]
    """The legal cards that gave nothing away."""
    bidders_books: int
    """The bidders' books with best play by all from before this card on, the kitty's included."""


@dataclass(frozen=True, slots=True)
class Declared:
    """The declared contract double dummy: from the lead on, with the discards as they were made."""

    bidder: Seat
    needed: int
    books_double_dummy: int
    """The bidders', with the kitty's book where it is theirs."""
    books_taken: int | None
    """None while the play is not all recorded."""
    cards: tuple[CardCost, ...]

    @property
    def could_be_made(self) -> bool:
        return self.books_double_dummy >= self.needed

    @property
    def could_be_made_until(self) -> int | None:
        """The last trick in which the contract could still be made, else None."""
        makeable = [card.trick for card in self.cards if card.bidders_books >= self.needed]
        return makeable[-1] if makeable else None

    @property
    def swings(self) -> tuple[CardCost, ...]:
        """The cards that took the contract from made to set or back, in order of play."""
        after = [card.bidders_books for card in self.cards[1:]]
        after.append(self.cards[-1].bidders_books if self.books_taken is None else self.books_taken)
        return tuple(
            card
            for card, books in zip(self.cards, after, strict=True)
            if (card.bidders_books >= self.needed) != (books >= self.needed)
        )

    @property
    def given_away(self) -> Mapping[Seat, int]:
        """Books each seat's cards cost its side."""
        return {seat: sum(c.cost or 0 for c in self.cards if c.seat is seat) for seat in Seat}


def declared(record: HandRecord, rules: Rules) -> Declared | None:
    """Follow one hand double dummy; None where a hand, the contract or a card played is not known.

    Where the first trick takes the kitty's book it is counted for whoever took that trick: the
    tricks alone are played for.
    """
    hand = play_by_play(record, rules)
    level, by = hand.hand["level"], hand.hand["by"]
    position = _first_position(rules, hand)
    if level is None or by is None or position is None:
        return None
    bidder = Seat.parse(by)
    tricks = _known(hand.tricks)
    line = [play.card for trick in tricks for play in trick.plays]
    kitty = _kitty_book(tricks, bidder.partnership)
    cards = tuple(_costs(position, tricks, line, bidder.partnership, kitty))
    last = tricks[-1]
    is_whole = len(line) == 4 * position.tricks_left and last.books is not None
    return Declared(
        bidder=bidder,
        needed=BASE_BOOKS + level,
        books_double_dummy=cards[0].bidders_books,
        books_taken=last.books[bidder.partnership] if is_whole and last.books else None,
        cards=cards,
    )


def _first_position(rules: Rules, hand: PlayByPlay) -> Position | None:
    is_good = hand.hand["aces_were"] != "bad"
    ranking = ranking_of(hand.hand["named"], hand.hand["facing"], rules, aces_good=is_good)
    tricks = _known(hand.tricks)
    sizes = {len(held) for held in hand.held}
    if ranking is None or not tricks or sizes != {rules.deck.hand_size}:
        return None
    if any(card < 0 for held in hand.held for card in held):
        return None
    north, east, south, west = (mask_of(held) for held in hand.held)
    leader = tricks[0].plays[0].seat
    return Position((north, east, south, west), ranking, leader)


def _known(tricks: tuple[TrickTaken, ...]) -> list[TrickTaken]:
    """The tricks up to the first that is short or has a card nobody saw."""
    known = []
    for trick in tricks:
        if not trick.plays or any(play.card < 0 for play in trick.plays):
            break
        known.append(trick)
        if len(trick.plays) < 4 or trick.winner is None:
            break
    return known


def _kitty_book(tricks: list[TrickTaken], side: Partnership) -> int:
    first = tricks[0]
    if first.books is None or first.winner is None:
        return 0
    return first.books[side] - (first.winner.partnership is side)


def _costs(
    position: Position, tricks: list[TrickTaken], line: list[Card], side: Partnership, kitty: int
) -> Iterator[CardCost]:
    worth = iter(line_values(position, line))
    left = position.tricks_left
    taken = kitty
    for trick in tricks:
        for play in trick.plays:
            values = next(worth)
            best = max(values.values())
            ours = best if play.seat.partnership is side else left - best
            yield CardCost(
                trick=trick.number,
                seat=play.seat,
                card=play.card,
                cost=best - values[play.card] if play.card in values else None,
                best=tuple(card for card, value in values.items() if value == best),
                bidders_books=taken + ours,
            )
        left -= 1
        taken += trick.winner is not None and trick.winner.partnership is side
