"""A club's folder kept in step: the ledger is appended to, the scorebook follows.

club.toml  ledger.jsonl  sources/<sha256>  scorebook.duckdb
"""

import contextlib
import hashlib
import json
import os
import tomllib
import zoneinfo
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import duckdb
import polars as pl

from recorder.errors import BidWhistError, ClubError, RulesError
from recorder.ledger import Fact, Ledger, sync_folder
from recorder.rules import load_rules
from recorder.scorebook import (
    Book,
    Connection,
    Outcome,
    apply,
    ask,
    batches,
    create,
    differences,
    door,
    engine,
    meta,
    opened,
    replace_scorebook,
    write_meta,
)

__all__ = ["Keeper", "read_about", "write_club"]

Progress = Callable[[int], None]
Answer = TypeVar("Answer")

_DAMAGE = (
    duckdb.IOException,
    duckdb.FatalException,
    duckdb.SerializationException,
    duckdb.OutOfMemoryException,
    duckdb.InternalException,
    duckdb.TransactionException,
)
"""What DuckDB says of a file that cannot be read, or of a disk that is full."""


def read_about(path: Path) -> dict[str, str]:
    """Name, time zone and rules from a club's `club.toml`; ClubError where it is no club."""
    file = path / "club.toml"
    try:
        about = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise ClubError(f"expected a club in {str(path)!r}, found no club.toml there") from None
    except OSError as error:
        raise ClubError(f"cannot read {str(file)!r}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ClubError(f"{str(file)!r} is not TOML: {error}") from None
    told = {"name": path.name, "time_zone": "UTC", "rules": "pagat"}
    for key in told:
        value = about.get(key, told[key])
        if not isinstance(value, str):
            raise ClubError(f"expected text for {key} in {str(file)!r}, got {value!r}")
        told[key] = value
    _check_about(told, str(file))
    return told


def _check_about(about: Mapping[str, str], where: str) -> None:
    try:
        load_rules(about["rules"])
    except RulesError as error:
        raise ClubError(f"{where} has rules that cannot be used: {error}") from None
    try:
        zoneinfo.ZoneInfo(about["time_zone"])
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        raise ClubError(
            f"expected a time zone such as 'America/Detroit', got {about['time_zone']!r} in {where}"
        ) from None


def write_club(path: Path, name: str, rules: str, time_zone: str) -> None:
    """An empty club in a folder that is new or empty."""
    about = {"name": name, "time_zone": time_zone, "rules": rules}
    _check_about(about, "the new club")
    try:
        if path.exists() and any(path.iterdir()):
            raise ClubError(f"expected an empty folder for the new club, got {str(path)!r}")
        (path / "sources").mkdir(parents=True)
        with (path / "ledger.jsonl").open("xb") as ledger:
            os.fsync(ledger.fileno())
        # Written last: a folder without it is no club yet.
        lines = [
            f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in about.items()
        ]
        with (path / "club.toml").open("x", encoding="utf-8") as file:
            file.writelines(lines)
            file.flush()
            os.fsync(file.fileno())
        sync_folder(path)
        sync_folder(path.parent)
    except OSError as error:
        raise ClubError(f"cannot make a club in {str(path)!r}: {error.strerror}") from None


class Keeper:
    """An existing club; safe to share between threads."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._ledger = Ledger(path)
        self._seen: tuple[int, ...] = ()
        """The generation in which the scorebook was last known to be in step."""
        self._is_recorded = self._is_committed = False
        self._is_suspect = False
        """Something in the scorebook could not be read or written: better made anew."""
        self._read_about()

    def _read_about(self) -> None:
        about = read_about(self.path)
        self.name, self.time_zone, self.rules = about["name"], about["time_zone"], about["rules"]

    @property
    def scorebook(self) -> Path:
        return self.path / "scorebook.duckdb"

    @property
    def generation(self) -> tuple[int, ...]:
        """Changes whenever the ledger or the scorebook does; costs two looks at the folder."""
        looks = []
        for file in (self.path / "ledger.jsonl", self.scorebook, self.path / "club.toml"):
            try:
                about = file.stat()
            except OSError:
                looks += [0, 0, 0]
            else:
                looks += [about.st_size, about.st_mtime_ns, about.st_ino]
        return tuple(looks)

    @property
    def faults(self) -> list[str]:
        """A sentence for each line of the ledger that cannot be used."""
        with door(self.path):
            self._ledger.refresh()
            return list(self._ledger.faults)

    # Looking.

    def query(self, sql: str, params: Any = None) -> pl.DataFrame:
        """One question to the scorebook, which is open only while it is answered."""
        return self.ask(lambda con: ask(con, sql, params))

    def ask(self, questions: Callable[[Connection], Answer]) -> Answer:
        """Several questions to one state of the scorebook, in step with the ledger."""
        with door(self.path):
            self.keep_up()
            try:
                with opened(self.scorebook, read_only=True) as con:
                    return questions(con)
            except _DAMAGE:
                # A block that cannot be read; the file can be made again.
                self.rebuild()
            with opened(self.scorebook, read_only=True) as con:
                return questions(con)

    def keep_up(self) -> None:
        """Bring the scorebook into step if it is behind, damaged or from another version."""
        with door(self.path):
            if self._seen == self.generation:
                return
            self._read_about()
            self._ledger.refresh()
            if self._is_suspect or self._state() != "current":
                with self._ledger.writing("bringing the scorebook into step"):
                    self._bring_up()
            self._seen = self.generation

    def _club_mark(self) -> str:
        return hashlib.sha256(self.rules.encode()).hexdigest()

    def _state(self) -> str:
        """Whether the scorebook is `current`, `behind` the ledger, or `stale`: of no use."""
        if not self.scorebook.exists():
            return "stale"
        try:
            with opened(self.scorebook, read_only=True) as con:
                known = meta(con)
            applied = int(known["applied"])
        except (duckdb.Error, KeyError, ValueError) as error:
            if isinstance(error, ClubError):
                raise
            return "stale"
        mine = {"engine": engine(), "club": self._club_mark()}
        if any(known.get(key) != value for key, value in mine.items()):
            return "stale"
        if known.get("ledger") != self._ledger.digest(applied):
            return "stale"
        return "behind" if self._ledger.since(applied) else "current"

    def _bring_up(self) -> None:
        """Under the writer's lock: apply what the scorebook lacks, or make it anew."""
        state = "stale" if self._is_suspect else self._state()
        if state == "behind":
            try:
                with opened(self.scorebook, read_only=False) as con:
                    con.begin()
                    self._apply_rest(con)
                    con.commit()
                return
            except _DAMAGE:
                pass  # A damaged block that a look at `meta` does not meet.
        if state != "current":
            self._make_anew(self.scorebook)

    # Writing.

    def record(
        self, kind: str, body: Mapping[str, Any], by: str | None = None, *, what: str | None = None
    ) -> Outcome:
        """Write a fact down; when this returns, it is on the disk and in the tables."""
        with self.writing(what or kind) as con:
            book = Book(con, self.path, self.rules)
            fact = self._ledger.draft(kind, by, body)
            outcome = apply(book, [fact])
            book.finish()
            self.acknowledge(con, fact)
        return outcome

    @contextlib.contextmanager
    def writing(self, what: str) -> Iterator[Connection]:
        """The scorebook in step and open for the only writer; undone unless `acknowledge`d."""
        with door(self.path), self._ledger.writing(what):
            if self._seen != self.generation:
                self._read_about()
                self._bring_up()
            self._is_recorded = self._is_committed = False
            try:
                with opened(self.scorebook, read_only=False) as con:
                    con.begin()
                    yield con
            except _DAMAGE as error:
                self._is_suspect, self._seen = True, ()
                # What is in the ledger is kept whatever becomes of the scorebook.
                if not self._is_recorded:
                    raise ClubError(
                        f"cannot write the scorebook of {self.name!r}: {error}; "
                        "nothing was recorded"
                    ) from None
                return
            self._seen = self.generation if self._is_committed else ()

    def acknowledge(self, con: Connection, fact: Fact) -> None:
        """Append the fact that was applied: from here on it is a fact."""
        write_meta(con, applied=str(fact.seq), ledger=self._ledger.digest_with(fact))
        self._ledger.append(fact)
        self._is_recorded = True
        con.commit()
        self._is_committed = True

    # Making anew.

    def damage(self) -> list[str]:
        """A sentence for each line of the ledger and each source that is not as it was written."""
        return [*self.faults, *self._damaged_sources()]

    def rebuild(self, progress: Progress | None = None) -> None:
        """Make the scorebook from the ledger and the sources alone."""
        with door(self.path), self._ledger.writing("rebuild"):
            self._make_anew(self.scorebook, progress)
            self._seen = self.generation

    def verify(self, progress: Progress | None = None) -> list[str]:
        """Rebuild elsewhere and compare: a sentence for each difference and each damaged file."""
        with door(self.path), self._ledger.writing("verify"):
            self._bring_up()
            other = self.path / f".verify-{os.getpid()}.duckdb"
            try:
                self._make_anew(other, progress)
                found = differences(self.scorebook, other)
            finally:
                self._sweep(".verify-*")
            return [*self.damage(), *found]

    def _make_anew(self, target: Path, progress: Progress | None = None) -> None:
        draft = self.path / f".draft-{os.getpid()}.duckdb"
        try:
            with opened(draft, read_only=False) as con:
                con.begin()
                create(con)
                write_meta(con, engine=engine(), club=self._club_mark(), applied="0", ledger="")
                self._apply_rest(con, progress)
                con.commit()
            if target == self.scorebook:
                self._set_aside_before_loss()
            replace_scorebook(target, draft)
            self._is_suspect = False
        except _DAMAGE as error:
            raise ClubError(f"cannot write the scorebook of {self.name!r}: {error}") from None
        except OSError as error:
            raise ClubError(
                f"cannot write the scorebook of {self.name!r}: {error.strerror}"
            ) from None
        finally:
            self._sweep(".draft-*")

    def _sweep(self, pattern: str) -> None:
        """Remove what we, or a process that was killed, left behind; nobody else writes now."""
        for leftover in self.path.glob(pattern):
            leftover.unlink(missing_ok=True)

    def _set_aside_before_loss(self) -> None:
        """Keep the scorebook there is when what it was made from is damaged: it may know more."""
        aside = self.path / "scorebook.before-damage.duckdb"
        if self.scorebook.exists() and not aside.exists() and self._damaged_sources():
            self.scorebook.replace(aside)

    def _apply_rest(self, con: Connection, progress: Progress | None = None) -> None:
        """Apply every fact that the scorebook lacks."""
        applied = int(meta(con)["applied"])
        book = Book(con, self.path, self.rules, progress=progress)
        last = applied
        for run in batches(self._ledger.since(applied)):
            last = run[-1].seq
            try:
                apply(book, run)
            except BidWhistError as error:
                con.execute(
                    "insert into remark values (null, null, 'lost_fact', $1)",
                    [f"ledger fact {last} ({run[0].kind}) cannot be applied: {error}"],
                )
        book.finish()
        write_meta(con, applied=str(last), ledger=self._ledger.digest(last) or "")

    def _damaged_sources(self) -> list[str]:
        found = []
        for sha in sorted({f.body["source"] for f in self._ledger.facts if f.kind == "import"}):
            try:
                with (self.path / "sources" / sha).open("rb") as file:
                    actual = hashlib.file_digest(file, "sha256").hexdigest()
            except OSError as error:
                found.append(f"sources/{sha}: {error.strerror}")
            else:
                if actual != sha:
                    found.append(f"sources/{sha}: its checksum does not fit, it was changed")
        return found
