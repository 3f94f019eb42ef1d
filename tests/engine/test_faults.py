"""One sound hand, spoilt in one place at a time, and what the replay says of it."""

import csv
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from recorder.formats.read import read_path
from recorder.hand import HandRecord, records_of
from recorder.replay import Fault
from recorder.rules import load_rules
from tests.engine.judging import judged
from tests.engine.vectors import VECTORS

with Path(__file__).with_name("faults.csv").open(encoding="utf-8", newline="") as file:
    ROWS = list(csv.DictReader(file))


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


@cache
def faults() -> dict[str, Fault]:
    sound = records_of(read_path(VECTORS / "hands.jsonl").hands[:1])[0]
    hands = [edited(sound, row["edits"]) for row in ROWS]
    houses = [load_rules(row["rules"]).rules for row in ROWS]
    table = judged(hands, houses, range(len(hands)))
    return {row["why"]: Fault(bits) for row, bits in zip(ROWS, table["faults"], strict=True)}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["why"])
def test_fault(row):
    assert [fault.name for fault in faults()[row["why"]]] == row["faults"].split()
