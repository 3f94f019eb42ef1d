"""One hand's bid and passes, each judged from the cards of whoever spoke and what had been said.

Candidates are first reckoned by their look, the best few played on `SCREENED` samples, and the one
that comes out best is scored on fresh samples: the best of several noisy means would flatter it.
What is kept are the samples; `classes` draws the conclusions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from analytics.accuracy import estimates, heed
from analytics.accuracy.deals import layouts
from analytics.accuracy.estimates import SURE
from analytics.accuracy.odds import (
    MOST_ALLOWANCE,
    NO_ALLOWANCE,
    USUAL,
    Choice,
    Played,
    choices,
    play_out,
    reckoned,
)
from analytics.simulation.naming import Naming
from recorder.auction import Bid, Kind, legal_bids, resolve_auction
from recorder.rules import Rules
from recorder.seats import Seat

__all__ = ["JudgedBid", "JudgedHand", "JudgedPass", "Spoken", "Turn", "judge"]

FINALISTS = 3
SCREENED = 16
FIRST_LOOK, LOOKS = 40, 20
HOPELESS = -0.5
"""Points: a pass is looked into when some bid is reckoned to bring more."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A hand as far as its bidding goes; None is not known."""

    rules: Rules
    dealer: Seat | None
    calls: tuple[Bid | None, ...] | None
    """From the dealer's left."""
    held: tuple[int | None, ...]
    """As dealt, masks by seat."""
    bidder: Seat | None
    bid: Bid | None
    naming: Naming | None


@dataclass(frozen=True, slots=True)
class JudgedBid:
    seat: str
    forced: bool
    """The dealer had to, after three passes."""
    over: str | None
    """The bid that stood before, None for none or not known."""
    over_partner: bool
    lowest: str
    """The lowest bid of its kind that was allowed then."""
    played: Played
    other: Played | None
    """The best other naming at the lowest level then allowed, on samples that had no part in its
    choice; None where none came near."""
    weights: list[float] | None
    """Of all samples, where the others' calls were heeded."""


@dataclass(frozen=True, slots=True)
class JudgedPass:
    seat: str
    call: int
    """From 1."""
    over: str | None
    over_partner: bool
    best: Played | None
    """The best bid that was allowed, on fresh samples; None where none came near being worth it."""
    weights: list[float] | None


@dataclass(frozen=True, slots=True)
class JudgedHand:
    bid: JudgedBid | None
    passes: list[JudgedPass]


def judge(hand: Spoken, samples: int, *, heeds_calls: bool = False) -> JudgedHand:
    """Every call of a hand that can be judged: its speaker's cards are known."""
    return JudgedHand(
        _judge_bid(hand, samples, heeds_calls=heeds_calls),
        _judge_passes(hand, samples, heeds_calls=heeds_calls),
    )


class Turn:
    """Somebody's turn to speak: the cards held, the calls before, and the samples of the rest."""

    def __init__(
        self,
        rules: Rules,
        cards: int,
        calls: Sequence[Bid | None] | None,
        samples: int,
        *,
        heeds_calls: bool = False,
        threads: int = 1,
    ) -> None:
        self.rules, self.cards, self.samples, self.threads = rules, cards, samples, threads
        self.legal = [] if calls is None else legal_bids(calls, rules)
        self.deals = layouts(cards, rules, samples)
        self.weights: list[float] | None = None
        if heeds_calls and calls:
            self.weights = heed.weights(self.deals, calls, rules)

    def lowest(self) -> list[Bid]:
        """The lowest bid of each kind that is allowed."""
        kinds = {bid.kind: bid for bid in reversed(self.legal)}
        return list(reversed(kinds.values()))

    def play(self, choice: Choice, first: int, last: int, levels: Sequence[int] = ()) -> Played:
        return play_out(
            self.cards,
            self.deals,
            choice,
            self.rules,
            first=first,
            last=last,
            levels=levels,
            threads=self.threads,
        )

    def play_until_sure(self, choice: Choice, first: int, levels: Sequence[int] = ()) -> Played:
        """Samples from `first` on; all, unless it is clear before whether the bid is worth points.

        It is when they are above zero after the greatest allowance, or below it without any.
        """
        level = choice.bid.level
        last = min(first + FIRST_LOOK, self.samples)
        found = self.play(choice, first, last, levels)
        while last < self.samples:
            own = found.weights(self.weights)
            worst, best = (
                estimates.mean(found.points(self.rules, level, allowance), own, SURE)
                for allowance in (MOST_ALLOWANCE, NO_ALLOWANCE)
            )
            if worst.low > 0 or best.high < 0:
                break
            more = min(last + LOOKS, self.samples)
            further = self.play(choice, last, more, levels)
            found = replace(found, samples=found.samples + further.samples)
            last = more
        return found

    def finalist(self, among: Sequence[Choice]) -> tuple[Choice, float] | None:
        """The best of the screened candidates, and its mean points on the screening samples."""
        ranked = sorted(among, key=lambda choice: reckoned(self.cards, choice, self.rules))
        screened = [
            (self.mean_points(self.play(choice, 0, SCREENED), choice.bid), at)
            for at, choice in enumerate(ranked[-FINALISTS:])
        ]
        if not screened:
            return None
        points, at = max(screened)
        return ranked[-FINALISTS:][at], points

    def mean_points(self, played: Played, bid: Bid) -> float:
        """On the screening samples."""
        points = played.points(self.rules, bid.level, USUAL)[:SCREENED]
        return float(np.average(points, weights=played.weights(self.weights)[:SCREENED]))


