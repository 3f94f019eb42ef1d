"""One fact of the ledger after another into the scorebook.

Every function here depends on the facts before it and on nothing else: no clock, no chance, no
order of threads. That is what lets a scorebook be thrown away.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from recorder.formats import GAMES, Reading
from recorder.formats.bulk import iter_read
from recorder.hand import HandRecord, frame_of
from recorder.ledger import Fact
from recorder.rules import load_rules
from recorder.scorebook.file import Connection, ask, first, lent
from recorder.scorebook.intake import Ids, Taken, ids_of, insert, load_stories, save_stories, take
from recorder.scorebook.standing import PART, House, house_of, know_rules, place, refresh, stand

__all__ = ["Book", "Outcome", "batches", "entries"]


CHUNK = 64 << 20
"""Bytes of a big file that are read at once."""


@dataclass(slots=True)
class Outcome:
    """What a fact changed, and what a reader said on the way."""

    taken: Taken = field(default_factory=Taken)
    games: int = 0
    format: str | None = None
    readings: list[Reading] = field(default_factory=list)
    """Without their hands."""
    quarantined: int = 0
    """Hands set aside that were not set aside before."""
    changed: bool = False
    """Something beside hands changed."""


@dataclass(slots=True)
class Book:
    """A scorebook open for writing, and the hands that wait to be judged again."""

    con: Connection
    folder: Path
    rules: str
    """The club's own."""
    waiting: list[Ids] = field(default_factory=list)
    source: Path | None = None
    """Where the file lies that is being imported, if it is not in the club yet."""
    progress: Callable[[int], None] | None = None
    """Told the number of hands done, now and then."""

    def house(self) -> House:
        return house_of(self.con, self.rules)

    def touch(self, hands: Ids | Iterable[int]) -> None:
        ids = np.fromiter(hands, np.uint64) if not isinstance(hands, np.ndarray) else hands
        if len(ids):
            self.waiting.append(ids)

    def flush(self) -> None:
        """Judge what waits."""
        if self.waiting:
            refresh(self.con, self.house(), np.concatenate(self.waiting))
            self.waiting = []

    def finish(self) -> None:
        """Judge what waits, and bring the small tables into step."""
        self.flush()
        con = self.con
        con.execute(
            "delete from rule_set where rules_id not in (select rules_id from replay "
            "union select rules_id from saved_rules)"
        )
        con.execute(
            "update rule_set set name = coalesce((select last(saved.name order by saved.seq) "
            "from saved_rules saved where saved.rules_id = rule_set.rules_id), spec)"
        )

    def apply(self, fact: Fact) -> Outcome:
        """Bring one fact into the tables; the hands it touches wait for `flush`."""
        return _APPLY[fact.kind](self, fact) if fact.kind in _APPLY else Outcome()


def hand_named(con: Connection, body: Mapping[str, Any]) -> int | None:
    """The hand that a fact is about, by its id or, after a better reader, by its place."""
    hand_id = int(body["hand"], 16)
    if first(con, "select 1 from hand where hand_id = $1 limit 1", [hand_id]):
        return hand_id
    if body.get("source") is None:
        return None
    found = first(
        con,
        "select hand_id from hand join source using (source_id) "
        "where sha256 = $1 and line = $2 order by hand_id limit 1",
        [body["source"], body.get("line")],
    )
    return None if found is None else int(found[0])


# An import.


