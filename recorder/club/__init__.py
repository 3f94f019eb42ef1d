"""A club is a folder: what was accepted there is never lost, all else is computed from it."""

from recorder.club.club import Change, Club, Entered
from recorder.club.importing import ImportReport
from recorder.club.sample import make_sample

__all__ = ["Change", "Club", "Entered", "ImportReport", "make_sample"]
