"""Hands put in the order they were played, and games run over them."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime, timedelta

import msgspec
import numpy as np
import numpy.typing as npt
import polars as pl

from recorder.contracts import Contracts
from recorder.results import ABANDONED, COMPLETE, INVALID, MISDEAL, STOPPED, Results
from recorder.rules import Rules
from recorder.scoring import (
    Outcomes,
    Running,
    books_after_reneges,
    score_games,
    tariff,
)
from recorder.seats import Seat

__all__ = ["Series", "called_reneges", "evenings_of", "outcomes_of", "run_games", "series_of"]

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


def outcomes_of(
    frame: pl.DataFrame,
    contracts: Contracts,
    results: Results,
    series: Series,
    rules: Sequence[Rules],
    which: Int32s,
) -> Outcomes:
    """The hands in the order of play, with called reneges priced, ready for `score_games`."""
    n = len(which)
    side, level = contracts.side, contracts.level
    books, made = results.books.copy(), results.made.copy()
    plain = np.zeros(n, np.bool_)
    forfeit = np.full(n, -1, np.int8)
    owed = np.zeros((n, 2), np.int8)
    for row in np.flatnonzero(frame["reneges"].is_not_null().to_numpy()):
        sides = [seat % 2 for seat, _ in called_reneges(frame["reneges"][int(row)])]
        if not sides or side[row] < 0:
            continue
        by_bidders = sides.count(int(side[row]))
        house = rules[which[row]]
        if house.renege.penalty == "lose_game":
            forfeit[row] = sides[0]
        if books[row] >= 0 and level[row] > 0:
            paid = books_after_reneges(
                house, int(level[row]), int(books[row]), by_bidders, len(sides) - by_bidders
            )
            plain[row] = paid.books != books[row]
            books[row] = paid.books
            owed[row] = (paid.owed_by_bidders, paid.owed_by_defenders)

    # An impossible hand and a misdeal score nothing; an unfinished one is not known to.
    nobody = np.isin(results.status, (INVALID, MISDEAL, ABANDONED))
    side = np.where(nobody, -1, side)
    open_bid = (side < 0) & np.isin(results.status, (COMPLETE, STOPPED))
    side = np.where(open_bid, 0, side)
    books = np.where(open_bid | (level == 0), -1, books)
    order = series.order
    return Outcomes(
        series=series.series,
        cuts=~series.labelled,
        tariff=which[order].astype(np.int16),
        side=side[order].astype(np.int8),
        level=level[order],
        no_trump=contracts.no_trump[order],
        books=books[order].astype(np.int8),
        plain=plain[order],
        made=np.where(open_bid, -1, made)[order].astype(np.int8),
        forfeit=forfeit[order],
        owed=owed[order],
    )


def run_games(outcomes: Outcomes, series: Series, rules: Sequence[Rules]) -> Running:
    """Run the games and put the hands back in the order of the frame."""
    running = score_games(outcomes, [tariff(house) for house in rules])
    back = np.empty(len(series.order), np.intp)
    back[series.order] = np.arange(len(series.order))
    return Running(**{field.name: getattr(running, field.name)[back] for field in fields(Running)})
