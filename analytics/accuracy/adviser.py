"""Twelve cards and a rule set: what each bid that is allowed would come to, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analytics.accuracy import calibration
from analytics.accuracy.judging import SCREENED, Turn
from analytics.accuracy.odds import Allowance, Choice, Odds, Played, choices
from analytics.accuracy.words import SUIT_WORDS
from analytics.errors import QuestionError
from analytics.simulation.naming import Naming, deck_mask, standing
from recorder.auction import Bid
from recorder.cards import Card, cards_in, cards_text, mask_of, read_cards
from recorder.rules import Rules

__all__ = ["Advice", "advise", "read_holding"]

CONSIDERED = 3
"""Namings of each kind that are played out."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One bid with its best naming."""

    played: Played
    bid: Bid
    odds: Odds
    mean_books: float
    """After the allowance; whatever is below the lowest bid counts as one book short of it."""
    why: str


def read_holding(text: str, rules: Rules) -> int:
    """The mask of as many different cards of the deck as a hand has; QuestionError otherwise."""
    cards = read_cards(text)
    mask, size = mask_of(cards), rules.deck.hand_size
    strange = cards_in(mask & ~deck_mask(rules))
    if strange:
        raise QuestionError(
            f"expected cards of these rules' deck, got {cards_text(strange)!r}, which is not in it"
        )
    if len(cards) != size or mask.bit_count() != size:
        raise QuestionError(
            f"expected {size} different cards, got {mask.bit_count()} in {cards_text(cards)!r}"
        )
    return mask


def advise(
    cards: int,
    rules: Rules,
    calls: Sequence[Bid | None] = (),
    *,
    samples: int = 100,
    allowance: Allowance = calibration.USUAL,
    heeds_calls: bool = False,
    threads: int | None = None,
) -> list[Advice]:
    """Every bid allowed after `calls` with its best naming, by expected points, the best first.

    The naming of each kind is chosen on `SCREENED` samples and scored on `samples` others.
    """
    turn = Turn(
        rules,
        cards,
        calls,
        samples + SCREENED,
        heeds_calls=heeds_calls,
        threads=threads or 2,
    )
    advice = []
    for lowest in turn.lowest():
        found = turn.finalist(choices([lowest], rules))
        if found is None:
            continue
        levels = [bid.level for bid in turn.legal if bid.kind is lowest.kind]
        played = turn.play(found[0], SCREENED, turn.samples, levels)
        advice += [_advice(turn, found[0], played, level, allowance) for level in levels]
    return sorted(advice, key=lambda one: -one.odds.points.value)


def _advice(turn: Turn, choice: Choice, played: Played, level: int, allowance: Allowance) -> Advice:
    odds = played.odds(turn.rules, allowance, level=level, weights=turn.weights)
    books = max(float(played.books.mean()) - allowance[played.is_no_trump], 0.0)
    bid = Bid(level, choice.bid.kind)
    return Advice(played, bid, odds, books, _why(turn.cards, choice, turn.rules))


def _why(cards: int, choice: Choice, rules: Rules) -> str:
    """The features of the hand that carry the bid."""
    naming = choice.naming
    if naming is None:
        return "Named once the kitty is seen."
    order = standing(naming, rules.play.no_trump_jokers)
    held = cards_in(cards)
    tops = [card for card in held if _heads_suit(card, cards, naming, rules)]
    parts = []
    if naming.trump is not None:
        trumps = [card for card in held if order.trumps >> card & 1]
        jokers = sum(card.is_joker for card in trumps)
        with_jokers = {0: "", 1: " with a joker", 2: " with both jokers"}[jokers]
        parts.append(f"{len(trumps)} trumps{with_jokers}")
        tops = [card for card in tops if not order.trumps >> card & 1]
        short = [suit for suit in range(4) if suit != naming.trump and not _of(suit, held)]
        if short:
            parts.append("no " + " or ".join(SUIT_WORDS["SHDC"[suit]] for suit in short))
    where = "a suit" if naming.trump is None else "a side suit"
    parts.append(f"at the top of {where}: {cards_text(tops) if tops else 'nothing'}")
    return f"{', '.join(parts)}."


def _of(suit: int, held: Sequence[Card]) -> list[Card]:
    return [card for card in held if not card.is_joker and card.suit == suit]


def _heads_suit(card: Card, cards: int, naming: Naming, rules: Rules) -> bool:
    order = standing(naming, rules.play.no_trump_jokers)
    return bool(order.power[card]) and not order.higher[card] & deck_mask(rules) & ~cards
