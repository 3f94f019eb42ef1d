"""One sound hand, spoilt in one place at a time, and what the replay says of it."""

from dataclasses import replace
from functools import cache

import polars as pl
import pytest

from recorder.formats.read import read_path
from recorder.hand import HandRecord, records_of
from recorder.replay import Fault
from recorder.rules import load_rules
from tests.engine.judging import judged, renege_plays
from tests.engine.vectors import OURS, VECTORS, rows, why

FAULTS = rows("faults.csv", OURS)


def edited(hand: HandRecord, edits: str) -> HandRecord:
    """`deal_e: 2S -> AS` puts one text for another; `*` is the whole of it."""
    for edit in filter(None, edits.split("; ")):
        column, _, change = edit.partition(": ")
        was, becomes = change.split(" -> ")
        whole = getattr(hand, column)
        if was != "*":
            assert was in whole
            becomes = whole.replace(was, becomes)
        hand = replace(hand, **{column: becomes.strip() or None})
    return hand


def spoilt(edits: list[str], specs: list[str]) -> pl.DataFrame:
    sound = records_of(read_path(VECTORS / "hands.jsonl").hands[:1])[0]
    hands = [edited(sound, text) for text in edits]
    return judged(hands, [load_rules(spec).rules for spec in specs], range(len(hands)))


@cache
def faults() -> dict[str, Fault]:
    table = spoilt([row["edits"] for row in FAULTS], [row["rules"] for row in FAULTS])
    return {row["why"]: Fault(bits) for row, bits in zip(FAULTS, table["faults"], strict=True)}


@pytest.mark.parametrize("row", FAULTS, ids=why)
def test_fault(row):
    assert [fault.name for fault in faults()[row["why"]]] == row["faults"].split()


@pytest.mark.parametrize("row", rows("reneges.csv", OURS), ids=why)
def test_renege(row):
    table = spoilt([row["edits"]], ["pagat"])
    found = [f"{trick}{seat}" for trick, seat in renege_plays(table["renege_plays"][0])]
    assert found == row["reneges"].split()
    assert table["faults"][0] == 0
