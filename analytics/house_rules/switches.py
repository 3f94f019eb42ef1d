"""Which single house rule matters most to these hands."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from analytics.house_rules.compare import compare
from analytics.house_rules.played import Played
from recorder.errors import RulesError
from recorder.rules import FIELDS, RuleSet, load_rules

__all__ = ["SWITCHES", "single_switches", "switches"]

SWITCHES: dict[str, Any] = {
    "field": pl.String,
    "value": pl.String,
    "words": pl.String,
    "games": pl.Int64,
    "flipped": pl.Int64,
    "flipped_rate": pl.Float64,
    "flipped_rate_low": pl.Float64,
    "flipped_rate_high": pl.Float64,
    "unfinished": pl.Int64,
    "hands": pl.Int64,
    "hands_differ": pl.Int64,
    "left_out": pl.Int64,
}
"""One row a switch, most games flipped first: `games` are those that both rule sets decide,
`hands` those that both can score, `left_out` those that the switch makes unknowable."""


def single_switches(base: RuleSet) -> Iterator[tuple[str, RuleSet]]:
    """Every other value of every rule that changes play or score, alone, on top of `base`.

    Values that contradict the rest of `base` are left out; so is the deck, which is another game.
    """
    for name, field in FIELDS.items():
        if not field.has_effect or name.startswith("deck."):
            continue
        for value in field.choices:
            if value == base.rules.get(name):
                continue
            try:
                yield name, load_rules(f"{base.spec},{name}={field.text(value)}")
            except RulesError:
                continue


def switches(
    hands: Played, base: RuleSet, *, focus: npt.NDArray[np.bool_] | None = None
) -> pl.DataFrame:
    """The `SWITCHES` frame: what each house rule, flipped alone, does to the games."""
    rows = []
    for name, flipped in single_switches(base):
        comparison = compare(hands, [base, flipped], focus=focus)
        pair = comparison.pairs().row(0, named=True)
        before, after = comparison.sets()["used"]
        rows.append(
            {
                "field": name,
                "value": FIELDS[name].text(flipped.rules.get(name)),
                "words": FIELDS[name].say(flipped.rules.get(name)),
                "games": pair["same"] + pair["flipped"],
                "left_out": before - after,
                **{key: pair[key] for key in SWITCHES if key in pair and key != "games"},
            }
        )
    frame = pl.DataFrame(rows, schema=SWITCHES, orient="row")
    return frame.sort("flipped", "hands_differ", "field", descending=[True, True, False])
