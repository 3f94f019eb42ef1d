"""Files into a club: all of a file or nothing, and a plain account of what became of it."""

import contextlib
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import polars as pl

from recorder.club.keeper import Keeper, Progress
from recorder.errors import ClubError, RecordError
from recorder.formats import Quarantined, Question, Remark
from recorder.formats.read import dialect_of
from recorder.ledger import keep_source
from recorder.paths import check_is_file
from recorder.rules import load_rules
from recorder.scorebook import Book, Connection, Outcome, apply, ask

__all__ = ["ImportReport", "Importer"]

BLOCK = 1 << 24
SHOWN = 500
"""Hands that a preview shows."""


@dataclass(frozen=True, slots=True, eq=False)
class ImportReport:
    """What became of a file; the first four count hands."""

    name: str
    format: str | None
    stored: int = 0
    already_there: int = 0
    superseded: int = 0
    """Said more than what was known of a hand."""
    conflicts: int = 0
    """Contradict what is known, and stand beside it until somebody settles it."""
    games: int = 0
    """New rows of a sheet kept per game."""
    quarantined: tuple[Quarantined, ...] = ()
    remarks: tuple[Remark, ...] = ()
    questions: tuple[Question, ...] = ()
    preview: pl.DataFrame = field(default_factory=pl.DataFrame)
    """The first hands that are new or changed, as they stand: record, replay and score."""
    is_dry: bool = False

    @property
    def partial(self) -> tuple[Quarantined, ...]:
        """The hands that break off, as the file may still be growing."""
        return tuple(one for one in self.quarantined if one.code == "cut_off")


class Importer(Keeper):
    """A club that takes files in."""

    def import_bytes(
        self,
        data: bytes,
        name: str,
        *,
        rules: str | None = None,
        format: str | None = None,  # noqa: A002
        dialect: Mapping[str, str] | str | None = None,
        by: str | None = None,
        dry_run: bool = False,
        progress: Progress | None = None,
        mends: tuple[str, int] | None = None,
    ) -> ImportReport:
        """Take in a file's bytes; RecordError where there is nothing to use in it.

        `rules` holds for hands that do not say theirs. `mends` is (sha256, line) of a quarantined
        hand whose text this is, put right.
        """
        pieces = (data[at : at + BLOCK] for at in range(0, len(data), BLOCK))
        said = self._said(name, rules, format, dialect, mends)
        return self._import(pieces, said, by, dry_run=dry_run, progress=progress)

    def import_path(
        self,
        path: str | Path,
        *,
        rules: str | None = None,
        format: str | None = None,  # noqa: A002
        dialect: Mapping[str, str] | str | None = None,
        by: str | None = None,
        dry_run: bool = False,
        progress: Progress | None = None,
    ) -> ImportReport:
        """Take in a file of any size; interrupted, it leaves the club as it was."""
        path = Path(path)
        check_is_file(path)
        said = self._said(path.name, rules, format, dialect, None)
        try:
            with path.open("rb") as file:
                pieces = iter(lambda: file.read(BLOCK), b"")
                return self._import(pieces, said, by, dry_run=dry_run, progress=progress)
        except OSError as error:
            raise RecordError(f"cannot read {str(path)!r}: {error.strerror}") from None

    def _said(
        self,
        name: str,
        rules: str | None,
        format: str | None,  # noqa: A002
        dialect: Mapping[str, str] | str | None,
        mends: tuple[str, int] | None,
    ) -> dict[str, Any]:
        """What is said about a file, checked."""
        saved = self.query("select name, spec from saved_rules").iter_rows()
        if rules is not None:
            load_rules(rules, {name: load_rules(spec) for name, spec in saved})
        answers = dict(self.query("select key, choice from dialect").iter_rows())
        return {
            "name": _readable(Path(name).name or name),
            "rules": rules,
            "format": format,
            "dialect": answers | dialect_of(dialect),
            "mends": {"source": mends[0], "line": mends[1]} if mends else None,
        }

    def _import(
        self,
        pieces: Iterator[bytes],
        said: Mapping[str, Any],
        by: str | None,
        *,
        dry_run: bool,
        progress: Progress | None,
    ) -> ImportReport:
        with (
            self.writing(f"import of {said['name']}") as con,
            _copy(self.path, pieces, is_kept=not dry_run) as (copy, sha, size),
        ):
            book = Book(con, self.path, self.rules, source=copy.path, progress=progress)
            fact = self._ledger.draft("import", by, {"source": sha, "size": size, **said})
            try:
                outcome = apply(book, [fact])
            except RecordError as error:
                raise RecordError(str(error).replace(copy.path.name, said["name"])) from None
            book.finish()
            report = _report(con, outcome, said["name"], is_dry=dry_run)
            if not dry_run and _is_news(outcome):
                # From here on the ledger may name the copy, whatever happens to us.
                copy.is_needed = True
                try:
                    self.acknowledge(con, fact)
                except ClubError:
                    self._ledger.refresh()
                    copy.is_needed = self._ledger.last >= fact.seq
                    raise
        return report


