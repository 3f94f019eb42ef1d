"""The findings of evaluated records, in sentences.

What is wrong is found on whole columns; only the hands that have something wrong are looked at
one by one, to say what.
"""

from itertools import chain

import numpy as np
import numpy.typing as npt
import polars as pl

from recorder.evaluate import Evaluation, Judgement, evaluate
from recorder.explain import RULES_UNKNOWN, Look
from recorder.findings import Finding
from recorder.hand import HandRecord, frame_of, record_of
from recorder.results import INVALID, MISDEAL, PASSED_OUT
from recorder.rules import Rules

__all__ = ["contradictions", "findings_of", "problems"]

Bools = npt.NDArray[np.bool_]

SAYS_MORE = '"unsaid"|"_books_of_others"'
"""Keys that readers leave in `extra` for what a record could not hold and somebody must look at."""


def problems(record: HandRecord, rules: Rules) -> list[Finding]:
    """Every fault of one record, without raising."""
    return [finding for _, finding in findings_of(evaluate(frame_of([record]), [rules]))]


def findings_of(evaluation: Evaluation) -> list[tuple[int, Finding]]:
    """The findings of all records, as (row, finding), in the order of the frame."""
    judgement, hands = evaluation.judgement, evaluation.hands
    frame, results = judgement.frame, judgement.results
    ended = _after_end(evaluation)
    dealt_wrong = _dealer_order(evaluation)
    points = _points_differ(frame, hands)
    scores = _score_breaks(evaluation)
    suspicious = (
        contradictions(evaluation)
        | (results.status == INVALID)
        | judgement.contracts.differs
        | _levels_outside(judgement)
        | _direction_unknown(evaluation)
        | points
        | scores
        | ended
        | dealt_wrong
        | frame["deal_order"].is_not_null().to_numpy()
        | frame["extra"].str.contains(SAYS_MORE).fill_null(value=False).to_numpy()
    )
    # Nothing but the rules missing is common, and is said without a closer look.
    silent = frame["rules"].is_null().to_numpy() & ~suspicious
    found = [(row, RULES_UNKNOWN) for row in np.flatnonzero(silent).tolist()]
    for row in np.flatnonzero(suspicious).tolist():
        record = record_of(frame.row(row, named=True))
        look = Look(evaluation, row, record)
        every = chain(
            look.faults(),
            look.auction(),
            look.reneges(),
            look.differences(),
            look.points(bool(points[row]), bool(scores[row])),
            look.unknowns(),
            look.place(dealt_wrong=bool(dealt_wrong[row]), ended=bool(ended[row])),
            look.kitty_position(),
        )
        found += [(row, finding) for finding in every]
    return sorted(found, key=lambda pair: pair[0])


def contradictions(evaluation: Evaluation) -> Bools:
    """Where a record and the rules it is judged by cannot both be right; bool[n]."""
    judgement, results = evaluation.judgement, evaluation.judgement.results
    against: Bools = (
        (judgement.replayed.faults != 0)
        | (judgement.replayed.reneges != 0)
        | (judgement.contracts.bad_call > 0)
        | results.books_differ
        | results.made_differs
        | _winner_differs(evaluation)
        | _points_differ(judgement.frame, evaluation.hands)
        | _score_breaks(evaluation)
        | _after_end(evaluation)
    )
    return against


def _levels_outside(judgement: Judgement) -> Bools:
    """Where the level that was bid is not one of the rules'; bool[n].

    Calls are judged one by one; this is what can be said where only the bid was written down.
    """
    low, high = (
        np.array([getattr(rules.auction, name) for rules in judgement.rules])[judgement.which]
        for name in ("min_level", "max_level")
    )
    level = judgement.contracts.level
    outside: Bools = (level > 0) & ((level < low) | (level > high))
    without_calls: Bools = judgement.frame["calls"].is_null().to_numpy()
    return outside & without_calls


def _points_differ(frame: pl.DataFrame, hands: pl.DataFrame) -> Bools:
    """Where the points that the table wrote are not what the rules pay."""
    off = [
        ((frame[name] != hands[name]) & hands[name].is_not_null()).fill_null(value=False)
        for name in ("points_ns", "points_ew")
    ]
    return (off[0] | off[1]).to_numpy()


def _score_breaks(evaluation: Evaluation) -> Bools:
    """Where the score that the table wrote stops keeping step with the sum of the points.

    A record may begin in the middle of a game, so only a step can be wrong, or the first hand.
    """
    frame, hands, series = evaluation.judgement.frame, evaluation.hands, evaluation.series
    order = series.order
    game = hands["game_in_series"].to_numpy()[order]
    first = np.ones(len(order), np.bool_)
    first[1:] = (series.series[1:] != series.series[:-1]) | (game[1:] != game[:-1])
    is_number_one = (frame["hand"] == 1).fill_null(value=False).to_numpy()[order]
    breaks = np.zeros(len(order), np.bool_)
    for name in ("score_ns", "score_ew"):
        gap = (frame[name] - hands[name]).cast(pl.Float64).fill_null(np.nan).to_numpy()[order]
        before = np.where(first, np.where(is_number_one, 0, np.nan), np.roll(gap, 1))
        off = gap != before
        breaks[order] |= off & ~np.isnan(gap) & ~np.isnan(before)
    return breaks


def _winner_differs(evaluation: Evaluation) -> Bools:
    recorded = evaluation.judgement.batch.recorded_winner
    winners = evaluation.judgement.replayed.winners
    differs: Bools = np.any((recorded >= 0) & (winners >= 0) & (recorded != winners), axis=1)
    return differs


def _direction_unknown(evaluation: Evaluation) -> Bools:
    judgement = evaluation.judgement
    played = judgement.batch.leader[:, 0] >= 0
    contracts = judgement.contracts
    return played & (contracts.trump >= 0) & ((contracts.direction < 0) | (contracts.aces_bad < 0))


def _after_end(evaluation: Evaluation) -> Bools:
    return evaluation.hands["after_end"].to_numpy()


def _dealer_order(evaluation: Evaluation) -> Bools:
    """Where the deal did not pass to the left of the hand before in the same game."""
    judgement, series = evaluation.judgement, evaluation.series
    order = series.order
    dealer = judgement.contracts.dealer[order]
    game = evaluation.hands["game_in_series"].to_numpy()[order]
    number = judgement.frame["hand"].fill_null(-1).to_numpy()[order]
    same = np.zeros(len(order), np.bool_)
    same[1:] = (
        (series.series[1:] == series.series[:-1])
        & (game[1:] == game[:-1])
        & (number[1:] == number[:-1] + 1)
        # The same dealer may deal again after these.
        & ~np.isin(judgement.results.status[order][:-1], (PASSED_OUT, MISDEAL))
    )
    moved = np.zeros(len(order), np.bool_)
    moved[1:] = (dealer[1:] == (dealer[:-1] + 1) % 4) | (dealer[1:] < 0) | (dealer[:-1] < 0)
    wrong = np.zeros(len(order), np.bool_)
    wrong[order] = same & ~moved
    return wrong
