"""Four people at a table and the game they play: how it stands, and what a hand would do to it."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from recorder.auction import Bid, check_call
from recorder.errors import IllegalError
from recorder.evaluate import Evaluation, evaluate
from recorder.hand import HandRecord, frame_of
from recorder.ladder import LadderRow, rung
from recorder.problems import findings_of
from recorder.rules import Rules
from recorder.seats import ByPartnership, Partnership, Seat

__all__ = [
    "UNSAID",
    "Outlook",
    "ScoredHand",
    "Sitting",
    "Tally",
    "evening_now",
    "next_dealer",
    "not_allowed",
    "outlook",
    "scored_hands",
    "tally",
]

_LATE = dt.timedelta(hours=5)
"""Play after midnight belongs to the evening before, until five."""


def evening_now(time_zone: str) -> dt.date:
    """The evening that is being played now, by the club's clock."""
    return (dt.datetime.now(ZoneInfo(time_zone)) - _LATE).date()


@dataclass(frozen=True, slots=True)
class Sitting:
    """One game at one table. Two scorers who write the same sitting write the same game."""

    evening: str
    """ISO date; every hand of the game carries it, also those after midnight."""
    table: str
    number: int
    """Of the game at this table that evening, from 1."""
    players: tuple[str, str, str, str]
    """At N, E, S, W."""
    rules: str
    first_dealer: Seat
    event: str | None = None

    @property
    def game(self) -> str:
        return f"{self.evening}/{self.table}/{self.number}"

    def record(self, hand: int, dealer: Seat, facts: HandRecord) -> HandRecord:
        """A hand with everything that goes for the whole game; its own dealer holds if it has
        one."""
        north, east, south, west = self.players
        return replace(
            facts,
            date=self.evening,
            table=self.table,
            event=self.event,
            game=self.game,
            hand=hand,
            rules=self.rules,
            player_n=north,
            player_e=east,
            player_s=south,
            player_w=west,
            dealer=facts.dealer or str(dealer),
        )

    def next_game(self, dealer: Seat, players: Sequence[str] | None = None) -> "Sitting":
        """The game after this one, in the same seats unless others sit down."""
        north, east, south, west = players or self.players
        return replace(
            self,
            number=self.number + 1,
            players=(north, east, south, west),
            first_dealer=dealer,
        )


@dataclass(frozen=True, slots=True)
class ScoredHand:
    """A hand of the game with what it came to; None is not known."""

    record: HandRecord
    side: Partnership | None
    """The bidders'."""
    books: int | None
    made: bool | None
    points: ByPartnership[int | None]
    score: ByPartnership[int | None]
    """Running, after the hand."""
    status: str
    winner: str | None
    """`NS`, `EW` or `drawn`, on the hand that ended the game."""
    ended_by: str | None
    after_end: bool


@dataclass(frozen=True, slots=True)
class Tally:
    """How a game stands."""

    hands: tuple[ScoredHand, ...]
    score: ByPartnership[int | None]
    times_set: ByPartnership[int]
    winner: str | None
    ended_by: str | None
    next_hand: int
    """Its number."""
    dealer: Seat
    """Who deals it."""


def tally(records: Iterable[HandRecord], rules: Rules, first_dealer: Seat = Seat.N) -> Tally:
    """Score the hands of a game recorded so far."""
    hands = _scored(records, rules)
    last = hands[-1] if hands else None
    end = next((hand for hand in hands if hand.winner), None)
    sets = [
        sum(hand.made is False and hand.side == side and not hand.after_end for hand in hands)
        for side in Partnership
    ]
    return Tally(
        hands=hands,
        score=last.score if last else ByPartnership(0, 0),
        times_set=ByPartnership(*sets),
        winner=end.winner if end else None,
        ended_by=end.ended_by if end else None,
        next_hand=1 + max((hand.record.hand or 0 for hand in hands), default=0),
        dealer=first_dealer if last is None else _dealer_after(last, rules),
    )


