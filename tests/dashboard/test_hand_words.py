"""One hand in words: the sentence, what the table wrote beside what the replay says."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dashboard import hand_words
from recorder.club import Club
from recorder.hand import HandRecord
from recorder.one_hand import OneHand, one_hand

HAND = HandRecord(
    date="2026-11-26",
    table="3",
    game="A",
    hand=1,
    rules="pagat",
    player_n="Ann",
    player_e="Bo",
    player_s="Cy",
    player_w="Di",
    dealer="W",
)


@pytest.fixture
def told(tmp_path: Path) -> Any:
    club = Club.create(tmp_path / "club", "Thursday")

    def tell(**facts: object) -> OneHand:
        return one_hand(club, club.enter(replace(HAND, **facts)).hand)  # type: ignore[arg-type]

    return tell


SENTENCES = [
    (
        {"bidder": "S", "bid": "5 up", "trump": "H", "books": 12},
        "Cy bids 5 uptown in hearts and makes it with 1 over, 12 books: +6 for North-South.",
    ),
    (
        {"bidder": "E", "bid": "4 no", "direction": "down", "books": 8},
        "Bo bids 4 no trump, played downtown, and is set by 2 with 8 books: −8 for East-West.",
    ),
    (
        {"bidder": "N", "bid": "3 down", "trump": "C", "books": 9},
        "Ann bids 3 downtown in clubs and makes it exactly, 9 books: +3 for North-South.",
    ),
    (
        {"bidder": "N", "bid": "3 up", "made": False},
        "Ann bids 3 uptown and is set: −3 for North-South.",
    ),
    ({"calls": "pass, pass, pass, pass"}, "All four passed, so nobody scores."),
    ({"status": "misdeal"}, "A misdeal: nobody scores, and the cards are dealt again."),
    (
        {"bidder": "S", "bid": "5 up", "status": "abandoned"},
        "Cy bids 5 uptown. The hand was given up and scores nothing.",
    ),
    ({}, "Who bid what was not written down."),
    (
        {"bidder": "S", "bid": "4 up", "trump": "S", "tricks": "S: AS 2S 3S 4S"},
        "Cy bids 4 uptown in spades. The record stops after 1\xa0trick, with nothing decided yet.",
    ),
    (
        {"bidder": "S", "bid": "4 up", "trump": "S", "tricks": "S: AS AS 3S 4S"},
        "Cy bids 4 uptown in spades. The record cannot be right as it stands, so it scores "
        "nothing.",
    ),
    (
        {"calls": "pass, pass, pass, 3 up", "trump": "D", "books": 9},
        "Di bids 3 uptown in diamonds, forced on the dealer, and makes it exactly, 9 books: "
        "+3 for East-West.",
    ),
    (
        {
            "bidder": "S",
            "bid": "4 up",
            "books": 11,
            "reneges": '[{"by": "S", "trick": 5, "ruling": "3 books"}]',
        },
        "Cy bids 4 uptown and is set by 2 with 8 books: −4 for North-South. The cards brought "
        "11 books; the renege called at the table made it 8.",
    ),
]


@pytest.mark.parametrize(("facts", "sentence"), SENTENCES, ids=lambda part: str(part)[:60])
def test_the_hand_in_a_sentence(told: Any, facts: dict[str, object], sentence: str) -> None:
    said = hand_words.headline(told(**facts))
    assert said.replace("\xa0", " ") == sentence.replace("\xa0", " ")


COMPARED = [
    ({"points_ns": 5, "points_ew": 0}, [("Points", "agrees")], "as the rules pay"),
    ({"points_ns": 9, "points_ew": 0}, [("Points", "differs")], "not as the rules pay"),
    ({"made": True}, [("The bid", "agrees")], "as the books say"),
    ({"made": False}, [("The bid", "differs")], "not as the books say"),
    ({"score_ns": 5, "score_ew": 0}, [("Score", "agrees")], "the first hand of a game"),
    ({}, [], "nothing was written that could be wrong"),
]


@pytest.mark.parametrize(("facts", "rows", "why"), COMPARED, ids=lambda part: str(part)[:40])
def test_written_beside_worked_out(
    told: Any, facts: dict[str, object], rows: list[tuple[str, str]], why: str
) -> None:
    one = told(bidder="S", bid="4 up", books=11, **facts)
    assert [(row.what, row.verdict) for row in hand_words.compared(one)] == rows, why


def test_a_trick_given_to_another_is_told(told: Any) -> None:
    one = told(bidder="S", bid="4 up", trump="S", tricks="S: AS 2S 3S 4S > W")
    [row] = hand_words.compared(one)
    assert (row.what, row.written, row.found, row.verdict) == (
        "Trick 1",
        "West",
        "South",
        "differs",
    )


def test_calls_go_round_from_the_dealers_left(told: Any) -> None:
    one = told(calls="3 up, pass, 4 down, pass")
    assert hand_words.calls(one) == [
        ("N", "3 uptown"),
        ("E", "pass"),
        ("S", "4 downtown"),
        ("W", "pass"),
    ]


def test_a_finding_names_the_person(told: Any) -> None:
    one = told(
        bidder="S",
        bid="4 up",
        trump="S",
        deal_w="2S AH KH QH JH TH 9H 8H 7H 6H 5H 4H",
        tricks="S: AS AH 3S 4S",
    )
    [found] = one.findings
    assert hand_words.finding(one, found) == (
        "Worth knowing: Di played A♥ at trick 1 and could have followed with 2♠."
    )


def test_the_end_of_a_game_is_told_with_its_reason(told: Any) -> None:
    one = told(bidder="S", bid="7 up", trump="S", books=13)
    assert hand_words.running(one) == (
        "After it North-South have 7 and East-West 0. "
        "North-South win the game: the target is reached."
    )
