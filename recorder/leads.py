"""Tricks written in columns of seats: who led, and so the order of play, is worked out by replay.

Such a record says which card each player gave to each trick, not who led it. Where the aces are
not said either, two orders of play can both be legal: `retold` gives the other one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import msgspec

from recorder.auction import Bid, Direction, Kind
from recorder.cards import SUITS, UNKNOWN, Card
from recorder.hand import HandRecord, PlayedTrick, join_tricks, split_tricks
from recorder.ranking import Ranking, ranking
from recorder.replay import trick_winner
from recorder.rules import Rules
from recorder.seats import Seat

__all__ = ["LEADS", "has_inferred_leads", "in_order", "ranking_of", "retold"]

LEADS = "leads"
"""The key of `extra` that says `"inferred"` where the record did not tell who led."""

Row = Mapping[Seat, Card]


def in_order(rows: Sequence[Row], leader: Seat, order: Ranking | None) -> list[PlayedTrick]:
    """The tricks in order of play, as far as each winner, who leads the next, is known.

    A card nobody wrote is missing from its row; it is `??` where a later player's is known.
    """
    tricks = []
    for row in rows:
        cards = [row.get(seat, UNKNOWN) for seat in leader.clockwise()]
        while cards and cards[-1] == UNKNOWN:
            cards.pop()
        if not cards:
            break
        tricks.append(PlayedTrick(leader, tuple(cards)))
        if len(cards) < 4 or UNKNOWN in cards or order is None:
            break
        leader = Seat((leader + trick_winner(cards, order)) % 4)
    return tricks


def ranking_of(
    trump: str | None, direction: str | None, rules: Rules, *, aces_good: bool
) -> Ranking | None:
    """The tables of a contract in canonical words; None where it is not all known."""
    if trump is None or direction is None:
        return None
    return ranking(
        None if trump == "no" else SUITS.index(trump),
        Direction.UP if direction == "up" else Direction.DOWN,
        aces_good=aces_good,
        joker_mode=rules.play.no_trump_jokers if trump == "no" else "when_void",
    )


def has_inferred_leads(record: HandRecord) -> bool:
    """Whether the order of play is our own reading of a record in columns."""
    if record.extra is None or LEADS not in record.extra:
        return False
    extra = msgspec.json.decode(record.extra)
    return isinstance(extra, dict) and extra.get(LEADS) == "inferred"


def retold(record: HandRecord, rules: Rules, *, aces_good: bool) -> HandRecord:
    """The record with its tricks in the order they were played if aces were good, or bad."""
    tricks = split_tricks(record.tricks)
    rows = [dict(zip(trick.leader.clockwise(), trick.cards, strict=False)) for trick in tricks]
    if not rows:
        return record
    order = ranking_of(record.trump, direction_of(record), rules, aces_good=aces_good)
    told = in_order(rows, tricks[0].leader, order)
    return replace(record, tricks=join_tricks(told))


def direction_of(record: HandRecord) -> str | None:
    """Up or down, as recorded or as the bid implies."""
    if record.direction is not None or record.bid is None:
        return record.direction
    kind = Bid.parse(record.bid).kind
    return None if kind is None or kind is Kind.NO_TRUMP else str(kind)
