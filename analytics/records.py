"""What lies behind the hands: the files they came from, what could not be read, what disagrees."""

from typing import Any

import polars as pl

from analytics.facts import Club
from recorder.hand import FACTS

__all__ = ["QUARANTINE", "SOURCES", "UNSETTLED", "quarantine", "sources", "unsettled", "versions"]

QUARANTINE: dict[str, Any] = {
    "source": pl.String,
    "sha256": pl.String,
    "start": pl.Int64,
    "line": pl.Int64,
    "column": pl.Int64,
    "code": pl.String,
    "reason": pl.String,
    "raw": pl.String,
}
SOURCES: dict[str, Any] = {
    "source": pl.String,
    "sha256": pl.String,
    "format": pl.String,
    "bytes": pl.UInt64,
    "rules": pl.String,
    "dialect": pl.String,
    "moment": pl.String,
    "by": pl.String,
    "hands": pl.Int64,
    "games": pl.Int64,
    "set_aside": pl.Int64,
}
UNSETTLED: dict[str, Any] = {
    "id": pl.String,
    "evening": pl.Date,
    "table": pl.String,
    "game": pl.String,
    "hand": pl.Int64,
    "bid": pl.String,
    "counts": pl.Boolean,
    "rivals": pl.Int64,
    "messages": pl.List(pl.String),
}


def quarantine(club: Club) -> pl.DataFrame:
    """A row a hand that could not be read and is not mended yet, with the columns `QUARANTINE`.

    `start` is the line where the hand begins, `line` and `column` where the fault is.
    """
    return _asked(
        club,
        'select name as source, sha256, coalesce(start, line) as start, line, "column", code, '
        "reason, raw from quarantine join source using (source_id) where mended is null "
        "order by source_id, line",
        QUARANTINE,
    )


def sources(club: Club) -> pl.DataFrame:
    """A row a file, the latest first, with the columns `SOURCES`.

    `hands` are those that stand as this file brought them first, `games` the rows of a sheet kept
    per game, `set_aside` the hands that could not be read.
    """
    return _asked(
        club,
        "select name as source, sha256, format, size as bytes, rules, dialect, moment, "
        '"by", hands, games, set_aside from source '
        "left join (select source_id, count(*) as hands from replay group by all) "
        "using (source_id) "
        "left join (select source_id, count(*) as games from game_sheet group by all) "
        "using (source_id) "
        "left join (select source_id, count(*) as set_aside from quarantine "
        "where mended is null group by all) using (source_id) "
        "order by source_id desc",
        SOURCES,
    ).with_columns(pl.col("hands", "games", "set_aside").fill_null(0))


def unsettled(club: Club) -> pl.DataFrame:
    """A row a hand that waits for somebody to settle it, with the columns `UNSETTLED`.

    `counts` is whether it is in the figures meanwhile, `rivals` how many other records say
    otherwise, `messages` what is wrong with the one that stands.
    """
    return _asked(
        club,
        # Few hands of many wait, and they are found without a look at the records of the others.
        "with waiting as (select hand_id from replay where not counts union "
        "select hand_id from hand where state = 'conflict') "
        'select hex_id(hand.hand_id) as id, evening, "table", game, hand.hand, bid, counts, '
        "coalesce(rivals, 0) as rivals, coalesce(messages, []) as messages "
        "from hand join replay using (hand_id) semi join waiting using (hand_id) "
        "left join (select hand_id, count(*) as rivals from hand where state = 'conflict' "
        "group by all) using (hand_id) "
        "left join (select hand_id, list(message order by message) as messages from finding "
        "where severity = 'conflict' group by all) using (hand_id) "
        "where state = 'current' and replay.status <> 'invalid' "
        "order by evening desc nulls last, place_seq, place_line",
        UNSETTLED,
    )


def versions(club: Club, hand: str) -> pl.DataFrame:
    """Every record of a hand that may stand, with its id and the file it came in.

    The columns after `record`, `state` and `source` are the facts on which the records differ.
    """
    facts = ", ".join(f'hand."{name}"' for name in FACTS)
    known = club.query(
        f"select hex_id(record_id) as record, state, source.name as source, {facts} "
        "from hand_record as hand left join source using (source_id) where hand_id = $1 "
        "and state in ('current', 'conflict') order by state = 'current' desc, hand.seq",
        [int(hand, 16)],
    )
    return known.select(
        "record", "state", "source", *(name for name in FACTS if known[name].n_unique() > 1)
    )


def _asked(club: Club, sql: str, schema: dict[str, Any]) -> pl.DataFrame:
    return club.query(sql).select(pl.col(name).cast(dtype) for name, dtype in schema.items())
