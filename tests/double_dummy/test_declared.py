"""Recorded hands double dummy: what was given away adds up to what was taken."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from analytics.double_dummy.declared import Declared, declared
from recorder.formats.read import read_path
from recorder.hand import HandRecord, records_of
from recorder.rules import load_rules
from recorder.seats import Seat

VECTORS = Path(__file__).parent.parent / "vectors"
RECORDS = records_of(read_path(VECTORS / "hands.jsonl").hands)
EXPECTED = [
    json.loads(line)
    for line in (VECTORS / "hands.expected.jsonl").read_text(encoding="utf-8").splitlines()
]


def follow(record: HandRecord) -> Declared | None:
    return declared(record, load_rules(record.rules or "pagat").rules)


@pytest.mark.parametrize("at", range(0, len(RECORDS), 3))
def test_double_dummy_less_what_each_side_gave_away_is_what_was_taken(at: int) -> None:
    found = follow(RECORDS[at])
    assert found is not None
    reneges = [(card.trick, card.seat.name) for card in found.cards if card.cost is None]
    assert sorted(reneges) == sorted(map(tuple, EXPECTED[at]["reneges"]))
    if reneges:
        return
    side = found.bidder.partnership
    given = sum(found.given_away[seat] for seat in Seat if seat.partnership is side)
    gained = sum(found.given_away[seat] for seat in Seat if seat.partnership is not side)
    assert found.books_taken == found.books_double_dummy - given + gained
    assert found.could_be_made == (found.books_double_dummy >= found.needed)
    turned = len(found.swings) % 2 == 1
    assert turned == (found.could_be_made != (found.books_taken >= found.needed))


ENDING = HandRecord(
    rules="pagat",
    dealer="W",
    bidder="N",
    bid="3 up",
    trump="S",
    deal_n="AS KS QS JS TS 9S 8S 7S 2H 2D 2C 3C",
    deal_e="3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH",
    deal_s="3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
    deal_w="4C 5C 6C 7C 8C 9C TC JC QC KC AC 2S",
    kitty="3S 4S 5S 6S LJ BJ",
    discards="3S 4S 5S 6S 2D 3C",
    tricks="N: BJ 3H 3D 2S",
)


def test_one_seat_holds_nearly_all_the_trumps() -> None:
    """Ten trumps, all high, and two low cards: ten tricks at least and a book for the kitty."""
    found = follow(ENDING)
    assert found is not None
    assert found.needed == 9
    assert found.books_double_dummy == 11
    assert found.books_taken is None
    assert found.could_be_made_until == 1
    assert found.swings == ()
    assert all(card.cost == 0 for card in found.cards)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"deal_e": None, "tricks": None}, "a hand is not known"),
        ({"bid": None, "bidder": None}, "nobody is known to have bid"),
        ({"tricks": None}, "nothing was played"),
        ({"trump": None}, "the trump is not known"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_not_known_is_not_guessed(change: dict[str, None], why: str) -> None:
    assert follow(replace(ENDING, **change)) is None