def _import(book: Book, fact: Fact) -> Outcome:
    con, body = book.con, fact.body
    outcome = Outcome()
    dialect = body.get("dialect") or None
    known = first(con, "select source_id, rules from source where sha256 = $1", [body["source"]])
    source_id = fact.seq if known is None else int(known[0])
    if known is not None and body.get("rules") is not None and known[1] != body["rules"]:
        con.execute("update source set rules = $1 where source_id = $2", [body["rules"], source_id])
        told = con.execute("select hand_id from hand where source_id = $1", [source_id]).fetchall()
        book.touch(row[0] for row in told)
        outcome.changed = True
    if known is None:
        con.execute(
            "insert into source values ($1, $2, $3, null, $4, $5, $6, $7, $8)",
            [
                *(source_id, body["source"], body["name"], body["size"], body.get("rules")),
                *(json.dumps(dialect) if dialect else None, fact.moment, fact.by),
            ],
        )
    path = book.source or book.folder / "sources" / body["source"]
    out_before = _forget_quarantine(con, source_id)
    chunks = iter_read(path, CHUNK, format=body.get("format"), dialect=dialect)
    done = 0
    whole_series = _WholeSeries(book, source_id, body)
    for reading in ahead(chunks):
        outcome.format = reading.format
        for start in range(0, reading.hands.height, PART):
            frame = reading.hands[start : start + PART].with_columns(
                seq=pl.lit(fact.seq, pl.UInt32)
            )
            rows, is_new = take(con, frame, outcome.taken, source_id=source_id)
            know_names(con, rows)
            whole_series.add(rows, is_new)
            done += rows.height
            if book.progress:
                book.progress(done)
        outcome.games += _take_games(con, reading.games, source_id)
        outcome.quarantined += _take_quarantined(con, reading, source_id)
        _take_remarks(con, reading, source_id)
        outcome.readings.append(Reading(**{**_parts(reading), "hands": reading.hands.clear()}))
    if known is not None:
        outcome.changed |= outcome.quarantined != out_before
    book.touch(outcome.taken.touched[~np.isin(outcome.taken.touched, whole_series.stood())])
    con.execute("update source set format = $1 where source_id = $2", [outcome.format, source_id])
    _mend_cut_off(book, path, fact)
    if body.get("mends"):
        con.execute(
            "update quarantine set mended = $1 where line = $2 and source_id in "
            "(select source_id from source where sha256 = $3)",
            [fact.seq, body["mends"]["line"], body["mends"]["source"]],
        )
        outcome.changed = True
    return outcome


def ahead(readings: Iterator[Reading]) -> Iterator[Reading]:
    """The readings, the next one being read while this one is worked on."""
    with ThreadPoolExecutor(1) as reader:
        coming = reader.submit(next, readings, None)
        while (reading := coming.result()) is not None:
            coming = reader.submit(next, readings, None)
            yield reading


def _parts(reading: Reading) -> dict[str, Any]:
    return {name: getattr(reading, name) for name in reading.__dataclass_fields__}


class _WholeSeries:
    """Judges new hands of a big file as they come in, those whose series is all there.

    A series that was met before, here or in the scorebook, is left for `Book.flush`.
    """

    MANY = 10_000

    def __init__(self, book: Book, source_id: int, body: Mapping[str, Any]) -> None:
        self._book, self._source_id, self._body = book, source_id, body
        self._met: list[Ids] = []
        self._stood: list[pl.DataFrame] = []
        self._house: House | None = None

    def add(self, rows: pl.DataFrame, is_new: np.ndarray[Any, np.dtype[np.bool_]]) -> None:
        if self._house is None:
            if rows.height < self.MANY:
                return
            self._book.flush()
            self._house = self._book.house()
            known = ask(self._book.con, "select distinct series_id from replay")
            self._met.append(known["series_id"].to_numpy())
        con = self._book.con
        frame = place(con, rows.with_columns(origin_is_file=pl.lit(value=True)))
        series = frame["series_id"].to_numpy()
        met = np.concatenate(self._met)
        again = np.unique(series[np.isin(series, met) | ~is_new])
        self._met.append(np.unique(series))
        fresh = frame.filter(pl.Series(~np.isin(series, again)))
        if not fresh.height:
            return
        fresh = fresh.with_columns(
            file=pl.lit(self._body["name"]),
            said_at_import=pl.lit(self._body.get("rules"), pl.String),
            sha256=pl.lit(self._body["source"]),
            is_settled=pl.lit(value=False),
        )
        stand(con, self._house, fresh)
        self._stood.append(fresh.select("hand_id", "series_id"))

    def stood(self) -> Ids:
        """The hands that need no second look."""
        if not self._stood:
            return np.empty(0, np.uint64)
        met, again = np.unique(np.concatenate(self._met), return_counts=True)
        hands = pl.concat(self._stood)
        series = hands["series_id"].to_numpy()
        return hands["hand_id"].to_numpy()[np.isin(series, met[again == 1])]


