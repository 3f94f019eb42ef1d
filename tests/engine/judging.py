"""The one door through which these tests reach the engine for whole records."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from recorder.evaluate import evaluate, rule_column
from recorder.hand import HandRecord, frame_of
from recorder.rules import Rules, load_rules


def judged(
    records: Sequence[HandRecord], rules: Sequence[Rules], which: Sequence[int]
) -> pl.DataFrame:
    """Every computed column, one row a hand; hand i is played under `rules[which[i]]`."""
    return evaluate(frame_of(records), rules, np.array(which, np.int32)).hands


def judged_as_recorded(frame: pl.DataFrame) -> pl.DataFrame:
    """The same, each hand under the rules its record names."""
    column = rule_column(frame["rules"], load_rules("pagat"))
    assert not column.unknown
    return evaluate(frame, column.rules, column.which).hands


def renege_plays(bits: int) -> list[tuple[int, str]]:
    """(trick from 1, seat) of each play that broke the follow rule, in the order of the seats."""
    return [
        (trick + 1, seat)
        for trick in range(13)
        for at, seat in enumerate("NESW")
        if bits >> (4 * trick + at) & 1
    ]
