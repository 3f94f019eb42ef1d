"""One game kept as a table keeps it: a sheet that says after each hand what it stands at."""

import json
from dataclasses import dataclass, field

import numpy as np

from recorder.auction import Bid
from recorder.hand import HandRecord
from recorder.rules import Rules
from recorder.scoring import GameEnd, Outcomes, books_after_reneges, score_games, tariff
from recorder.seats import Seat

__all__ = ["Sheet"]


@dataclass(slots=True)
class Sheet:
    """The hands of a game so far, and what the rules make of them."""

    rules: Rules
    rows: list[tuple[int, ...]] = field(default_factory=list)
    """Side, level, no trump, books, plain, made, forfeit, owed by bidders and by defenders."""
    points: tuple[int, int] = (0, 0)
    """Of the last hand, to N-S and E-W."""
    score: tuple[int, int] = (0, 0)
    end: GameEnd = GameEnd.NOT_YET

    def enter(self, record: HandRecord) -> None:
        """Write the next hand down; its books are as played, before any penalty."""
        self.rows.append(_row(record, self.rules))
        columns = np.array(self.rows, np.int8).T
        side, level, no_trump, books, plain, made, forfeit = columns[:7]
        n = len(self.rows)
        running = score_games(
            Outcomes(
                series=np.zeros(n, np.int32),
                cuts=np.zeros(n, np.bool_),
                tariff=np.zeros(n, np.int16),
                side=side.copy(),
                level=level.copy(),
                no_trump=no_trump == 1,
                books=books.copy(),
                plain=plain == 1,
                made=made.copy(),
                forfeit=forfeit.copy(),
                owed=columns[7:].T.copy(),
            ),
            [tariff(self.rules)],
        )
        self.points = (int(running.points[-1, 0]), int(running.points[-1, 1]))
        self.score = (int(running.score[-1, 0]), int(running.score[-1, 1]))
        self.end = GameEnd(running.ended_by[-1])


def _row(record: HandRecord, rules: Rules) -> tuple[int, ...]:
    if record.bid is None or record.bidder is None or record.books is None:
        return (-1, 0, 0, -1, 0, -1, -1, 0, 0)
    side = Seat.parse(record.bidder).partnership
    bid = Bid.parse(record.bid)
    called = json.loads(record.reneges) if record.reneges else []
    sides = [Seat.parse(call["by"]).partnership for call in called]
    by_bidders = sides.count(side)
    paid = books_after_reneges(rules, bid.level, record.books, by_bidders, len(sides) - by_bidders)
    forfeit = sides[0] if sides and rules.renege.penalty == "lose_game" else -1
    return (
        side,
        bid.level,
        record.trump == "no",
        paid.books,
        paid.books != record.books,
        paid.books >= bid.books_needed,
        forfeit,
        paid.owed_by_bidders,
        paid.owed_by_defenders,
    )
