"""Whole hands and whole games against the answers written beside them, field by field."""

from functools import cache

import pytest

from recorder.formats.read import read_path
from tests.engine.judging import judged_as_recorded, renege_plays
from tests.engine.vectors import VECTORS, lines


@cache
def answers(name):
    frame = read_path(VECTORS / name).hands
    return list(judged_as_recorded(frame).iter_rows(named=True))


def hand_name(case):
    _, expected = case
    return f"{expected['game']}/{expected['hand']}"


def cases(name):
    return list(enumerate(lines(f"{name}.expected.jsonl")))


@pytest.mark.parametrize("case", cases("hands"), ids=hand_name)
def test_hand(case):
    at, expected = case
    found = answers("hands.jsonl")[at]
    assert found["winners"] == expected["winners"]
    assert found["by"] == expected["bidder"]
    assert found["level"] == expected["level"]
    assert found["books"] == expected["books"]["bidders"]
    assert (found["books_ns"], found["books_ew"]) == (
        expected["books"]["NS"],
        expected["books"]["EW"],
    )
    assert found["made"] == expected["made"]
    assert (found["points_ns"], found["points_ew"]) == (
        expected["points"]["NS"],
        expected["points"]["EW"],
    )
    assert sorted(renege_plays(found["renege_plays"])) == sorted(map(tuple, expected["reneges"]))


@pytest.mark.parametrize("case", cases("games"), ids=hand_name)
def test_game(case):
    at, expected = case
    found = answers("games.jsonl")[at]
    assert found["books"] == expected["books"]["bidders"]
    assert found["made"] == expected["made"]
    for what in ("points", "score"):
        pair = {"NS": found[f"{what}_ns"], "EW": found[f"{what}_ew"]}
        assert pair == expected[what]
    assert found["winner"] == expected["winner"]
