"""An import: the records of a file, read again from the club's own copy, into the tables."""

import hashlib
import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from recorder.formats import GAMES, Reading, iter_read
from recorder.ledger import Fact
from recorder.scorebook.about_people import know_names
from recorder.scorebook.book import Book, Outcome
from recorder.scorebook.file import Connection, ask, first
from recorder.scorebook.intake import Bools, Ids, insert, placed, take
from recorder.scorebook.standing import PART, House, Standing, place, stand

__all__ = ["import_file"]

CHUNK = 32 << 20
"""Bytes of a big file that are read at once."""

AHEAD = 2
"""Parts that wait between one thread and the next, as one part takes longer than another."""


def import_file(book: Book, fact: Fact) -> Outcome:
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
    readings = (
        replace(reading, hands=placed(con, reading.hands))
        for reading in iter_read(path, CHUNK, format=body.get("format"), dialect=dialect)
    )
    done = 0
    with ThreadPoolExecutor(1) as judge:
        whole_series = _WholeSeries(book, body, judge)
        for reading in ahead(readings):
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
        whole_series.finish()
    if known is not None:
        outcome.changed |= outcome.quarantined != out_before
    book.touch(whole_series.left(outcome.taken.touched))
    con.execute("update source set format = $1 where source_id = $2", [outcome.format, source_id])
    _take_growth(book, path, fact, outcome)
    if body.get("mends"):
        con.execute(
            "update quarantine set mended = $1 where line = $2 and source_id in "
            "(select source_id from source where sha256 = $3)",
            [fact.seq, body["mends"]["line"], body["mends"]["source"]],
        )
        outcome.changed = True
    return outcome


def ahead(readings: Iterator[Reading]) -> Iterator[Reading]:
    """The readings, the next ones being read while this one is worked on."""
    with ThreadPoolExecutor(1) as reader:
        coming = deque(reader.submit(next, readings, None) for _ in range(AHEAD))
        while (reading := coming.popleft().result()) is not None:
            coming.append(reader.submit(next, readings, None))
            yield reading


def _parts(reading: Reading) -> dict[str, Any]:
    return {name: getattr(reading, name) for name in reading.__dataclass_fields__}


