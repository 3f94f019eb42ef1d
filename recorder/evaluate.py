"""Records under rules: contracts, books, made or set, points and running scores, many at a time.

    frame of declared columns -> contracts -> rankings -> replay -> results -> games

Every step works on whole columns; a single hand is a frame of one row.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from recorder.contracts import NO_TRUMP, Contracts, contracts_of
from recorder.encode import encode
from recorder.games import Series, outcomes_of, run_games, series_of
from recorder.hand import DETAILS
from recorder.replay import Batch, Replayed
from recorder.results import STATUSES, Results, replay_under, results_of
from recorder.rules import Rules
from recorder.scoring import UNKNOWN_POINTS, GameEnd, Outcomes, Running

__all__ = ["COMPUTED", "Evaluation", "evaluate"]

Int8s = npt.NDArray[np.int8]
Int16s = npt.NDArray[np.int16]
Int32s = npt.NDArray[np.int32]

COMPUTED = {
    "level": pl.Int8,
    "kind": pl.String,
    "by": pl.String,
    "named": pl.String,
    "direction": pl.String,
    "aces": pl.String,
    "forced": pl.Boolean,
    "position": pl.Int8,
    "winners": pl.String,
    "tricks_known": pl.Int8,
    "books": pl.Int8,
    "books_ns": pl.Int8,
    "books_ew": pl.Int8,
    "made": pl.Boolean,
    "points_ns": pl.Int16,
    "points_ew": pl.Int16,
    "score_ns": pl.Int16,
    "score_ew": pl.Int16,
    "series": pl.Int32,
    "game_in_series": pl.Int32,
    "winner": pl.String,
    "ended_by": pl.String,
    "units": pl.Int8,
    "after_end": pl.Boolean,
    "status": pl.String,
    "detail": pl.String,
    "holds": pl.Int8,
    "reneges": pl.Int64,
    "faults": pl.Int32,
}
"""What is computed of each hand. `books` are the bidders' as they count, `named` the trump suit or
`no`, `position` the call that took the bid (0 to 3), `reneges` bits 4 * trick + seat, `holds`
as in `Results`; None is not known."""


def _words(codes: npt.NDArray[np.signedinteger], words: Sequence[str]) -> pl.Series:
    """Words for numbers; a negative one is None."""
    at = pl.Series(codes.astype(np.int64))
    return pl.Series(list(words), dtype=pl.String).gather(at.set(at < 0, None))


def _numbers(values: npt.NDArray[np.signedinteger], missing: int = -1) -> pl.Series:
    series = pl.Series(values)
    return series.set(series == missing, None)


def _winners_text(winners: Int8s, complete: Int8s) -> pl.Series:
    """`WWNN…`, one seat for each trick whose winner is known; None where none is."""
    letters = np.frombuffer(b"NESW", np.uint8)[np.maximum(winners, 0)]
    whole = letters.view(f"S{winners.shape[1]}").ravel().astype(str)
    text = pl.Series(whole, dtype=pl.String).str.slice(0, pl.Series(complete.astype(np.int64)))
    return text.set(pl.Series(complete == 0), None)


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """A frame of records evaluated under rules; row i of every part is row i of `frame`."""

    frame: pl.DataFrame
    rules: Sequence[Rules]
    which: Int32s
    """The rule set of each hand, an index into `rules`."""
    batch: Batch
    contracts: Contracts
    ranking: Int16s
    replayed: Replayed
    results: Results
    series: Series
    running: Running

    def table(self) -> pl.DataFrame:
        """The `COMPUTED` columns, one row a hand."""
        contracts, results, running = self.contracts, self.results, self.running
        side = contracts.side
        ns, ew = results.ns_taken, results.ew_taken
        total = np.where(side >= 0, ns + ew, -1)
        # Books that a renege's penalty moved count for the other side.
        whole = (running.books >= 0) & (side >= 0)
        size = np.where(
            whole & (self.replayed.complete > 0) & (results.books >= 0) & (total > 0),
            total,
            np.array([r.books_in_hand for r in self.rules])[self.which],
        )
        theirs = np.where(whole, size - running.books, -1)
        ours = np.where(whole, running.books, -1)
        by_side = {
            0: np.where(whole, np.where(side == 0, ours, theirs), ns),
            1: np.where(whole, np.where(side == 1, ours, theirs), ew),
        }
        seen = whole | (self.replayed.complete > 0)
        series_of_row = np.empty(len(side), np.int32)
        series_of_row[self.series.order] = self.series.series
        level_only = np.where(contracts.trump == NO_TRUMP, 2, contracts.direction)
        return pl.DataFrame(
            {
                "level": _numbers(contracts.level, 0),
                "kind": _words(
                    np.where(contracts.kind >= 0, contracts.kind, level_only), ("up", "down", "no")
                ),
                "by": _words(contracts.bidder, "NESW"),
                "named": _words(contracts.trump, ("S", "H", "D", "C", "no")),
                "direction": _words(contracts.direction, ("up", "down")),
                "aces": _words(contracts.aces_bad, ("good", "bad")),
                "forced": pl.Series(contracts.forced).set(pl.Series(results.holds & 1 == 0), None),
                "position": _numbers(contracts.position),
                "winners": _winners_text(self.replayed.winners, self.replayed.complete),
                "tricks_known": pl.Series(self.replayed.complete),
                "books": _numbers(running.books),
                "books_ns": _numbers(np.where(seen, by_side[0], -1)),
                "books_ew": _numbers(np.where(seen, by_side[1], -1)),
                "made": pl.Series(running.made == 1).set(pl.Series(running.made < 0), None),
                "points_ns": _numbers(running.points[:, 0], UNKNOWN_POINTS),
                "points_ew": _numbers(running.points[:, 1], UNKNOWN_POINTS),
                "score_ns": _numbers(running.score[:, 0], UNKNOWN_POINTS),
                "score_ew": _numbers(running.score[:, 1], UNKNOWN_POINTS),
                "series": pl.Series(series_of_row),
                "game_in_series": pl.Series(running.game),
                "winner": _words(running.winner, ("NS", "EW", "drawn")),
                "ended_by": _words(
                    np.where(running.ended_by == 0, -1, running.ended_by),
                    [end.name.lower() for end in GameEnd],
                ),
                "units": pl.Series(running.units),
                "after_end": pl.Series(running.after_end),
                "status": _words(results.status, STATUSES),
                "detail": _words(results.detail, DETAILS),
                "holds": pl.Series(results.holds),
                "reneges": pl.Series(self.replayed.reneges),
                "faults": pl.Series(self.replayed.faults),
            },
            schema=COMPUTED,
        )


def evaluate(
    frame: pl.DataFrame,
    rules: Sequence[Rules],
    which: Int32s | None = None,
    *,
    source: str = "file",
) -> Evaluation:
    """Evaluate every record of `frame` (declared columns) under `rules[which]`, or `rules[0]`.

    `source` names the column that keeps undated records of different files apart.
    """
    if which is None:
        which = np.zeros(frame.height, np.int32)
    batch = encode(frame)
    contracts = contracts_of(frame, rules, which)
    replayed, ranking = replay_under(batch, contracts, rules, which)
    results = results_of(frame, batch, contracts, replayed, rules, which)
    series = series_of(frame, source=source)
    outcomes: Outcomes = outcomes_of(frame, contracts, results, series, rules, which)
    running = run_games(outcomes, series, rules)
    return Evaluation(
        frame=frame,
        rules=rules,
        which=which,
        batch=batch,
        contracts=contracts,
        ranking=ranking,
        replayed=replayed,
        results=results,
        series=series,
        running=running,
    )
