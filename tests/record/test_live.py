"""What stands beside the keypad, in words."""

import pytest

from dashboard.record import live
from recorder.hand import HandRecord
from recorder.rules import load_rules
from recorder.seats import Partnership, Seat
from recorder.sitting import Sitting, outlook, tally

SITTING = Sitting("2026-11-26", "1", 1, ("Ann", "Bo", "<Cy>", "Di"), "pagat", Seat.S)
MADE = HandRecord(bidder="N", bid="4 up", trump="S", books=10)

BESIDE = [
    ("before a tap", "pagat", HandRecord(), "Cy> deals hand 2."),
    ("a bid", "pagat", HandRecord(bid="5 no"),
     "Needs 11 books; 3 books for the defenders set it. Just made +10, one short −10."),
    ("a set that pays the defenders", "card_sharks", HandRecord(bid="5 up"),
     "Just made +5, one short 0 and +5 to the defenders."),
    ("a whole hand", "pagat", HandRecord(bidder="E", bid="4 up", books=9),
     "Set with 9 books: −4 for Bo and Di. Score 4 to −4."),
    ("the last hand", "pagat", MADE,
     "Score 8 to 0. Ann and <Cy> win the game: the target is reached."),
    ("books not counted", "pagat", HandRecord(bidder="N", bid="4 up", made=True),
     "Made: not known for Ann and <Cy>. The score cannot be known without the books."),
    ("passed out", "pagat", HandRecord(status="passed_out"), "Passed out: no points."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "hand", "words"), [row[1:] for row in BESIDE], ids=[row[0] for row in BESIDE]
)
def test_beside_the_keypad(rules: str, hand: HandRecord, words: str) -> None:
    house = load_rules(rules).rules
    before = [SITTING.record(1, Seat.N, MADE)]
    now = SITTING.record(2, Seat.S, hand)
    said = live.outcome(SITTING, now, outlook(before, now, house))
    assert words in said.replace("\xa0", " ")


def test_names_are_escaped_where_they_become_html() -> None:
    house = load_rules("pagat").rules
    hand = SITTING.record(1, Seat.S, MADE)
    standing = tally([hand], house, Seat.S)
    board = live.board(SITTING, standing, house)
    assert "<Cy>" not in board
    assert "&lt;Cy&gt;" in board
    assert "<Cy>" not in live.said(SITTING, hand, outlook([], hand, house))


def test_a_flag_says_that_it_can_be_recorded_all_the_same() -> None:
    hand = SITTING.record(1, Seat.S, HandRecord(bidder="N", bid="2 up", books=9))
    said = live.said(SITTING, hand, outlook([], hand, load_rules("pagat").rules))
    assert "⚑ Expected a level from 3 to 7, got &#x27;2 up&#x27;. It can be recorded" in said


LINES = [
    ("made", MADE, "1 · Ann 4 uptown ♠, made with 10 · +4 · 4 to 0"),
    ("set, books not counted", HandRecord(bidder="E", bid="5 no", made=False),
     "1 · Bo 5 no trump, set · −10 · 0 to −10"),
    ("misdealt", HandRecord(status="misdeal"), "1 · misdealt"),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "line"), [row[1:] for row in LINES], ids=[r[0] for r in LINES])
def test_a_hand_in_one_line(hand: HandRecord, line: str) -> None:
    standing = tally([SITTING.record(1, Seat.S, hand)], load_rules("pagat").rules)
    assert live.hand_line(SITTING, standing.hands[0]) == line


GOALS = [
    ("pagat", "to 7 or −7"),
    ("wikipedia", "to 7 or −7, lost when set 2 times"),
    ("card_sharks", "4 hands a game"),
    ("detroit", "until time is called"),
    ("northeast", "to 21"),
]


@pytest.mark.parametrize(("rules", "words"), GOALS)
def test_how_a_game_ends(rules: str, words: str) -> None:
    assert live.goal(load_rules(rules).rules).replace("\xa0", " ") == words


def test_the_pair_is_named_by_side() -> None:
    assert live.pair(SITTING, "EW") == live.pair(SITTING, Partnership.EW) == "Bo and Di"