def _readable(name: str) -> str:
    """A file's name; bytes in it that are no UTF-8 become question marks."""
    return name.encode(errors="replace").decode()


@dataclass(slots=True)
class _Copy:
    path: Path
    is_needed: bool = False


@contextlib.contextmanager
def _copy(
    folder: Path, pieces: Iterator[bytes], *, is_kept: bool
) -> Iterator[tuple[_Copy, str, int]]:
    """The bytes in a file of their own, which goes again unless it turns out to be needed."""
    if not is_kept:
        with tempfile.TemporaryDirectory() as scratch:
            (Path(scratch) / "sources").mkdir()
            sha, size, _ = keep_source(Path(scratch), pieces)
            yield _Copy(Path(scratch) / "sources" / sha), sha, size
        return
    sha, size, is_new = keep_source(folder, pieces)
    copy = _Copy(folder / "sources" / sha)
    try:
        yield copy, sha, size
    finally:
        if is_new and not copy.is_needed:
            copy.path.unlink(missing_ok=True)


def _is_news(outcome: Outcome) -> bool:
    """Whether a file told the club anything; one that yields no hand is not imported."""
    taken = outcome.taken
    return bool(len(taken.touched) or outcome.games or outcome.quarantined or outcome.changed)


def _report(con: Connection, outcome: Outcome, name: str, *, is_dry: bool) -> ImportReport:
    taken, readings = outcome.taken, outcome.readings
    preview = ask(
        con,
        "select hex_id(hand.hand_id) as id, hand.* exclude (hand_id), "
        "replay.* exclude (hand_id, source_id, status), replay.status as came_to, "
        "score.* exclude (hand_id, rules_id, books, made, points_ns, points_ew, score_ns, score_ew)"
        ", score.books as scored_books, score.made as scored_made, "
        "score.points_ns as scored_ns, score.points_ew as scored_ew, "
        "score.score_ns as running_ns, score.score_ew as running_ew "
        "from (from hand where rowid in "
        "(select hand.rowid from hand semi join shown using (hand_id))) as hand "
        "left join (from replay semi join shown using (hand_id)) as replay using (hand_id) "
        "left join (from score semi join shown using (hand_id)) as score using (hand_id) "
        "where state = 'current' order by place_seq, place_line",
        shown=pl.DataFrame({"hand_id": taken.touched[:SHOWN]}),
    )
    return ImportReport(
        name=name,
        format=outcome.format,
        stored=taken.stored,
        already_there=taken.already_there,
        superseded=taken.superseded,
        conflicts=taken.conflicts,
        games=outcome.games,
        quarantined=tuple(
            replace(one, file=name) for reading in readings for one in reading.quarantined
        ),
        remarks=tuple(one for reading in readings for one in reading.notes),
        questions=tuple(
            {one.key: one for reading in readings for one in reading.questions}.values()
        ),
        preview=preview,
        is_dry=is_dry,
    )
