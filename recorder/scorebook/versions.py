"""What several records of one hand come to: which one stands, and what contradicts it.

A hand's rows are dictionaries with the columns of the table `hand`. Records that fit together are
joined; one that contradicts stands beside them as a conflict until somebody settles it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from recorder.hand import FACTS

__all__ = ["Facts", "Row", "Story", "facts_of", "joined", "stories"]

Row = dict[str, Any]
Facts = dict[str, Any]

_SAID_BESIDE = frozenset({"note", "tags", "extra"})
"""Remarks about a hand; two different ones do not contradict each other."""

_NAMES = frozenset({"game", "club", "table", "event", *(f"player_{seat}" for seat in "nesw")})
"""Names that are the same in small and capital letters."""

_ACCEPTED = frozenset({"current", "superseded", "void"})


def facts_of(row: Mapping[str, Any]) -> Facts:
    return {name: row[name] for name in FACTS}


def joined(one: Facts, other: Facts) -> Facts | None:
    """All that two records say of a hand; None where they contradict each other."""
    whole = {}
    for name in FACTS:
        a, b = one[name], other[name]
        if a is None or b is None or a == b:
            whole[name] = b if a is None else a
        elif name in _SAID_BESIDE or (name in _NAMES and a.lower() == b.lower()):
            whole[name] = a
        elif name in ("date", "tricks") and (a.startswith(b) or b.startswith(a)):
            # A day and a time on it; play that one of them saw more of.
            whole[name] = max(a, b, key=len)
        else:
            return None
    return whole


@dataclass(slots=True)
class Story:
    """The rows of one hand, and the corrections that hold."""

    rows: list[Row]
    corrections: list[tuple[str, Any]] = field(default_factory=list)

    @property
    def standing(self) -> Row:
        """The version that counts, or would if it were not void."""
        return next(row for row in self.rows if row["state"] in ("current", "void"))

    @property
    def is_void(self) -> bool:
        return any(row["state"] == "void" for row in self.rows)

    def arrive(self, row: Row) -> str:
        """Take in another record; says `already_there`, `superseded` or `conflicts`."""
        before, facts = facts_of(self.standing), facts_of(row)
        if any(facts_of(known) == facts for known in self.rows if known["origin"] != "derived"):
            return "already_there"
        row["place_seq"] = self.standing["place_seq"]
        row["place_line"] = self.standing["place_line"]
        self.rows.append(row)
        if joined(before, facts) is None and joined(self._recorded(but=row), facts) is None:
            row["state"] = "conflict"
            return "conflicts"
        row["state"] = "superseded"
        self.restate(row["seq"])
        return "already_there" if facts_of(self.standing) == before else "superseded"

    def settle(self, record_id: int, seq: int) -> None:
        """Let one of the records count, and put those aside that contradict it."""
        void = self.is_void
        self.rows = [row for row in self.rows if row["origin"] != "derived"]
        for row in self.rows:
            if row["record_id"] == record_id:
                row["state"] = "void" if void else "current"
            else:
                row["state"] = "overruled"
        self.corrections = []
        self.restate(seq)

    def void(self, *, on: bool) -> None:
        self.standing["state"] = "void" if on else "current"

    def _recorded(self, but: Row | None = None) -> Facts:
        """The accepted records joined; the later holds where a correction let it contradict."""
        whole: Facts = dict.fromkeys(FACTS)
        for row in self.rows:
            if row is not but and row["origin"] != "derived" and row["state"] in _ACCEPTED:
                facts = facts_of(row)
                said = {name: value for name, value in facts.items() if value is not None}
                whole = joined(whole, facts) or {**whole, **said}
        return whole

    def restate(self, seq: int) -> None:
        """Work out which version stands; a joined or corrected one is a row of its own."""
        state = "void" if self.is_void else "current"
        facts = self._recorded() | dict(self.corrections)
        derived = [row for row in self.rows if row["origin"] == "derived"]
        self.rows = [row for row in self.rows if row["origin"] != "derived"]
        accepted = [row for row in self.rows if row["state"] in _ACCEPTED]
        for row in accepted:
            row["state"] = "superseded"
        equal = [row for row in accepted if facts_of(row) == facts]
        if equal:
            equal[-1]["state"] = state
            return
        same = bool(derived) and facts_of(derived[0]) == facts
        first = accepted[0]
        about = {
            "hand_id": first["hand_id"],
            "state": state,
            "origin": "derived",
            "seq": derived[0]["seq"] if same else seq,
        }
        place = ("source_id", "line", "place_seq", "place_line")
        self.rows.append({**about, **{name: first[name] for name in place}, **facts})


def stories(rows: Iterable[Row], corrections: Iterable[tuple[int, str, Any]]) -> dict[int, Story]:
    """The hands of some rows, which come in the order they were recorded."""
    found: dict[int, Story] = {}
    for row in rows:
        found.setdefault(row["hand_id"], Story([])).rows.append(row)
    for hand_id, name, value in corrections:
        found[hand_id].corrections.append((name, value))
    return found
