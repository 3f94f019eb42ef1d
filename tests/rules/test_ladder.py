"""The bid ladder against the sources' own ladders and the table of points."""

import csv
from pathlib import Path

import pytest

from recorder.ladder import LadderRow, ladder
from recorder.rules import PRESETS, load_rules

VECTORS = Path(__file__).parents[1] / "vectors" / "points.csv"

# Hands without a renege whose books are those of a ladder row: made exactly, or one book short.
ON_THE_LADDER = [
    row
    for row in csv.DictReader(VECTORS.read_text(encoding="utf-8").splitlines())
    if not row["renege_by"] and int(row["books"]) - int(row["level"]) in (5, 6)
]


@pytest.mark.parametrize(
    "hand", ON_THE_LADDER, ids=[f"{row['id']} {row['why']}" for row in ON_THE_LADDER]
)
def test_ladder_pays_what_the_hand_did(hand: dict[str, str]) -> None:
    spec = ",".join(filter(None, [hand["preset"], hand["change"]]))
    row = next(
        row
        for row in ladder(load_rules(spec).rules)
        if (row.level, row.kind) == (int(hand["level"]), hand["kind"])
    )
    paid = (
        (row.made_bidders, row.made_defenders)
        if int(hand["books"]) == row.books_needed
        else (row.set_bidders, row.set_defenders)
    )
    assert paid == (int(hand["bidders_points"]), int(hand["defenders_points"]))


def test_pagat_ladder_is_the_source_s() -> None:
    rows = [
        (row.level, row.kind, row.books_needed, row.books_set, row.made_bidders, row.set_bidders)
        for row in ladder(load_rules("pagat").rules)
    ]
    assert rows == [
        (level, kind, 6 + level, 8 - level, factor * level, -factor * level)
        for level in (3, 4, 5, 6, 7)
        for kind, factor in (("up", 1), ("down", 1), ("no", 2))
    ]


@pytest.mark.parametrize(
    ("spec", "row"),
    [
        ("card_sharks", LadderRow(5, "no", 11, 3, 10, 0, 0, 10)),
        ("northeast", LadderRow(1, "no", 7, 7, 1, 0, 0, 1)),
        ("northeast", LadderRow(3, "up", 9, 5, 3, 0, 0, 3)),
        ("columbus", LadderRow(1, "down", 7, 7, 1, 0, -1, 0)),
        ("parlett", LadderRow(7, "up", 13, 1, 28, 0, -7, 0)),
        ("detroit", LadderRow(7, "no", 13, 1, 26, 0, -14, 0)),
        (
            "pagat,scoring.defenders_odd=over_six,auction.min_level=1",
            LadderRow(1, "up", 7, 7, 1, 0, -1, 1),
        ),
        (
            "pagat,kitty.book_owner=none,auction.max_level=6",
            LadderRow(6, "up", 12, 1, 6, 0, -6, 0),
        ),
    ],
    ids=[
        "A: a set pays the defenders the bid, doubled at no trump",
        "NE: no trump is not doubled",
        "NE: the winners of the hand score the bid",
        "CO: 13 tricks without a kitty",
        "PL: a Boston is quadruple",
        "DK: a Boston at no trump is 26",
        "K: the seventh book of the defenders scores where their odd books do",
        "12 books in 12 tricks: one book sets a six",
    ],
)
def test_ladder_row(spec: str, row: LadderRow) -> None:
    assert row in ladder(load_rules(spec).rules)


@pytest.mark.parametrize("preset", PRESETS)
def test_ladder_has_every_bid_that_is_allowed(preset: str) -> None:
    rules = load_rules(preset).rules
    levels = range(rules.auction.min_level, rules.auction.max_level + 1)
    assert [(row.level, row.kind) for row in ladder(rules)] == [
        (level, kind) for level in levels for kind in ("up", "down", "no")
    ]
    assert all(row.books_needed + row.books_set == rules.books_in_hand + 1 for row in ladder(rules))