def _take_games(con: Connection, games: pl.DataFrame, source_id: int) -> int:
    """Rows of a game sheet that are not there yet; equal rows count."""
    if games.is_empty():
        return 0
    columns = ", ".join(f'"{name}"' for name in GAMES if name not in ("file", "line"))
    rows = ask(
        con,
        f"""
        with mine as (
            select *, row_number() over (partition by {columns} order by line) as nth from sheet),
        theirs as (
            select {columns}, max(n) as n from (
                select {columns}, source_id, count(*) as n from game_sheet group by all)
            group by all)
        select {columns}, line from mine
        where not exists (from theirs where theirs.n >= mine.nth and {_same(GAMES)})
        order by line
    """,
        sheet=games,
    )
    if rows.height:
        insert(con, "game_sheet", rows.with_columns(source_id=pl.lit(source_id, pl.UInt32)))
    return rows.height


def _same(columns: Iterable[str]) -> str:
    return " and ".join(
        f'mine."{name}" is not distinct from theirs."{name}"'
        for name in columns
        if name not in ("file", "line")
    )


def _take_quarantined(con: Connection, reading: Reading, source_id: int) -> int:
    """Hands set aside that are not there yet: the same text is the same hand."""
    if not reading.quarantined:
        return 0
    rows = pl.DataFrame(
        [
            (source_id, one.line, one.column, one.start, one.code, one.reason, one.raw)
            for one in reading.quarantined
        ],
        schema={
            "source_id": pl.UInt32,
            "line": pl.Int64,
            "column": pl.Int32,
            "start": pl.Int64,
            "code": pl.String,
            "reason": pl.String,
            "raw": pl.String,
        },
        orient="row",
    )
    new = ask(
        con,
        "select * from out where not exists "
        "(from quarantine q where q.raw = out.raw and q.code = out.code)",
        out=rows,
    )
    if new.height:
        insert(con, "quarantine", new)
    return new.height


def _forget_quarantine(con: Connection, source_id: int) -> int:
    """Make room for another reading of a file; returns how many of its hands were out."""
    con.execute("delete from remark where source_id = $1", [source_id])
    gone = first(con, "delete from quarantine where source_id = $1", [source_id])
    return int(gone[0]) if gone else 0


def _mend_cut_off(book: Book, path: Path, fact: Fact) -> None:
    """A hand that broke off at the end of a file has been read, now that the file has grown."""
    shorter = book.con.execute(
        "select distinct sha256, size from source join quarantine using (source_id) "
        "where code = 'cut_off' and mended is null and size < $1",
        [fact.body["size"]],
    ).fetchall()
    for sha, size in shorter:
        with path.open("rb") as file:
            if hashlib.sha256(file.read(size)).hexdigest() != sha:
                continue
        book.con.execute(
            "update quarantine set mended = $1 where code = 'cut_off' and source_id in "
            "(select source_id from source where sha256 = $2)",
            [fact.seq, sha],
        )


def _take_remarks(con: Connection, reading: Reading, source_id: int) -> None:
    if reading.notes:
        rows = [(source_id, one.line, one.code, one.message) for one in reading.notes]
        schema = {"source_id": pl.UInt32, "line": pl.Int64, "code": pl.String, "message": pl.String}
        insert(con, "remark", pl.DataFrame(rows, schema=schema, orient="row"))


# A hand, and what people say about it.


def _entry(book: Book, fact: Fact) -> Outcome:
    return entries(book, [fact])


def entries(book: Book, facts: list[Fact]) -> Outcome:
    """Hands entered one by one; many at once where a ledger is read again."""
    outcome = Outcome()
    frame = frame_of(HandRecord(**fact.body["record"]) for fact in facts).with_columns(
        seq=pl.Series([fact.seq for fact in facts], dtype=pl.UInt32)
    )
    rows, _ = take(book.con, frame, outcome.taken, source_id=None)
    know_names(book.con, rows)
    book.touch(outcome.taken.touched)
    return outcome


