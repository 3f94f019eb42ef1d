"""What each hand came to at the table: winners, books, made or set, and how much is known."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from recorder.auction import BASE_BOOKS
from recorder.codes import codes_of
from recorder.contracts import NO_TRUMP, Contracts
from recorder.ranking import JOKER_MODES, ranking_index
from recorder.replay import Batch, Replayed, replay
from recorder.rules import Rules

__all__ = ["STATUSES", "Results", "rankings_of", "replay_under", "results_of"]

Bools = npt.NDArray[np.bool_]
Int8s = npt.NDArray[np.int8]
Int16s = npt.NDArray[np.int16]
Int32s = npt.NDArray[np.int32]
Rows = npt.NDArray[np.intp]

STATUSES = ("complete", "stopped", "abandoned", "misdeal", "passed_out", "invalid")
COMPLETE, STOPPED, ABANDONED, MISDEAL, PASSED_OUT, INVALID = range(len(STATUSES))
_STATUS_CODES = {word: code for code, word in enumerate(STATUSES)}
_OWNERS = ("none", "bidders", "first_trick_winner")


def rankings_of(
    contracts: Contracts, rules: Sequence[Rules], which: Int32s, *, direction: int, aces_bad: int
) -> Int16s:
    """Each hand's place in `RANKINGS`; `direction` and `aces_bad` stand in where not known.

    -1 where the trump is not known.
    """
    modes = np.array([JOKER_MODES.index(r.play.no_trump_jokers) for r in rules], np.int64)[which]
    trump = contracts.trump.astype(np.int64)
    facing = np.where(contracts.direction >= 0, contracts.direction, direction)
    aces = np.where(contracts.aces_bad >= 0, contracts.aces_bad, np.where(facing == 1, aces_bad, 0))
    index = ranking_index(trump, facing, aces, np.where(trump == NO_TRUMP, modes, 0))
    return np.where(trump >= 0, index, -1).astype(np.int16)


def replay_under(
    batch: Batch, contracts: Contracts, rules: Sequence[Rules], which: Int32s
) -> tuple[Replayed, Int16s]:
    """Replay under the rules' rankings; also the ranking of each hand, -1 where not known.

    Where the direction or the aces are not written down, every reading is tried: those that the
    recorded leads contradict are out, and what the rest agree on is known.
    """

    def of(values: list[int]) -> Int8s:
        return np.array(values, np.int8)[which]

    size = of([r.deck.hand_size for r in rules])
    kitty_size = of([r.deck.kitty_size for r in rules])
    jokers = of([r.deck.jokers for r in rules])
    to_left = of([r.play.first_lead == "left_of_bidder" for r in rules])
    leads = np.where(contracts.bidder >= 0, (contracts.bidder + to_left) % 4, -1).astype(np.int8)

    def play(rows: Rows | slice, ranking: Int16s) -> Replayed:
        return replay(
            batch.take(rows),
            bidder=contracts.bidder[rows],
            first_leader=leads[rows],
            ranking=ranking[rows],
            hand_size=size[rows],
            kitty_size=kitty_size[rows],
            jokers=jokers[rows],
        )

    ranking = rankings_of(contracts, rules, which, direction=0, aces_bad=0)
    replayed = play(slice(None), ranking)
    unsaid = (ranking >= 0) & ((contracts.direction < 0) | (contracts.aces_bad < 0))
    rows = np.flatnonzero(unsaid)
    if len(rows):
        others = [
            rankings_of(contracts, rules, which, direction=direction, aces_bad=aces)
            for direction, aces in ((0, 0), (1, 0), (1, 1))
        ]
        _agree(replayed, ranking, rows, [(other, play(rows, other)) for other in others])
    _winners_as_recorded(batch, replayed, np.flatnonzero(ranking < 0))
    return replayed, ranking


def _agree(
    replayed: Replayed, ranking: Int16s, rows: Rows, readings: list[tuple[Int16s, Replayed]]
) -> None:
    """Keep of `rows` what all readings say that the recorded leads do not contradict."""
    for at, row in enumerate(rows):
        fitting = {int(other[row]): found for other, found in readings if not found.faults[at]}
        if not fitting:
            continue
        first = next(iter(fitting.values()))
        same = np.logical_and.accumulate(
            np.all([f.winners[at] == first.winners[at] for f in fitting.values()], axis=0)
        )
        winners = np.where(same, first.winners[at], -1)
        replayed.winners[row] = winners
        replayed.complete[row] = np.count_nonzero(winners >= 0)
        for side in (0, 1):
            replayed.tricks[row, side] = np.count_nonzero((winners >= 0) & (winners % 2 == side))
        replayed.faults[row] = 0
        replayed.contradiction[row] = 0
        ranking[row] = next(iter(fitting)) if len(fitting) == 1 else -1


def _winners_as_recorded(batch: Batch, replayed: Replayed, rows: Rows) -> None:
    """Where no trump is known, take the winners from the record: named, or seen to lead next."""
    for row in rows:
        leaders = batch.leader[row]
        for trick in range(len(leaders)):
            named = batch.recorded_winner[row, trick]
            led_next = leaders[trick + 1] if trick + 1 < len(leaders) else -1
            winner = named if named >= 0 else led_next
            if leaders[trick] < 0 or winner < 0:
                break
            replayed.winners[row, trick] = winner
            replayed.tricks[row, winner & 1] += 1
            replayed.complete[row] += 1


@dataclass(frozen=True, slots=True, eq=False)
class Results:
    """What each hand came to at the table, before games and prices."""

    books: Int8s
    """The bidders', with the kitty's book; before any penalty; -1 not known."""
    made: Int8s
    """1 made, 0 set, -1 not known."""
    status: Int8s
    """Index into `STATUSES`."""
    detail: Int8s
    """Index into `DETAILS`, -1 when not even the result is known."""
    holds: Int8s
    """Bits: 1 calls, 2 the bidder's cards, kitty and discards, 4 all hands, 8 all tricks."""
    books_differ: Bools
    made_differs: Bools
    ns_taken: Int8s
    """Books seen taken by N-S so far, the kitty's included; likewise E-W."""
    ew_taken: Int8s


