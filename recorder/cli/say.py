"""What the commands share: words to stderr, results to stdout, options with one meaning."""

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Annotated, Any

import msgspec
import polars as pl
import typer
from rich.console import Console
from rich.table import Table

from recorder.club import Club
from recorder.evaluate import evaluate
from recorder.hand import HandRecord, frame_of
from recorder.rules import Rules

__all__ = [
    "ClubFolder",
    "Dialect",
    "Format",
    "Json",
    "RulesOption",
    "complain",
    "console",
    "count",
    "echo",
    "open_club",
    "print_json",
    "print_table",
    "said_if_slow",
    "say",
    "shown",
    "warm_engine",
]

console = Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)
_out = Console(
    highlight=False,
    markup=False,
    emoji=False,
    # A file or a pipe has no edge to wrap at.
    width=None if sys.stdout.isatty() else 250,
)

ClubFolder = Annotated[
    Path,
    typer.Option("--club", envvar="BIDWHIST_CLUB", help="The club's folder.", metavar="DIR"),
]
Dialect = Annotated[
    str | None,
    typer.Option("--dialect", metavar="D", help="Answers for cells that read two ways."),
]
Format = Annotated[str | None, typer.Option("--format", metavar="F", help="Instead of sniffing.")]
Json = Annotated[bool, typer.Option("--json", help="JSON lines on stdout, words on stderr.")]
RulesOption = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="R",
        help="A preset, a rule file, or preset,section.field=value,…",
    ),
]


_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
"""What steers a terminal or turns the order of letters, and half characters of file names."""


def shown(text: str) -> str:
    """`text` as a terminal may show it: what would steer the terminal is written as `\\u001b`.

    JSON means the same with it.
    """
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def say(text: str) -> None:
    """A sentence for the person, on stderr."""
    console.print(shown(text))


def complain(text: str) -> None:
    say(f"bidwhist: {text}")


def echo(text: str) -> None:
    """A line of a result, on stdout."""
    typer.echo(shown(text))


def open_club(folder: Path) -> Club:
    """The club of a folder; what of its ledger cannot be used is said."""
    club = Club.open(folder)
    for fault in club.faults:
        complain(fault)
    return club


@contextmanager
def said_if_slow(text: str, seconds: float = 1.0) -> Iterator[None]:
    """Say `text` when what is done inside takes longer than `seconds`."""
    timer = Timer(seconds, say, [text])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def warm_engine() -> None:
    """Have the engine's loops compiled, which takes some seconds the first time they are used."""
    with said_if_slow("Getting the engine ready for its first use; this takes some seconds, once."):
        evaluate(frame_of([HandRecord(bid="4 up", bidder="N", books=10, trump="S")]), [Rules()])


def count(number: int, one: str, many: str | None = None) -> str:
    """`1 hand`, `3 hands`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def print_json(rows: Iterable[Any]) -> None:
    """One JSON object a line on stdout."""
    for row in rows:
        sys.stdout.write(shown(msgspec.json.encode(row).decode()) + "\n")


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.2f}".replace("-", "−")
    return str(value).replace("-", "−") if isinstance(value, int) else shown(str(value))


def print_table(frame: pl.DataFrame, title: str | None = None) -> None:
    """A frame as a table on stdout, numbers to the right."""
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for name, dtype in frame.schema.items():
        table.add_column(name.replace("_", " "), justify="right" if dtype.is_numeric() else "left")
    for row in frame.iter_rows():
        table.add_row(*map(_cell, row))
    _out.print(table)
