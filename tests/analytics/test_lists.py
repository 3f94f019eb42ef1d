"""Hands and games as lists: what is found, in which order, and nothing else."""

from dataclasses import replace
from datetime import date

import polars as pl
import pytest

from analytics.choices import choices
from analytics.errors import QuestionError
from analytics.facts import Facts, facts_of
from analytics.filters import Filters
from analytics.game_list import game_list, one_game
from analytics.hand_list import hand_list, noted
from recorder.club import Club
from recorder.hand import HandRecord, frame_of
from recorder.rules import load_rules

PEOPLE = {"player_n": "Ann", "player_e": "Bo", "player_s": "Cy", "player_w": "Di"}
START = HandRecord(date="2026-03-05", table="1", rules="pagat", **PEOPLE)
RECORDS = [
    replace(START, game="a", hand=1, bidder="S", bid="4 up", trump="S", books=11),
    replace(START, game="a", hand=2, bidder="W", bid="3 down", trump="H", books=7),
    replace(START, game="a", hand=3, bidder="N", bid="4 no", books=9, tags='["misty"]'),
    replace(START, game="b", hand=1, event="Cup", bidder="E", bid="7 up", trump="C", books=13),
    replace(START, game="b", hand=2, event="Cup", status="passed_out"),
]


@pytest.fixture(scope="module")
def facts() -> Facts:
    return facts_of(frame_of(RECORDS), [load_rules("pagat")])


def found(facts: Facts, **asked: object) -> list[tuple[str, int]]:
    frame = hand_list(facts, **asked).frame  # type: ignore[arg-type]
    return list(frame.select("game", "hand").iter_rows())


EVERY = [("b", 2), ("b", 1), ("a", 3), ("a", 2), ("a", 1)]
SEARCHES = [
    ("", EVERY, "nothing asked: all of them, the latest first"),
    ("BO", EVERY, "a name at the table, in any case"),
    ("cup", [("b", 2), ("b", 1)], "the event"),
    ("cup di", [("b", 2), ("b", 1)], "every word must be there"),
    ("cup misty", [], "in the same hand"),
    ("mist", [("a", 3)], "part of a tag"),
    ("0000", EVERY, "how the id begins"),
    ("000000000000000", EVERY, "and further on"),
    ("f000", [], "but not another id"),
    ("%", [], "no sign is a wildcard"),
    (".", [], "and none a pattern"),
]


@pytest.mark.parametrize(("text", "hands", "why"), SEARCHES, ids=lambda part: str(part)[:20])
def test_search(facts: Facts, text: str, hands: list[tuple[str, int]], why: str) -> None:
    assert found(facts, text=text) == hands, why


def test_the_costliest_come_first_and_hands_without_points_not_at_all(facts: Facts) -> None:
    worst = hand_list(facts, order="worst")
    # Set at no trump costs double; the hand that was passed out costs nothing.
    assert worst.frame["net"].to_list() == [-8, -3, 5, 7]
    assert worst.n == 4
    best = hand_list(facts, order="best").frame["net"].to_list()
    assert best == [7, 5, -3, -8]


def test_worst_for_a_partnership_is_seen_from_its_side(facts: Facts) -> None:
    theirs = Filters(partnership=("Bo & Di",))
    assert hand_list(facts, theirs, order="worst").frame["net"].to_list() == [-5, -3, 7, 8]


def test_a_list_is_cut_and_says_how_many_there_are(facts: Facts) -> None:
    some = hand_list(facts, limit=2)
    assert (some.frame.height, some.n) == (2, 5)
    assert hand_list(facts, order="worst", limit=1).frame["net"].to_list() == [-8]


def test_an_order_nobody_knows(facts: Facts) -> None:
    with pytest.raises(QuestionError, match="latest, worst, best, got 'oldest'"):
        hand_list(facts, order="oldest")


def test_choices_are_what_the_hands_hold_in_order(facts: Facts) -> None:
    assert choices(facts) == {
        "people": ["Ann", "Bo", "Cy", "Di"],
        "partnership": ["Ann & Cy", "Bo & Di"],
        "evening": [date(2026, 3, 5)],
        "event": ["Cup"],
        "rules": ["pagat"],
        "tags": ["misty"],
    }
    later = frame_of([*RECORDS, replace(START, date="2026-03-12", player_n=None, game="c")])
    known = choices(facts_of(later, [load_rules("pagat")]))
    assert known["evening"] == [date(2026, 3, 12), date(2026, 3, 5)]
    assert known["people"] == ["Ann", "Bo", "Cy", "Di"]


def test_words_of_a_note_are_found_whoever_wrote_them(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    club = Club.create(tmp_path_factory.mktemp("noted") / "club", "Noted")
    ids = [
        club.enter(replace(record, note=note)).hand
        for record, note in zip(RECORDS, ("100 % sure", None, None, None, None), strict=True)
    ]
    club.note(ids[1], "Bo said 50% and left_early")
    said = {text: noted(club, text).to_list() for text in ("%", "SURE 100", "left_e", "leftXe", "")}
    first, second = (int(hand, 16) for hand in ids[:2])
    assert {text: set(hands) for text, hands in said.items()} == {
        "%": {first, second},
        "SURE 100": {first},
        "left_e": {second},
        "leftXe": set(),
        "": set(),
    }


def test_games_the_latest_first_each_with_its_first_hand(facts: Facts) -> None:
    listed = game_list(facts)
    assert listed.n == 2
    assert listed.frame["game"].to_list() == ["b", "a"]
    assert listed.frame["lead"].to_list() == [7, 0]
    for row in listed.frame.to_dicts():
        game = one_game(facts, row["id"])
        assert game is not None
        assert game.hands["hand"].to_list() == list(range(1, row["hands"] + 1))


def test_one_game_hand_by_hand(facts: Facts) -> None:
    third = facts.hands.filter(pl.col("hand") == 3)["id"].item()
    game = one_game(facts, third)
    assert game is not None
    assert game.hands.select("bid", "by", "made", "score_ns", "score_ew").rows() == [
        ("4 up", "NS", True, 5, 0),
        ("3 down", "EW", False, 5, -3),
        ("4 no", "NS", False, -3, -3),
    ]
    assert game.target == 7


def test_a_hand_that_is_nowhere_is_in_no_game(facts: Facts) -> None:
    assert one_game(facts, "f" * 16) is None
