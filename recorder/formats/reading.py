"""What every reader hands on: hands, games, and an account of everything else."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import polars as pl

__all__ = [
    "GAMES",
    "RAW_LIMIT",
    "Quarantined",
    "Question",
    "Reading",
    "Remark",
    "UnreadableError",
    "locate",
]

GAMES: dict[str, type[pl.DataType]] = {
    "file": pl.String,
    "line": pl.Int64,
    "event": pl.String,
    "round": pl.Int32,
    "table": pl.String,
    "game": pl.String,
    "team_a": pl.String,
    "team_b": pl.String,
    "score_a": pl.Int32,
    "score_b": pl.Int32,
    "hands_a": pl.Int32,
    "hands_b": pl.Int32,
    "bostons_a": pl.Int32,
    "bostons_b": pl.Int32,
    "winner": pl.String,
    "status": pl.String,
    "entered_by": pl.String,
}
"""The columns of a sheet kept per game; a wide sheet fills only the `_a` side of a row."""

RAW_LIMIT = 100_000
"""Characters of an unreadable hand that are kept beside its reason."""


class UnreadableError(Exception):
    """Why one hand cannot be read; readers turn it into a `Quarantined`, it never leaves them.

    `path` names the keys that lead to the value and `token` the piece of it that is at fault, so
    that the place can be found in the text; `line` is the line where a reader knows it.
    """

    def __init__(
        self,
        reason: str,
        *,
        path: tuple[str, ...] = (),
        token: str | None = None,
        line: int | None = None,
        code: str = "unreadable",
        questions: "tuple[Question, ...]" = (),
    ) -> None:
        super().__init__(reason)
        self.reason, self.path, self.token, self.line = reason, path, token, line
        self.code = code
        self.questions = questions


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A hand that could not be read, and where."""

    file: str
    line: int
    """The line of the fault, from 1."""
    column: int | None
    """From 1, in that line; None where no one place is at fault."""
    reason: str
    raw: str
    """The text of the whole hand, as it stood in the file."""
    code: str = "unreadable"
    start: int | None = None
    """The line where `raw` begins; None where that is `line`."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something a person should know about a file or a hand that was read all the same."""

    code: str
    message: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What must be said before some rows can be read: `key=choice` in a dialect answers it."""

    key: str
    message: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What one file holds."""

    format: str
    hands: pl.DataFrame
    """One row a hand, the columns of `recorder.hand.COLUMNS`."""
    games: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=GAMES))
    """One row a game (`GAMES`), of sheets that hold no hands."""
    quarantined: tuple[Quarantined, ...] = ()
    notes: tuple[Remark, ...] = ()
    rules: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    """Rule sets named inside the file; hands played under one already carry it written out."""
    questions: tuple[Question, ...] = ()

    @property
    def is_empty(self) -> bool:
        return self.hands.is_empty() and self.games.is_empty()


def joined(readings: Sequence[Reading], form: str) -> Reading:
    """One reading of what several parts of a file hold, in their order."""
    questions = {question.key: question for each in readings for question in each.questions}
    return Reading(
        form,
        pl.concat([each.hands for each in readings]),
        games=pl.concat([each.games for each in readings]),
        quarantined=tuple(fault for each in readings for fault in each.quarantined),
        notes=tuple(note for each in readings for note in each.notes),
        questions=tuple(questions.values()),
    )


def locate(fault: Quarantined) -> str:
    """`file:line:column: reason`, the line of text, and a caret under the place.

    >>> print(locate(Quarantined("a.csv", 3, 6, "expected a bid, got '9 up'", "S,N,  9 up,11")))
    a.csv:3:6: expected a bid, got '9 up'
      S,N,  9 up,11
           ^
    """
    start = fault.line if fault.start is None else fault.start
    lines = fault.raw.split("\n")
    at = fault.line - start
    text = lines[at].rstrip("\r") if 0 <= at < len(lines) else ""
    where = f"{fault.file}:{fault.line}" + (f":{fault.column}" if fault.column else "")
    head = f"{where}: {fault.reason}"
    if not text:
        return head
    # A long line is shown around the fault only, a tab or a sign that nobody sees as one space, so
    # that the caret stands true.
    shift = max(0, (fault.column or 1) - 60)
    shown = "".join(ch if ch.isprintable() else " " for ch in text[shift : shift + 96])
    lead, tail = ("…" if shift else ""), ("…" if len(text) > shift + 96 else "")
    body = f"{head}\n  {lead}{shown}{tail}"
    if not fault.column:
        return body
    return f"{body}\n  {' ' * (len(lead) + fault.column - 1 - shift)}^"
