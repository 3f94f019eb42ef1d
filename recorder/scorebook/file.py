"""The scorebook: one DuckDB file computed from a club's ledger and sources, disposable at any time.

DuckDB lets one process hold a file for writing, and nobody read it meanwhile. So it is opened for
a moment only, tried again while somebody else has it, and whoever that is gets named.
"""

import contextlib
import functools
import hashlib
import random
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import polars as pl

from recorder.errors import ClubError

__all__ = [
    "Connection",
    "ask",
    "create",
    "differences",
    "door",
    "engine",
    "first",
    "lent",
    "meta",
    "opened",
    "replace_scorebook",
    "write_meta",
]

Connection = duckdb.DuckDBPyConnection

_HERE = Path(__file__).parents[1]
WAIT = 60.0
"""Seconds to try for a file that another process holds."""

WRITER_MEMORY = "400MB"
"""What DuckDB may take while a file comes in; beyond it goes to the disk. Reading has no limit."""

COMPARE_MEMORY = "1GB"
"""The same while two scorebooks are compared row by row."""

_DOORS: dict[Path, threading.RLock] = {}
_DOORS_GUARD = threading.Lock()


@functools.cache
def engine() -> str:
    """A digest of the code and the schema that make a scorebook: another one makes it anew."""
    digest = hashlib.sha256(duckdb.__version__.encode())
    for path in sorted([*_HERE.rglob("*.py"), _HERE / "schema.sql"]):
        if "cli" not in path.relative_to(_HERE).parts:
            digest.update(path.read_bytes())
    return digest.hexdigest()


def door(path: Path) -> threading.RLock:
    """The lock that threads of this process share for one club."""
    with _DOORS_GUARD:
        return _DOORS.setdefault(path.resolve(), threading.RLock())


@contextlib.contextmanager
def opened(path: Path, *, read_only: bool, wait: float = WAIT) -> Iterator[Connection]:
    """A connection to the file for as long as the block runs."""
    end, pause = time.monotonic() + wait, 0.005
    with door(path.parent):
        while True:
            try:
                con = duckdb.connect(path, read_only=read_only)
                if not read_only:
                    con.execute(f"set memory_limit = '{WRITER_MEMORY}'")
                    # Rows that two threads append are handed over twice.
                    con.execute("set threads = 1")
                break
            except duckdb.IOException as error:
                if "lock" not in str(error):
                    raise
                if time.monotonic() > end:
                    holder = re.search(r"PID (\d+)", str(error))
                    who = f"process {holder[1]}" if holder else "another process"
                    raise ClubError(
                        f"the scorebook of {path.parent.name!r} is busy: {who} holds it"
                    ) from None
            time.sleep(pause * random.uniform(0.5, 1.5))
            pause = min(pause * 1.5, 0.25)
        try:
            yield con
        finally:
            con.close()


def create(con: Connection) -> None:
    """The empty tables."""
    con.execute((_HERE / "schema.sql").read_text(encoding="utf-8"))


def replace_scorebook(path: Path, draft: Path) -> None:
    """Put a finished scorebook in the place of `path`."""
    # What the old file had not yet taken in from its log must never be played into the new one.
    path.with_name(path.name + ".wal").unlink(missing_ok=True)
    draft.replace(path)


def first(con: Connection, sql: str, params: Any = None) -> tuple[Any, ...] | None:
    """The first row of an answer, and the answer finished with."""
    rows = con.execute(sql, params).fetchall()
    return tuple(rows[0]) if rows else None


class _Loan:
    """A frame that can be taken back: DuckDB holds what it was lent until its transaction ends."""

    def __init__(self, frame: pl.DataFrame) -> None:
        self.frame: pl.DataFrame | None = frame

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        assert self.frame is not None, "the loan is over"
        return self.frame.__arrow_c_stream__(requested_schema)


@contextlib.contextmanager
def lent(con: Connection, **frames: pl.DataFrame) -> Iterator[None]:
    """Let DuckDB read some frames by name for as long as the block runs."""
    loans = {name: _Loan(frame) for name, frame in frames.items()}
    for name, loan in loans.items():
        con.register(name, loan)
    try:
        yield
    finally:
        for name, loan in loans.items():
            con.unregister(name)
            loan.frame = None


def ask(con: Connection, sql: str, params: Any = None, **frames: pl.DataFrame) -> pl.DataFrame:
    """The answer as a frame; the question may name the frames lent to it."""
    with lent(con, **frames):
        answer: pl.DataFrame = con.sql(sql, params=params).pl()
    return answer


def meta(con: Connection) -> dict[str, str]:
    return dict(con.execute("select key, value from meta").fetchall())


def write_meta(con: Connection, **values: str) -> None:
    for key, value in values.items():
        con.execute("delete from meta where key = $1", [key])
        con.execute("insert into meta values ($1, $2)", [key, value])


def differences(kept: Path, rebuilt: Path, limit: int = 5) -> list[str]:
    """What two scorebooks do not have in common, row by row; empty when they are equal."""
    found = []
    with opened(rebuilt, read_only=True) as con:
        con.execute(f"set memory_limit = '{COMPARE_MEMORY}'")
        con.execute(f"attach '{str(kept).replace(chr(39), chr(39) * 2)}' as kept (read_only)")
        (here,) = con.execute("select current_database()").fetchall()[0]
        for table in tables_of(con, here):
            for one, other, where in (
                ("kept", f'"{here}"', "the kept scorebook"),
                (f'"{here}"', "kept", "the rebuilt one"),
            ):
                rows = con.execute(
                    f"from {one}.main.{table} except all from {other}.main.{table} limit {limit}"
                ).fetchall()
                found += [f"{table}: only {where} has {row}" for row in rows]
    return found


def tables_of(con: Connection, database: str) -> list[str]:
    rows = con.execute(
        "select table_name from duckdb_tables() where database_name = $1 order by 1", [database]
    ).fetchall()
    return [name for (name,) in rows]
