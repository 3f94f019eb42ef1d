"""Hands scored again under another rule set, and which of them may not be.

Winners depend on the ranking alone, so most house rules are arithmetic on the books as played.
Where other rules would have changed the play or the bidding, the hand cannot be known: it is
counted with its reason and left out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum, unique

import numpy as np
import numpy.typing as npt

from analytics.house_rules.played import Played
from recorder.auction import Bid, read_calls, resolve_auction
from recorder.games import pay_reneges
from recorder.results import replay_under
from recorder.rules import Rules
from recorder.scoring import (
    UNKNOWN_POINTS,
    Outcomes,
    Running,
    score_games,
    tariff,
)
from recorder.seats import Seat

__all__ = ["REASONS", "Reason", "Rescored", "rescore"]

Bools = npt.NDArray[np.bool_]
Int8s = npt.NDArray[np.int8]
Int32s = npt.NDArray[np.int32]
Rows = npt.NDArray[np.intp]


@unique
class Reason(IntEnum):
    """Why a hand is not scored under other rules."""

    USED = 0
    NO_BID = 1
    NOT_ALLOWED = 2
    OTHER_DECK = 3
    OTHER_LEAD = 4
    OTHER_WINNER = 5
    OTHER_PLAY = 6
    NEEDS_PLAY = 7
    NEEDS_BOOKS = 8


REASONS = {
    Reason.USED: "scored",
    Reason.NO_BID: "no bid was played, or its outcome is not known",
    Reason.NOT_ALLOWED: "the bid is not allowed under these rules, so it would not have been made",
    Reason.OTHER_DECK: "it was played with another deck",
    Reason.OTHER_LEAD: "another player would have led first",
    Reason.OTHER_WINNER: "a trick goes to another player, who would have led the next",
    Reason.OTHER_PLAY: "a card was played that these rules forbid",
    Reason.NEEDS_PLAY: "who takes a trick may change, and the tricks were not written down",
    Reason.NEEDS_BOOKS: "whose the kitty's book is changes, and the books were not written down",
}


@dataclass(frozen=True, slots=True, eq=False)
class Rescored:
    """`Played` hands under one rule set, in the same order."""

    rules: Rules
    reason: Int8s
    """`Reason` of each hand; its points and score count only where USED."""
    running: Running
    first_trick: Int8s
    """The first trick (from 1) that another player takes than under the hand's own rules; 0 none,
    or not looked at."""

    @property
    def used(self) -> Bools:
        return np.equal(self.reason, Reason.USED)


PART = 100_000
"""Hands of which the cards are looked at together."""


def rescore(hands: Played, rules: Rules, *, by: str = "game") -> Rescored:
    """Score every hand under `rules`.

    `by="game"` keeps the games as they were played: each may end earlier than it did, or not at
    all. `by="evening"` cuts all that a table played in one evening into games again.
    """
    n = len(hands)
    reason = np.where(hands.is_hand, Reason.USED, Reason.NO_BID).astype(np.int8)

    def leave_out(why: Reason, where: Bools) -> None:
        reason[where & (reason == Reason.USED)] = why

    def own(value: Sequence[bool]) -> Bools:
        """A property of each hand's own rules."""
        return np.array(value, np.bool_)[hands.own]

    leave_out(Reason.OTHER_DECK, own([r.deck != rules.deck for r in hands.rules]))
    leave_out(Reason.NOT_ALLOWED, ~_allowed(hands, rules))
    leave_out(
        Reason.OTHER_LEAD, own([r.play.first_lead != rules.play.first_lead for r in hands.rules])
    )

    tricks, first_winner = hands.tricks, hands.first_winner
    first_trick = np.zeros(n, np.int8)
    changed = _ranking_changes(hands, rules) & (reason == Reason.USED)
    whole = hands.tricks_known == rules.deck.hand_size
    leave_out(Reason.NEEDS_PLAY, changed & ~whole)
    rows = np.flatnonzero(changed & whole)
    if len(rows):
        tricks, first_winner = tricks.copy(), first_winner.copy()
        for some in np.array_split(rows, 1 + len(rows) // PART):
            _play_again(hands, rules, some, reason, tricks, first_winner, first_trick)

    books, made = _books(hands, rules, tricks, first_winner, whole, leave_out)
    leave_out(Reason.NO_BID, (books < 0) & (made < 0))
    running = score_games(_outcomes(hands, rules, reason, books, made, by=by), [tariff(rules)])
    leave_out(Reason.NO_BID, running.points[:, 0] == UNKNOWN_POINTS)
    return Rescored(rules, reason, running, first_trick)


def _allowed(hands: Played, rules: Rules) -> Bools:
    """Whether the auction, as far as it is known, could have gone as it did."""
    level = hands.contracts.level
    in_range = (level >= rules.auction.min_level) & (level <= rules.auction.max_level)
    by_text = np.ones(len(hands.call_texts) + 1, np.bool_)
    levels_only = rules.replace({"auction.bid_form": "level"})
    for at, text in enumerate(hands.call_texts):
        calls = read_calls(text)
        is_level = all(call is None or call.kind is None for call in calls)
        house = rules
        if is_level or rules.auction.bid_form == "level":
            calls = [call and Bid(call.level) for call in calls]
            house = levels_only
        by_text[at] = resolve_auction(calls, Seat.N, house).first_bad_call is None
    return in_range & by_text[hands.calls]


def _ranking_changes(hands: Played, rules: Rules) -> Bools:
    """Whether other cards may win, or be played, than under the hand's own rules."""
    contracts = hands.contracts
    aces = [
        rules.play.downtown_aces not in ("bidder_chooses", house.play.downtown_aces)
        for house in hands.rules
    ]
    if rules.play.downtown_aces != "bidder_chooses":
        wanted = rules.play.downtown_aces == "bad"
        aces_differ = np.array(aces)[hands.own] & (contracts.aces_bad != wanted)
    else:
        aces_differ = np.zeros(len(hands), np.bool_)
    jokers = [
        house.deck.jokers > 0 and house.play.no_trump_jokers != rules.play.no_trump_jokers
        for house in hands.rules
    ]
    changes: Bools = (aces_differ & (contracts.direction != 0)) | (
        np.array(jokers)[hands.own] & contracts.no_trump
    )
    return changes


def _play_again(
    hands: Played,
    rules: Rules,
    rows: Rows,
    reason: Int8s,
    tricks: Int8s,
    first_winner: Int8s,
    first_trick: Int8s,
) -> None:
    """Replay `rows` under the other ranking, and drop those that it contradicts."""
    batch, contracts = hands.cards_of(rows), hands.contracts.take(rows)
    other = contracts
    if rules.play.downtown_aces != "bidder_chooses":
        bad = (contracts.direction != 0) & (rules.play.downtown_aces == "bad")
        other = replace(contracts, aces_bad=bad.astype(np.int8))
    replayed, _ = replay_under(batch, other, [rules], np.zeros(len(rows), np.int32))
    before, _ = replay_under(batch, contracts, hands.rules, hands.own[rows])
    reason[rows[replayed.contradiction > 0]] = Reason.OTHER_WINNER
    forbidden = (replayed.reneges & ~hands.reneged[rows]) != 0
    forbidden |= (replayed.faults != 0) & (replayed.contradiction == 0)
    reason[rows[forbidden & (reason[rows] == Reason.USED)]] = Reason.OTHER_PLAY
    tricks[rows] = replayed.tricks
    first_winner[rows] = replayed.winners[:, 0]
    differ = replayed.winners != before.winners
    first_trick[rows] = np.where(differ.any(axis=1), differ.argmax(axis=1) + 1, 0)


def _books(
    hands: Played,
    rules: Rules,
    tricks: Int8s,
    first_winner: Int8s,
    whole: Bools,
    leave_out: Callable[[Reason, Bools], None],
) -> tuple[Int8s, Int8s]:
    """The bidders' books under the rules' owner of the kitty, and made (1), set (0) or -1."""
    side = hands.contracts.side
    takes_kitty = _kitty_to_bidders(rules, side, first_winner)
    took_kitty = np.zeros(len(hands), np.int8)
    for at, house in enumerate(hands.rules):
        mine = hands.own == at
        took_kitty[mine] = _kitty_to_bidders(house, side, hands.first_winner)[mine]
    owner = rules.kitty.book_owner
    same_owner = np.array([house.kitty.book_owner == owner for house in hands.rules])[hands.own]
    won = tricks[np.arange(len(hands)), np.maximum(side, 0)]
    books = np.where(whole, won + takes_kitty, hands.books)
    moved = ~whole & ~same_owner
    knows_kitty = (takes_kitty >= 0) & (took_kitty >= 0) & (hands.books >= 0)
    leave_out(Reason.NEEDS_PLAY, moved & (hands.books >= 0) & ~knows_kitty)
    leave_out(Reason.NEEDS_BOOKS, moved & (hands.books < 0))
    books = np.where(moved & knows_kitty, hands.books - took_kitty + takes_kitty, books)
    return books.astype(np.int8), np.where(books >= 0, -1, hands.made).astype(np.int8)


def _kitty_to_bidders(rules: Rules, side: Int8s, first_winner: Int8s) -> Int8s:
    """1 where the bidders count the discards as a book, 0 where not, -1 where not known."""
    owner = rules.kitty.book_owner
    if owner == "first_trick_winner":
        known = first_winner >= 0
        return np.where(known, (first_winner & 1) == side, -1).astype(np.int8)
    return np.full(len(side), owner == "bidders", np.int8)


def _outcomes(
    hands: Played, rules: Rules, reason: Int8s, books: Int8s, made: Int8s, *, by: str
) -> Outcomes:
    n = len(hands)
    used = reason == Reason.USED
    contracts = hands.contracts
    no_rows = np.zeros(n, np.int32)
    paid = pay_reneges(hands.called, contracts.side, contracts.level, books, [rules], no_rows)
    return Outcomes(
        series=hands.game if by == "game" else hands.evening,
        cuts=np.full(n, by == "evening"),
        tariff=np.zeros(n, np.int16),
        # What is not a hand scores nothing; what cannot be known leaves the game unknown.
        side=np.where(hands.nothing, -1, np.maximum(contracts.side, 0)).astype(np.int8),
        level=contracts.level,
        no_trump=contracts.no_trump,
        books=np.where(used, paid.books, -1).astype(np.int8),
        plain=paid.plain,
        made=np.where(used, made, -1).astype(np.int8),
        forfeit=paid.forfeit,
        owed=paid.owed,
    )