def _scored(records: Iterable[HandRecord], rules: Rules) -> tuple[ScoredHand, ...]:
    ordered = sorted(records, key=lambda record: record.hand or 0)
    return scored_hands(ordered, _evaluated(ordered, rules)) if ordered else ()


def _evaluated(ordered: Sequence[HandRecord], rules: Rules) -> Evaluation:
    # A misspelt name on one hand must not split the game while it is being played.
    at_table = [
        replace(record, player_n=None, player_e=None, player_s=None, player_w=None)
        for record in ordered
    ]
    return evaluate(frame_of(at_table), [rules])


def scored_hands(ordered: Sequence[HandRecord], evaluation: Evaluation) -> tuple[ScoredHand, ...]:
    """What each of the records came to, which were evaluated in that order."""
    rows = evaluation.hands.iter_rows(named=True)
    return tuple(
        ScoredHand(
            record=record,
            side=None if row["by"] is None else Seat.parse(row["by"]).partnership,
            books=row["books"],
            made=row["made"],
            points=ByPartnership(row["points_ns"], row["points_ew"]),
            score=ByPartnership(row["score_ns"], row["score_ew"]),
            status=row["status"],
            winner=row["winner"],
            ended_by=row["ended_by"],
            after_end=row["after_end"],
        )
        for record, row in zip(ordered, rows, strict=True)
    )


def _dealer_after(last: ScoredHand, rules: Rules) -> Seat:
    return next_dealer(Seat.parse(last.record.dealer or "N"), last.status, rules)


def next_dealer(dealer: Seat, status: str | None, rules: Rules) -> Seat:
    """Who deals after a hand: the deal moves left, unless the same dealer has to deal again."""
    moves_on = rules.auction.all_pass == "redeal_next_dealer"
    if status == "misdeal" or (status == "passed_out" and not moves_on):
        return dealer
    return dealer.lho


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a hand would do, entered as far as it is."""

    rung: LadderRow | None
    """What the bid needs and pays; None until it is bid."""
    hand: ScoredHand | None
    """What it would come to; None until it has bidder, bid and result, or was not played."""
    objections: tuple[str, ...]
    """What the rules say against it; it can be recorded all the same."""


def outlook(records: Sequence[HandRecord], hand: HandRecord, rules: Rules) -> Outlook:
    """Look ahead; `hand`, whole or half entered, is of the same game as `records`."""
    step = None
    if hand.bid is not None:
        bid = Bid.parse(hand.bid)
        is_no = hand.trump == "no" or hand.bid.endswith("no")
        step = rung(rules, bid.level, "no" if is_no else str(bid.kind or "up"))
    is_played = hand.status in (None, "stopped")
    if is_played and (hand.bidder is None or hand.bid is None):
        return Outlook(step, None, tuple(not_allowed(hand, rules)))
    others = [record for record in records if record.hand != hand.hand]
    ordered = sorted([*others, hand], key=lambda record: record.hand or 0)
    row = next(row for row, record in enumerate(ordered) if record is hand)
    evaluation = _evaluated(ordered, rules)
    has_result = hand.books is not None or hand.made is not None or hand.tricks is not None
    scored = scored_hands(ordered, evaluation)[row] if has_result or not is_played else None
    found = [
        finding.message
        for at, finding in findings_of(evaluation)
        if at == row and finding.code not in UNSAID
    ]
    return Outlook(step, scored, tuple(dict.fromkeys([*not_allowed(hand, rules), *found])))


UNSAID = ("rules_unknown", "direction_unknown", "aces_unknown")
"""Findings about what nobody wrote down; there is nothing to object to."""


def not_allowed(hand: HandRecord, rules: Rules) -> Iterable[str]:
    """Why a bid could not be made at all, where no calls were written down to judge it by."""
    if hand.bid is not None and hand.calls is None:
        try:
            check_call([], Bid.parse(hand.bid), rules)
        except IllegalError as error:
            yield str(error)
