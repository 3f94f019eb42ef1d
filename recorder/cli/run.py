"""All commands in one app, and what becomes of their errors.

Analysis and pages stand above this package and bring their commands along through the entry
points of group `bidwhist.commands`; each names a function that takes the Typer app.
"""

import sys
from importlib.metadata import entry_points
from threading import Event
from typing import Any

import typer

from recorder.cli import clubs, files, log, people, rule_sets, show
from recorder.cli.say import complain, say
from recorder.errors import BidWhistError

__all__ = ["app", "run"]

# Typer carries a click of its own; every complaint of it about arguments is one of these.
_UsageError: Any = next(
    base for base in typer.BadParameter.__mro__ if base.__name__ == "ClickException"
)

_INTERRUPTED = 130
"""What Typer makes of a KeyboardInterrupt."""

app = typer.Typer(
    name="bidwhist",
    help="Record Bid Whist hand by hand, score it under any house rules, see how a club bids.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for _subject in (files, rule_sets, clubs, people, log, show):
    _subject.register(app)


def run(arguments: list[str] | None, stopping: Event) -> int:
    """Run one command; the exit status: 0 good, 1 some hands are in trouble, 2 nothing could be
    done. `stopping` is set once somebody asks for an end."""
    for point in entry_points(group="bidwhist.commands"):
        point.load()(app)
    try:
        status = app(arguments, standalone_mode=False)
    except (Exception, KeyboardInterrupt) as error:
        # DuckDB makes errors of its own of a question that is broken off.
        if not stopping.is_set() and not isinstance(error, (typer.Abort, KeyboardInterrupt)):
            return _status_of(error)
        status = _INTERRUPTED
    if status == _INTERRUPTED:
        complain("stopped; nothing half done was kept")
        return 2
    return status if isinstance(status, int) else 0


def _status_of(error: Exception) -> int:
    """Say what went wrong; errors of programming are raised again."""
    match error:
        case _UsageError():
            if type(error).__name__ == "NoArgsIsHelpError":
                say(error.format_message())
            else:
                complain(error.format_message())
        case BidWhistError():
            complain(str(error))
        case BrokenPipeError():
            # The reader of our output (`| head`) has gone; there is nobody left to tell.
            sys.stderr.close()
            return 0
        case OSError():
            complain(f"cannot use {str(error.filename or 'a file')!r}: {error.strerror or error}")
        case _:
            raise error
    return 2
