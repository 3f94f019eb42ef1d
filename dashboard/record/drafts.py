"""The tables being played, and the hand that each is in the middle of.

A file a table in the club's folder `drafts/`: what was tapped outlives a reload, a sleeping phone
and a restarted server. A draft is no fact; the club's ledger knows nothing of it.
"""

import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import msgspec

from recorder.sitting import Sitting

__all__ = ["Draft", "drop", "find", "played", "save"]


@dataclass(frozen=True, slots=True)
class Draft:
    """A table, and what has been tapped of the hands that are not recorded yet."""

    sitting: Sitting
    halves: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By turn: which hand it is, or which one is being mended."""
    revision: int = 0
    """Counts the changes that were not tapped on the keypad, so that it takes them over."""

    @property
    def name(self) -> str:
        return f"{self.sitting.evening}/{self.sitting.table}"

    def half(self, turn: str) -> Mapping[str, Any]:
        return self.halves.get(turn, {})

    def tapped(self, turn: str, half: Mapping[str, Any]) -> "Draft":
        return replace(self, halves={**self.halves, turn: half})

    def changed(self, turn: str, half: Mapping[str, Any]) -> "Draft":
        return replace(self.tapped(turn, half), revision=self.revision + 1)

    def without(self, turn: str) -> "Draft":
        """Done with that hand, one way or another."""
        rest = {name: half for name, half in self.halves.items() if name != turn}
        return replace(self, halves=rest, revision=self.revision + 1)


def save(club: Path, draft: Draft) -> None:
    """Replace the table's file in one step: a reader sees the old one or the new one."""
    folder = club / "drafts"
    folder.mkdir(exist_ok=True)
    handle, unfinished = tempfile.mkstemp(dir=folder, suffix=".tmp")
    with os.fdopen(handle, "wb") as file:
        file.write(msgspec.json.encode(draft))
    Path(unfinished).replace(_file(club, draft.name))


def find(club: Path, name: str) -> Draft | None:
    """The table of that name; None where there is none that can be read."""
    try:
        return msgspec.json.decode(_file(club, name).read_bytes(), type=Draft)
    except (OSError, msgspec.MsgspecError):
        return None


def played(club: Path) -> list[Draft]:
    """Every table, the one last touched first."""
    files = sorted(
        (club / "drafts").glob("*.json"), key=lambda file: file.stat().st_mtime, reverse=True
    )
    found = [find(club, unquote(file.stem)) for file in files]
    return [draft for draft in found if draft is not None]


def drop(club: Path, name: str) -> None:
    """Clear a table away; the hands it recorded stay."""
    _file(club, name).unlink(missing_ok=True)


def _file(club: Path, name: str) -> Path:
    return club / "drafts" / f"{quote(name, safe='')}.json"
