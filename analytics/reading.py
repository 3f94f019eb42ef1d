"""What is read of a club's scorebook, in one look: plain scans of its tables, put together here.

Joining a million wide rows is some times quicker in polars than in DuckDB, and the scorebook is
held only for the scans. Of a scorebook that was read before, only the games that changed since are
read again; a sum of hashes for each hand tells which.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

import numpy as np
import numpy.typing as npt
import polars as pl

from analytics.vocabulary import (
    ACES,
    DETAILS,
    DIRECTIONS,
    KINDS,
    SEATS,
    STATUSES,
    TRUMPS,
    WINNERS,
    WORD,
)
from recorder.scorebook import ask

__all__ = ["ORDER_OF_GAMES", "Club", "Marks", "Scorebook", "read_changes", "read_scorebook"]

UInt64s = npt.NDArray[np.uint64]
_Tables = dict[str, pl.DataFrame]

Answer = TypeVar("Answer")

# `among` narrows a question to the frame `wanted`, which has a `hand_id` a row.
_HAND = f"""
    select hand_id, hex_id(hand_id) as id, source_id, place_seq, place_line,
        date, club, event, "table", game, hand, dealer::enum{SEATS} as dealer, calls,
        player_n as north, player_e as east, player_s as south, player_w as west
    from hand {{among}} where state = 'current'
"""
_KITTY = """
    select hand_id, kitty, discards from hand join replay using (hand_id) {among}
    where state = 'current' and holds & 2 > 0
"""
_REPLAY = f"""
    select hand_id, evening, rules_id, counts, excluded, "by"::enum{SEATS} as "by", level,
        kind::enum{KINDS} as kind, named::enum{TRUMPS} as named,
        facing::enum{DIRECTIONS} as facing, aces_were::enum{ACES} as aces_were,
        forced, position, status::enum{STATUSES} as status, detail::enum{DETAILS} as detail,
        holds, books_played
    from replay {{among}}
"""
_SCORE = f"""
    select hand_id, game_id, place, books, made, points_ns, points_ew, score_ns, score_ew,
        winner::enum{WINNERS} as winner, ended_by, units, after_end
    from score semi join replay using (hand_id, rules_id) {{among}}
"""
_TAGS = "select hand_id, list(tag order by tag) as tags from tag {among} group by hand_id"
_FINDINGS = "select hand_id, code, severity from finding {among}"

# The same columns as numbers, each hand's to be added up.
_MARKS = (
    """
    select hand_id, hash(hand_id, 1, source_id, place_seq, place_line, date, club, event, "table",
        game, hand, dealer, calls, player_n, player_e, player_s, player_w, kitty, discards) as mark
    from hand where state = 'current'
    """,
    """
    select hand_id, hash(hand_id, 2, evening, rule_set.name, counts, excluded, "by", level, kind,
        named, facing, aces_were, forced, position, status, detail, holds, books_played) as mark
    from replay left join rule_set using (rules_id)
    """,
    """
    select hand_id, hash(hand_id, 3, rules_id, game_id, place, books, made, points_ns, points_ew,
        score_ns, score_ew, winner, ended_by, units, after_end) as mark
    from score
    """,
    "select hand_id, hash(hand_id, 4, tag) as mark from tag",
    "select hand_id, hash(hand_id, 5, code, severity) as mark from finding",
    "select hand_id, hash(hand_id, 6, seat::varchar, person::varchar) as mark from elsewhere",
)

_RULES = "select rules_id, name, spec from rule_set"
_SOURCES = "select source_id, name as source from source"
# A sheet that does not say its event is an event of its own, called as the file is.
_SHEETS = """
    select coalesce(event, regexp_replace(name, '[.][^.]*$', '')) as event, round, "table", game,
        team_a, team_b, score_a, score_b, hands_a, hands_b, bostons_a, bostons_b, winner, status
    from game_sheet join source using (source_id)
"""

# Two people may share a name; then the key that tells them apart is shown with it.
_SHOWN = """
    with shown as (
        select person_id,
            if(count(*) over (partition by name) = 1 or key = name, name,
                name || ' (' || key || ')') as person
        from person
    )
"""
# Most names stand for one person everywhere. Where one stands for somebody else in one file,
# evening or hand, the view `seat` knows who that is.
_EVERYWHERE = f"""
    {_SHOWN}
    select name, person from alias join shown using (person_id) where scope is null
