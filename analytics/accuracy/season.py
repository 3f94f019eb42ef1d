"""A season judged: one row a call and one row a hand played, from the results kept so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from analytics.accuracy import calibration, words
from analytics.accuracy.classes import Judgement, Passing, of_bid, of_pass
from analytics.accuracy.judging import JudgedBid, JudgedPass
from analytics.accuracy.odds import USUAL, Allowance, Played, net_points, priced
from analytics.accuracy.questions import Question, judgeable, questions
from analytics.accuracy.store import KeptPlay, Store
from analytics.facts import Club, Facts
from recorder.auction import Bid

__all__ = ["CALLS", "COSTS", "LUCK", "Judge", "JudgedCall", "Season", "season"]

CALLS: dict[str, Any] = {
    "id": pl.String,
    "evening": pl.Date,
    "seat": pl.String,
    "player": pl.String,
    "partnership": pl.String,
    "is_bid": pl.Boolean,
    "verdict": pl.String,
    "bid": pl.String,
    "n": pl.Int64,
    "chance": pl.Float64,
    "points": pl.Float64,
    "points_low": pl.Float64,
    "points_high": pl.Float64,
    "passing": pl.Float64,
    "thrown_away": pl.Float64,
    "made": pl.Boolean,
    "net": pl.Float64,
    "reason": pl.String,
}
"""A row a judged bid or pass. `bid` is what was bid, or the best that was passed by; `made` and
`net` are what came of a bid at the table."""

LUCK: dict[str, Any] = {
    "id": pl.String,
    "evening": pl.Date,
    "seat": pl.String,
    "player": pl.String,
    "partnership": pl.String,
    "opponents": pl.String,
    "bid_worth": pl.Float64,
    "cards": pl.Float64,
    "play": pl.Float64,
    "rest": pl.Float64,
    "net": pl.Float64,
    "double_dummy": pl.Int64,
    "taken": pl.Int64,
    "needed": pl.Int64,
    "until": pl.Int64,
}
"""A row a bid played out with all cards known; `bid_worth` + `cards` + `play` + `rest` = `net`, in
points to the bidders: what was to be expected from the bidder's cards, how kindly the others lay,
what was played better or worse than double dummy less the allowance, and penalties."""

COSTS: dict[str, Any] = {
    "id": pl.String,
    "player": pl.String,
    "partnership": pl.String,
    "role": pl.String,
    "given_away": pl.Int64,
}
"""A row a player and hand played: books that the player's cards cost, in `role` bidder, partner or
defender."""


@dataclass(frozen=True, slots=True, eq=False)
class Season:
    """What is judged so far of the hands asked about."""

    analysed: int
    total: int
    """Hands that have the cards for it."""
    allowance: Allowance
    """Books that bidders take less at these tables than double dummy."""
    calls: pl.DataFrame
    """`CALLS`, in the order of play."""
    luck: pl.DataFrame
    """`LUCK`."""
    costs: pl.DataFrame
    """`COSTS`."""


def season(
    club: Club,
    facts: Facts,
    store: Store,
    where: pl.Expr | None = None,
    *,
    heeds_calls: bool = False,
) -> Season:
    """The judged hands among those that `where` (on `facts.HANDS`) lets through."""
    store.refresh()
    # Of a hand without a result there is nothing to tell but that it waits.
    asked = questions(club, kept=store.knows) if not store.is_empty else []
    judge = Judge.of(facts, store, asked, heeds_calls=heeds_calls)
    hands = facts.hands if where is None else facts.hands.filter(where)
    wanted = set(hands.filter(pl.col("id").is_in([one.id for one in asked]))["id"])
    among = [question for question in reversed(asked) if question.id in wanted]
    total = hands.select(pl.col("hand_id").is_in(judgeable(club).implode()).sum()).item()
    return Season(
        analysed=sum(judge.is_done(question) for question in among),
        total=total,
        allowance=judge.allowance,
        calls=pl.DataFrame([row for q in among for row in judge.calls(q)], schema=CALLS),
        luck=pl.DataFrame([row for q in among for row in judge.luck(q)], schema=LUCK),
        costs=pl.DataFrame([row for q in among for row in judge.costs(q)], schema=COSTS),
    )


@dataclass(frozen=True, slots=True)
class JudgedCall:
    """A call with its judgement, and the namings that it is about."""

    call: JudgedBid | JudgedPass
    judgement: Judgement
    choice: Played | None
    """What was bid, or the best that was passed by."""
    other: Played | None

    @property
    def reason(self) -> str:
        return words.reason(self.judgement, self.choice, self.other)


@dataclass(slots=True)
class Judge:
    """What is needed to judge any hand of a club: the results kept, and what the club is like.

    The allowance and the worth of passing are those of the whole club, whatever is asked about.
    """

    store: Store
    about: Mapping[str, Mapping[str, Any]]
    passing: Passing
    heeds_calls: bool
    allowance: Allowance = USUAL

    @classmethod
    def of(
        cls, facts: Facts, store: Store, asked: list[Question], *, heeds_calls: bool = False
    ) -> Judge:
        store.refresh()
        columns = (
            *("id", "evening", "north", "east", "south", "west", "made", "net_bidders"),
            *("partnership_ns", "partnership_ew"),
        )
        hands = facts.hands.filter(pl.col("id").is_in([question.id for question in asked]))
        about = {row["id"]: row for row in hands.select(columns).to_dicts()}
        judge = cls(store, about, Passing(facts.hands), heeds_calls)
        judge.allowance = calibration.allowance(list(judge._outcomes(asked)))
        return judge

    def is_done(self, question: Question) -> bool:
        bidding = self.store.bidding(question.bidding_key, heeds_calls=self.heeds_calls)
        play = self.store.play(question.play_key)
        return (bidding is not None or question.bidding_key is None) and (
            play is not None or question.play_key is None
        )

    def _outcomes(self, asked: list[Question]) -> Iterator[tuple[Played, int, bool]]:
        for question in asked:
            bid = self._bid(question)
            made = self.about.get(question.id, {}).get("made")
            if bid is not None and made is not None:
                yield bid.played, Bid.parse(bid.played.bid).level, made

    def _bid(self, question: Question) -> JudgedBid | None:
        kept = self.store.bidding(question.bidding_key, heeds_calls=self.heeds_calls)
        return None if kept is None else kept.judged.bid

    def judged(self, question: Question) -> Iterator[JudgedCall]:
        """The passes of a hand, then its bid; none while it is not analysed."""
        kept = self.store.bidding(question.bidding_key, heeds_calls=self.heeds_calls)
        if kept is None:
            return
        for one in kept.judged.passes:
            worth = self.passing.over(one.over, is_partners=one.over_partner)
            judgement = of_pass(one, question.rules, self.allowance, worth)
            yield JudgedCall(one, judgement, one.best, None)
        bid = kept.judged.bid
        if bid is not None:
            worth = self.passing.over(bid.over, is_partners=bid.over_partner)
            judgement = of_bid(bid, question.rules, self.allowance, worth)
            yield JudgedCall(bid, judgement, bid.played, bid.other)

    def calls(self, question: Question) -> Iterator[dict[str, Any]]:
        hand = self.about.get(question.id)
        if hand is None:
            return
        for one in self.judged(question):
            is_bid = isinstance(one.call, JudgedBid)
            odds = one.judgement.odds
            yield {
                **_who(hand, one.call.seat),
                "is_bid": is_bid,
                "verdict": str(one.judgement.verdict),
                "bid": None if one.choice is None else words.choice_words(one.choice),
                "n": 0 if odds is None else odds.n,
                "chance": odds and odds.chance.value,
                "points": odds and odds.points.value,
                "points_low": odds and odds.points.low,
                "points_high": odds and odds.points.high,
                "passing": one.judgement.passing,
                "thrown_away": one.judgement.thrown_away,
                "made": hand["made"] if is_bid else None,
                "net": hand["net_bidders"] if is_bid else None,
                "reason": one.reason,
            }

    def luck(self, question: Question) -> Iterator[dict[str, Any]]:
        bid, play = self._bid(question), self.store.play(question.play_key)
        hand = self.about.get(question.id, {})
        net = hand.get("net_bidders")
        if bid is None or play is None or play.taken is None or net is None:
            return
        level, no_trump = Bid.parse(bid.played.bid).level, bid.played.is_no_trump
        worth = bid.played.odds(question.rules, self.allowance, weights=bid.weights).points.value
        prices = net_points(question.rules, level, no_trump)
        offered = float(priced(np.array(play.double_dummy), prices, self.allowance[no_trump]))
        taken = float(prices[play.taken])
        who = _who(hand, bid.seat)
        sides = {hand["partnership_ns"], hand["partnership_ew"]} - {who["partnership"]}
        yield {
            **who,
            "opponents": next(iter(sides), None),
            "bid_worth": worth,
            "cards": offered - worth,
            "play": taken - offered,
            "rest": net - taken,
            "net": net,
            "double_dummy": play.double_dummy,
            "taken": play.taken,
            "needed": play.needed,
            "until": play.until,
        }

    def costs(self, question: Question) -> Iterator[dict[str, Any]]:
        play = self.store.play(question.play_key)
        if play is None or play.taken is None or question.id not in self.about:
            return
        for seat, role in _roles(play):
            who = _who(self.about[question.id], seat)
            yield {
                "id": who["id"],
                "player": who["player"],
                "partnership": who["partnership"],
                "role": role,
                "given_away": sum(card.cost or 0 for card in play.cards if card.seat == seat),
            }


_CHAIRS = {"N": "north", "E": "east", "S": "south", "W": "west"}
_ROLES = ("bidder", "defender", "partner", "defender")


def _roles(play: KeptPlay) -> Iterator[tuple[str, str]]:
    at = "NESW".index(play.bidder or "N")
    for turn, role in enumerate(_ROLES):
        yield "NESW"[(at + turn) % 4], role


def _who(hand: Mapping[str, Any], seat: str) -> dict[str, Any]:
    side = "partnership_ns" if seat in "NS" else "partnership_ew"
    return {
        "id": hand["id"],
        "evening": hand["evening"],
        "seat": seat,
        "player": hand[_CHAIRS[seat]],
        "partnership": hand[side],
    }
