"""Records into the table `hand`: which hand each one is, and whether it is new.

Ids are the first 64 bits of an MD5, worked out inside DuckDB for whole columns at once.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import polars as pl

from recorder.hand import FACTS
from recorder.scorebook.file import Connection, ask, lent
from recorder.scorebook.versions import Story, stories

__all__ = ["HAND", "Taken", "ids_of", "load_stories", "placed", "save_stories", "take"]

Ids = npt.NDArray[np.uint64]
Bools = npt.NDArray[np.bool_]

HAND: tuple[str, ...] = (
    *("hand_id", "state", "origin", "seq"),
    *("source_id", "line", "place_seq", "place_line"),
    *FACTS,
)
"""The stored columns of the table `hand`, in its order."""


_HAND_COLUMNS = ", ".join(f'"{name}"' for name in HAND)


def _text(*columns: str, of: str = "") -> str:
    parts = ", ".join(f"coalesce({of}\"{name}\"::varchar, '')" for name in columns)
    return f"concat_ws(chr(31), {parts})"


def record_id_of(table: str = "") -> str:
    """The record_id, as the view `hand_record` has it, of a row of `table` (`hand.`)."""
    return f"md5_number_upper({_text(*FACTS, of=table)})"


_RECORD = record_id_of()

PLAYERS = ("player_n", "player_e", "player_s", "player_w")

_PLACE = pl.coalesce(
    pl.format("site\x1f{}", "site"),
    # Null where any of these is not said.
    pl.concat_str(
        pl.lit("place"),
        pl.col("date").str.head(10),
        pl.coalesce("game", "table").str.to_lowercase(),
        pl.col("hand").cast(pl.String),
        *(pl.col(name).str.to_lowercase() for name in PLAYERS),
        separator="\x1f",
    ),
)
"""What a record says about where it belongs, small and capital letters alike; null where it does
not."""


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
    claimed: set[int] = field(default_factory=set)
    """Corrected hands without a place that the file has told already."""
    contents: dict[int, int] = field(default_factory=dict)
    """How often each record without a place was met so far in the file."""

    def count(self, verdict: str) -> None:
        setattr(self, verdict, getattr(self, verdict) + 1)

    @property
    def touched(self) -> Ids:
        return np.concatenate(self.hands) if self.hands else np.empty(0, np.uint64)


def ids_of(con: Connection, texts: pl.Series) -> pl.Series:
    """The id of each text; need not wait for what another thread asks of the scorebook."""
    frame = pl.DataFrame({"text": texts})
    with con.cursor() as beside:
        # Twice as fast as md5_number_upper, which is the same.
        digests = ask(beside, "select unhex(md5(text)[:16]) as id from texts", texts=frame)["id"]
    return digests.bin.reinterpret(dtype=pl.UInt64, endianness="little")


def placed(con: Connection, frame: pl.DataFrame) -> pl.DataFrame:
    """`frame` with the `hand_id` of each record that says where it belongs, else null."""
    return frame.with_columns(hand_id=ids_of(con, frame.select(place=_PLACE)["place"]))


def take(
    con: Connection, frame: pl.DataFrame, taken: Taken, *, source_id: int | None
) -> tuple[pl.DataFrame, Bools]:
    """Take in `placed` records: FACTS, `line` and `seq`, the fact that brings them.

    Returns the rows as they would stand in `hand`, and which of them are new hands.
    """
    hand_ids = _identified(con, frame, taken, is_entry=source_id is None)
    taken.last = hand_ids[-1]
    rows = frame.select(
        hand_id=hand_ids,
        state=pl.lit("current"),
        origin=pl.lit("entry" if source_id is None else "import"),
        seq=pl.col("seq"),
        source_id=pl.lit(source_id, pl.UInt32),
        line=pl.col("line"),
        place_seq=pl.col("seq") if source_id is None else pl.lit(source_id, pl.UInt32),
        place_line=pl.col("line"),
        **{name: pl.col(name) for name in FACTS},
    )
    met = ask(
        con,
        "select distinct hand_id from hand semi join wanted using (hand_id)",
        wanted=rows.select("hand_id"),
    )["hand_id"]
    is_new = (~hand_ids.is_in(met.implode()) & hand_ids.is_first_distinct()).to_numpy()
    new = rows if is_new.all() else rows.filter(pl.Series(is_new))
    if new.height:
        insert(con, "hand", new)
        taken.hands.append(new["hand_id"].to_numpy())
        taken.stored += new.height
    if new.height < rows.height:
        _meet_again(con, rows.filter(pl.Series(~is_new)), taken)
    return rows, is_new


def _meet_again(con: Connection, rows: pl.DataFrame, taken: Taken) -> None:
    """Records of hands that are there: those that are equal to a known one say nothing new."""
    known = ask(
        con,
        f"""with met as materialized (
            select {_HAND_COLUMNS} from hand semi join arriving using (hand_id)
            where origin <> 'derived'),
        known as (select hand_id, {_RECORD} as record_id from met)
        select arriving.*,
            exists (from known where known.hand_id = arriving.hand_id
                and known.record_id = {record_id_of("arriving.")}) as is_known
        from arriving""",
        arriving=rows,
    )
    taken.already_there += int(known["is_known"].sum())
    others = known.filter(~pl.col("is_known")).select(rows.columns).sort("seq", "line")
    if others.height:
        _arrive(con, others, taken)


def insert(con: Connection, table: str, frame: pl.DataFrame) -> None:
    """Append the rows of `frame`, matched by name."""
    with lent(con, rows_in=frame):
        con.execute(f"insert into {table} by name select * from rows_in")


def _identified(con: Connection, frame: pl.DataFrame, taken: Taken, *, is_entry: bool) -> pl.Series:
    """The hand that each record belongs to."""
    hand_ids = frame["hand_id"]
    if not is_entry and (corrected := _now_saying(con, frame, taken)):
        hand_ids = hand_ids.scatter(list(corrected), list(corrected.values()))
    placeless = np.flatnonzero(hand_ids.is_null().to_numpy())
    if not len(placeless):
        return hand_ids
    by_content = _told_by_content(con, frame[placeless], taken, is_entry=is_entry)
    return hand_ids.scatter(placeless, by_content)


def _now_saying(con: Connection, frame: pl.DataFrame, taken: Taken) -> dict[int, int]:
    """The rows that say what a hand was corrected to, or joined to, and the hand.

    It need not be found by what they say: it was first known by something else.
    """
    derived = ask(
        con,
        f"select {_HAND_COLUMNS}, {_RECORD} as record_id from hand "
        "where origin = 'derived' and state = 'current'",
    )
    if derived.is_empty():
        return {}
    same = " and ".join(
        f'incoming."{name}" is not distinct from derived."{name}"'
        for name in ("date", "game", "table", "hand", *PLAYERS)
    )
    rows = ask(
        con,
        f"""with met as (
            select row, derived.hand_id, record_id, {record_id_of("incoming.")} as said
            from incoming join derived on {same})
        select said, array_agg(distinct row order by row) as rows,
            array_agg(distinct hand_id order by hand_id) as hands
        from met where said = record_id group by said""",
        incoming=frame.with_row_index("row"),
        derived=derived,
    )
    found: dict[int, int] = {}
    for _, equal, hands in rows.iter_rows():
        if frame["hand_id"][equal[0]] is not None:
            found |= dict.fromkeys(equal, hands[0])
            continue
        # Without a place, equal rows are as many hands as there are rows.
        free = [hand for hand in hands if hand not in taken.claimed]
        found |= dict(zip(equal, free, strict=False))
        taken.claimed.update(free[: len(equal)])
    return found


def _told_by_content(
    con: Connection, frame: pl.DataFrame, taken: Taken, *, is_entry: bool
) -> pl.Series:
    """The hands of records that say no place."""
    records = ask(con, f"select {_RECORD} as record_id from incoming", incoming=frame)["record_id"]
    if is_entry:
        # Each entry is a hand of its own, even when the same was entered before.
        taken.contents = _occurrences(con, records.unique().to_list())
    nths = []
    for record in records.to_list():
        taken.contents[record] = taken.contents.get(record, 0) + 1
        nths.append((record, taken.contents[record]))
    return ids_of(con, _content_keys(nths))


def _content_keys(nths: Iterable[tuple[int, int]]) -> pl.Series:
    """What a hand without a place is known by: its record, and the how many-th such it is."""
    return pl.Series(
        [f"content\x1f{record:016x}\x1f{nth}" for record, nth in nths], dtype=pl.String
    )


def _occurrences(con: Connection, records: list[int]) -> dict[int, int]:
    """How many hands there are of each record that says no place."""
    counts = dict.fromkeys(records, 0)
    at_once = 8
    while records:
        nths = [(one, counts[one] + more) for one in records for more in range(1, at_once + 1)]
        ids = ids_of(con, _content_keys(nths))
        there = ask(
            con,
            "select distinct hand_id from hand semi join wanted using (hand_id)",
            wanted=pl.DataFrame({"hand_id": ids}),
        )["hand_id"]
        for (record, _), is_there in zip(nths, ids.is_in(there.implode()), strict=True):
            counts[record] += is_there
        # They are numbered without a gap, so one that is missing was the last.
        records = [one for one in records if counts[one] and counts[one] % at_once == 0]
    return counts


def _arrive(con: Connection, rows: pl.DataFrame, taken: Taken) -> None:
    """Records of hands that are there already, one by one."""
    told = load_stories(con, rows["hand_id"].unique().to_numpy())
    changed = set()
    for row in rows.iter_rows(named=True):
        story = told[row["hand_id"]]
        count = len(story.rows)
        verdict = story.arrive(row)
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
        f"with met as materialized (select {_HAND_COLUMNS} from hand semi join wanted "
        f"using (hand_id)) select *, {_RECORD} as record_id from met "
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
    rows = [{name: row[name] for name in HAND} for story in told for row in story.rows]
    schema = ask(con, f"select {_HAND_COLUMNS} from hand limit 0").schema
    frame = pl.DataFrame(rows, schema=schema, orient="row")
    with lent(con, changed=frame):
        con.execute("delete from hand where hand_id in (select hand_id from changed)")
    insert(con, "hand", frame)
