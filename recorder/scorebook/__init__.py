"""The scorebook: every table of a club, computed from its ledger and its sources.

ledger facts -> which hand each record is -> which version stands -> judged, scored, explained
"""

from recorder.scorebook.apply import apply, batches
from recorder.scorebook.book import Book, Outcome
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
    "apply",
    "ask",
    "batches",
    "create",
    "differences",
    "door",
    "engine",
    "meta",
    "opened",
    "replace_scorebook",
    "write_meta",
]