def _judge_bid(hand: Spoken, samples: int, *, heeds_calls: bool) -> JudgedBid | None:
    if hand.bidder is None or hand.bid is None:
        return None
    cards = hand.held[hand.bidder]
    named_later = hand.rules.auction.trump_named == "after_kitty"
    if cards is None or (hand.naming is None and not named_later):
        return None
    before = _calls_before(hand)
    turn = Turn(hand.rules, cards, before, samples, heeds_calls=heeds_calls)
    choice = Choice(hand.bid, None if named_later else hand.naming)
    lowest = next((bid for bid in turn.lowest() if bid.kind is hand.bid.kind), hand.bid)
    if lowest.level > hand.bid.level:  # what was bid was not allowed
        lowest = hand.bid
    played = turn.play_until_sure(choice, 0, levels=(lowest.level,))
    over, over_partner = _standing(hand, before)
    return JudgedBid(
        seat=str(hand.bidder),
        forced=before is not None and len(before) == 3 and not any(before),
        over=over,
        over_partner=over_partner,
        lowest=str(lowest),
        played=played,
        other=_other(turn, choice, lowest, played),
        weights=turn.weights,
    )


def _other(turn: Turn, choice: Choice, lowest: Bid, played: Played) -> Played | None:
    """The best other naming, if on the screening samples it is better than `lowest`."""
    bids = turn.lowest()
    if not bids:  # the calls are not known
        kinds = [None] if lowest.kind is None else list(Kind)
        bids = [Bid(lowest.level, kind) for kind in kinds]
    others = [
        other
        for other in choices(bids, turn.rules)
        if other.naming != choice.naming or other.bid.kind is not lowest.kind
    ]
    found = turn.finalist(others) if played.n > SCREENED else None
    if found is None or found[1] <= turn.mean_points(played, lowest):
        return None
    return turn.play(found[0], SCREENED, played.n)


def _judge_passes(hand: Spoken, samples: int, *, heeds_calls: bool) -> list[JudgedPass]:
    if hand.calls is None or hand.dealer is None:
        return []
    judged = []
    for at, call in enumerate(hand.calls):
        seat = Seat((hand.dealer + 1 + at) % 4)
        cards = hand.held[seat]
        if call is not None or cards is None:
            continue
        before = hand.calls[:at]
        over, over_partner = _standing(hand, before)
        turn = None
        if _hopeful(hand.rules, cards, before):
            turn = Turn(hand.rules, cards, before, samples, heeds_calls=heeds_calls)
        judged.append(
            JudgedPass(
                seat=str(seat),
                call=at + 1,
                over=over,
                over_partner=over_partner,
                best=None if turn is None else _best_bid(turn),
                weights=None if turn is None else turn.weights,
            )
        )
    return judged


def _hopeful(rules: Rules, cards: int, before: Sequence[Bid | None]) -> bool:
    lowest = {bid.kind: bid for bid in reversed(legal_bids(before, rules))}
    return any(
        reckoned(cards, choice, rules) > HOPELESS
        for choice in choices(list(lowest.values()), rules)
    )


def _best_bid(turn: Turn) -> Played | None:
    found = turn.finalist(choices(turn.lowest(), turn.rules))
    if found is None or found[1] <= 0 or turn.samples <= SCREENED:
        return None
    return turn.play_until_sure(found[0], SCREENED)


def _calls_before(hand: Spoken) -> tuple[Bid | None, ...] | None:
    """The calls before the one that took the bid; None where they were not written down."""
    if hand.calls is None or hand.dealer is None:
        return None
    for at in range(len(hand.calls) - 1, -1, -1):
        seat = Seat((hand.dealer + 1 + at) % 4)
        if hand.calls[at] == hand.bid and seat is hand.bidder:
            return hand.calls[:at]
    return None


def _standing(hand: Spoken, before: Sequence[Bid | None] | None) -> tuple[str | None, bool]:
    """The bid that the speaker would have to go over, and whether it is partner's."""
    if before is None or hand.dealer is None:
        return None, False
    stands = resolve_auction(before, hand.dealer, hand.rules)
    speaker = Seat((hand.dealer + 1 + len(before)) % 4)
    if stands.bid is None or stands.bidder is None:
        return None, False
    return str(stands.bid), stands.bidder is speaker.partner
