"""A table as it stands: the score, who deals next, and what a half-entered hand would do."""

from dataclasses import replace

import pytest

from recorder.hand import HandRecord
from recorder.rules import load_rules
from recorder.seats import Partnership, Seat
from recorder.sitting import Outlook, Sitting, Tally, outlook, tally

SITTING = Sitting("2026-11-26", "1", 1, ("Ann", "Bo", "Cy", "Di"), "pagat", Seat.S)


def game(*hands: HandRecord, rules: str = "pagat") -> Tally:
    records = [SITTING.record(n, Seat.S, hand) for n, hand in enumerate(hands, 1)]
    return tally(records, load_rules(rules).rules, SITTING.first_dealer)


def ahead(hand: HandRecord, *before: HandRecord, rules: str = "pagat") -> Outlook:
    records = [SITTING.record(n, Seat.S, one) for n, one in enumerate(before, 1)]
    now = SITTING.record(len(records) + 1, Seat.W, hand)
    return outlook(records, now, load_rules(rules).rules)


MADE = HandRecord(bidder="N", bid="4 up", books=10)
SET = HandRecord(bidder="N", bid="5 up", books=10)
SET_AT_THREE = HandRecord(bidder="N", bid="3 up", books=8)
THROWN_IN = HandRecord(status="passed_out")

DEALERS = [
    ("the first dealer deals the first hand", (), "pagat", Seat.S),
    ("then the deal moves left", (MADE,), "pagat", Seat.W),
    ("a misdeal is dealt again", (HandRecord(status="misdeal"),), "pagat", Seat.S),
    ("thrown in, the same dealer deals", (THROWN_IN,),
     "pagat,auction.all_pass=redeal_same_dealer", Seat.S),
    ("thrown in, the next dealer deals", (THROWN_IN,),
     "pagat,auction.all_pass=redeal_next_dealer", Seat.W),
    ("a dealer who was changed counts", (replace(MADE, dealer="N"),), "pagat", Seat.E),
]  # fmt: skip


@pytest.mark.parametrize(
    ("hands", "rules", "dealer"), [row[1:] for row in DEALERS], ids=[row[0] for row in DEALERS]
)
def test_who_deals_next(hands: tuple[HandRecord, ...], rules: str, dealer: Seat) -> None:
    standing = game(*hands, rules=rules)
    assert (standing.dealer, standing.next_hand) == (dealer, len(hands) + 1)


def test_the_score_and_the_sets_run_until_the_game_is_over() -> None:
    standing = game(MADE, SET, replace(MADE, books=13), MADE)
    assert [hand.score.ns for hand in standing.hands] == [4, -1, 6, 10]
    assert (standing.times_set.ns, standing.winner, standing.ended_by) == (1, "NS", "target")


def test_sets_end_a_game_where_they_are_limited() -> None:
    standing = game(SET_AT_THREE, SET_AT_THREE, rules="wikipedia")
    assert (standing.winner, standing.ended_by) == ("EW", "set_limit")


def test_a_name_mended_on_one_hand_does_not_split_the_game() -> None:
    records = [
        SITTING.record(1, Seat.S, MADE),
        replace(SITTING.record(2, Seat.W, MADE), player_n="Anne"),
    ]
    assert tally(records, load_rules("pagat").rules).score.ns == 8


def test_a_bid_alone_says_what_it_needs_and_pays() -> None:
    found = ahead(HandRecord(bid="5 no"))
    assert found.rung is not None
    assert (found.rung.books_needed, found.rung.books_set) == (11, 3)
    assert (found.rung.made_bidders, found.rung.set_bidders) == (10, -10)
    assert found.hand is None


def test_a_whole_hand_says_what_it_will_come_to() -> None:
    found = ahead(MADE, MADE).hand
    assert found is not None
    assert (found.side, found.points.ns, found.score.ns) == (Partnership.NS, 4, 8)
    assert (found.winner, found.ended_by) == ("NS", "target")


def test_a_hand_entered_again_is_looked_at_in_its_own_place() -> None:
    records = [SITTING.record(1, Seat.S, MADE), SITTING.record(2, Seat.W, MADE)]
    mended = SITTING.record(1, Seat.S, SET)
    found = outlook(records, mended, load_rules("pagat").rules).hand
    assert found is not None
    assert (found.points.ns, found.score.ns) == (-5, -5)


OBJECTED = [
    ("a bid below the lowest", HandRecord(bidder="N", bid="2 up", books=9), "pagat",
     "expected a level from 3 to 7, got '2 up'"),
    ("a kind where only levels are bid", MADE, "northeast", "expected a level alone"),
    ("more books than the hand has", HandRecord(bidder="N", bid="4 up", books=13),
     "columbus,kitty.book_owner=none,deck.hand_size=12,deck.kitty_size=4,auction.max_level=6",
     "expected 0 to 12 books, got 13"),
    ("a call below the one before",
     HandRecord(bidder="N", bid="5 up", books=11, calls="5 up, 4 up, pass, pass"), "pagat",
     "expected more than the '5 up' that stands"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "rules", "words"), [row[1:] for row in OBJECTED], ids=[row[0] for row in OBJECTED]
)
def test_what_the_rules_do_not_allow_is_said(hand: HandRecord, rules: str, words: str) -> None:
    assert words in " ".join(ahead(hand, rules=rules).objections)


def test_an_ordinary_hand_meets_no_objection() -> None:
    assert ahead(MADE, MADE).objections == ()


def test_the_next_game_keeps_the_seats_or_seats_others() -> None:
    following = SITTING.next_game(Seat.W)
    assert (following.game, following.players) == ("2026-11-26/1/2", SITTING.players)
    assert following.next_game(Seat.N, ("Ann", "Flo", "Cy", "Gus")).players[1] == "Flo"


def test_a_hand_after_the_end_of_the_game_is_said_to_be_one() -> None:
    assert "the game was over before this hand" in ahead(MADE, MADE, MADE).objections


def test_the_same_dealer_deals_again_after_a_misdeal() -> None:
    again = replace(MADE, dealer="S")
    assert ahead(again, replace(MADE, dealer="S", status="misdeal")).objections == ()
    assert "should have moved one to the left" in " ".join(
        ahead(again, replace(MADE, dealer="S")).objections
    )