def _of_hand(change: Callable[[Book, Fact, int], None]) -> Callable[[Book, Fact], Outcome]:
    """A fact about one hand; where the hand cannot be found, that is kept as a remark."""

    def apply(book: Book, fact: Fact) -> Outcome:
        hand_id = hand_named(book.con, fact.body)
        if hand_id is None:
            book.con.execute(
                "insert into remark values (null, null, 'lost_hand', $1)",
                [
                    f"ledger fact {fact.seq} ({fact.kind}) is about hand {fact.body['hand']}, "
                    "which no file holds any more"
                ],
            )
            return Outcome(changed=True)
        change(book, fact, hand_id)
        return Outcome(changed=True)

    return apply


def _correct(book: Book, fact: Fact, hand_id: int) -> None:
    ids = np.array([hand_id], np.uint64)
    story = load_stories(book.con, ids)[hand_id]
    before = story.standing
    for name, value in fact.body["set"].items():
        book.con.execute(
            "insert into correction values ($1, $2, $3, $4, $5, $6, $7, true)",
            [
                *(hand_id, fact.seq, fact.moment, fact.by, name),
                *(json.dumps(before[name]), json.dumps(value)),
            ],
        )
        story.corrections.append((name, value))
    story.restate(fact.seq)
    save_stories(book.con, [story])
    know_names(book.con, pl.DataFrame([story.standing], schema=_NAMES, orient="row"))
    book.touch(ids)


def _void(book: Book, fact: Fact, hand_id: int) -> None:
    ids = np.array([hand_id], np.uint64)
    story = load_stories(book.con, ids)[hand_id]
    story.void(on=fact.kind == "void")
    save_stories(book.con, [story])
    book.touch(ids)


def _settle(book: Book, fact: Fact, hand_id: int) -> None:
    """One record was chosen among contradicting ones, or what stands was accepted as it is."""
    con, ids = book.con, np.array([hand_id], np.uint64)
    record = fact.body.get("record")
    if record is not None:
        story = load_stories(con, ids)[hand_id]
        if any(row["record_id"] == int(record, 16) for row in story.rows):
            story.settle(int(record, 16), fact.seq)
            con.execute("update correction set holds = false where hand_id = $1", [hand_id])
            save_stories(con, [story])
    con.execute("delete from settled where hand_id = $1", [hand_id])
    con.execute(
        "insert into settled select hand_id, record_id, $1 from hand_record "
        "where hand_id = $2 and state in ('current', 'void')",
        [fact.seq, hand_id],
    )
    book.touch(ids)


def _note(book: Book, fact: Fact, hand_id: int) -> None:
    row = [hand_id, fact.seq, fact.moment, fact.by, fact.body["text"]]
    book.con.execute("insert into note values ($1, $2, $3, $4, $5)", row)


def _tag(book: Book, fact: Fact, hand_id: int) -> None:
    tag = fact.body["tag"]
    book.con.execute("delete from tagged where hand_id = $1 and tag = $2", [hand_id, tag])
    row = [hand_id, tag, fact.body["on"], fact.seq]
    book.con.execute("insert into tagged values ($1, $2, $3, $4)", row)


# Rules, and how to read files.


def _save_rules(book: Book, fact: Fact) -> Outcome:
    con, name = book.con, fact.body["name"]
    chosen = load_rules(fact.body["spec"])
    con.execute("delete from saved_rules where name = $1", [name])
    con.execute(
        "insert into saved_rules values ($1, $2, $3, $4)",
        [name, chosen.rules.hash, fact.body["spec"], fact.seq],
    )
    know_rules(con, [chosen.rules])
    told = con.execute(
        "select hand_id from hand left join source using (source_id) where state = 'current' and "
        "(split_part(coalesce(hand.rules, source.rules, $2), ',', 1) = $1 "
        "or exists (from assigned where split_part(assigned.rules, ',', 1) = $1))",
        [name, book.rules],
    ).fetchall()
    book.touch(row[0] for row in told)
    return Outcome(changed=True)


