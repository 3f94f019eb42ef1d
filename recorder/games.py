"""Hands put in the order they were played, and games run over them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
import polars as pl

from recorder.codes import SEAT_CODES, codes_of, numbers, words
from recorder.rules import Rules
from recorder.scoring import (
    UNKNOWN_POINTS,
    GameEnd,
    Outcomes,
    Running,
    books_after_reneges,
    score_games,
    tariff,
)
from recorder.seats import Seat

__all__ = [
    "SCORED",
    "Series",
    "called_reneges",
    "evenings_of",
    "outcomes_of",
    "pay_reneges",
    "score_hands",
    "series_of",
]

Bools = npt.NDArray[np.bool_]
Int8s = npt.NDArray[np.int8]
Int16s = npt.NDArray[np.int16]
Int32s = npt.NDArray[np.int32]
Rows = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Series:
    """Runs of hands in the order they were played, which games are cut from."""

    order: Rows
    """Rows of the frame in the order of play, one run after another."""
    series: Int32s
    """The run of each ordered row."""
    labelled: Bools
    """Whether the record names the game, so that the run is one game."""


def _evening(date: str) -> str:
    """The day an evening began: play after midnight, until five, belongs to the day before."""
    if len(date) == 10:
        return date
    return (datetime.fromisoformat(date) - timedelta(hours=5)).date().isoformat()


def evenings_of(dates: pl.Series) -> pl.Series:
    """The evening of each date or offset date-time, as an ISO date; None stays None."""
    distinct = dates.drop_nulls().unique()
    names = pl.Series([_evening(date) for date in distinct], dtype=pl.String)
    return dates.replace_strict(distinct, names, default=None, return_dtype=pl.String)


def series_of(frame: pl.DataFrame, *, source: str = "file") -> Series:
    """Which hands are played one after another.

    A named game is one run. Hands without a game's name are one run for each evening, event,
    table and four players, in the order of time and then of the file. `source` is the column that
    keeps undated records of different files apart.
    """
    run = ["evening", "source", "club", "event", "table", "game"]
    run += ["player_n", "player_e", "player_s", "player_w"]
    keys = frame.with_row_index("row").with_columns(
        evening=evenings_of(frame["date"]),
        source=pl.when(pl.col("date").is_null()).then(pl.col(source)),
    )
    runs = keys.group_by(run, maintain_order=True).agg(
        # A named game goes by its hand numbers, an unnamed run by the clock.
        pl.col("row").sort_by(
            pl.col("hand"),
            pl.when(pl.col("game").is_null()).then(pl.col("date")),
            "row",
            nulls_last=True,
        )
    )
    ordered = runs.with_row_index("series").select("series", "row", "game").explode("row")
    return Series(
        order=ordered["row"].to_numpy().astype(np.intp),
        series=ordered["series"].to_numpy().astype(np.int32),
        labelled=ordered["game"].is_not_null().to_numpy(),
    )


def called_reneges(text: str) -> list[tuple[int, int | None]]:
    """The reneges called at the table: the offender's seat, and the trick where it is known."""
    calls = msgspec.json.decode(text, type=list[dict[str, object]])
    return [(Seat.parse(str(call["by"])), _trick(call.get("trick"))) for call in calls]


def _trick(value: object) -> int | None:
    return value if isinstance(value, int) else None


def _codes_at_table(hands: pl.DataFrame) -> tuple[Int8s, Int8s, Bools]:
    """Side (-1 nobody), level (0 none) and no trump of judged hands."""
    bidder = codes_of(hands["by"], SEAT_CODES)
    level = hands["level"].fill_null(0).to_numpy()
    no_trump = (hands["named"] == "no").fill_null(value=False).to_numpy()
    return np.where(bidder >= 0, bidder & 1, -1).astype(np.int8), level, no_trump


@dataclass(frozen=True, slots=True, eq=False)
class Paid:
    """Books and forfeits once the called reneges are paid; the fields of `Outcomes`."""

    books: Int8s
    plain: Bools
    forfeit: Int8s
    owed: Int8s


def pay_reneges(
    called: Mapping[int, Sequence[int]],
    side: Int8s,
    level: Int8s,
    books: Int8s,
    rules: Sequence[Rules],
    which: Int32s,
) -> Paid:
    """Price the reneges called at the table: `called` has the offenders' sides, by row."""
    n = len(books)
    plain, forfeit = np.zeros(n, np.bool_), np.full(n, -1, np.int8)
    owed = np.zeros((n, 2), np.int8)
    books = books.copy()
    for row, sides in called.items():
        if not sides or side[row] < 0:
            continue
        house = rules[which[row]]
        if house.renege.penalty == "lose_game":
            forfeit[row] = sides[0]
        if books[row] >= 0 and level[row] > 0:
            by_bidders = sides.count(int(side[row]))
            after = books_after_reneges(
                house, int(level[row]), int(books[row]), by_bidders, len(sides) - by_bidders
            )
            plain[row] = after.books != books[row]
            books[row] = after.books
            owed[row] = (after.owed_by_bidders, after.owed_by_defenders)
    return Paid(books, plain, forfeit, owed)


