"""Short games and what the last hand of each brings: the rules that no hand shows by itself.

A hand is `N 4 up 10`: bidder, bid, books, then who is called for a renege.
"""

import json
from functools import cache
from typing import Any

import pytest

from recorder.hand import HandRecord
from recorder.rules import load_rules
from tests.engine.judging import judged
from tests.engine.vectors import OURS, rows, why

GAMES = rows("games.csv", OURS)


def record(text: str, game: str) -> HandRecord:
    if text == "pass":
        return HandRecord(file=game, dealer="N", calls="pass, pass, pass, pass")
    said, _, called = text.partition(" renege ")
    bidder, level, kind, result = said.split()
    return HandRecord(
        file=game,
        bidder=bidder,
        bid=f"{level} {kind}",
        trump="no" if kind == "no" else "S",
        books=int(result) if result.isdigit() else None,
        made={"made": True, "set": False}.get(result),
        reneges=json.dumps([{"by": seat} for seat in called.split()]) if called else None,
    )


@cache
def last_hands() -> dict[str, dict[str, Any]]:
    """The last hand of each game; undated games are told apart by the file they stand in."""
    records, which = [], []
    for at, row in enumerate(GAMES):
        hands = row["hands"].split("; ")
        records += [record(text, row["why"]) for text in hands]
        which += [at] * len(hands)
    table = judged(records, [load_rules(row["rules"]).rules for row in GAMES], which)
    return {hand.file: found for hand, found in zip(records, table.to_dicts(), strict=True)}


def pair(text: str) -> tuple[int | None, int | None]:
    ns, ew = text.split() if text else (None, None)
    return (None, None) if ns is None or ew is None else (int(ns), int(ew))


@pytest.mark.parametrize("row", GAMES, ids=why)
def test_game(row):
    last = last_hands()[row["why"]]
    assert (last["points_ns"], last["points_ew"]) == pair(row["points"])
    assert (last["score_ns"], last["score_ew"]) == pair(row["score"])
    assert last["winner"] == (row["winner"] or None)
    assert last["ended_by"] == (row["ended_by"] or None)
    assert last["units"] == int(row["units"])
