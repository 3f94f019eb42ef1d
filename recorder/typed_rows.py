"""An evening at one table typed in row by row, or pasted from a spreadsheet."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from recorder.evaluate import Evaluation, evaluate
from recorder.formats import read
from recorder.hand import HandRecord, frame_of, records_of
from recorder.problems import findings_of
from recorder.rules import Rules
from recorder.seats import Seat
from recorder.sitting import (
    UNSAID,
    ScoredHand,
    Sitting,
    next_dealer,
    not_allowed,
    scored_hands,
)

__all__ = ["COLUMNS", "TypedRow", "read_rows"]

COLUMNS = ("Dealer", "Bidder", "Bid", "Trump", "Books", "Result", "Note")
"""What a row may hold, spelled as in any score sheet."""

_SEATS = ("North", "East", "South", "West")
# The heading of the column says that the kitty's book is counted.
_ANSWERS = {"kitty": "counted"}


@dataclass(frozen=True, slots=True)
class TypedRow:
    """What became of one row."""

    number: int
    """Of the row, from 1, empty ones counted."""
    hand: ScoredHand | None
    """Its record with its place in its game, and what it came to; None where it is not read."""
    fault: str | None = None
    """Why it is not read."""
    flags: tuple[str, ...] = ()
    """What the rules say against it; it can be recorded all the same."""


def read_rows(rows: Sequence[Mapping[str, str]], sitting: Sitting, rules: Rules) -> list[TypedRow]:
    """Read and score the rows that hold anything, in the order of play.

    Games are cut where the rules end them and numbered from the sitting's; the deal moves by
    itself unless a row names its dealer.
    """
    filled = {
        number: row
        for number, row in enumerate(rows, 1)
        if any((row.get(name) or "").strip() for name in COLUMNS)
    }
    found, faults = _read(filled, sitting)
    records = _dealt(found, sitting, rules)
    told = _scored(records, sitting, rules)
    told += [TypedRow(number, None, fault) for number, fault in faults.items()]
    return sorted(told, key=lambda row: row.number)


def _read(
    rows: Mapping[int, Mapping[str, str]], sitting: Sitting
) -> tuple[dict[int, HandRecord], dict[int, str]]:
    """The records by the number of their row, and why the others cannot be read."""
    if not rows:
        return {}, {}
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow([*COLUMNS, *_SEATS])
    for row in rows.values():
        # A cell is one line: a note may come with several.
        cells = (" ".join((row.get(name) or "").split()) for name in COLUMNS)
        writer.writerow([*cells, *sitting.players])
    reading = read(text.getvalue().encode(), "typed.csv", format="sheet", dialect=_ANSWERS)
    numbers = list(rows)
    records = {numbers[(one.line or 2) - 2]: one for one in records_of(reading.hands)}
    faults = {numbers[(one.start or one.line) - 2]: one.reason for one in reading.quarantined}
    return records, faults


def _dealt(
    records: Mapping[int, HandRecord], sitting: Sitting, rules: Rules
) -> dict[int, HandRecord]:
    """Every hand with its dealer."""
    dealer, whole = sitting.first_dealer, {}
    for number, record in sorted(records.items()):
        dealer = Seat.parse(record.dealer) if record.dealer else dealer
        whole[number] = sitting.record(number, dealer, replace(record, file=None, line=None))
        dealer = next_dealer(dealer, record.status, rules)
    return whole


def _scored(records: Mapping[int, HandRecord], sitting: Sitting, rules: Rules) -> list[TypedRow]:
    if not records:
        return []
    # Without the name of a game the rules cut the run into games.
    uncut = [replace(record, game=None) for record in records.values()]
    evaluation = evaluate(frame_of(uncut), [rules])
    flags = _flags(evaluation, uncut, rules)
    rows, last, place = [], -1, 0
    hands = scored_hands(uncut, evaluation)
    games = evaluation.hands["game_in_series"]
    for at, (number, hand) in enumerate(zip(records, hands, strict=True)):
        place = place + 1 if games[at] == last else 1
        last = games[at]
        game = replace(sitting, number=sitting.number + last).game
        placed = replace(hand, record=replace(hand.record, game=game, hand=place))
        rows.append(TypedRow(number, placed, flags=tuple(dict.fromkeys(flags[at]))))
    return rows


def _flags(evaluation: Evaluation, records: Sequence[HandRecord], rules: Rules) -> list[list[str]]:
    flags = [list(not_allowed(record, rules)) for record in records]
    for row, finding in findings_of(evaluation):
        if finding.code not in UNSAID:
            flags[row].append(finding.message)
    return flags
