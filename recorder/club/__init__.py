"""A club is a folder: what was accepted there is never lost, all else is computed from it."""

from recorder.club.club import Change, Club, Entered, Exported
from recorder.club.importing import ImportReport
from recorder.club.sample import make_sample

__all__ = ["Change", "Club", "Entered", "Exported", "ImportReport", "make_sample"]
