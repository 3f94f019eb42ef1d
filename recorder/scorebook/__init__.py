"""The scorebook: every table of a club, computed from its ledger and its sources.

ledger facts -> which hand each record is -> which version stands -> judged, scored, explained
"""

from recorder.scorebook.apply import Book, Outcome, batches, entries
from recorder.scorebook.file import (
    Connection,
    ask,
    create,
    differences,
    door,
    engine,
    meta,
    opened,
    replace_scorebook,
    write_meta,
)

__all__ = [
    "Book",
    "Connection",
    "Outcome",
    "ask",
    "batches",
    "create",
    "differences",
    "door",
    "engine",
    "entries",
    "meta",
    "opened",
    "replace_scorebook",
    "write_meta",
]
