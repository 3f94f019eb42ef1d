"""`bidwhist`, the command line: one module a subject.

Importing the commands takes a second or more, in which nothing has begun yet: this module is what
the program starts from, and it alone is read before anybody can press Ctrl-C.
"""

import os
import signal
import sys
from threading import Event
from types import FrameType

__all__ = ["main"]

_STOPPING = Event()
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def main(arguments: list[str] | None = None) -> None:
    """Run one command and exit: 0 good, 1 some hands are in trouble, 2 nothing could be done."""
    _STOPPING.clear()
    before = [signal.signal(number, _leave) for number in _SIGNALS]
    try:
        from recorder.cli.run import run

        for number in _SIGNALS:
            signal.signal(number, _stop)
        status = run(arguments, _STOPPING)
    finally:
        for number, handler in zip(_SIGNALS, before, strict=True):
            signal.signal(number, handler)
    sys.exit(status)


def _leave(number: int, frame: FrameType | None) -> None:
    # An exception might come out of an import as another one.
    os.write(2, b"bidwhist: stopped before anything was begun\n")
    os._exit(2)


def _stop(number: int, frame: FrameType | None) -> None:
    """Have what is under way undone; a big part that is being worked on is waited for."""
    _STOPPING.set()
    os.write(2, b"\nStopping, which may take some seconds.\n")
    raise KeyboardInterrupt
