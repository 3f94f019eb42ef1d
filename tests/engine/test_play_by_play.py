"""A hand followed card by card agrees with the engine's replay, and with what the game allows."""

from pathlib import Path

import pytest

from recorder.cards import UNKNOWN, Card, cards_text
from recorder.formats.read import read_path
from recorder.hand import HandRecord, records_of
from recorder.play_by_play import PlayByPlay, TrickTaken, play_by_play
from recorder.rules import Rules, load_rules
from recorder.seats import Partnership, Seat
from tests.engine.vectors import VECTORS

LOGS = Path(__file__).parents[1] / "formats" / "logs"


def followed(record: HandRecord) -> PlayByPlay:
    return play_by_play(record, load_rules(record.rules or "pagat").rules)


PLAYED = [
    record for record in records_of(read_path(VECTORS / "hands.jsonl").hands) if record.tricks
]


@pytest.mark.parametrize("record", PLAYED, ids=lambda record: f"line {record.line}")
def test_every_vector_goes_as_it_is_replayed(record: HandRecord) -> None:
    told = followed(record)
    winners = "".join(str(trick.winner) for trick in told.tricks if trick.winner is not None)
    assert winners == (told.hand["winners"] or "")
    if told.tricks and told.tricks[-1].books is not None and told.hand["status"] == "complete":
        books = told.tricks[-1].books
        assert (books.ns, books.ew) == (told.hand["taken_ns"], told.hand["taken_ew"])
    for play in (play for trick in told.tricks for play in trick.plays):
        if play.could is not None and told.hand["status"] != "invalid":
            assert (play.card in play.could) is not play.is_renege
    if told.decision is not None and told.hand["made_played"] is not None:
        assert told.decision.made is told.hand["made_played"]


def trickster() -> PlayByPlay:
    [record] = records_of(read_path(LOGS / "trickster_52_set.ptn").hands)
    return followed(record)


def test_the_bid_is_set_at_the_trick_that_gives_the_others_their_fifth_book() -> None:
    told = trickster()
    # Three no trump by North-South needs nine of the thirteen books.
    assert told.decision is not None
    assert not told.decision.made
    books = {trick.number: trick.books for trick in told.tricks}
    decisive, before = books[told.decision.trick], books[told.decision.trick - 1]
    assert decisive is not None
    assert before is not None
    assert (before.ew, decisive.ew) == (4, 5)


def test_the_kittys_book_is_the_bidders_from_the_start() -> None:
    first = trickster().tricks[0]
    assert first.winner is Seat.W
    assert first.books is not None
    assert (first.books.ns, first.books.ew) == (1, 1)


def test_each_hand_empties_trick_by_trick() -> None:
    told = trickster()
    for seat in Seat:
        played = [play.card for trick in told.tricks for play in trick.plays if play.seat is seat]
        assert sorted(played) == sorted(told.held[seat])


def bare(**facts: object) -> HandRecord:
    return HandRecord(bidder="S", bid="4 up", trump="S", direction="up", **facts)  # type: ignore[arg-type]


CASES = [
    ("nothing is known of the cards", bare(), [(), (), (), ()]),
    (
        "a hand of which one card is seen is the rest unseen",
        bare(tricks="S: AS 2S 3S 4S"),
        ["3S" + " ??" * 11, "4S" + " ??" * 11, "AS" + " ??" * 11, "2S" + " ??" * 11],
    ),
    (
        "an unseen card of a deal stays unseen",
        bare(deal_n="AS KS " + " ".join(["??"] * 10)),
        ["AS KS" + " ??" * 10, "", "", ""],
    ),
]


@pytest.mark.parametrize(("why", "record", "held"), CASES, ids=lambda part: str(part)[:40])
def test_what_was_held(why: str, record: HandRecord, held: list[str]) -> None:
    told = play_by_play(record, Rules())
    assert [cards_text(cards) for cards in told.held] == [text or "" for text in held], why


def test_nothing_is_claimed_after_a_card_that_nobody_saw() -> None:
    told = play_by_play(bare(tricks="S: AS ?? 3S 4S | S: KS 2S"), Rules())
    [second, fourth] = [told.tricks[0].plays[1], told.tricks[0].plays[3]]
    assert second.card == UNKNOWN
    assert fourth.could is None
    assert [trick.winner for trick in told.tricks] == [None, None]
    assert [trick.books for trick in told.tricks] == [None, None]
    assert told.decision is None


def last(record: HandRecord, **rules: object) -> TrickTaken:
    return play_by_play(record, Rules().replace(rules)).tricks[-1]


OWNERS = [
    ("bidders", (2, 0), "the bidders have the kitty's book"),
    ("first_trick_winner", (2, 0), "whoever takes the first trick has it"),
    ("none", (1, 0), "it is nobody's"),
]


@pytest.mark.parametrize(("owner", "books", "why"), OWNERS, ids=lambda part: str(part))
def test_the_kittys_book(owner: str, books: tuple[int, int], why: str) -> None:
    record = bare(tricks="S: AS 2S 3S 4S")
    changes = {"kitty.book_owner": owner}
    if owner == "none":
        changes |= {"auction.max_level": 6}
    found = last(record, **changes).books
    assert found is not None
    assert (found[Partnership.NS], found[Partnership.EW]) == books, why


def test_a_renege_says_what_could_have_been_played() -> None:
    hearts = "AH KH QH JH TH 9H 8H 7H 6H 5H 4H"
    record = bare(deal_n=f"2S {hearts}", tricks="S: AS 3S AH 4S", kitty=None)
    [_, _, north, _] = last(record).plays
    assert north.is_renege
    assert north.could == (Card.parse("2S"),)
