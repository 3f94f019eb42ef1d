"""Random rules, deals, auctions and whole hands, for every test that wants some.

Each `random_*` takes a `random.Random`; `randoms` is the hypothesis strategy that supplies one.
"""

import json
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from hypothesis import strategies as st

from recorder.cards import Card, cards_text
from recorder.hand import HandRecord
from recorder.rules import FIELDS, Rules
from tests.engine import naive
from tests.engine.naive import SEATS, Call, Contract, RuleValues, Trick

DECK = [rank + suit for suit in "SHDC" for rank in "23456789TJQKA"]
DECKS = [(0, 12, 4), (1, 12, 5), (2, 12, 6), (0, 13, 0), (2, 13, 2)]
"""Jokers, hand size and kitty size that fit together."""

randoms = st.integers(0, 2**32 - 1).map(Random)


class Deal(NamedTuple):
    hands: dict[str, list[str]]
    kitty: list[str]


def random_rules(rng: Random) -> Rules:
    """Every rule set that does not contradict itself can come up."""
    values: dict[str, Any] = {name: rng.choice(field.choices) for name, field in FIELDS.items()}
    jokers, hand_size, kitty_size = rng.choice(DECKS)
    values |= {"deck.jokers": jokers, "deck.hand_size": hand_size, "deck.kitty_size": kitty_size}
    if hand_size == 13:
        values["kitty.book_owner"] = "none"
    total = hand_size + (values["kitty.book_owner"] != "none")
    low, high = sorted(rng.choices(range(1, total - 5), k=2))
    values |= {"auction.min_level": low, "auction.max_level": high}
    values["renege.books"] = rng.randint(1, 13)
    values["scoring.boston_points"] = rng.randint(1, 30)
    values["scoring.boston_points_no_trump"] = rng.randint(1, 60)
    if total < 13:
        values["scoring.boston_effect"] = "none"
    values["game.target"] = rng.choice((5, 7, 9, 11, 21))
    values["game.hands"] = rng.randint(1, 5)
    values["match.length"] = 3
    return Rules().replace(values)


def random_deal(rng: Random, rules: RuleValues) -> Deal:
    pack = DECK + ["BJ", "LJ"][: rules["deck.jokers"]]
    rng.shuffle(pack)
    size = rules["deck.hand_size"]
    hands = {seat: pack[size * i : size * (i + 1)] for i, seat in enumerate(SEATS)}
    return Deal(hands, pack[4 * size :])


def random_bid(rng: Random, rules: RuleValues) -> tuple[int, str | None]:
    level = rng.randint(rules["auction.min_level"], rules["auction.max_level"])
    kinds = (None,) if rules["auction.bid_form"] == "level" else ("up", "down", "no")
    return level, rng.choice(kinds)


def random_calls(rng: Random, rules: RuleValues) -> list[Call]:
    """A legal auction of one round, in which somebody bids."""
    calls: list[Call] = []
    for _ in range(3):
        bid = random_bid(rng, rules) if rng.random() < 0.4 else None
        calls.append(bid if naive.allowed(rules, calls, bid) else None)
    bid = random_bid(rng, rules)
    calls.append(bid if not any(calls) or naive.allowed(rules, calls, bid) else None)
    return calls


def call_text(call: Call) -> str:
    if call is None:
        return "pass"
    level, kind = call
    return f"{level} {kind}" if kind else str(level)


def random_contract(
    rng: Random, rules: RuleValues, bidder: str, bid: tuple[int, str | None]
) -> Contract:
    level, kind = bid
    no_trump = kind == "no" or (kind is None and rng.random() < 0.3)
    aces = rules["play.downtown_aces"]
    return Contract(
        bidder,
        level,
        "no" if no_trump else rng.choice("SHDC"),
        kind if kind in ("up", "down") else rng.choice(("up", "down")),
        rng.choice(("good", "bad")) if aces == "bidder_chooses" else aces,
    )


