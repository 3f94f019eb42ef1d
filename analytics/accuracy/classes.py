"""What a bid or a pass was: the classes, their thresholds, and the points thrown away.

| class | rule |
|---|---|
| forced | the dealer had to bid after three passes; judged for its naming alone |
| better named | another naming brings clearly more, and more than passing |
| too high | expected points are clearly below zero and below passing |
| sound | neither: nothing clearly better was to be had |
| missed | a pass, though some bid was clearly above zero and above passing |
| right pass | any other pass |

Clearly: by at least `CLEAR` points, and the whole likely range (95 %) lies on that side. Passing
counts zero while nobody has bid; over a bid it counts what such bids bring to the speaker's side
in this club, and zero where there were fewer than ten.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

import polars as pl

from analytics.accuracy import estimates
from analytics.accuracy.estimates import Estimate
from analytics.accuracy.judging import JudgedBid, JudgedPass
from analytics.accuracy.odds import Allowance, Odds
from analytics.intervals import FEW
from recorder.auction import Bid
from recorder.rules import Rules

__all__ = ["CLEAR", "RULES", "Judgement", "Passing", "Verdict", "of_bid", "of_pass"]

CLEAR = 0.5  # points


class Verdict(Enum):
    SOUND = "sound"
    TOO_HIGH = "too high"
    BETTER_NAMED = "better named"
    FORCED = "forced"
    MISSED = "missed"
    RIGHT_PASS = "right pass"

    def __str__(self) -> str:
        return self.value


RULES: Mapping[Verdict, str] = {
    Verdict.SOUND: "Nothing clearly better was to be had.",
    Verdict.TOO_HIGH: f"Expected points at least {CLEAR} below zero and below passing, with the "
    "whole likely range.",
    Verdict.BETTER_NAMED: f"Another naming was worth at least {CLEAR} points more, with the whole "
    "likely range, and more than passing.",
    Verdict.FORCED: "The dealer had to bid after three passes.",
    Verdict.MISSED: f"A bid that was allowed was worth at least {CLEAR} points, with the whole "
    "likely range above zero and above passing.",
    Verdict.RIGHT_PASS: "No bid was clearly worth making.",
}


@dataclass(frozen=True, slots=True)
class Judgement:
    verdict: Verdict
    odds: Odds | None
    """Of the bid made, or of the best that was passed by; None where none was worth a look."""
    passing: float
    """Points that passing was worth."""
    gain: Estimate | None
    """Points more by the other naming; None where no other came near."""
    other: Odds | None
    thrown_away: float
    """Expected points less than the best choice shown to be better; 0 where none was."""


class Passing:
    """What passing over a bid is worth to whoever passes, from what such bids brought here."""

    def __init__(self, hands: pl.DataFrame) -> None:
        brought = (
            hands.filter(pl.col("is_bid"), pl.col("net_bidders").is_not_null())
            .group_by("level", "kind")
            .agg(n=pl.len(), mean=pl.col("net_bidders").mean())
            .filter(pl.col("n") >= FEW)
        )
        self._brought: dict[str, float] = {
            f"{level} {kind}": mean for level, kind, _, mean in brought.iter_rows()
        }

    def over(self, bid: str | None, *, is_partners: bool) -> float:
        to_bidders = 0.0 if bid is None else self._brought.get(bid, 0.0)
        return to_bidders if is_partners else -to_bidders


def of_bid(bid: JudgedBid, rules: Rules, allowance: Allowance, passing: float) -> Judgement:
    played, weights = bid.played, bid.weights
    odds = played.odds(rules, allowance, weights=weights)
    gain, other = _gain(bid, rules, allowance)
    floor = min(0.0, passing)
    is_better_named = (
        gain is not None
        and other is not None
        and _above(gain, 0.0)
        and (bid.forced or other.points.value > passing)
    )
    if bid.forced:
        verdict = Verdict.FORCED
    elif is_better_named:
        verdict = Verdict.BETTER_NAMED
    elif odds.points.high < floor and odds.points.value <= floor - CLEAR:
        verdict = Verdict.TOO_HIGH
    else:
        verdict = Verdict.SOUND
    thrown = 0.0
    if is_better_named and gain is not None:
        thrown = gain.value
    elif verdict is Verdict.TOO_HIGH:
        thrown = passing - odds.points.value
    return Judgement(verdict, odds, passing, gain, other, thrown)


def _gain(
    bid: JudgedBid, rules: Rules, allowance: Allowance
) -> tuple[Estimate | None, Odds | None]:
    """The other naming against the one chosen, both at their lowest level, sample by sample."""
    other = bid.other
    if other is None:
        return None, None
    lowest = Bid.parse(bid.lowest).level
    ours = bid.played.points(rules, lowest, allowance)[other.first : other.first + other.n]
    theirs = other.points(rules, Bid.parse(other.bid).level, allowance)
    return (
        estimates.mean(theirs - ours, other.weights(bid.weights)),
        other.odds(rules, allowance, weights=bid.weights),
    )


def of_pass(judged: JudgedPass, rules: Rules, allowance: Allowance, passing: float) -> Judgement:
    if judged.best is None:
        return Judgement(Verdict.RIGHT_PASS, None, passing, None, None, 0.0)
    odds = judged.best.odds(rules, allowance, weights=judged.weights)
    worth = max(0.0, passing)
    if _above(odds.points, worth):
        thrown = odds.points.value - worth
        return Judgement(Verdict.MISSED, odds, passing, None, None, thrown)
    return Judgement(Verdict.RIGHT_PASS, odds, passing, None, None, 0.0)


def _above(estimate: Estimate, value: float) -> bool:
    return estimate.low > value and estimate.value >= value + CLEAR
