"""Records under rules, many at a time; a single hand is a frame of one row.

    frame of declared columns -> contracts -> rankings -> replay -> results -> games

Judging a hand needs nothing but the hand. Scoring needs the hands before it in its game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
import pyarrow as pa

from recorder.codes import numbers, words
from recorder.contracts import NO_TRUMP, Contracts, contracts_of
from recorder.encode import encode
from recorder.errors import RulesError
from recorder.games import Series, score_hands, series_of
from recorder.hand import DETAILS
from recorder.replay import Batch, Replayed
from recorder.results import STATUSES, Results, replay_under, results_of
from recorder.rules import Rules, RuleSet, load_rules

__all__ = [
    "JUDGED",
    "Evaluation",
    "Judgement",
    "RuleColumn",
    "evaluate",
    "judge",
    "rule_column",
]

Int8s = npt.NDArray[np.int8]
Int16s = npt.NDArray[np.int16]
Int32s = npt.NDArray[np.int32]

JUDGED: dict[str, Any] = {
    "level": pl.Int8,
    "kind": pl.String,
    "by": pl.String,
    "named": pl.String,
    "facing": pl.String,
    "aces_were": pl.String,
    "forced": pl.Boolean,
    "position": pl.Int8,
    "winners": pl.String,
    "tricks_known": pl.Int8,
    "taken_ns": pl.Int8,
    "taken_ew": pl.Int8,
    "books_played": pl.Int8,
    "made_played": pl.Boolean,
    "status": pl.String,
    "detail": pl.String,
    "holds": pl.Int8,
    "renege_plays": pl.Int64,
    "faults": pl.Int32,
}
"""What the replay makes of a hand; None is not known. `by` is the bidder's seat, `named` the trump
suit or `no`, `facing` the direction, `position` the call that took the bid (0 to 3), `taken` the
books seen taken so far with the kitty's, `books_played` the bidders' before any penalty,
`renege_plays` bits 4 * trick + seat, `holds` as in `Results`, `faults` as in `Fault`."""


def _winners_text(winners: Int8s, complete: Int8s) -> pl.Series:
    """`WWNN…`, one seat for each trick whose winner is known; None where none is."""
    letters = np.frombuffer(b"NESW", np.uint8)[np.maximum(winners, 0)]
    known = np.arange(winners.shape[1]) < complete[:, None]
    ends = np.append(0, np.cumsum(complete, dtype=np.int32)).astype(np.int32)
    buffers = pa.py_buffer(ends), pa.py_buffer(letters[known])
    texts = pa.StringArray.from_buffers(len(complete), *buffers)
    return pl.Series(texts, dtype=pl.String).set(pl.Series(complete == 0), None)


@dataclass(frozen=True, slots=True, eq=False)
class RuleColumn:
    """The rule set of each hand of a frame."""

    sets: tuple[RuleSet, ...]
    which: Int32s
    unknown: tuple[str, ...]
    """Rules that hands name and nobody knows; they are under the default."""

    @property
    def rules(self) -> tuple[Rules, ...]:
        return tuple(rule_set.rules for rule_set in self.sets)


def rule_column(
    specs: pl.Series, default: RuleSet, named: Mapping[str, RuleSet] = MappingProxyType({})
) -> RuleColumn:
    """Load what each hand says of its rules; None, or rules nobody knows, stand for `default`.

    A record cannot make us open a file: a path to rules is as unknown as any other word.
    """
    sets = {default: 0}
    at: dict[str, int] = {}
    unknown = []
    for spec in specs.drop_nulls().unique(maintain_order=True):
        try:
            found = load_rules(spec, named, files=False)
        except RulesError:
            unknown.append(spec)
            found = default
        at[spec] = sets.setdefault(found, len(sets))
    coded = specs.replace_strict(list(at), list(at.values()), default=0, return_dtype=pl.Int32)
    which = coded.fill_null(0).to_numpy().copy()
    return RuleColumn(tuple(sets), which, tuple(unknown))


@dataclass(frozen=True, slots=True, eq=False)
class Judgement:
    """Records replayed under rules; row i of every part is row i of `frame`."""

    frame: pl.DataFrame
    rules: Sequence[Rules]
    which: Int32s
    """The rule set of each hand, an index into `rules`."""
    batch: Batch
    contracts: Contracts
    ranking: Int16s
    """Index into `RANKINGS`, -1 where not known."""
    replayed: Replayed
    results: Results

    def table(self) -> pl.DataFrame:
        """The `JUDGED` columns, one row a hand."""
        contracts, results, replayed = self.contracts, self.results, self.replayed
        named_after = np.where(contracts.trump == NO_TRUMP, 2, contracts.direction)
        kind = np.where(contracts.kind >= 0, contracts.kind, named_after)
        no_calls = pl.Series(results.holds & 1 == 0)
        return pl.DataFrame(
            {
                "level": numbers(contracts.level, 0),
                "kind": words(kind, ("up", "down", "no")),
                "by": words(contracts.bidder, "NESW"),
                "named": words(contracts.trump, ("S", "H", "D", "C", "no")),
                "facing": words(contracts.direction, ("up", "down")),
                "aces_were": words(contracts.aces_bad, ("good", "bad")),
                "forced": pl.Series(contracts.forced).set(no_calls, None),
                "position": numbers(contracts.position),
                "winners": _winners_text(replayed.winners, replayed.complete),
                "tricks_known": pl.Series(replayed.complete),
                "taken_ns": pl.Series(results.ns_taken),
                "taken_ew": pl.Series(results.ew_taken),
                "books_played": numbers(results.books),
                "made_played": pl.Series(results.made == 1).set(pl.Series(results.made < 0), None),
                "status": words(results.status, STATUSES),
                "detail": words(results.detail, DETAILS),
                "holds": pl.Series(results.holds),
                "renege_plays": pl.Series(replayed.reneges),
                "faults": pl.Series(replayed.faults),
            },
            schema=JUDGED,
        )


def judge(frame: pl.DataFrame, rules: Sequence[Rules], which: Int32s) -> Judgement:
    """Replay every record of `frame` (declared columns), row i under `rules[which[i]]`."""
    batch = encode(frame)
    contracts = contracts_of(frame, rules, which)
    replayed, ranking = replay_under(batch, contracts, rules, which)
    results = results_of(frame, batch, contracts, replayed, rules, which)
    return Judgement(frame, rules, which, batch, contracts, ranking, replayed, results)


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """Records judged, and scored in their games."""

    judgement: Judgement
    series: Series
    hands: pl.DataFrame
    """The `JUDGED` and `SCORED` columns, one row a hand."""


def evaluate(
    frame: pl.DataFrame,
    rules: Sequence[Rules],
    which: Int32s | None = None,
    *,
    source: str = "file",
) -> Evaluation:
    """Judge and score every record of `frame`, row i under `rules[which[i]]`, or `rules[0]`.

    `source` names the column that keeps undated records of different files apart.
    """
    if which is None:
        which = np.zeros(frame.height, np.int32)
    judgement = judge(frame, rules, which)
    series = series_of(frame, source=source)
    judged = judgement.table()
    scored = score_hands(judged.with_columns(frame["reneges"]), series, rules, which)
    return Evaluation(judgement, series, judged.hstack(scored))
