"""A hand while it is played: whose turn it is, what may be played, cards laid one by one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from recorder.cards import Card, cards_in, mask_of
from recorder.errors import RecordError
from recorder.evaluate import judge
from recorder.explain import holdings_of
from recorder.hand import HandRecord, PlayedTrick, frame_of, join_tricks, split_tricks
from recorder.ranking import RANKINGS
from recorder.replay import legal_plays
from recorder.rules import Rules
from recorder.seats import ByPartnership, Seat

__all__ = ["NextPlay", "deck", "lay", "next_play", "take_back"]


@dataclass(frozen=True, slots=True)
class NextPlay:
    """What may happen next."""

    trick: int
    """Its number, from 1."""
    seat: Seat | None
    """Who is to play; None when the hand is over."""
    legal: tuple[Card, ...]
    """What may be played as far as anybody can tell; a renege is any other of `open`."""
    open: tuple[Card, ...]
    """The cards that have not been played, and are not buried."""
    books: ByPartnership[int]
    """So far, the kitty's book with its owner."""


def deck(rules: Rules) -> tuple[Card, ...]:
    """The cards that are in the game."""
    jokers = {0: "", 1: "BJ", 2: "BJ LJ"}[rules.deck.jokers].split()
    return (*map(Card, range(52)), *map(Card.parse, jokers))


def next_play(record: HandRecord, rules: Rules) -> NextPlay:
    """Where the play of a record stands; RecordError says what must be known before."""
    judgement = judge(frame_of([record]), [rules], np.zeros(1, np.int32))
    hand = judgement.table().row(0, named=True)
    if hand["by"] is None:
        raise RecordError("expected a bidder before the first card, got none")
    at = int(judgement.ranking[0])
    if hand["named"] is None or hand["facing"] is None or at < 0:
        missing = "trump" if hand["named"] is None else "whether high or low wins"
        raise RecordError(f"expected {missing} to be named before the first card")
    bidder = Seat.parse(hand["by"])
    tricks = split_tricks(record.tricks)
    books = ByPartnership(hand["taken_ns"] or 0, hand["taken_ew"] or 0)
    unseen = _unseen(record, rules, tricks)
    current = tricks[-1] if tricks and len(tricks[-1].cards) < 4 else None
    whole = len(tricks) - (current is not None)
    if whole >= rules.deck.hand_size:
        return NextPlay(whole, None, (), (), books)
    if current is not None:
        leader, laid = current.leader, current.cards
    else:
        leader, laid = _leader(bidder, whole, hand["winners"] or "", rules), ()
    seat = Seat((leader + len(laid)) % 4)
    held = holdings_of(replace(record, tricks=None), bidder)
    mine = held[seat]
    if mine is None:
        # Nobody wrote this hand down: it may hold whatever no other hand is known to hold.
        others = [mask for other, mask in zip(Seat, held, strict=True) if other != seat and mask]
        legal = unseen & ~sum(others)
    else:
        legal = legal_plays(mine & unseen, laid, RANKINGS[at])
    return NextPlay(whole + 1, seat, tuple(cards_in(legal)), tuple(cards_in(unseen)), books)


def _unseen(record: HandRecord, rules: Rules, tricks: Sequence[PlayedTrick]) -> int:
    buried = mask_of(map(Card.parse, (record.discards or "").split()))
    played = mask_of(card for trick in tricks for card in trick.cards)
    return mask_of(deck(rules)) & ~buried & ~played


def _leader(bidder: Seat, whole: int, winners: str, rules: Rules) -> Seat:
    if not whole:
        return bidder.lho if rules.play.first_lead == "left_of_bidder" else bidder
    if len(winners) < whole:
        raise RecordError(f"expected to know who took trick {whole}, which the record cannot tell")
    return Seat.parse(winners[whole - 1])


def lay(record: HandRecord, card: Card, rules: Rules) -> HandRecord:
    """The record with one more card played, allowed or not: what happened, happened."""
    now = next_play(record, rules)
    if now.seat is None or card not in now.open:
        raise RecordError(f"expected a card that is still to be played, got '{card}'")
    tricks = split_tricks(record.tricks)
    if tricks and len(tricks[-1].cards) < 4:
        tricks[-1] = replace(tricks[-1], cards=(*tricks[-1].cards, card))
    else:
        tricks.append(PlayedTrick(now.seat, (card,)))
    return replace(record, tricks=join_tricks(tricks))


def take_back(record: HandRecord) -> HandRecord:
    """The record without the last card that was played."""
    tricks = split_tricks(record.tricks)
    if not tricks:
        return record
    *before, last = tricks
    cards = last.cards[:-1]
    # A trick without its last card has no winner, whatever was written.
    kept = [*before, replace(last, cards=cards, winner=None)] if cards else before
    return replace(record, tricks=join_tricks(kept) or None)
