"""A judgement as a sentence, and a naming as people say it."""

from analytics.accuracy.classes import Judgement, Verdict
from analytics.accuracy.estimates import Estimate
from analytics.accuracy.odds import Odds, Played
from recorder.auction import Bid

__all__ = ["bid_words", "choice_words", "naming_words", "points", "reason"]

SUIT_WORDS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
KIND_WORDS = {"up": "uptown", "down": "downtown", "no": "no trump"}


def bid_words(text: str) -> str:
    """`5 down` as `5 downtown`."""
    level, _, kind = text.partition(" ")
    return f"{level} {KIND_WORDS[kind]}" if kind else level


def choice_words(choice: Played) -> str:
    """`4 uptown in hearts`, `4 no trump, played downtown`."""
    named = naming_words(choice)
    joint = " " if named.startswith("in ") or not named else ", "
    return f"{bid_words(choice.bid)}{joint}{named}".rstrip()


def naming_words(choice: Played) -> str:
    """What is named with the bid: `in hearts`, `played downtown`; empty where the kitty decides."""
    if choice.trump is None or choice.direction is None:
        return ""
    way = KIND_WORDS[choice.direction]
    parts = []
    if choice.trump != "no":
        parts.append(f"in {SUIT_WORDS[choice.trump]}")
    elif "no" not in choice.bid:
        parts.append("without trumps")
    if choice.direction not in choice.bid:
        parts.append(f"played {way}")
    if choice.aces:
        parts.append(f"aces {choice.aces}")
    return ", ".join(parts)


def points(value: float) -> str:
    """Signed, with one decimal and a real minus."""
    shown = f"{value:+.1f}"
    return shown.replace("-", "−") if float(shown) else "0"


def reason(judgement: Judgement, choice: Played | None, other: Played | None = None) -> str:
    """Why a call is in its class, with the figures that put it there."""
    odds = judgement.odds
    if odds is None or choice is None:
        return "No bid that was allowed came near being worth it."
    said = f"{choice_words(choice)} is made {_share(odds)} and brings {_likely(odds.points)}"
    passing = "" if not judgement.passing else f", passing {points(judgement.passing)}"
    gain = judgement.gain
    is_other_better = (
        judgement.verdict in (Verdict.BETTER_NAMED, Verdict.FORCED) and judgement.thrown_away > 0
    )
    if is_other_better and gain is not None and other is not None:
        named = f"{choice_words(other)} would bring {_likely(gain)} more"
        alike = Bid.parse(choice.bid).level != Bid.parse(other.bid).level
        return f"{said}; {named}{', each as low as it goes' if alike else ''}."
    if judgement.verdict is Verdict.MISSED:
        return f"Passed, though {said}{passing}."
    return f"{said}{passing}."


def _share(odds: Odds) -> str:
    chance = odds.chance
    return f"{chance.value:.0%} (likely {chance.low * 100:.0f} to {chance.high:.0%})".replace(
        "%", " %"
    )


def _likely(estimate: Estimate) -> str:
    low, high = points(estimate.low), points(estimate.high)
    return f"{points(estimate.value)} points (likely {low} to {high})"
