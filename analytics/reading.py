"""What is read of a club's scorebook, in one look: plain scans of its tables, put together here.

Joining a million wide rows is some times quicker in polars than in DuckDB, and the scorebook is
held only for the scans.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

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

__all__ = ["Club", "Scorebook", "read_scorebook"]

Answer = TypeVar("Answer")

_HAND = f"""
    select hand_id, hex_id(hand_id) as id, source_id, place_seq, place_line,
        date, club, event, "table", game, hand, dealer::enum{SEATS} as dealer, calls,
        player_n as north, player_e as east, player_s as south, player_w as west
    from hand where state = 'current'
"""
_KITTY = """
    select hand_id, kitty, discards from hand join replay using (hand_id)
    where state = 'current' and holds & 2 > 0
"""
_REPLAY = f"""
    select hand_id, evening, rules_id, counts, excluded, "by"::enum{SEATS} as "by", level,
        kind::enum{KINDS} as kind, named::enum{TRUMPS} as named,
        facing::enum{DIRECTIONS} as facing, aces_were::enum{ACES} as aces_were,
        forced, position, status::enum{STATUSES} as status, detail::enum{DETAILS} as detail,
        holds, books_played
    from replay
"""
_SCORE = f"""
    select hand_id, game_id, place, books, made, points_ns, points_ew, score_ns, score_ew,
        winner::enum{WINNERS} as winner, ended_by, units, after_end
    from score semi join replay using (hand_id, rules_id)
"""
_RULES = "select rules_id, name, spec from rule_set"
_SOURCES = "select source_id, name as source from source"
_TAGS = "select hand_id, list(tag order by tag) as tags from tag group by hand_id"
_FINDINGS = "select hand_id, code, severity from finding"
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
_ORDER_OF_PLAY = ("evening", "started", "first_line", "game_id", "place", "hand_id")


class Club(Protocol):
    """What is asked of `recorder.club.Club`."""

    @property
    def path(self) -> Path: ...

    @property
    def generation(self) -> object: ...

    def query(self, sql: str, params: Any = None) -> pl.DataFrame: ...

    def ask(self, questions: Callable[[Any], Answer]) -> Answer: ...


@dataclass(frozen=True, slots=True)
class Scorebook:
    """One state of a club's scorebook, as far as statistics need it."""

    hands: pl.DataFrame
    """A row a current hand, in the order of play."""
    rules: dict[str, str]
    """Name and spec of the rules in use."""
    findings: pl.DataFrame
    sheets: pl.DataFrame


def read_scorebook(club: Club) -> Scorebook:
    """One state of the scorebook; the hands as `analytics.facts` takes them in."""

    def look(con: Any) -> dict[str, pl.DataFrame]:
        return {name: _narrow(con.sql(sql).pl()) for name, sql in _QUESTIONS.items()}

    tables = club.ask(look)
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
    ).sort(_ORDER_OF_PLAY)
    specs = dict(rules.select(pl.col("name", "spec").cast(pl.String)).iter_rows())
    return Scorebook(in_order, specs, tables["findings"], tables["sheets"])


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
    "rules": _RULES,
    "sources": _SOURCES,
    "tags": _TAGS,
    "findings": _FINDINGS,
    "sheets": _SHEETS,
    "everywhere": _EVERYWHERE,
    "elsewhere": _ELSEWHERE,
}


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
