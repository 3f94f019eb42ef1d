"""A simulated season is a season: its games add up, and its planted truth is what is drawn."""

from collections import Counter
from math import sqrt
from random import Random

import numpy as np
import pytest

from analytics.simulation import (
    CLUB,
    Evening,
    alike,
    books_chances,
    draw_hand,
    expected_points,
    play_hand,
    reduced,
    simulate_season,
    success_chance,
    thursdays,
)
from recorder.evaluate import evaluate, judge
from recorder.hand import DETAILS, frame_of
from recorder.rules import Rules, load_rules
from recorder.seats import Seat

HOUSES = (
    "pagat",
    "card_sharks",
    "northeast",
    "columbus",
    "detroit",
    "parlett",
    "windows",
    "pagat,scoring.boston_effect=wins_game",
    "pagat,renege.penalty=lose_game",
    "pagat,auction.all_pass=redeal_same_dealer",
)


@pytest.mark.parametrize("spec", HOUSES)
def test_points_and_scores_are_what_the_engine_makes_of_the_hands(spec: str) -> None:
    rules = load_rules(spec).rules
    records = simulate_season(3, [Evening("2026-01-08", spec)])
    frame = frame_of(records)
    scored = evaluate(frame, [rules]).hands
    for name in ("points_ns", "points_ew", "score_ns", "score_ew"):
        assert scored[name].cast(frame[name].dtype).equals(frame[name], check_names=False)
    assert not scored["after_end"].any()
    games = {record.game for record in records}
    if rules.game.mode != "timed":
        assert scored["ended_by"].count() == len(games)


def test_reneges_called_at_the_table_are_priced_as_the_engine_prices_them() -> None:
    def careless(rng, players, dealer, rules):
        return play_hand(rng, players, dealer, rules, renege_chance=0.5, called_share=1.0)

    records = simulate_season(3, [Evening("2026-01-08", tables=1)], hand=careless)
    frame = frame_of(records)
    scored = evaluate(frame, [Rules()]).hands
    assert frame["reneges"].count() > 0
    assert scored["points_ns"].cast(frame["points_ns"].dtype).equals(frame["points_ns"])
    assert scored["score_ew"].cast(frame["score_ew"].dtype).equals(frame["score_ew"])


def test_twelve_thursdays_are_about_1200_hands_by_everybody() -> None:
    records = simulate_season(1)
    assert 1000 < len(records) < 1500
    assert len({record.date for record in records}) == 12
    assert {record.player(seat) for record in records for seat in Seat} == {p.name for p in CLUB}


def test_every_pair_meets_every_other_twice_in_an_evening() -> None:
    records = simulate_season(2, thursdays(1))
    meetings = Counter(
        frozenset({(r.player_n, r.player_s), (r.player_e, r.player_w)})
        for r in {record.game: record for record in records}.values()
    )
    assert len(meetings) == 15
    assert set(meetings.values()) == {2}


def test_equal_seeds_give_equal_seasons() -> None:
    assert simulate_season(5, thursdays(2)) == simulate_season(5, thursdays(2))
    assert simulate_season(5, thursdays(2)) != simulate_season(6, thursdays(2))


def test_the_planted_chance_is_what_is_drawn() -> None:
    rng, rules, hits = Random(8), Rules(), Counter()
    chances: dict[str, list[float]] = {}
    for turn in range(6000):
        hand = draw_hand(rng, rng.sample(CLUB, 4), Seat(turn % 4), rules)
        made = hand.books >= 6 + int(hand.bid[0])
        forced = "forced" if hand.calls.startswith("pass, pass, pass") else "free"
        for group in (hand.bid[0], hand.bid[2:], forced, hand.player(Seat.parse(hand.bidder))):
            chances.setdefault(group, []).append(success_chance(hand))
            hits[group] += made
    for group, expected in chances.items():
        spread = sqrt(sum(chance * (1 - chance) for chance in expected))
        assert abs(hits[group] - sum(expected)) < 4 * spread, group


def test_the_parts_of_the_planted_truth_agree() -> None:
    rules = Rules()
    for hand in simulate_season(4, thursdays(1)):
        chances = books_chances(hand, rules)
        needed = 6 + int(hand.bid[0])
        assert sum(chances) == pytest.approx(1)
        assert sum(chances[needed:]) == pytest.approx(success_chance(hand))
        stake = 2 if hand.trump == "no" else 1
        mean = sum(
            chance * stake * (books - 6 if books >= needed else 6 - needed)
            for books, chance in enumerate(chances)
        )
        assert expected_points(hand, rules) == (pytest.approx(mean), 0)


def test_people_who_are_alike_have_equal_chances_at_equal_bids() -> None:
    records = simulate_season(4, thursdays(2), people=alike())
    chances = {
        (record.bid, record.calls.startswith("pass, pass, pass")): set() for record in records
    }
    for record in records:
        forced = record.calls.startswith("pass, pass, pass")
        chances[record.bid, forced].add(success_chance(record, alike()))
    assert all(len(found) == 1 for found in chances.values())


@pytest.mark.parametrize("detail", DETAILS)
def test_a_reduced_record_holds_exactly_that_much(detail: str) -> None:
    rng, rules = Random(1), Rules()
    records = [reduced(play_hand(rng, CLUB[:4], Seat(turn), rules), detail) for turn in range(4)]
    judged = judge(frame_of(records), [rules], np.zeros(4, np.int32)).table()
    assert judged["detail"].to_list() == [detail] * 4
    assert judged["made_played"].null_count() == 0