def random_discards(
    rng: Random, rules: RuleValues, contract: Contract, deal: Deal
) -> tuple[dict[str, list[str]], list[str]]:
    """What each seat plays from, and what the bidder buries."""
    held = {seat: list(cards) for seat, cards in deal.hands.items()}
    kitty = list(deal.kitty)
    buried: list[str] = []
    if contract.trump == "no" and rules["play.no_trump_jokers"] == "sit_out":
        for cards in held.values():
            for joker in filter(naive.is_joker, list(cards)):
                taken = rng.choice([card for card in kitty if not naive.is_joker(card)])
                kitty[kitty.index(taken)] = joker
                cards[cards.index(joker)] = taken
        buried = [card for card in kitty if naive.is_joker(card)]
    choice = [card for card in held[contract.bidder] + kitty if card not in buried]
    rng.shuffle(choice)
    rest = rules["deck.kitty_size"] - len(buried)
    held[contract.bidder] = choice[rest:]
    return held, buried + choice[:rest]


def random_tricks(
    rng: Random,
    rules: RuleValues,
    contract: Contract,
    held: dict[str, list[str]],
    *,
    renege_rate: float = 0.0,
) -> list[Trick]:
    """The hand played out; a card is picked from all that are held in `renege_rate` of plays."""
    held = {seat: list(cards) for seat, cards in held.items()}
    jokers = rules["play.no_trump_jokers"]
    leads_left = rules["play.first_lead"] == "left_of_bidder"
    leader, tricks = naive.after(contract.bidder, leads_left), []
    for _ in range(rules["deck.hand_size"]):
        trick = Trick(leader, [])
        for turn in range(4):
            holding = held[naive.after(leader, turn)]
            choice = holding
            if rng.random() >= renege_rate:
                choice = naive.legal(holding, trick.cards, contract.trump, jokers)
            card = rng.choice(choice)
            holding.remove(card)
            trick.cards.append(card)
        tricks.append(trick)
        turn = naive.winning_turn(
            trick.cards, contract.trump, contract.direction, contract.aces, jokers
        )
        leader = naive.after(leader, turn)
    return tricks


class Played(NamedTuple):
    """A hand played out, and the record of it."""

    rules: RuleValues
    contract: Contract
    deal: Deal
    discards: list[str]
    tricks: list[Trick]
    record: HandRecord


def text_of(cards: Sequence[str]) -> str | None:
    return cards_text(map(Card.parse, cards)) or None


def tricks_text(tricks: Sequence[Trick]) -> str:
    return " | ".join(f"{trick.leader}: {' '.join(trick.cards)}" for trick in tricks)


def random_hand(
    rng: Random,
    rules: RuleValues,
    /,
    *,
    renege_rate: float = 0.0,
    stop_after: int = 13,
    **facts: Any,
) -> Played:
    """A hand under rules, whole or stopped after some tricks; `facts` are further columns."""
    dealer = rng.choice(SEATS)
    calls = random_calls(rng, rules)
    place = max(i for i, call in enumerate(calls) if call)
    bid = calls[place]
    assert bid is not None
    contract = random_contract(rng, rules, naive.after(dealer, place + 1), bid)
    deal = random_deal(rng, rules)
    held, discards = random_discards(rng, rules, contract, deal)
    tricks = random_tricks(rng, rules, contract, held, renege_rate=renege_rate)[:stop_after]
    record = HandRecord(
        dealer=dealer,
        calls=", ".join(map(call_text, calls)),
        trump=contract.trump,
        direction=contract.direction if bid[1] not in ("up", "down") else None,
        aces=contract.aces if contract.direction == "down" else None,
        deal_n=text_of(deal.hands["N"]),
        deal_e=text_of(deal.hands["E"]),
        deal_s=text_of(deal.hands["S"]),
        deal_w=text_of(deal.hands["W"]),
        kitty=text_of(deal.kitty),
        discards=text_of(discards),
        tricks=tricks_text(tricks),
        **facts,
    )
    return Played(rules, contract, deal, discards, tricks, record)


def random_result(
    rng: Random, rules: RuleValues, /, *, called: Sequence[str] = (), **facts: Any
) -> HandRecord:
    """A hand of which only the bid and the books are written; `called` for a renege."""
    bid = random_bid(rng, rules)
    contract = random_contract(rng, rules, rng.choice(SEATS), bid)
    return HandRecord(
        bidder=contract.bidder,
        bid=call_text(bid),
        trump=contract.trump,
        books=min(naive.total_books(rules), max(0, round(rng.gauss(bid[0] + 5.5, 3)))),
        reneges=json.dumps([{"by": seat} for seat in called]) if called else None,
        **facts,
    )