def outcomes_of(
    hands: pl.DataFrame, series: Series, rules: Sequence[Rules], which: Int32s
) -> Outcomes:
    """Judged hands in the order of play, with called reneges priced, ready for `score_games`.

    `hands` holds the `JUDGED` columns and `reneges`, as called at the table.
    """
    side, level, no_trump = _codes_at_table(hands)
    called = hands["reneges"]
    rows = np.flatnonzero(called.is_not_null().to_numpy()).tolist()
    sides = {row: [seat % 2 for seat, _ in called_reneges(called[row])] for row in rows}
    books = hands["books_played"].fill_null(-1).to_numpy()
    paid = pay_reneges(sides, side, level, books, rules, which)
    books = paid.books
    made = hands["made_played"].cast(pl.Int8).fill_null(-1).to_numpy()

    # An impossible hand and a misdeal score nothing; a hand whose bid is not known may have.
    status = hands["status"]
    side[status.is_in(("invalid", "misdeal", "abandoned", "passed_out")).to_numpy()] = -1
    open_bid = status.is_in(("complete", "stopped")).to_numpy() & ((side < 0) | (level == 0))
    side[open_bid] = 0
    books[open_bid] = -1
    order = series.order
    return Outcomes(
        series=series.series,
        cuts=~series.labelled,
        tariff=which[order].astype(np.int16),
        side=side[order],
        level=level[order],
        no_trump=no_trump[order],
        books=books[order],
        plain=paid.plain[order],
        made=np.where(open_bid, -1, made)[order].astype(np.int8),
        forfeit=paid.forfeit[order],
        owed=paid.owed[order],
    )


SCORED: dict[str, Any] = {
    "books": pl.Int8,
    "books_ns": pl.Int8,
    "books_ew": pl.Int8,
    "made": pl.Boolean,
    "points_ns": pl.Int16,
    "points_ew": pl.Int16,
    "score_ns": pl.Int16,
    "score_ew": pl.Int16,
    "series": pl.Int32,
    "game_in_series": pl.Int32,
    "winner": pl.String,
    "ended_by": pl.String,
    "units": pl.Int8,
    "after_end": pl.Boolean,
}
"""What a rule set makes of a hand in its game. `books` are the bidders' after any penalty;
`winner` (`NS`, `EW`, `drawn`), `ended_by` (a `GameEnd` in small letters) and `units` (games it
counts for) stand on the hand that ended the game; `score` is running; None is not known."""


def score_hands(
    hands: pl.DataFrame, series: Series, rules: Sequence[Rules], which: Int32s
) -> pl.DataFrame:
    """The `SCORED` columns of judged hands, in the order of the frame."""
    run = score_games(outcomes_of(hands, series, rules, which), [tariff(house) for house in rules])
    back = np.empty(len(series.order), np.intp)
    back[series.order] = np.arange(len(series.order))
    running = Running(**{field.name: getattr(run, field.name)[back] for field in fields(Running)})
    side, _, _ = _codes_at_table(hands)
    known = (running.books >= 0) & (side >= 0)
    total = np.array([house.books_in_hand for house in rules], np.int8)[which]
    ours = np.where(known, running.books, -1)
    theirs = np.where(known, total - running.books, -1)
    return pl.DataFrame(
        {
            "books": numbers(running.books),
            "books_ns": numbers(np.where(side == 0, ours, theirs)),
            "books_ew": numbers(np.where(side == 1, ours, theirs)),
            "made": pl.Series(running.made == 1).set(pl.Series(running.made < 0), None),
            "points_ns": numbers(running.points[:, 0], UNKNOWN_POINTS),
            "points_ew": numbers(running.points[:, 1], UNKNOWN_POINTS),
            "score_ns": numbers(running.score[:, 0], UNKNOWN_POINTS),
            "score_ew": numbers(running.score[:, 1], UNKNOWN_POINTS),
            "series": pl.Series(series.series[back]),
            "game_in_series": pl.Series(running.game),
            "winner": words(running.winner, ("NS", "EW", "drawn")),
            "ended_by": words(
                np.where(running.ended_by == 0, -1, running.ended_by),
                [end.name.lower() for end in GameEnd],
            ),
            "units": pl.Series(running.units),
            "after_end": pl.Series(running.after_end),
        },
        schema=SCORED,
    )
