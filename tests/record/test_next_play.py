"""A hand laid card by card: turns, legal cards, books, and a renege that can still be entered."""

import random
from dataclasses import replace

import pytest

from recorder.cards import Card, cards_text, read_cards
from recorder.errors import RecordError
from recorder.hand import HandRecord
from recorder.next_play import deck, lay, next_play, take_back
from recorder.problems import problems
from recorder.rules import load_rules
from recorder.seats import Seat

RULES = load_rules("pagat").rules
BID = HandRecord(bidder="S", bid="4 up", trump="H", rules="pagat")


def dealt(seed: int) -> HandRecord:
    cards = list(deck(RULES))
    random.Random(seed).shuffle(cards)
    hands = [cards_text(cards[12 * seat : 12 * seat + 12]) for seat in range(4)]
    kitty = cards_text(cards[48:])
    return replace(
        BID, deal_n=hands[0], deal_e=hands[1], deal_s=hands[2], deal_w=hands[3],
        kitty=kitty, discards=kitty,
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
def test_a_hand_of_legal_cards_is_whole_and_sound(seed: int) -> None:
    record, choice = dealt(seed), random.Random(seed)
    while (now := next_play(record, RULES)).seat is not None:
        record = lay(record, choice.choice(now.legal), RULES)
    assert problems(record, RULES) == []
    assert now.books.ns + now.books.ew == 13


def test_the_bidder_leads_and_the_winner_leads_next() -> None:
    record = BID
    for card in read_cards("AS 2S KS 3S"):
        record = lay(record, card, RULES)
    now = next_play(record, RULES)
    assert (now.trick, now.seat, now.books.ns) == (2, Seat.S, 2)
    for card in read_cards("QS 2H"):
        record = lay(record, card, RULES)
    assert record.tricks == "S: AS 2S KS 3S | S: QS 2H"
    assert next_play(record, RULES).seat is Seat.N


def test_left_of_the_bidder_leads_where_the_rules_say_so() -> None:
    rules = load_rules("pagat,play.first_lead=left_of_bidder").rules
    assert next_play(BID, rules).seat is Seat.W


def test_only_cards_that_follow_are_legal_and_a_renege_can_still_be_entered() -> None:
    record = lay(dealt(0), Card.parse(dealt(0).deal_s.split()[-1]), RULES)  # type: ignore[union-attr]
    now = next_play(record, RULES)
    held = set(read_cards(record.deal_w or ""))
    broken = next(card for card in now.open if card in held and card not in now.legal)
    renege = lay(record, broken, RULES)
    assert [found.code for found in problems(renege, RULES)] == ["renege"]


def test_cards_of_a_hand_that_is_known_are_nobody_elses() -> None:
    record = replace(BID, deal_n=dealt(0).deal_n)
    now = next_play(record, RULES)
    assert not set(now.legal) & set(read_cards(record.deal_n or ""))


def test_a_card_taken_back_is_open_again() -> None:
    record = lay(lay(BID, Card.parse("AS"), RULES), Card.parse("2S"), RULES)
    assert take_back(record).tricks == "S: AS"
    assert take_back(take_back(record)) == take_back(take_back(take_back(record))) == BID


REFUSED = [
    ("nobody bid", replace(BID, bidder=None), "expected a bidder before the first card"),
    ("no trump named", replace(BID, trump=None), "expected trump to be named"),
    ("no direction named", replace(BID, bid="4 no", trump=None),
     "expected whether high or low wins to be named"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("record", "words"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_what_must_be_known_first_is_said(record: HandRecord, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        next_play(record, RULES)


def test_a_card_is_played_once() -> None:
    record = lay(BID, Card.parse("AS"), RULES)
    with pytest.raises(RecordError, match="still to be played, got 'AS'"):
        lay(record, Card.parse("AS"), RULES)
