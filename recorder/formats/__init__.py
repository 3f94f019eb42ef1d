"""One reader and one writer a format; every reader hands on the same declared columns.

Readers are free about spelling and strict about meaning: nothing is mended, nothing is guessed,
and a hand that cannot be read is set aside with its place and its text while the rest is kept.
"""

from recorder.formats.bulk import iter_read
from recorder.formats.read import FORMATS, read, read_path
from recorder.formats.reading import (
    GAMES,
    Quarantined,
    Question,
    Reading,
    Remark,
    locate,
)
from recorder.formats.write import WRITERS, write, write_games

__all__ = [
    "FORMATS",
    "GAMES",
    "WRITERS",
    "Quarantined",
    "Question",
    "Reading",
    "Remark",
    "iter_read",
    "locate",
    "read",
    "read_path",
    "write",
    "write_games",
]