def _assign_rules(book: Book, fact: Fact) -> Outcome:
    book.flush()
    scope, value = fact.body["scope"], fact.body["value"]
    book.con.execute(
        "insert into assigned values ($1, $2, $3, $4)", [fact.seq, scope, value, fact.body["rules"]]
    )
    where = {
        "evening": "evening::varchar = $1",
        "source": "source_id in (select source_id from source where sha256 = $1)",
        "series": "hex_id(series_id) = $1",
        "hand": "hex_id(hand_id) = $1",
    }[scope]
    told = book.con.execute(f"select hand_id from replay where {where}", [value]).fetchall()
    book.touch(row[0] for row in told)
    return Outcome(changed=True)


def _dialect(book: Book, fact: Fact) -> Outcome:
    for key, choice in fact.body["answers"].items():
        book.con.execute("delete from dialect where key = $1", [key])
        book.con.execute("insert into dialect values ($1, $2, $3)", [key, choice, fact.seq])
    return Outcome(changed=True)


# People.

_NAMES = {f"player_{seat}": pl.String for seat in "nesw"}


def know_names(con: Connection, rows: pl.DataFrame) -> None:
    """Let every name that was written down stand for a person of its own until somebody says."""
    names = pl.concat([rows[name].unique() for name in _NAMES]).drop_nulls().unique().sort()
    new = ask(
        con,
        "select name from written anti join (from alias where scope is null) using (name)",
        written=pl.DataFrame({"name": names}),
    )
    if new.height:
        keys = [f"person\x1f{name}" for name in new["name"]]
        people = new.with_columns(person_id=ids_of(con, pl.Series(keys)))
        insert(con, "alias", people)
        with lent(con, people=people):
            con.execute(
                "insert into person select person_id, name, name, false from people "
                "anti join person using (person_id)"
            )


def person(con: Connection, key: str) -> int:
    """The person known by `key`; a new one if there is none."""
    person_id = int(ids_of(con, pl.Series([f"person\x1f{key}"]))[0])
    if not first(con, "select 1 from person where person_id = $1", [person_id]):
        con.execute("insert into person values ($1, $2, $2, false)", [person_id, key])
    return person_id


def _alias(book: Book, fact: Fact) -> Outcome:
    con, body = book.con, fact.body
    scope, value = body.get("scope"), body.get("value")
    con.execute(
        "delete from alias where name = $1 and scope is not distinct from $2 "
        "and value is not distinct from $3",
        [body["name"], scope, value],
    )
    is_said = fact.kind == "alias"
    if is_said or scope is None:
        known_by = body["person"] if is_said else body["name"]
        con.execute(
            "insert into alias values ($1, $2, $3, $4, $5)",
            [body["name"], scope, value, person(con, known_by), fact.seq if is_said else None],
        )
    return Outcome(changed=True)


def _person(book: Book, fact: Fact) -> Outcome:
    """A person's shown name, or whether they are a guest."""
    person_id = person(book.con, fact.body["person"])
    for name in ("name", "guest"):
        if name in fact.body:
            book.con.execute(
                f"update person set {name} = $1 where person_id = $2", [fact.body[name], person_id]
            )
    return Outcome(changed=True)


_APPLY: dict[str, Callable[[Book, Fact], Outcome]] = {
    "import": _import,
    "hand": _entry,
    "correct": _of_hand(_correct),
    "void": _of_hand(_void),
    "unvoid": _of_hand(_void),
    "settle": _of_hand(_settle),
    "note": _of_hand(_note),
    "tag": _of_hand(_tag),
    "rules": _save_rules,
    "assign_rules": _assign_rules,
    "dialect": _dialect,
    "alias": _alias,
    "unalias": _alias,
    "person": _person,
}


def batches(facts: Iterable[Fact]) -> Iterator[list[Fact]]:
    """The facts in order; hands entered one after another come together."""
    run: list[Fact] = []
    for fact in facts:
        if fact.kind != "hand" and run:
            yield run
            run = []
        run.append(fact)
        if fact.kind != "hand":
            yield run
            run = []
    if run:
        yield run
