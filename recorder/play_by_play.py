"""One hand card by card: what each player could have played, who took what, when it was decided."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from recorder.auction import BASE_BOOKS
from recorder.cards import UNKNOWN, Card, cards_in, cards_text, mask_of
from recorder.evaluate import Judgement, judge
from recorder.explain import holdings_of
from recorder.hand import HandRecord, PlayedTrick, frame_of, split_tricks
from recorder.ranking import RANKINGS
from recorder.replay import MAX_TRICKS, legal_plays
from recorder.rules import Rules
from recorder.seats import ByPartnership, Partnership, Seat

__all__ = ["Decision", "PlayByPlay", "PlayedCard", "TrickTaken", "play_by_play"]


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card as it was played."""

    seat: Seat
    card: Card
    could: tuple[Card, ...] | None
    """What the rules allowed just then; None where the hand or the trick is not all known."""
    is_renege: bool = False


@dataclass(frozen=True, slots=True)
class TrickTaken:
    number: int
    """From 1."""
    plays: tuple[PlayedCard, ...]
    winner: Seat | None
    """By the replay; None where it cannot be told."""
    recorded_winner: Seat | None
    books: ByPartnership[int] | None
    """Running, the kitty's book with its owner; None once a winner is not known."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The moment from which the bid was sure to be made, or sure to be set."""

    trick: int
    made: bool


@dataclass(frozen=True, slots=True)
class PlayByPlay:
    """A hand as it went; whatever the record does not tell is left out."""

    hand: dict[str, Any]
    """The `recorder.evaluate.JUDGED` columns."""
    held: tuple[tuple[Card, ...], ...]
    """What each seat held before the lead, N E S W; `UNKNOWN` for cards nobody saw, and none at all
    where nothing is known of the hand."""
    tricks: tuple[TrickTaken, ...]
    decision: Decision | None


def play_by_play(record: HandRecord, rules: Rules) -> PlayByPlay:
    """Follow one record under rules, card by card; never raises, whatever is wrong with it."""
    judgement = judge(frame_of([record]), [rules], np.zeros(1, np.int32))
    hand = judgement.table().row(0, named=True)
    bidder = None if hand["by"] is None else Seat.parse(hand["by"])
    tricks = tuple(_tricks(record, judgement, bidder))
    return PlayByPlay(
        hand=hand,
        held=_held(record, bidder, rules.deck.hand_size),
        tricks=tricks,
        decision=_decision(tricks, bidder, hand["level"], rules.books_in_hand),
    )


def _tricks(record: HandRecord, judgement: Judgement, bidder: Seat | None) -> Iterator[TrickTaken]:
    winners = judgement.replayed.winners[0]
    reneges = int(judgement.replayed.reneges[0])
    at = int(judgement.ranking[0])
    owner = judgement.rules[0].kitty.book_owner
    held = holdings_of(record, bidder)
    books: list[int] | None = [0, 0]
    if owner == "bidders":
        books = (
            None if bidder is None else [int(side is bidder.partnership) for side in Partnership]
        )
    for number, trick in enumerate(split_tricks(record.tricks)[:MAX_TRICKS], 1):
        winner = Seat(winners[number - 1]) if winners[number - 1] >= 0 else None
        if winner is None:
            books = None
        elif books is not None:
            first_takes_kitty = owner == "first_trick_winner" and number == 1
            books[winner.partnership] += 1 + first_takes_kitty
        plays = []
        for turn, card in enumerate(trick.cards):
            seat = Seat((trick.leader + turn) % 4)
            broke_rule = bool(reneges >> (4 * (number - 1) + seat) & 1)
            plays.append(PlayedCard(seat, card, _could(held[seat], trick, turn, at), broke_rule))
            mask = held[seat]
            if mask is not None and card != UNKNOWN:
                held[seat] = mask & ~(1 << card)
        yield TrickTaken(
            number, tuple(plays), winner, trick.winner, ByPartnership(*books) if books else None
        )


def _could(
    holding: int | None, trick: PlayedTrick, turn: int, ranking: int
) -> tuple[Card, ...] | None:
    before = trick.cards[:turn]
    if holding is None or ranking < 0 or UNKNOWN in before:
        return None
    return _sorted(cards_in(legal_plays(holding, before, RANKINGS[ranking])))


def _held(record: HandRecord, bidder: Seat | None, hand_size: int) -> tuple[tuple[Card, ...], ...]:
    tricks = split_tricks(record.tricks)
    known = holdings_of(record, bidder)
    hands = []
    for seat in Seat:
        mask, dealt = known[seat], record.holding(seat)
        if mask is not None:
            cards = cards_in(mask)
        elif dealt is not None:
            cards = _as_played(record, dealt, is_bidder=seat is bidder)
        else:
            cards = [
                trick.cards[turn]
                for trick in tricks
                if (turn := (seat - trick.leader) % 4) < len(trick.cards)
            ]
            if cards:
                cards += [UNKNOWN] * (hand_size - len(cards))
        hands.append(_sorted(cards))
    return tuple(hands)


def _as_played(record: HandRecord, dealt: str, *, is_bidder: bool) -> list[Card]:
    """A hand of which not all is known, as far as it can be told; the bidder's once buried."""
    cards = [Card.parse(text) for text in dealt.split()]
    if is_bidder and record.kitty is not None and record.discards is not None:
        buried = mask_of(map(Card.parse, record.discards.split()))
        cards += [Card.parse(text) for text in record.kitty.split()]
        cards = [card for card in cards if card == UNKNOWN or not buried >> card & 1]
    return cards


def _sorted(cards: list[Card]) -> tuple[Card, ...]:
    return tuple(map(Card.parse, cards_text(cards).split()))


def _decision(
    tricks: tuple[TrickTaken, ...], bidder: Seat | None, level: int | None, total: int
) -> Decision | None:
    if bidder is None or level is None:
        return None
    side: Partnership = bidder.partnership
    needed = BASE_BOOKS + level
    for trick in tricks:
        if trick.books is None:
            return None
        if trick.books[side] >= needed:
            return Decision(trick.number, made=True)
        if trick.books[side.opponents] > total - needed:
            return Decision(trick.number, made=False)
    return None
