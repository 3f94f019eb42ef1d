"""The tags of one PTN hand, and the cards in them: three notations of the site's own."""

import re
from dataclasses import dataclass, field
from typing import Any

from recorder.cards import UNKNOWN, Card, cards_text
from recorder.errors import NotationError
from recorder.formats.reading import UnreadableError
from recorder.seats import Seat

__all__ = ["TaggedHand", "card_of_pair", "deal_of", "kitty_of", "seat_of"]

_PAIR = re.compile(r"([SHDC])(10|[2-9TJQKA])|J([HL])|(--?|\?\?)", re.IGNORECASE)
"""Suit then rank, so `HJ` is the jack of hearts and `JH` the high joker."""


@dataclass(slots=True)
class TaggedHand:
    """One hand as it was cut out of the text; line numbers are those of the file."""

    start: int
    end: int = 0
    tags: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    unclosed: dict[str, int] = field(default_factory=dict)
    """Tags without a closing quote."""
    glued: int | None = None
    """A line on which several tags stand."""
    section: str | None = None
    calls: list[tuple[int, list[str]]] = field(default_factory=list)
    rows: list[tuple[int, list[str]]] = field(default_factory=list)
    broken_at: int | None = None
    """A line among the rows that is no row."""
    stray: int | None = None
    """That line, where rows came after it."""
    is_at_end: bool = False


def seat_of(hand: TaggedHand, tag: str) -> Seat:
    text = hand.tags[tag][:1].upper()
    try:
        return Seat.parse(text)
    except NotationError as error:
        raise UnreadableError(str(error), path=(tag,), token=hand.tags[tag] or None) from None


def deal_of(hand: TaggedHand) -> dict[str, str]:
    """`S:J832.T4.54.Q74.H …`: suits S H D C and jokers, from the named seat clockwise."""
    text = hand.tags.get("Deal")
    if not text:
        return {}
    _, colon, hands = text.partition(":")
    groups = hands.split()
    if not colon or len(groups) != 4:
        raise UnreadableError(
            f"expected four hands behind a seat, got {len(groups)}", path=("Deal",), token=text
        )
    deal = {}
    for seat, group in zip(seat_of(hand, "Deal").clockwise(), groups, strict=True):
        if group != "-":
            cards = cards_text(_dotted(group))
            if cards:
                deal[f"deal_{str(seat).lower()}"] = cards
    return deal


def _dotted(group: str) -> list[Card]:
    suits = group.upper().replace("10", "T").split(".")
    if not 4 <= len(suits) <= 5:
        raise UnreadableError(
            f"expected the suits S.H.D.C and jokers, got {group!r}", path=("Deal",), token=group
        )
    cards = []
    for suit, ranks in zip("SHDCJ", suits, strict=False):
        for rank in ranks:
            text = {"H": "BJ", "L": "LJ"}.get(rank, "") if suit == "J" else rank + suit
            try:
                cards.append(Card.parse(text))
            except NotationError:
                raise UnreadableError(
                    f"expected a rank among the cards, got {rank!r} in {group!r}",
                    path=("Deal",),
                    token=group,
                ) from None
    return cards


def _read_pairs(text: str, tag: str) -> list[Card]:
    """`S2HJJH`: suit then rank, so `HJ` is the jack of hearts and `JH` the high joker."""
    compact = "".join(text.split())
    cards, at = [], 0
    while at < len(compact):
        match = _PAIR.match(compact, at)
        if match is None:
            raise UnreadableError(
                f"expected a suit and a rank such as 'HJ', got {compact[at : at + 2]!r}",
                path=(tag,),
                token=compact[at : at + 2],
            )
        at = match.end()
        cards.append(_card(match))
    if len(cards) > 54:
        raise UnreadableError(f"expected at most 54 cards, got {len(cards)}", path=(tag,))
    return cards


def card_of_pair(text: str) -> Card | None:
    """The card of one cell such as `HJ`, unknown for `-`; None if it is none."""
    match = _PAIR.fullmatch(text)
    return None if match is None else _card(match)


def _card(match: re.Match[str]) -> Card:
    if match[4]:
        return UNKNOWN
    if match[3]:
        return Card.parse("BJ" if match[3].upper() == "H" else "LJ")
    return Card.parse(match[2].upper().replace("10", "T") + match[1].upper())


def kitty_of(hand: TaggedHand, extra: dict[str, Any]) -> dict[str, str]:
    """The kitty as undealt, or else as picked up; the discards."""
    found: dict[str, str] = {}
    undealt = cards_text(_read_pairs(hand.tags.get("Undealt", ""), "Undealt"))
    added = _behind_seat(hand, "CardsAdded")
    removed = _behind_seat(hand, "CardsRemoved")
    if undealt or added:
        found["kitty"] = undealt or added
    if undealt and added and undealt != added:
        extra["cards_added"] = added
    if removed:
        found["discards"] = removed
    return found


def _behind_seat(hand: TaggedHand, tag: str) -> str:
    seat, colon, cards = hand.tags.get(tag, "").partition(":")
    if not colon:
        cards = seat
    elif seat.strip().upper() not in ("N", "E", "S", "W"):
        raise UnreadableError(f"expected a seat N, E, S or W, got {seat!r}", path=(tag,))
    return cards_text(_read_pairs(cards, tag))
