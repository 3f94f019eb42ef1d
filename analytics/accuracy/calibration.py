"""Double dummy is not real play: what to allow for, and how predictions compare with what happened.

With all cards seen bidders take more books than at a table. The allowance is how many: that number
under which the bids judged so far would have been made as often as they were, drawn towards
`USUAL` as if `USUAL_BIDS` bids had said so; one with trumps and one at no trump, where more is to
be guessed. It is the same for a whole club, so that it cannot excuse one player's bidding.
"""

from collections.abc import Sequence

import numpy as np
import polars as pl
from scipy.optimize import isotonic_regression

from analytics.accuracy.estimates import Floats
from analytics.accuracy.odds import ALL_BOOKS, MOST_ALLOWANCE, USUAL, Allowance, Played, priced
from analytics.intervals import few, rate_with_interval
from recorder.auction import Bid

__all__ = ["ENOUGH", "RELIABILITY", "USUAL", "allowance", "corrected", "reliability"]

USUAL_BIDS = 50
"""Measured on 380 simulated hands, half of them by experts: with trumps 10.9 to 11.1 books double
dummy and 10.3 taken, at no trump 10.8 to 11.0 and 9.3 to 9.7."""

ENOUGH = 100
"""Bids from which a correction of the chances themselves is drawn."""

RELIABILITY = {
    "group": pl.Int64,
    "n": pl.Int64,
    "made": pl.Int64,
    "predicted": pl.Float64,
    "success_rate": pl.Float64,
    "success_low": pl.Float64,
    "success_high": pl.Float64,
    "few": pl.Boolean,
}
_STEP = 0.05


def allowance(bids: Sequence[tuple[Played, int, bool]]) -> Allowance:
    """From judged bids: the samples, the level, and whether it was made."""
    by_kind: tuple[list[tuple[Played, int, bool]], ...] = ([], [])
    for bid in bids:
        by_kind[bid[0].is_no_trump].append(bid)
    trumps, no_trump = (
        _fitted(among, usual, most)
        for among, usual, most in zip(by_kind, USUAL, MOST_ALLOWANCE, strict=True)
    )
    return Allowance(trumps, no_trump)


def _fitted(bids: Sequence[tuple[Played, int, bool]], usual: float, most: float) -> float:
    if not bids:
        return usual
    # How many bids had how many books to spare, each sample counting its part of a bid.
    spare = np.zeros(2 * ALL_BOOKS + 1)
    for played, level, _ in bids:
        margins = played.books - Bid(level).books_needed + ALL_BOOKS
        spare += np.bincount(margins, minlength=len(spare)) / played.n
    steps = np.arange(0, most + _STEP / 2, _STEP)
    makes = (np.arange(len(spare)) >= ALL_BOOKS).astype(np.float64)
    promised = [float(spare @ priced(np.arange(len(spare)), makes, lost)) for lost in steps]
    # `promised` falls as the allowance grows.
    made = sum(made for _, _, made in bids)
    fitted = float(np.interp(-made, -np.array(promised), steps))
    return (len(bids) * fitted + USUAL_BIDS * usual) / (len(bids) + USUAL_BIDS)


def corrected(chances: Floats, made: Floats) -> Floats:
    """Each chance as it turned out: the monotone regression of `made` on `chances` (isotonic)."""
    order = np.argsort(chances, kind="stable")
    fitted = np.empty(len(chances))
    fitted[order] = isotonic_regression(made[order]).x
    return fitted


def reliability(chances: pl.Series, made: pl.Series) -> pl.DataFrame:
    """Predicted chances in tenths beside the share that was made; `RELIABILITY`."""
    frame = pl.DataFrame({"predicted": chances, "made": made}).drop_nulls()
    return (
        frame.with_columns(group=(pl.col("predicted") * 10).floor().clip(0, 9).cast(pl.Int64))
        .group_by("group")
        .agg(n=pl.len().cast(pl.Int64), made=pl.col("made").sum(), predicted=pl.mean("predicted"))
        .with_columns(*rate_with_interval("made", "n", "success_rate", "success"), few())
        .sort("group")
        .select(*RELIABILITY)
        .cast(pl.Schema(RELIABILITY))
    )
