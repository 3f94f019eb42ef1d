"""What can be done with a club: hands in, corrections, people, rules, and out again."""

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl

from recorder.club.backup import pack, unpack
from recorder.club.export import Exported, game_rows, hands_to_write, left_out
from recorder.club.fields import canonical, corrected
from recorder.club.importing import Importer
from recorder.club.keeper import write_club
from recorder.errors import ClubError
from recorder.formats import write, write_games
from recorder.formats.read import dialect_of
from recorder.hand import COLUMNS, FACTS, HandRecord
from recorder.ledger import Fact
from recorder.rules import RuleSet, load_rules
from recorder.scorebook import Book, apply, door

__all__ = ["Change", "Club", "Entered", "Exported"]


@dataclass(frozen=True, slots=True)
class Entered:
    """What became of a hand that was entered."""

    hand: str
    """Its id, 16 hex digits."""
    verdict: str
    """`stored`, `already_there`, `superseded` (it says more than what was known), `conflicts`."""


@dataclass(frozen=True, slots=True)
class Change:
    """One step in the life of a hand."""

    seq: int
    moment: str
    """UTC."""
    by: str | None
    what: str
    """The kind of fact: import, hand, correct, void, …"""
    field: str | None = None
    before: Any = None
    after: Any = None


class Club(Importer):
    """A folder with everything a club recorded; safe to share between threads."""

    @classmethod
    def create(
        cls, path: str | Path, name: str, *, rules: str = "pagat", time_zone: str = "UTC"
    ) -> "Club":
        """A new, empty club in a new or empty folder."""
        write_club(Path(path), name, rules, time_zone)
        return cls.open(path)

    @classmethod
    def open(cls, path: str | Path) -> "Club":
        """An existing club, its scorebook in step; ClubError says why it cannot be used."""
        club = cls(Path(path))
        club.keep_up()
        return club

    def backup(self, path: str | Path) -> None:
        """Everything but the scorebook into one file."""
        with door(self.path), self._ledger.writing("backup"):
            pack(self.path, Path(path))

    @classmethod
    def restore(cls, backup: str | Path, path: str | Path) -> "Club":
        """The club of a backup in a new or empty folder, its scorebook made anew."""
        unpack(Path(backup), Path(path))
        return cls.open(path)

    # Hands.

    def enter(self, record: HandRecord, by: str | None = None) -> Entered:
        """Record one hand as somebody tells it."""
        record = canonical(record)
        facts = {name: getattr(record, name) for name in FACTS}
        body = {"record": {name: value for name, value in facts.items() if value is not None}}
        with self.writing("a hand is entered") as con:
            book = Book(con, self.path, self.rules)
            fact = self._ledger.draft("hand", by, body)
            taken = apply(book, [fact]).taken
            hand = f"{taken.last:016x}"
            if not len(taken.touched):
                return Entered(hand, "already_there")
            book.finish()
            self.acknowledge(con, fact)
        verdicts = ("stored", "superseded", "conflicts", "already_there")
        return Entered(hand, next(name for name in verdicts if getattr(taken, name)))

    def find(self, prefix: str) -> str:
        """The full id of the hand whose id starts with `prefix`."""
        wanted = prefix.strip().lower()
        if len(wanted) < 4 or set(wanted) - set("0123456789abcdef"):
            raise ClubError(
                "expected four or more of the 16 signs (0-9, a-f) that a hand's id begins with, "
                f"got {prefix!r}; `bidwhist log` prints it, the address of the hand's page has it"
            )
        # The ids with these digits are a range of numbers, which needs no text of every hand.
        within = [int(wanted[:16].ljust(16, digit), 16) for digit in "0f"]
        found = self.query(
            "select distinct hex_id(hand_id) as id from hand "
            "where hand_id between $1 and $2 limit 3",
            within,
        )["id"].to_list()
        if len(found) != 1:
            many = f"several hands, {' and '.join(found[:2])} among them" if found else "no hand"
            raise ClubError(f"{many} in {self.name!r} has an id that starts with {prefix!r}")
        return str(found[0])

    def hand(self, prefix: str) -> HandRecord:
        """The record that stands for a hand, corrections included."""
        columns = ", ".join(f'hand."{name}"' for name in FACTS)
        row = self.query(
            f"select source.name as file, line, {columns} from hand left join source "
            "using (source_id) where hand_id = $1 and state in ('current', 'void')",
            [int(self.find(prefix), 16)],
        ).row(0, named=True)
        return HandRecord(**row)

    def correct(self, hand: str, changes: Mapping[str, Any], by: str | None = None) -> list[Change]:
        """Change what is recorded of a hand; None or "" takes a field away.

        The old values are kept. Returns what changed.
        """
        before = self.hand(hand)
        after = corrected(before, changes)
        new = {
            name: getattr(after, name)
            for name in FACTS
            if getattr(after, name) != getattr(before, name)
        }
        if not new:
            return []
        self._about(hand, "correct", {"set": new}, by)
        last = self._ledger.facts[-1]
        return [
            Change(last.seq, last.moment, by, "correct", name, getattr(before, name), value)
            for name, value in new.items()
        ]

    def void(self, hand: str, by: str | None = None) -> None:
        """Take a hand out of everything; its record stays."""
        if self._is_void(hand):
            raise ClubError(f"hand {hand} is void already")
        self._about(hand, "void", {}, by)

    def unvoid(self, hand: str, by: str | None = None) -> None:
        if not self._is_void(hand):
            raise ClubError(f"hand {hand} is not void")
        self._about(hand, "unvoid", {}, by)

    def _is_void(self, hand: str) -> bool:
        return not self.query(
            "select 1 from hand where hex_id(hand_id) = $1 and state = 'void'", [self.find(hand)]
        ).is_empty()

    def settle(self, hand: str, record: str | None = None, by: str | None = None) -> None:
        """Let one of contradicting records count; or, without `record`, let what stands count
        in spite of its findings."""
        body: dict[str, Any] = {}
        if record is not None:
            known = self.query(
                "select hex_id(record_id) as id from hand_record "
                "where hex_id(hand_id) = $1 and origin <> 'derived' and hex_id(record_id) like $2",
                [self.find(hand), record.strip().lower() + "%"],
            )["id"].to_list()
            if len(known) != 1:
                raise ClubError(f"expected one of the records of hand {hand}, got {record!r}")
            body["record"] = known[0]
        self._about(hand, "settle", body, by)

    def note(self, hand: str, text: str, by: str | None = None) -> None:
        self._about(hand, "note", {"text": _text(text, "a note")}, by)

    def tag(self, hand: str, tag: str, by: str | None = None, *, on: bool = True) -> None:
        self._about(hand, "tag", {"tag": _text(tag, "a tag"), "on": on}, by)

    def _about(self, hand: str, kind: str, body: Mapping[str, Any], by: str | None) -> None:
        """Record a fact about a hand, with its place, should a better reader give it another id."""
        full = self.find(hand)
        self.record(kind, {"hand": full, **self._place(full), **body}, by)

    def _place(self, full: str) -> dict[str, Any]:
        """`source` (sha256) and `line` of the file that a hand came in; empty if in none."""
        place = self.query(
            "select sha256 as source, line from hand join source using (source_id) "
            "where hex_id(hand_id) = $1 and origin = 'import' order by seq, line limit 1",
            [full],
        ).to_dicts()
        return place[0] if place else {}

    def history(self, hand: str) -> list[Change]:
        """Everything that was ever said about a hand, in order."""
        full = self.find(hand)
        key = [int(full, 16)]
        rows = self.query(
            "select seq, field, before, after from correction where hand_id = $1", key
        ).to_dicts()
        brought = self.query(
            "select distinct seq from hand where hand_id = $1 and origin <> 'derived'", key
        )["seq"].to_list()
        about = {row["seq"] for row in rows}
        # It may have had another id when something was said of it, before a better reader.
        place = self._place(full)
        steps = []
        for fact in self._ledger.facts:
            what = Change(fact.seq, fact.moment, fact.by, fact.kind)
            if fact.seq in about:
                steps += [_step(what, row) for row in rows if row["seq"] == fact.seq]
            elif (
                fact.seq in brought
                or fact.body.get("hand") == full
                or (place and place.items() <= fact.body.items() and self._is_gone(fact))
            ):
                said = {"note": "text", "tag": "tag", "settle": "record"}.get(fact.kind)
                steps.append(replace(what, after=fact.body.get(said) if said else None))
        return steps

    def _is_gone(self, fact: Fact) -> bool:
        """Whether the hand that a fact is about has another id by now."""
        key = [int(fact.body["hand"], 16)]
        return self.query("select 1 from hand where hand_id = $1 limit 1", key).is_empty()

    # Rules.

    @functools.cached_property
    def house_rules(self) -> RuleSet:
        """The rules that the club plays by."""
        return load_rules(self.rules)

    def saved_rules(self) -> dict[str, RuleSet]:
        """The rule sets that have a name in this club."""
        rows = self.query("select name, spec from saved_rules order by name").iter_rows()
        return {name: load_rules(spec) for name, spec in rows}

    def save_rules(self, name: str, spec: str, by: str | None = None) -> RuleSet:
        """Give a rule set a name in this club; hands that say the name follow at once."""
        chosen = load_rules(spec, self.saved_rules())
        name = _text(name, "a name for rules")
        if "," in name or name.endswith(".toml"):
            raise ClubError(f"expected a name without a comma and no file's, got {name!r}")
        self.record("rules", {"name": name, "spec": chosen.spec}, by)
        return chosen

    def assign_rules(self, scope: str, value: str, rules: str, by: str | None = None) -> None:
        """Say afterwards what rules some hands were played by.

        `scope` is `evening` (ISO date), `source` (sha256), `series` or `hand` (an id).
        """
        if scope not in ("evening", "source", "series", "hand"):
            raise ClubError(f"expected evening, source, series or hand, got {scope!r}")
        load_rules(rules, self.saved_rules())
        known = self.find(value) if scope == "hand" else value
        self.record("assign_rules", {"scope": scope, "value": known, "rules": rules}, by)

    def answer(self, dialect: Mapping[str, str] | str, by: str | None = None) -> None:
        """Remember how this club's files are to be read."""
        self.record("dialect", {"answers": dialect_of(dialect)}, by)

    # People.

    def alias(
        self,
        name: str,
        person: str,
        by: str | None = None,
        *,
        scope: str | None = None,
        value: str | None = None,
    ) -> str:
        """Let a name that was written down stand for a person, everywhere or in one `scope`:
        `evening` (ISO date), `source` (sha256) or `hand` (id). Returns the person's key.

        `person` is the key of one: the name first written, or any new text, such as "Bob (son)".
        One who goes by another name altogether is who that name stands for.
        """
        if scope not in (None, "evening", "source", "hand"):
            raise ClubError(f"expected evening, source or hand, got {scope!r}")
        name, asked = _text(name, "a name"), _text(person, "a person")
        key = self._person_behind(asked)
        if scope is None and name == asked:
            raise ClubError(f"expected two names, got {name!r} twice: a name stands for itself")
        if scope is None and name == key:
            raise ClubError(
                f"{asked!r} stands for {name!r} already, so {name!r} cannot stand for {asked!r}; "
                f"`bidwhist unalias` {asked!r} first"
            )
        known = self.find(value) if scope == "hand" and value else value
        where = {"scope": scope, "value": known} if scope else {}
        self.record("alias", {"name": name, "person": key, **where}, by)
        return key

    def _person_behind(self, person: str) -> str:
        """The key of a person; where no name stands for that one any more, of who it was given."""
        found = self.query(
            "select person.key from alias join person using (person_id) "
            "where scope is null and (alias.name = $1 or person.key = $1) "
            "order by person.key = $1 desc limit 1",
            [person],
        )
        return str(found.item()) if found.height else person

    def unalias(
        self,
        name: str,
        by: str | None = None,
        *,
        scope: str | None = None,
        value: str | None = None,
    ) -> None:
        """Let a name stand for itself again; in a scope, for what it stands for everywhere."""
        known = self.query(
            "select 1 from alias where name = $1 and scope is not distinct from $2 "
            "and seq is not null",
            [name, scope],
        )
        if known.is_empty():
            raise ClubError(f"{name!r} is nobody's other name")
        where = {"scope": scope, "value": value} if scope else {}
        self.record("unalias", {"name": name, **where}, by)

    def rename(self, person: str, name: str, by: str | None = None) -> None:
        """Show a person under another name; what was written down stays."""
        self.record("person", {"person": person, "name": _text(name, "a name")}, by)

    def set_guest(self, person: str, by: str | None = None, *, on: bool = True) -> None:
        self.record("person", {"person": person, "guest": on}, by)

    def merge(self, person: str, into: str, by: str | None = None) -> None:
        """Say that two people are one: every name of `person` stands for `into` from now on."""
        names = self.query(
            "select alias.name from alias join person using (person_id) "
            "where person.key = $1 and scope is null order by alias.name",
            [person],
        )["name"].to_list()
        if not names:
            raise ClubError(f"nobody here is known as {person!r}")
        if into in names:
            raise ClubError(f"{into!r} is one of the names of {person!r} already")
        for name in names:
            self.alias(name, into, by)

    def people(self) -> pl.DataFrame:
        """Everybody, with the names that stand for them."""
        return self.query(
            "select person.key, person.name, guest, list(alias.name order by alias.name) as names "
            "from person join alias using (person_id) where scope is null "
            "group by all order by person.name, person.key"
        )

    # Out again.

    def records(self) -> pl.DataFrame:
        """The declared columns of every current hand, corrections included, in a fixed order."""
        columns = ", ".join(f'hand."{name}"' for name in FACTS)
        frame = self.query(
            f"select source.name as file, line, {columns} from hand left join source "
            "using (source_id) where state = 'current' "
            'order by date, hand.club, event, "table", game, hand, place_seq, place_line, hand_id'
        )
        return frame.select(*COLUMNS).cast(pl.Schema(COLUMNS))

    def export(self, path: str | Path, *, games: str | Path | None = None) -> Exported:
        """Every current hand into one file, in the format its name ends in, and the rows of game
        sheets into the table `games`; says what they hold and what they cannot."""
        path = Path(path)
        (hands, versions), sheets, missing = self.ask(
            lambda con: (
                (told := hands_to_write(con)),
                None if games is None else game_rows(con),
                left_out(con, versions=told[1], with_games=games is not None, rules=self.rules),
            )
        )
        path.write_bytes(write(hands, path.suffix.removeprefix(".").lower()))
        if games is not None and sheets is not None:
            Path(games).write_text(write_games(sheets), encoding="utf-8", newline="")
        rows = 0 if sheets is None else sheets.height
        return Exported(hands.height - versions, versions, rows, tuple(missing))


def _text(value: str, what: str) -> str:
    text = value.strip()
    if not text or any(ch < " " and ch != "\n" for ch in text):
        raise ClubError(f"expected {what}, got {value!r}")
    return text


def _step(what: Change, row: Mapping[str, Any]) -> Change:
    return Change(
        *(what.seq, what.moment, what.by, what.what, row["field"]),
        json.loads(row["before"]),
        json.loads(row["after"]),
    )