"""
_ELSEWHERE = f"""
    {_SHOWN}
    select hand_id, seat.seat, shown.person from seat join shown using (person_id)
    where seat.name in (select name from alias where scope is not null)
"""
_CHAIRS = {"N": "north", "E": "east", "S": "south", "W": "west"}
ORDER_OF_GAMES = ("evening", "started", "first_line", "game_id")
"""What games are put in order by; the hands of one follow each other by their place."""


class Club(Protocol):
    """What is asked of `recorder.club.Club`."""

    @property
    def path(self) -> Path: ...

    @property
    def generation(self) -> object: ...

    def query(self, sql: str, params: Any = None) -> pl.DataFrame: ...

    def ask(self, questions: Callable[[Any], Answer]) -> Answer: ...


_GROUPS = 1 << 20


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """What tells one state of a scorebook from another."""

    hands: UInt64s
    """A sum of hashes for all hands whose ids end in the same 20 bits."""
    tables: Mapping[str, pl.DataFrame]
    """What is the same for many hands: names of people and files, and the program."""

    def changed(self, later: "Marks") -> UInt64s:
        """The last 20 bits of the ids of all hands that are new, gone or different."""
        return np.flatnonzero(self.hands != later.hands).astype(np.uint64)

    def holds(self, later: "Marks") -> bool:
        """Whether whatever the tables said is still so in a later state; they may say more."""
        return all(
            table.join(
                later.tables[name], on=table.columns, how="anti", nulls_equal=True
            ).is_empty()
            for name, table in self.tables.items()
        )


def _group(hand_ids: pl.Series) -> UInt64s:
    return hand_ids.to_numpy() & np.uint64(_GROUPS - 1)


@dataclass(frozen=True, slots=True, eq=False)
class Scorebook:
    """One state of a club's scorebook, as far as statistics need it; or some whole games of it."""

    hands: pl.DataFrame
    """A row a current hand, in the order of play."""
    games: pl.DataFrame
    """`ORDER_OF_GAMES`, and `n` hands: a row a game, in the order of play."""
    rules: dict[str, str]
    """Name and spec of the rules in use."""
    findings: pl.DataFrame
    sheets: pl.DataFrame
    marks: Marks


def read_scorebook(club: Club) -> Iterator[Scorebook]:
    """One state of the scorebook in parts of whole games, the hands as `analytics.facts` takes them
    in: what is made of one part takes less room than its tables."""

    def look(con: Any) -> tuple[list[_Tables], _Tables, Marks]:
        shared = _shared(con)
        played = ask(con, _PLAYED)
        parts = 1 + played.height // PART
        number = pl.col("game_id").fill_null(0) % parts
        wanted = [played.filter(number == part).select("hand_id") for part in range(parts)]
        tables = [_tables(con, some if parts > 1 else None) for some in wanted]
        return tables, shared, _marks(con, shared)

    parts, shared, marks = club.ask(look)
    while parts:
        yield _put_together(parts.pop(0) | shared, marks)


PART = 250_000
"""Hands put together at once."""


def read_changes(
    club: Club, known: pl.DataFrame, marks: Marks
) -> tuple[pl.Series, Scorebook] | None:
    """The `game_id` of the games that are not as they were, and the scorebook as far as the hands
    of these games go; None where it is better read as a whole.

    `known` has the `hand_id` and `game_id` of each hand as they were, `marks` are those of then.
    """

    def look(con: Any) -> tuple[pl.Series, _Tables, Marks] | None:
        shared = _shared(con)
        now = _marks(con, shared)
        if not marks.holds(now):
            return None
        groups = marks.changed(now)
        was = known.filter(pl.Series(np.isin(_group(known["hand_id"]), groups))).select("game_id")
        found = ask(con, _GAMES_OF_GROUPS, wanted=pl.DataFrame({"hands": groups}))
        games = pl.concat([was, found]).unique()
        if games.height > _FEW:
            return None
        wanted = ask(con, _HANDS_OF_GAMES, wanted=games)
        return games["game_id"], _tables(con, wanted) | shared, now

    found = club.ask(look)
    return None if found is None else (found[0], _put_together(*found[1:]))


_FEW = 5_000
"""Games; to read more of them again is hardly quicker than to read all."""

_PLAYED = "select hand_id, game_id from replay left join score using (hand_id, rules_id)"
_OF_GROUPS = f"hand_id & {_GROUPS - 1} in (select hands from wanted)"
_GAMES_OF_GROUPS = f"select distinct game_id from score where {_OF_GROUPS}"
_HANDS_OF_GAMES = "select distinct hand_id from score semi join wanted using (game_id)"