class _WholeSeries:
    """Judges new hands of a big file as they come in, those whose series is all there.

    A series that was met before, here or in the scorebook, is left for `Book.flush`. One part is
    judged in a thread of its own while the next one is taken in; the series it breaks off in waits
    for that one.
    """

    MANY = 10_000

    def __init__(self, book: Book, body: Mapping[str, Any], judge: Executor) -> None:
        self._book, self._body, self._judge = book, body, judge
        self._met: list[Ids] = []
        self._stood: list[pl.DataFrame] = []
        self._held: list[pl.DataFrame] = []
        self._house: House | None = None
        self._coming: deque[Future[Standing | None]] = deque()

    def add(self, rows: pl.DataFrame, is_new: Bools) -> None:
        if self._house is None:
            if rows.height < self.MANY:
                return
            self._book.flush()
            self._house = self._book.house()
            known = ask(self._book.con, "select distinct series_id from replay")
            self._met.append(known["series_id"].to_numpy())
        rows = rows.with_columns(origin_is_file=pl.lit(value=True), is_new=pl.Series(is_new))
        self._coming.append(self._judge.submit(self._of_part, rows, self._house))
        while self._coming and (len(self._coming) > AHEAD or self._coming[0].done()):
            self._write_next()

    def finish(self) -> None:
        """Wait for the parts that are being judged, and judge what the last one broke off in."""
        if self._house:
            self._coming.append(self._judge.submit(self._of_held, self._house))
        while self._coming:
            self._write_next()

    def _write_next(self) -> None:
        standing = self._coming.popleft().result()
        if standing:
            standing.write(self._book.con)

    def _of_part(self, rows: pl.DataFrame, house: House) -> Standing | None:
        frame = pl.concat([*self._held, place(self._book.con, rows)])
        others = np.flatnonzero(frame["series_id"].to_numpy() != frame["series_id"][-1])
        end = int(others[-1]) + 1 if len(others) else frame.height
        self._held = [frame[end:]]
        return self._of(frame[:end], house)

    def _of_held(self, house: House) -> Standing | None:
        return self._of(pl.concat(self._held), house)

    def _of(self, frame: pl.DataFrame, house: House) -> Standing | None:
        series = frame["series_id"].to_numpy()
        met = np.concatenate(self._met)
        again = np.unique(series[np.isin(series, met) | ~frame["is_new"].to_numpy()])
        self._met.append(np.unique(series))
        fresh = frame.filter(pl.Series(~np.isin(series, again))) if len(again) else frame
        if not fresh.height:
            return None
        fresh = fresh.with_columns(
            file=pl.lit(self._body["name"]),
            said_at_import=pl.lit(self._body.get("rules"), pl.String),
            sha256=pl.lit(self._body["source"]),
            is_settled=pl.lit(value=False),
        )
        self._stood.append(fresh.select("hand_id", "series_id"))
        return stand(self._book.con, house, fresh)

    def left(self, hand_ids: Ids) -> Ids:
        """Those of some hands that need another look."""
        if not self._stood:
            return hand_ids
        met, times = np.unique(np.concatenate(self._met), return_counts=True)
        stood = pl.concat(self._stood)
        if (times > 1).any():
            once = pl.Series(met[times == 1])
            stood = stood.filter(pl.col("series_id").is_in(once.implode()))
        hands = pl.Series(hand_ids)
        return hands.filter(~hands.is_in(stood["hand_id"].implode())).to_numpy()


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


def _take_growth(book: Book, path: Path, fact: Fact, outcome: Outcome) -> None:
    """What the end of a shorter file looked like does not hold, now that the file has grown.

    A hand that broke off has been read; one that was stored half typed is void, and counts as
    superseded.
    """
    con = book.con
    for source_id in _shorter(con, path, fact.body["size"]):
        con.execute(
            "update quarantine set mended = $1 where source_id = $2 and mended is null and (code = "
            "'cut_off' or exists (from hand where hand.source_id = $1 and hand.line = start))",
            [fact.seq, source_id],
        )
        half_typed = con.execute(
            """with last as (
                from hand where source_id = $2 and origin = 'import' qualify row_number() over
                (order by line desc) = 1)
            update hand set state = 'void' from last where hand.hand_id = last.hand_id
                and last.state = 'current'
                and (select count(*) from hand where hand_id = last.hand_id) = 1
                and exists (from hand now where now.source_id = $1
                    and now.line = last.line and now.hand_id <> last.hand_id)
            returning hand.hand_id""",
            [fact.seq, source_id],
        ).fetchall()
        book.touch(hand_id for (hand_id,) in half_typed)
        outcome.taken.superseded += len(half_typed)


def _shorter(con: Connection, path: Path, size: int) -> list[int]:
    """The sources that are the beginning of a file."""
    known = con.execute(
        "select size, sha256, source_id from source where size < $1 order by size", [size]
    ).fetchall()
    found, digest, at = [], hashlib.sha256(), 0
    with path.open("rb") as file:
        for end, sha256, source_id in known:
            while at < end:
                piece = file.read(min(end - at, CHUNK))
                digest.update(piece)
                at += len(piece)
            if digest.hexdigest() == sha256:
                found.append(source_id)
    return found


def _take_remarks(con: Connection, reading: Reading, source_id: int) -> None:
    if reading.notes:
        rows = [(source_id, one.line, one.code, one.message) for one in reading.notes]
        schema = {"source_id": pl.UInt32, "line": pl.Int64, "code": pl.String, "message": pl.String}
        insert(con, "remark", pl.DataFrame(rows, schema=schema, orient="row"))
