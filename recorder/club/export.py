"""A club's hands for the writers, and what of the club no file of hands can hold."""

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from recorder.formats import GAMES
from recorder.hand import COLUMNS, FACTS
from recorder.scorebook import Connection, ask
from recorder.scorebook.file import first

__all__ = ["Exported", "game_rows", "hands_to_write", "left_out"]


@dataclass(frozen=True, slots=True)
class Exported:
    """What went into the files of an export, and what did not."""

    hands: int
    versions: int
    """Records that contradict the one that counts, each written after it."""
    games: int
    """Rows of game sheets."""
    left_out: tuple[str, ...]
    """Sentences about what the files do not hold, or what importing them needs."""


# A hand that says where it belongs is known by that, and may be told with all that is known of it.
# Any other is known by its content alone: it is written exactly as it stands.
_IS_PLACED = """(site is not null or (date is not null and coalesce(game, "table") is not null
    and hand is not null and player_n is not null and player_e is not null
    and player_s is not null and player_w is not null))"""
_SAME_PLACE = """(case when standing.site is not null or other.site is not null
    then standing.site = other.site
    else left(standing.date, 10) = left(other.date, 10)
        and coalesce(standing.game, standing."table") = coalesce(other.game, other."table")
        and standing.hand = other.hand
        and standing.player_n = other.player_n and standing.player_e = other.player_e
        and standing.player_s = other.player_s and standing.player_w = other.player_w end)"""
_RULES_ARE_ELSEWHERE = """(rules_from in ('import', 'assigned')
    or (rules_from = 'record' and hand.rules in (select name from saved_rules)))"""
_ORDER = 'date, club, event, "table", game, hand, place_seq, place_line, hand_id'


def _columns(of: str, **instead: str) -> str:
    return ", ".join(instead.get(name, f'{of}."{name}"') for name in FACTS)


def hands_to_write(con: Connection) -> tuple[pl.DataFrame, int]:
    """The declared columns of every current hand, each followed by the versions that contradict
    it, in a fixed order; and how many such versions there are.

    A hand that says its place carries the rules it was played by, where they were said outside
    its record, and the notes and tags that people put on it.
    """
    told = _columns(
        "hand",
        rules=f"if(is_placed and {_RULES_ARE_ELSEWHERE}, rule_set.spec, hand.rules) as rules",
        tags="if(is_placed and hand_id in (select hand_id from tagged), "
        "to_json(words)::varchar, hand.tags) as tags",
        note="if(is_placed and said is not null, concat_ws(chr(10), hand.note, said), hand.note) "
        "as note",
    )
    frame = ask(
        con,
        f"""
        with tagged_with as (
            select hand_id, list(tag order by tag) as words from tag group by hand_id),
        noted as (
            select hand_id, string_agg(text, chr(10) order by seq) as said
            from note group by hand_id),
        ordered as (
            select *, {_IS_PLACED} as is_placed, row_number() over (order by {_ORDER}) as place
            from hand where state = 'current'),
        standing as (
            select hand.hand_id, hand.place, 0 as nth, hand.source_id, hand.line, {told}
            from ordered as hand
            left join replay using (hand_id) left join rule_set using (rules_id)
            left join tagged_with using (hand_id) left join noted using (hand_id)),
        others as (
            select other.hand_id, standing.place, other.seq as nth, other.source_id, other.line,
                {_columns("other")}
            from hand as other join standing using (hand_id)
            where other.state = 'conflict' and {_SAME_PLACE})
        select source.name as file, nth, told.* exclude (hand_id, source_id, nth)
        from (from standing union all by name from others) as told
        left join source using (source_id)
        order by place, told.nth, line
    """,
    )
    versions = int((frame["nth"] > 0).sum())
    return frame.select(*COLUMNS).cast(pl.Schema(COLUMNS)), versions


def game_rows(con: Connection) -> pl.DataFrame:
    """The rows of all game sheets (`GAMES`); one that names no event is called as its file is."""
    names = ", ".join(f'game_sheet."{name}"' for name in GAMES if name not in ("file", "event"))
    frame = ask(
        con,
        f"select name as file, coalesce(event, regexp_replace(name, '[.][^.]*$', '')) as event, "
        f"{names} from game_sheet join source using (source_id) order by source_id, line",
    )
    return frame.select(*GAMES).cast(pl.Schema(GAMES))