def _shared(con: Any) -> _Tables:
    """What is the same for many hands."""
    shared = {name: ask(con, sql) for name, sql in _SHARED.items()}
    # Who is who in which hand is a long question, and seldom one.
    scoped = ask(con, "select 1 from alias where scope is not null limit 1")
    shared["elsewhere"] = ask(con, _ELSEWHERE + (" limit 0" if scoped.is_empty() else ""))
    return {name: _narrow(table) for name, table in shared.items()}


def _tables(con: Any, wanted: pl.DataFrame | None = None) -> _Tables:
    """What there is about each hand, or about those wanted."""
    if wanted is None:
        return {name: _narrow(ask(con, sql.format(among=""))) for name, sql in _QUESTIONS.items()}
    among = "semi join wanted using (hand_id)"
    return {
        name: _narrow(ask(con, sql.format(among=among), wanted=wanted))
        for name, sql in _QUESTIONS.items()
    }


def _marks(con: Any, shared: Mapping[str, pl.DataFrame]) -> Marks:
    sums = np.zeros(_GROUPS, np.uint64)
    for sql in _MARKS:
        marked = ask(con, sql, elsewhere=shared["elsewhere"])
        np.add.at(sums, _group(marked["hand_id"]), marked["mark"].to_numpy())
    return Marks(sums, {name: shared[name] for name in _TELLING})


def _put_together(tables: _Tables, marks: Marks) -> Scorebook:
    rules = tables["rules"]
    hands = tables.pop("hand").join(tables.pop("replay"), on="hand_id")
    # A table is let go as soon as it has been joined: there may be a million rows in it.
    for name in ("score", "kitty", "tags"):
        hands = hands.join(tables.pop(name), on="hand_id", how="left")
    hands = hands.join(rules.select("rules_id", rules="name"), on="rules_id", how="left")
    hands = hands.join(tables["sources"], on="source_id", how="left")
    hands = _with_people(hands, tables["everywhere"], tables["elsewhere"])
    line = (pl.col("place_seq").cast(pl.UInt64) * 2**40) + pl.col("place_line").fill_null(0)
    in_order = hands.with_columns(
        started=pl.col("date").min().over("game_id"),
        first_line=line.cast(pl.UInt64).min().over("game_id"),
    ).sort(*ORDER_OF_GAMES, "place", "hand_id")
    games = in_order.group_by(ORDER_OF_GAMES, maintain_order=True).agg(n=pl.len())
    specs = dict(rules.select(pl.col("name", "spec").cast(pl.String)).iter_rows())
    return Scorebook(in_order, games, specs, tables["findings"], tables["sheets"], marks)


_AS_TEXT = ("id", "date", "kitty", "discards")


def _narrow(table: pl.DataFrame) -> pl.DataFrame:
    """The same with words as codes, which are quicker to join, sort and keep than text."""
    text = [name for name, kind in table.schema.items() if kind == pl.String]
    return table.with_columns(pl.col(name).cast(WORD) for name in text if name not in _AS_TEXT)


_QUESTIONS = {
    "hand": _HAND,
    "kitty": _KITTY,
    "replay": _REPLAY,
    "score": _SCORE,
    "tags": _TAGS,
    "findings": _FINDINGS,
}
_SHARED = {
    "rules": _RULES,
    "sources": _SOURCES,
    "sheets": _SHEETS,
    "everywhere": _EVERYWHERE,
    "made_by": "select key, value from meta where key in ('engine', 'club')",
}
_TELLING = ("sources", "everywhere", "made_by")


def _with_people(
    hands: pl.DataFrame, everywhere: pl.DataFrame, elsewhere: pl.DataFrame
) -> pl.DataFrame:
    """The people as shown in place of the names as written."""
    chairs = list(_CHAIRS.values())
    names, people = everywhere["name"], everywhere["person"]
    hands = hands.with_columns(
        pl.col(chairs).replace_strict(names, people, default=None, return_dtype=WORD)
    )
    if elsewhere.is_empty():
        return hands
    others = elsewhere.pivot("seat", index="hand_id", values="person").rename(
        {seat: f"{chair}_here" for seat, chair in _CHAIRS.items()}, strict=False
    )
    found = [chair for chair in chairs if f"{chair}_here" in others.columns]
    return hands.join(others, on="hand_id", how="left").with_columns(
        pl.coalesce(f"{chair}_here", chair).alias(chair) for chair in found
    )
