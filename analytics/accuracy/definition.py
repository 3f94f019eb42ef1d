"""What the figures of bidding accuracy mean, in the form in which every statistic is defined."""

from analytics.accuracy.calibration import USUAL_BIDS
from analytics.accuracy.classes import CLEAR, RULES, Verdict
from analytics.accuracy.odds import USUAL
from analytics.registry import Statistic

__all__ = ["ACCURACY"]


def _rule(verdict: Verdict) -> str:
    return f"{str(verdict).capitalize()}: {RULES[verdict]}"


ACCURACY = Statistic(
    "accuracy",
    "Were the bids sound?",
    "Bids and passes judged from the cards of whoever spoke, and nothing else.",
    "The unseen cards are dealt at random, buried by a fixed policy and played out double dummy; "
    f"{USUAL.trumps} books with trumps and {USUAL.no_trump} at no trump are taken off for what a "
    f"table loses by not seeing them, or what fits the club’s own bids, {USUAL_BIDS} of which "
    "weigh as much. Points are the bidders’ less the other side’s, by the rules of the hand. "
    "Passing counts zero while nobody has bid; over a bid, what such bids bring to the passer’s "
    f"side in this club. Clearly: by {CLEAR} points, with the whole likely range. "
    + " ".join(_rule(verdict) for verdict in Verdict),
    "bidder",
    "A bid may have had reasons that cards do not show: the score, or keeping others out.",
    (
        *("n", "bids", "free_bids", "forced", "sound", "too_high", "better_named", "passes"),
        *("missed", "mean_chance", "made_rate", "thrown_away"),
    ),
    population="bids",
    by=("player", "partnership", "month"),
    usual=("player",),
)
