"""Points of a hand, and hands into games.

What a rule set pays is written out once as tables (`Tariff`); the compiled loop that runs a game
looks prices up in them and knows no rule.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum, unique
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from numba import njit

from recorder.auction import BASE_BOOKS
from recorder.rules import Rules

__all__ = [
    "UNKNOWN_POINTS",
    "GameEnd",
    "Outcomes",
    "Running",
    "books_after_reneges",
    "hand_points",
    "score_games",
    "tariff",
]

Bools = npt.NDArray[np.bool_]
Int8s = npt.NDArray[np.int8]
Int16s = npt.NDArray[np.int16]
Int32s = npt.NDArray[np.int32]

ALL_BOOKS = 13
UNKNOWN_POINTS = -32768
"""Stands in int16 arrays for points or a score that cannot be known."""

BOSTON_FACTORS = {"double": 2, "quadruple": 4}


@unique
class GameEnd(IntEnum):
    """Why a game is over; NOT_YET is one that goes on, or was never finished."""

    NOT_YET = 0
    TARGET = 1
    NEGATIVE_TARGET = 2
    SET_LIMIT = 3
    HANDS = 4
    EXTRA_HAND = 5
    BOSTON = 6
    DEFENDERS_ODD = 7
    RENEGE = 8


def is_boston(rules: Rules, level: int, books: int) -> bool:
    """Whether the bidders earned what the rules call a Boston."""
    if rules.scoring.boston_trigger == "level_7":
        return level == 7 and books == ALL_BOOKS
    return books == ALL_BOOKS


def hand_points(
    rules: Rules, level: int, no_trump: bool, books: int, *, boston: bool = True
) -> tuple[int, int]:
    """Points to the bidders and to the defenders for `books` taken by the bidders.

    `boston=False` leaves the Boston effect out, as after a renege's books were moved.

    >>> hand_points(Rules(), 4, True, 12), hand_points(Rules(), 4, False, 9)
    ((12, 0), (-4, 0))
    """
    scoring = rules.scoring
    factor = scoring.no_trump_factor if no_trump else 1
    needed = BASE_BOOKS + level
    if books >= needed:
        won = books - BASE_BOOKS if scoring.made == "odd_books" else level
        if boston and is_boston(rules, level, books):
            if scoring.boston_effect == "fixed":
                fixed = scoring.boston_points_no_trump if no_trump else scoring.boston_points
                return fixed or 0, 0
            won *= BOSTON_FACTORS.get(scoring.boston_effect, 1)
        return won * factor, 0

    defenders_books = rules.books_in_hand - books
    to_defenders = level if scoring.set_defenders == "plus_level" else 0
    if scoring.defenders_odd == "over_six":
        to_defenders += max(0, defenders_books - BASE_BOOKS)
    elif scoring.defenders_odd == "beyond_set":
        to_defenders += defenders_books - (rules.books_in_hand - needed + 1)
    to_bidders = -level if scoring.set_bidders == "minus_level" else 0
    return to_bidders * factor, to_defenders * factor


def boston_games(rules: Rules, level: int, books: int) -> int:
    """Games the hand alone decides: 1 or 2 for the bidders, -1 for the defenders, else 0."""
    effect = rules.scoring.boston_effect
    if effect not in ("wins_game", "two_games"):
        return 0
    if is_boston(rules, level, books):
        return 2 if effect == "two_games" else 1
    bid_seven = rules.scoring.boston_trigger == "level_7" and level == 7
    return -1 if bid_seven and effect == "wins_game" else 0


@dataclass(frozen=True, slots=True, eq=False)
class Tariff:
    """A rule set as prices: what the game loop looks up."""

    points: Int16s
    """int16[2, 8, 2, 14, 2]: with and without the Boston effect, level, no trump, books, side."""
    by_result: Int16s
    """int16[8, 2, 2, 2]: level, no trump, made, side; where the books are not known."""
    boston: Int8s
    """int8[8, 14]: `boston_games` by level and books."""
    limits: Int16s
    """int16[8], in the order of the `_TARGET` … `_TOTAL` below."""


_TARGET, _NEGATIVE, _FLOOR, _HANDS, _EXTRA, _SETS, _ODD, _TOTAL = range(8)
(
    _NOT_YET,
    _AT_TARGET,
    _AT_NEGATIVE,
    _SET_OUT,
    _ALL_HANDS,
    _EXTRA_HAND,
    _BOSTON,
    _DEFENDERS_ODD,
    _RENEGE,
) = map(int, GameEnd)
_NO_HIGH, _NO_LOW = 32000, -32000


def _known_points(rules: Rules, level: int, no_trump: bool, made: bool) -> tuple[int, int] | None:
    """Points when only made or set is known; None where they depend on the books."""
    needed = BASE_BOOKS + level
    counts = range(needed, rules.books_in_hand + 1) if made else range(needed)
    outcomes = {hand_points(rules, level, no_trump, books) for books in counts}
    return outcomes.pop() if len(outcomes) == 1 else None


@lru_cache(maxsize=1024)
def tariff(rules: Rules) -> Tariff:
    """The prices of a rule set."""
    points = np.full((2, 8, 2, 14, 2), UNKNOWN_POINTS, np.int16)
    by_result = np.full((8, 2, 2, 2), UNKNOWN_POINTS, np.int16)
    boston = np.zeros((8, 14), np.int8)
    total = rules.books_in_hand
    for level in range(1, 8):
        for no_trump in (False, True):
            for made in (False, True):
                known = _known_points(rules, level, no_trump, made)
                by_result[level, int(no_trump), int(made)] = (
                    UNKNOWN_POINTS if known is None else known
                )
        for books in range(total + 1):
            boston[level, books] = boston_games(rules, level, books)
            for no_trump in (False, True):
                for plain in (False, True):
                    points[int(plain), level, int(no_trump), books] = hand_points(
                        rules, level, no_trump, books, boston=not plain
                    )
    game = rules.game
    to_score, by_hands = game.mode == "to_score", game.mode == "hands"
    limits = np.array(
        [
            game.target if to_score and game.target is not None else _NO_HIGH,
            game.negative_target if to_score and game.negative_target is not None else _NO_LOW,
            game.floor if game.floor is not None else _NO_LOW,
            game.hands if by_hands and game.hands is not None else _NO_HIGH,
            game.tie == "extra_hand",
            game.set_limit if game.set_limit is not None else _NO_HIGH,
            game.defenders_odd_wins,
            total,
        ],
        np.int16,
    )
    return Tariff(points, by_result, boston, limits)


@dataclass(frozen=True, slots=True)
class AfterReneges:
    """Books to the bidders after the penalties, and what could not be collected yet."""

    books: int
    owed_by_bidders: int = 0
    owed_by_defenders: int = 0


def books_after_reneges(
    rules: Rules, level: int, books: int, by_bidders: int, by_defenders: int
) -> AfterReneges:
    """The books that count once `by_bidders` and `by_defenders` called reneges are paid.

    A side with fewer books than the penalty pays as `renege.shortfall` says (spec: rules, renege).
    """
    total, needed = rules.books_in_hand, BASE_BOOKS + level
    if rules.renege.penalty == "treat_as_set":
        if by_bidders:
            return AfterReneges(min(books, needed - 1))
        return AfterReneges(max(books, needed) if by_defenders else books)
    if rules.renege.penalty != "books":
        return AfterReneges(books)
    owed = [0, 0]
    for offender, times in enumerate((by_bidders, by_defenders)):
        for _ in range(times):
            paid = min(rules.renege.books, total - books if offender else books)
            # All that is left moves, so "all 13" and "what there is" differ in words alone.
            if rules.renege.shortfall == "owe":
                owed[offender] += rules.renege.books - paid
            books += paid if offender else -paid
    return AfterReneges(books, *owed)


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """What n hands came to, in the order they were played; row i of every array is hand i."""

    series: Int32s
    """Which run of hands it belongs to; a game never crosses two."""
    cuts: Bools
    """Whether the run is cut into games as they end (True), or is one game by its label."""
    tariff: Int16s
    """Index into the tariffs."""
    side: Int8s
    """The bidders' partnership, -1 where nobody bid, or the hand scores nothing."""
    level: Int8s
    no_trump: Bools
    books: Int8s
    """To the bidders, after the hand's own reneges; -1 unknown."""
    plain: Bools
    """A Boston here was reached only by a penalty, so it earns no effect."""
    made: Int8s
    """1 made, 0 set, -1 not known."""
    forfeit: Int8s
    """The partnership that loses the game by a renege, -1 for none."""
    owed: Int8s
    """int8[n, 2]: books bidders and defenders still owe for a renege in this hand."""