def results_of(
    frame: pl.DataFrame,
    batch: Batch,
    contracts: Contracts,
    replayed: Replayed,
    rules: Sequence[Rules],
    which: Int32s,
) -> Results:
    size = np.array([r.deck.hand_size for r in rules], np.int8)[which]
    kitty_size = np.array([r.deck.kitty_size for r in rules], np.int8)[which]
    owner = np.array(
        [_OWNERS.index(r.kitty.book_owner) for r in rules],
        np.int8,
    )[which]
    total = np.array([r.books_in_hand for r in rules], np.int8)[which]

    side = contracts.side
    rows = np.arange(len(side))
    taken = replayed.tricks.astype(np.int8)
    kitty_side = np.where(
        owner == 1,
        side,
        np.where((owner == 2) & (replayed.complete > 0), replayed.winners[:, 0] & 1, -1),
    )
    with_kitty = taken.copy()
    has_kitty = kitty_side >= 0
    with_kitty[rows[has_kitty], kitty_side[has_kitty]] += 1
    ours = with_kitty[rows, np.maximum(side, 0)]
    theirs = with_kitty[rows, 1 - np.maximum(side, 0)]

    # A count that no hand can have is none, and the record that says it is impossible.
    is_count = frame["books"].is_between(0, 127)
    recorded = frame["books"].cast(pl.Int8, strict=False).fill_null(-1).to_numpy()
    recorded = np.where(is_count.fill_null(value=False), recorded, np.int8(-1))
    miscounted = ~is_count.fill_null(value=True).to_numpy() | (recorded > total)
    whole = (replayed.complete == size) & (side >= 0)
    books = np.where(whole, ours, recorded)
    level = contracts.level
    knows_bid = (side >= 0) & (level > 0)
    need = BASE_BOOKS + level
    written = codes_of(frame["made"].cast(pl.String), {"true": 1, "false": 0})
    certain = np.where(ours >= need, 1, np.where(theirs > total - need, 0, written))
    made = np.where(books >= 0, (books >= need).astype(np.int8), certain)
    made = np.where(knows_bid, made, -1).astype(np.int8)

    started = batch.leader[:, 0] >= 0
    status = codes_of(frame["status"], _STATUS_CODES)
    unfinished = (started & ~whole) | (~started & (recorded < 0) & (written < 0))
    status = np.where(status >= 0, status, np.where(unfinished, STOPPED, COMPLETE))
    status = np.where(contracts.passed_out, PASSED_OUT, status)
    impossible = (replayed.faults != 0) | miscounted
    status = np.where(impossible, INVALID, status).astype(np.int8)
    made = np.where(status == INVALID, -1, made).astype(np.int8)

    has_calls = frame["calls"].is_not_null().to_numpy() & (contracts.dealer >= 0)
    known_hand = (batch.dealt_count == size[:, None]) & (
        np.bitwise_count(batch.dealt) == size[:, None]
    )
    known_kitty = (kitty_size == 0) | (np.bitwise_count(batch.kitty) == kitty_size)
    known_discards = (kitty_size == 0) | (np.bitwise_count(batch.discards) == kitty_size)
    has_bidder = (side >= 0) & known_hand[rows, np.maximum(contracts.bidder, 0)]
    has_bidder &= known_kitty & known_discards
    has_deal = known_hand.all(axis=1) & known_kitty
    has_play = (batch.leader >= 0).sum(axis=1) == size
    has_play &= (batch.play >= 0).sum(axis=(1, 2)) == 4 * size
    has_result = (knows_bid & (made >= 0)) | (status == PASSED_OUT)
    steps = np.stack([has_result | has_deal, has_calls, has_bidder, has_deal, has_play])
    detail = np.logical_and.accumulate(steps, axis=0).sum(axis=0) - 1
    return Results(
        books=books.astype(np.int8),
        made=made,
        status=status,
        detail=detail.astype(np.int8),
        holds=(has_calls + 2 * has_bidder + 4 * has_deal + 8 * has_play).astype(np.int8),
        books_differ=(whole & (recorded >= 0) & (recorded != ours)) | miscounted,
        made_differs=(written >= 0) & (made >= 0) & (written != made),
        ns_taken=with_kitty[:, 0],
        ew_taken=with_kitty[:, 1],
    )
