"""Records into the table `hand`: which hand each one is, and whether it is new.

Ids are the first 64 bits of an MD5, worked out inside DuckDB for whole columns at once.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import polars as pl

from recorder.hand import FACTS
from recorder.scorebook.file import Connection, ask, lent
from recorder.scorebook.versions import Row, Story, stories

__all__ = ["HAND", "Taken", "ids_of", "load_stories", "save_stories", "take"]

Ids = npt.NDArray[np.uint64]

HAND: tuple[str, ...] = (
    *("hand_id", "record_id", "state", "origin", "seq"),
    *("source_id", "line", "place_seq", "place_line"),
    *FACTS,
)
"""The columns of the table `hand`, in its order."""


_HAND_COLUMNS = ", ".join(f'"{name}"' for name in HAND)


def _text(*columns: str) -> str:
    parts = ", ".join(f"coalesce(\"{name}\"::varchar, '')" for name in columns)
    return f"concat_ws(chr(31), {parts})"


_RECORD = f"md5_number_upper({_text(*FACTS)})"

_PLACED = (
    'date is not null and coalesce(game, "table") is not null and hand is not null '
    "and player_n is not null and player_e is not null "
    "and player_s is not null and player_w is not null"
)
_PLACE = f"""
    case when site is not null then md5_number_upper(concat_ws(chr(31), 'site', site))
    when {_PLACED} then md5_number_upper(concat_ws(chr(31), 'place', left(date, 10),
        coalesce(game, "table"), {_text("hand", "player_n", "player_e", "player_s", "player_w")}))
    end"""
"""What a record says about where it belongs; NULL where it does not."""


@dataclass(slots=True)
class Taken:
    """What became of the records of one fact."""

    stored: int = 0
    already_there: int = 0
    superseded: int = 0
    conflicts: int = 0
    hands: list[Ids] = field(default_factory=list)
    """The hands that are new or changed."""
    last: int = 0
    """The hand of the last record."""
    contents: dict[int, int] = field(default_factory=dict)
    """How often each record without a place was met so far in the file."""

    def count(self, verdict: str) -> None:
        setattr(self, verdict, getattr(self, verdict) + 1)

    @property
    def touched(self) -> Ids:
        return np.concatenate(self.hands) if self.hands else np.empty(0, np.uint64)


def ids_of(con: Connection, texts: pl.Series) -> pl.Series:
    """The id of each text."""
    frame = pl.DataFrame({"text": texts})
    return ask(con, "select md5_number_upper(text) as id from texts", texts=frame)["id"]


def take(
    con: Connection, frame: pl.DataFrame, taken: Taken, *, source_id: int | None
) -> tuple[pl.DataFrame, npt.NDArray[np.bool_]]:
    """Take in the records of `frame`: FACTS, `line` and `seq`, the fact that brings them.

    Returns the rows as they stand in `hand`, and which of them are new hands.
    """
    ids = _identified(con, frame, taken, is_entry=source_id is None)
    taken.last = ids["hand_id"][-1]
    known = _known(con, ids)
    is_known = (
        ids.select(
            pl.struct("hand_id", "record_id").is_in(
                known.select(both=pl.struct(pl.all()))["both"].implode()
            )
        )
        .to_series()
        .to_numpy()
        if known.height
        else np.zeros(ids.height, np.bool_)
    )
    is_new = (
        ~ids["hand_id"].is_in(known["hand_id"].implode()) & ids["hand_id"].is_first_distinct()
    ).to_numpy()
    rows = frame.select(
        hand_id=ids["hand_id"],
        record_id=ids["record_id"],
        state=pl.lit("current"),
        origin=pl.lit("entry" if source_id is None else "import"),
        seq=pl.col("seq"),
        source_id=pl.lit(source_id, pl.UInt32),
        line=pl.col("line"),
        place_seq=pl.col("seq") if source_id is None else pl.lit(source_id, pl.UInt32),
        place_line=pl.col("line"),
        **{name: pl.col(name) for name in FACTS},
    )
    new = rows if is_new.all() else rows.filter(pl.Series(is_new))
    if new.height:
        insert(con, "hand", new)
        taken.hands.append(new["hand_id"].to_numpy())
    taken.stored += new.height
    taken.already_there += int(np.count_nonzero(is_known))
    others = rows.filter(pl.Series(~is_new & ~is_known))
    if others.height:
        _arrive(con, others, taken)
    return rows, is_new


def insert(con: Connection, table: str, frame: pl.DataFrame) -> None:
    """Append the rows of `frame`, matched by name."""
    with lent(con, rows_in=frame):
        con.execute(f"insert into {table} by name select * from rows_in")


def _identified(
    con: Connection, frame: pl.DataFrame, taken: Taken, *, is_entry: bool
) -> pl.DataFrame:
    """`hand_id` and `record_id` of each row."""
    ids = ask(
        con, f"select {_RECORD} as record_id, {_PLACE} as hand_id from incoming", incoming=frame
    )
    placeless = np.flatnonzero(ids["hand_id"].is_null().to_numpy())
    if len(placeless):
        records = ids["record_id"].gather(placeless)
        if is_entry:
            # Each entry is a hand of its own, even when the same was entered before.
            taken.contents = _occurrences(con, records.to_list())
        names = []
        for record in records.to_list():
            taken.contents[record] = taken.contents.get(record, 0) + 1
            names.append(f"content\x1f{record:016x}\x1f{taken.contents[record]}")
        found = ids_of(con, pl.Series(names, dtype=pl.String))
        ids = ids.with_columns(ids["hand_id"].scatter(placeless, found))
    return ids


def _occurrences(con: Connection, records: Sequence[int]) -> dict[int, int]:
    counts = ask(
        con,
        "select record_id, count(distinct hand_id) from hand semi join wanted using (record_id) "
        "where origin <> 'derived' group by record_id",
        wanted=pl.DataFrame({"record_id": records}, schema={"record_id": pl.UInt64}),
    )
    return dict(counts.iter_rows())


def _known(con: Connection, ids: pl.DataFrame) -> pl.DataFrame:
    return ask(
        con,
        "select hand_id, record_id from hand semi join wanted using (hand_id) "
        "where origin <> 'derived'",
        wanted=ids,
    )


def _arrive(con: Connection, rows: pl.DataFrame, taken: Taken) -> None:
    """Records of hands that are there already, one by one."""
    told = load_stories(con, rows["hand_id"].unique().to_numpy())
    changed = set()
    for row in rows.iter_rows(named=True):
        story = told[row["hand_id"]]
        count = len(story.rows)
        verdict = story.arrive(dict(row))
        taken.count(verdict)
        if len(story.rows) != count or verdict != "already_there":
            changed.add(row["hand_id"])
    if changed:
        save_stories(con, [told[hand_id] for hand_id in sorted(changed)])
        taken.hands.append(np.array(sorted(changed), np.uint64))


def load_stories(con: Connection, hand_ids: Ids) -> dict[int, Story]:
    """The versions of some hands, in the order they were recorded."""
    wanted = pl.DataFrame({"hand_id": hand_ids})
    rows = ask(
        con,
        f"select {_HAND_COLUMNS} from hand semi join wanted using (hand_id) "
        "order by hand_id, origin = 'derived', seq, line",
        wanted=wanted,
    )
    corrections = ask(
        con,
        "select hand_id, field, after from correction semi join wanted using (hand_id) "
        "where holds order by seq",
        wanted=wanted,
    )
    return stories(
        rows.iter_rows(named=True),
        [(hand_id, name, json.loads(after)) for hand_id, name, after in corrections.iter_rows()],
    )


def save_stories(con: Connection, told: Iterable[Story]) -> None:
    """Put the versions of some hands in place of those in the table."""
    rows: list[Row] = [row for story in told for row in story.rows]
    schema = ask(con, f"select {_HAND_COLUMNS} from hand limit 0").schema
    with lent(con, changed=pl.DataFrame(rows, schema=schema, orient="row")):
        con.execute("delete from hand where hand_id in (select hand_id from changed)")
        # A version that was joined or corrected has no record id yet.
        con.execute(
            "insert into hand by name "
            f"select * replace (coalesce(record_id, {_RECORD}) as record_id) from changed"
        )