@dataclass(frozen=True, slots=True, eq=False)
class Running:
    """Points and score after each hand of `Outcomes`; `UNKNOWN_POINTS` where not known."""

    books: Int8s
    made: Int8s
    points: Int16s
    """int16[n, 2] to N-S and E-W."""
    score: Int16s
    """int16[n, 2], running, after the hand."""
    game: Int32s
    """The number of the game in its run of hands, from 0."""
    winner: Int8s
    """0 N-S, 1 E-W, -1 nobody yet, 2 drawn: set on the hand that ended the game."""
    ended_by: Int8s
    """`GameEnd`, on the hand that ended the game."""
    units: Int8s
    """Games that the win counts for."""
    after_end: Bools
    """The hand came after its labelled game was over."""


@njit(cache=True, nogil=True)
def _run(
    series: Int32s,
    cuts: Bools,
    tariff_of: Int16s,
    side: Int8s,
    level: Int8s,
    no_trump: Bools,
    books: Int8s,
    plain: Bools,
    made: Int8s,
    forfeit: Int8s,
    owed: Int8s,
    prices: Int16s,
    by_result: Int16s,
    bostons: Int8s,
    limits: Int16s,
    out_books: Int8s,
    out_made: Int8s,
    out_points: Int16s,
    out_score: Int16s,
    out_game: Int32s,
    out_winner: Int8s,
    out_end: Int8s,
    out_units: Int8s,
    out_after: Bools,
) -> None:
    score = np.zeros(2, np.int64)
    sets = np.zeros(2, np.int64)
    debt = np.zeros(2, np.int64)
    change = np.zeros(2, np.int64)
    over = False
    known = True
    played = 0
    game = 0
    for i in range(len(series)):
        new_series = i == 0 or series[i] != series[i - 1]
        if new_series or (over and cuts[i]):
            game = 0 if new_series else game + 1
            score[:] = 0
            sets[:] = 0
            debt[:] = 0
            played = 0
            over = False
            known = True
        price = tariff_of[i]
        limit = limits[price]
        bidders = int(side[i])
        taken = np.int64(books[i])
        is_made = np.int64(made[i])
        hand_known = True
        change[:] = 0
        boston = np.int64(0)
        extra = played >= limit[_HANDS]
        if bidders >= 0:
            if taken >= 0:
                # A debt from an earlier renege is collected before the made or set test.
                pays, gains = debt[bidders], debt[1 - bidders]
                before = taken
                taken = min(np.int64(limit[_TOTAL]), max(np.int64(0), taken - pays + gains))
                debt[:] = 0
                is_plain = plain[i] or (taken == 13 and before != 13)
                is_made = np.int64(taken >= 6 + level[i])
                at = np.int64(no_trump[i])
                table = prices[price, np.int64(is_plain), level[i], at, taken]
                change[bidders] = table[0]
                change[1 - bidders] = table[1]
                boston = np.int64(bostons[price, level[i], taken])
                if is_plain:
                    # A penalty earns nobody a Boston, but a seven that failed has failed.
                    boston = min(boston, np.int64(0))
            elif is_made >= 0:
                paid = by_result[price, level[i], np.int64(no_trump[i]), is_made]
                hand_known = paid[0] != UNKNOWN_POINTS
                change[bidders] = paid[0]
                change[1 - bidders] = paid[1]
            else:
                hand_known = False
            debt[bidders] += owed[i, 0]
            debt[1 - bidders] += owed[i, 1]
        out_books[i] = taken
        out_made[i] = is_made
        out_game[i] = game
        out_winner[i] = -1
        out_end[i] = 0
        out_units[i] = 0
        out_after[i] = over
        for p in range(2):
            out_points[i, p] = change[p] if hand_known else UNKNOWN_POINTS
        if not over:
            if not hand_known:
                known = False
            if bidders >= 0:
                played += 1
                if is_made == 0:
                    sets[bidders] += 1
            if not extra:
                for p in range(2):
                    score[p] = max(score[p] + change[p], np.int64(limit[_FLOOR]))
            winner = -1
            end = 0
            units = 1
            if forfeit[i] >= 0:
                winner = 1 - int(forfeit[i])
                end = _RENEGE
            elif not known:
                pass
            elif boston:
                winner = bidders if boston > 0 else 1 - bidders
                units = 2 if boston == 2 else 1
                end = _BOSTON
            elif limit[_ODD] and bidders >= 0 and taken >= 0 and limit[_TOTAL] - taken >= 7:
                winner = 1 - bidders
                end = _DEFENDERS_ODD
            elif extra and change[0] != change[1]:
                winner = 0 if change[0] > change[1] else 1
                end = _EXTRA_HAND
            else:
                # No hand lifts both scores, so who is ahead has won, or is not the one who lost.
                ahead = 0 if score[0] > score[1] else 1
                if score[ahead] >= limit[_TARGET]:
                    winner = ahead
                    end = _AT_TARGET
                elif score[1 - ahead] <= limit[_NEGATIVE]:
                    winner = ahead
                    end = _AT_NEGATIVE
                elif bidders >= 0 and sets[bidders] >= limit[_SETS]:
                    winner = 1 - bidders
                    end = _SET_OUT
                elif played >= limit[_HANDS]:
                    if score[0] != score[1]:
                        winner = ahead
                        end = _ALL_HANDS
                    elif not limit[_EXTRA]:
                        winner = 2
                        end = _ALL_HANDS
            if end:
                over = True
                out_winner[i] = winner
                out_end[i] = end
                out_units[i] = units
        for p in range(2):
            out_score[i, p] = score[p] if known else UNKNOWN_POINTS


def score_games(hands: Outcomes, tariffs: Sequence[Tariff]) -> Running:
    """Run every game of `hands`, which must lie in the order of play inside each series."""
    n = len(hands.series)
    out = Running(
        books=np.empty(n, np.int8),
        made=np.empty(n, np.int8),
        points=np.empty((n, 2), np.int16),
        score=np.empty((n, 2), np.int16),
        game=np.empty(n, np.int32),
        winner=np.empty(n, np.int8),
        ended_by=np.empty(n, np.int8),
        units=np.empty(n, np.int8),
        after_end=np.empty(n, np.bool_),
    )
    _run(
        hands.series,
        hands.cuts,
        hands.tariff,
        hands.side,
        hands.level,
        hands.no_trump,
        hands.books,
        hands.plain,
        hands.made,
        hands.forfeit,
        hands.owed,
        np.stack([prices.points for prices in tariffs]),
        np.stack([prices.by_result for prices in tariffs]),
        np.stack([prices.boston for prices in tariffs]),
        np.stack([prices.limits for prices in tariffs]),
        out.books,
        out.made,
        out.points,
        out.score,
        out.game,
        out.winner,
        out.ended_by,
        out.units,
        out.after_end,
    )
    return out
