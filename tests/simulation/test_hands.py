"""Simulated hands obey the rules they are played by, and people play as they were made."""

from random import Random

import numpy as np
import polars as pl
import pytest

from analytics.simulation import CLUB, Person, play_hand
from recorder.evaluate import judge
from recorder.hand import HandRecord, frame_of
from recorder.rules import Rules, load_rules
from recorder.seats import Seat

HOUSES = {
    "pagat": "two jokers",
    "detroit": "one joker, a kitty of five",
    "northeast": "no joker, bids of a level alone, aces chosen, the first trick takes the kitty",
    "columbus": "no kitty, twelve tricks and one more",
    "card_sharks": "a joker must be played when void at no trump",
    "pagat,play.no_trump_jokers=sit_out": "jokers are swapped away at no trump",
    "pagat,play.no_trump_jokers=any_time": "a joker at any time",
    "pagat,play.no_trump_jokers=high": "jokers win at no trump",
    "pagat,auction.rounds=until_three_passes": "several rounds of bids",
    "pagat,auction.trump_named=after_kitty": "trump named from 18 cards",
    "pagat,auction.all_pass=redeal_same_dealer": "hands are thrown in",
    "pagat,play.first_lead=left_of_bidder": "a defender leads",
}


def played(rules: Rules, count: int, seed: int = 1, **chances: float) -> list[HandRecord]:
    rng = Random(seed)
    return [
        play_hand(rng, rng.sample(CLUB, 4), Seat(turn % 4), rules, **chances)
        for turn in range(count)
    ]


def judged(records: list[HandRecord], rules: Rules) -> pl.DataFrame:
    frame = frame_of(records)
    return frame.select("books", "reneges").hstack(
        judge(frame, [rules], np.zeros(len(records), np.int32)).table()
    )


@pytest.mark.parametrize("spec", HOUSES, ids=HOUSES.get)
def test_every_hand_is_a_legal_record_of_its_house(spec: str) -> None:
    rules = load_rules(spec).rules
    frame = judged(played(rules, 60), rules)
    wrong = pl.col("faults").ne(0) | pl.col("renege_plays").ne(0)
    assert frame.filter(wrong).is_empty()
    thrown_in = pl.col("status") == "passed_out"
    assert frame.filter(~thrown_in)["detail"].unique().to_list() == ["play"]
    assert frame["books"].equals(frame["books_played"], check_names=False)


def test_a_called_renege_is_where_the_replay_finds_it() -> None:
    rules = Rules()
    frame = judged(played(rules, 80, renege_chance=1.0, called_share=1.0), rules)
    assert frame.height - frame["reneges"].null_count() > 70
    for told, bits in frame.select("reneges", "renege_plays").drop_nulls().iter_rows():
        seat, trick = (bits.bit_length() - 1) % 4, (bits.bit_length() - 1) // 4 + 1
        assert bits.bit_count() == 1
        assert told == f'[{{"by": "{Seat(seat)}", "trick": {trick}, "ruling": "3 books"}}]'


def test_a_renege_nobody_called_is_not_in_the_record() -> None:
    rules = Rules()
    frame = judged(played(rules, 40, renege_chance=1.0, called_share=0.0), rules)
    assert frame["reneges"].null_count() == frame.height
    assert (frame["renege_plays"] != 0).sum() > 35


def test_equal_seeds_play_equal_hands() -> None:
    assert played(Rules(), 20, seed=4) == played(Rules(), 20, seed=4)
    assert played(Rules(), 20, seed=4) != played(Rules(), 20, seed=5)


def books_of(bidders: Person, defenders: Person, count: int = 400) -> tuple[float, float, float]:
    """Bid level, books and share made, on average, when the first pair has to take the bid."""
    rng, rules = Random(3), load_rules("pagat").rules
    levels, books, made = [], [], []
    for turn in range(count):
        hand = play_hand(rng, [bidders, defenders, bidders, defenders], Seat(2 * (turn % 2)), rules)
        if hand.bidder in ("N", "S"):
            levels.append(int(hand.bid[0]))
            books.append(hand.books)
            made.append(hand.books >= 6 + levels[-1])
    return float(np.mean(levels)), float(np.mean(books)), float(np.mean(made))


def test_the_bold_bid_higher_and_are_set_more_often() -> None:
    timid, bold = Person("T", 0.7, -0.8), Person("B", 0.7, 1.0)
    low, _, safe = books_of(timid, timid)
    high, _, risky = books_of(bold, timid)
    assert high > low + 0.3
    assert risky < safe - 0.1


def test_the_skilled_make_more_of_their_bids() -> None:
    expert, beginner = Person("E", 1.0, 0.0), Person("B", 0.0, 0.0)
    assert books_of(expert, beginner)[2] > books_of(beginner, expert)[2] + 0.05


def test_six_bids_in_ten_are_made_and_most_are_of_three_to_five() -> None:
    hands = played(load_rules("pagat").rules, 600)
    levels = [int(hand.bid[0]) for hand in hands]
    made = [hand.books >= 6 + level for hand, level in zip(hands, levels, strict=True)]
    assert 0.55 < np.mean(made) < 0.70
    assert np.mean([3 <= level <= 5 for level in levels]) > 0.9
    assert max(levels) >= 6