def left_out(con: Connection, *, versions: int, with_games: bool, rules: str) -> list[str]:
    """A sentence for each thing that an export of the hands does not carry into another club.

    `versions` is how many contradicting records were written, `rules` are the club's own.
    """
    things = {
        "void hand": "select count(distinct hand_id) from hand where state = 'void'",
        "overruled record": "select count(*) from hand where state = 'overruled'",
        "record at odds with a hand that was moved": "select count(*) - "
        f"{versions} from hand where state = 'conflict'",
        "unreadable text": "select count(*) from quarantine where mended is null",
        "other name of a person": "select count(*) from alias where seq is not null",
        "settled finding": "select count(distinct hand_id) from settled join finding "
        "using (hand_id) where severity = 'conflict'",
        "tag or note on a hand that does not say where it belongs": f"""
            select count(*) from hand join (
                select hand_id from note union all select hand_id from tagged) using (hand_id)
            where state = 'current' and not {_IS_PLACED}""",
    }
    if not with_games:
        things["row of a game sheet"] = "select count(*) from game_sheet"
    counted = [(_count(con, sql), thing) for thing, sql in things.items()]
    missing = [_many(number, thing) for number, thing in counted if number]
    said = [f"Not in the file: {_listed(missing)}."] if missing else []
    if not with_games and _count(con, "select count(*) from game_sheet"):
        said.append("`--games FILE.csv` writes the rows of the game sheets.")
    if missing:
        said.append("`bidwhist backup` keeps everything.")
    return said + _about_rules(con, rules) + _about_order(con)


def _about_rules(con: Connection, rules: str) -> list[str]:
    """What must be said at import for hands that do not say their rules."""
    said = con.execute(f"""
        select rule_set.spec, count(*) as hands, bool_and(rules_from = 'club') as is_club
        from hand join replay using (hand_id) join rule_set using (rules_id)
        where state = 'current' and (rules_from = 'club' or (
            not {_IS_PLACED} and {_RULES_ARE_ELSEWHERE}))
        group by rule_set.spec, rules_from = 'club' order by hands desc, rule_set.spec
    """).fetchall()
    return [
        f"{_many(hands, 'hand')} {_verb(hands, 'does', 'do')} not say the rules, which are "
        f"{spec!r}: import the file "
        + (
            f"into a club of these rules or with --rules {spec}."
            if club
            else f"with --rules {spec}."
        )
        for spec, hands, club in said
        if not (club and rules == "pagat")
    ]


def _about_order(con: Connection) -> list[str]:
    """What another club cannot tell from the file alone."""
    said = []
    files = _count(
        con,
        "select count(distinct source_id) from hand where state = 'current' and date is null",
    )
    if files > 1:
        said.append(
            f"The undated hands of {files} files follow each other in this one as if they were "
            "played in one go."
        )
    doubled = _count(
        con,
        f"""select coalesce(sum(n - 1), 0) from (
            select count(*) as n from hand where state = 'current' and {_IS_PLACED}
            group by case when site is null then [left(date, 10), lower(coalesce(game, "table")),
                hand::varchar, lower(player_n), lower(player_e), lower(player_s), lower(player_w)]
                else [site] end)""",
    )
    if doubled:
        said.append(
            f"{_many(doubled, 'hand')} {_verb(doubled, 'has', 'have')} the date, game, number and "
            "players of another: another club will take the two for one hand told twice."
        )
    return said


def _count(con: Connection, sql: str) -> int:
    (number,) = first(con, sql) or (0,)
    return int(number)


def _many(number: int, thing: str) -> str:
    """`1 void hand`, `3 tags or notes on a hand`: the first noun takes the plural."""
    return f"{number:,} {thing if number == 1 else _PLURALS.get(thing, thing + 's')}"


_PLURALS = {
    "record at odds with a hand that was moved": "records at odds with hands that were moved",
    "other name of a person": "other names of people",
    "tag or note on a hand that does not say where it belongs": (
        "tags and notes on hands that do not say where they belong"
    ),
    "row of a game sheet": "rows of game sheets",
}


def _verb(number: int, one: str, many: str) -> str:
    return one if number == 1 else many


def _listed(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *rest, last = parts
    return f"{', '.join(rest)} and {last}" if rest else last
