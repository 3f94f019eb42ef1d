"""Current hands judged, scored and explained into the tables `replay`, `score`, `game`, `finding`.

A game is run over all hands of its series, so a hand that changes takes its whole series along.
"""

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from recorder.errors import RulesError
from recorder.evaluate import JUDGED, Evaluation, evaluate
from recorder.findings import Finding
from recorder.games import SCORED, evenings_of
from recorder.problems import findings_of
from recorder.rules import FIELDS, PRESETS, Rules, RuleSet, load_rules
from recorder.scorebook.file import Connection, ask, first, lent
from recorder.scorebook.intake import PLAYERS, Ids, ids_of, insert, record_id_of

__all__ = [
    "PART",
    "House",
    "Standing",
    "house_of",
    "know_rules",
    "place",
    "refresh",
    "spec_of",
    "stand",
]

PART = 100_000
"""Hands worked on at once: what bounds the memory."""

_SERIES = (
    *("evening", "play_source", "club", "event", "table", "game"),
    *("player_n", "player_e", "player_s", "player_w"),
)


@dataclass(frozen=True, slots=True)
class House:
    """What the club says about rules."""

    rules: str
    """The club's own, for hands that nobody says anything about."""
    saved: Mapping[str, RuleSet] = field(default_factory=dict)
    assigned: tuple[tuple[str, str, str], ...] = ()
    """(scope, value, rules), the last one that fits a hand holds."""

    def load(self, spec: str) -> RuleSet:
        return _rule_set(
            spec, self.rules, tuple(sorted((n, s.spec) for n, s in self.saved.items()))
        )


@functools.lru_cache(maxsize=4096)
def _rule_set(spec: str, fallback: str, saved: tuple[tuple[str, str], ...]) -> RuleSet:
    named = {name: load_rules(text) for name, text in saved}
    try:
        return load_rules(spec, named)
    except RulesError:
        return load_rules(fallback, named)


def house_of(con: Connection, rules: str) -> House:
    saved = con.execute("select name, spec from saved_rules order by name").fetchall()
    assigned = con.execute("select scope, value, rules from assigned order by seq").fetchall()
    return House(rules, {name: load_rules(spec) for name, spec in saved}, tuple(assigned))


def place(con: Connection, frame: pl.DataFrame) -> pl.DataFrame:
    """`frame` with `evening`, `play_source` and `series_id`: the run of hands each belongs to.

    Undated hands of different files are kept apart, those entered by hand are together.
    """
    placed = frame.with_columns(
        evening=evenings_of(frame["date"]),
        play_source=pl.when(pl.col("date").is_null() & pl.col("origin_is_file")).then("place_seq"),
    )
    names = [pl.col(name).cast(pl.String).fill_null("") for name in _SERIES]
    keys = placed.select(key=pl.concat_str(names, separator="\x1f"))["key"]
    distinct = keys.unique(maintain_order=True)
    ids = ids_of(con, distinct)
    series = keys.replace_strict(distinct, ids, return_dtype=pl.UInt64)
    return placed.with_columns(series_id=series)


_LOAD = f"""
    select hand.*, source.name as file, source.rules as said_at_import,
        source.sha256, place_seq in (select source_id from source) as origin_is_file,
        coalesce(case when settled.hand_id is not null
            then settled.record_id = {record_id_of("hand.")} end, false) as is_settled
    from hand left join source using (source_id) left join settled using (hand_id)
    where state = 'current' and hand_id in (select hand_id from wanted)
    order by place_seq, place_line, hand_id
"""


def _load(con: Connection, hand_ids: pl.Series) -> pl.DataFrame:
    """The current records of some hands, in the order they came, placed in their series."""
    return place(con, ask(con, _LOAD, wanted=pl.DataFrame({"hand_id": hand_ids})))


def refresh(con: Connection, house: House, touched: Ids) -> None:
    """Judge the hands that are new or changed, and run again the games they are or were in."""
    hands = np.unique(touched)
    con.execute("create or replace temp table moved (hand_id ubigint, series_id ubigint)")
    for start in range(0, len(hands), PART):
        insert(con, "moved", _places(con, pl.Series(hands[start : start + PART])))
    with lent(con, touched=pl.DataFrame({"hand_id": hands})):
        con.execute(
            "create or replace temp table affected as select distinct series_id from moved "
            "union select series_id from replay semi join touched using (hand_id)"
        )
        con.execute(
            "insert into moved select hand_id, series_id from replay "
            "semi join affected using (series_id) anti join touched using (hand_id)"
        )
        con.execute(
            "create or replace temp table gone as select hand_id from moved "
            "union select hand_id from touched"
        )
    for table in ("replay", "score", "finding"):
        con.execute(f"delete from {table} where hand_id in (from gone)")
    con.execute("delete from game where series_id in (from affected)")
    (count,) = first(con, "select count(*) from moved") or (0,)
    parts = 1 + count // PART
    for part in range(parts):
        in_part = ask(con, "select hand_id from moved where series_id % $1 = $2", [parts, part])
        if in_part.height:
            stand(con, house, _load(con, in_part["hand_id"])).write(con)
    for table in ("moved", "affected", "gone"):
        con.execute(f"drop table {table}")


def _places(con: Connection, hand_ids: pl.Series) -> pl.DataFrame:
    """`hand_id` and `series_id` of those of the hands that are current."""
    frame = ask(
        con,
        """
        select hand_id, date, club, event, "table", game, player_n, player_e, player_s, player_w,
            place_seq, place_seq in (select source_id from source) as origin_is_file
        from hand where state = 'current' and hand_id in (select hand_id from wanted)
    """,
        wanted=pl.DataFrame({"hand_id": hand_ids}),
    )
    return place(con, frame).select("hand_id", "series_id")


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """What some series come to, not yet written down."""

    rules: tuple[Rules, ...]
    tables: Mapping[str, pl.DataFrame]
    """The rows that go into each table."""

    def write(self, con: Connection) -> None:
        know_rules(con, self.rules)
        for table, rows in self.tables.items():
            if rows.height:
                insert(con, table, rows)


def stand(con: Connection, house: House, frame: pl.DataFrame) -> Standing:
    """Judge and score whole series; changes nothing in the scorebook.

    `frame` holds FACTS and `hand_id`, `series_id`, `evening`, `play_source`, `source_id`, `sha256`,
    `file`, `line`, `said_at_import`, `is_settled`, in the order of play where no time says it.
    """
    specs, sources = _rules_said(house, frame)
    distinct = specs.unique(maintain_order=True).to_list()
    rules = tuple(house.load(spec).rules for spec in distinct)
    codes = pl.Series(range(len(distinct)), dtype=pl.Int32)
    which = specs.replace_strict(pl.Series(distinct, dtype=pl.String), codes)
    evaluation = evaluate(frame, rules, which.to_numpy(), source="play_source")
    rules_ids = pl.Series([one.hash for one in rules], dtype=pl.String).gather(which)
    found = findings_of(evaluation)
    found += _unknown_rules(frame, specs, sources, house)
    excluded = _excluded(found, frame)
    replay = pl.DataFrame(
        {
            "hand_id": frame["hand_id"],
            "series_id": frame["series_id"],
            "source_id": frame["source_id"],
            "evening": frame["evening"].str.to_date(),
            "rules_id": rules_ids,
            "rules_from": sources,
            "counts": excluded.is_null(),
            "excluded": excluded,
        }
    ).hstack(evaluation.hands.select(*JUDGED))
    score = _score_rows(con, frame, evaluation, rules_ids, counts=excluded.is_null())
    return Standing(
        rules,
        {
            "replay": replay,
            "finding": _finding_rows(found, frame["hand_id"]),
            "score": score.select("hand_id", "rules_id", "game_id", "place", *_SCORES),
            "game": _game_rows(score, frame),
        },
    )


_SCORES = tuple(name for name in SCORED if name not in ("series", "game_in_series"))


def _rules_said(house: House, frame: pl.DataFrame) -> tuple[pl.Series, pl.Series]:
    """The rules of each hand, and who said so: assigned, record, import or club."""
    said = pl.coalesce("rules", "said_at_import", pl.lit(house.rules))
    who = (
        pl.when(pl.col("rules").is_not_null())
        .then(pl.lit("record"))
        .when(pl.col("said_at_import").is_not_null())
        .then(pl.lit("import"))
        .otherwise(pl.lit("club"))
    )
    for scope, value, rules in house.assigned:
        fits = {
            "evening": pl.col("evening") == value,
            "source": pl.col("sha256") == value,
            "series": pl.col("series_id") == (int(value, 16) if scope == "series" else 0),
            "hand": pl.col("hand_id") == (int(value, 16) if scope == "hand" else 0),
        }[scope]
        said = pl.when(fits).then(pl.lit(rules)).otherwise(said)
        who = pl.when(fits).then(pl.lit("assigned")).otherwise(who)
    chosen = frame.select(said=said, who=who)
    return chosen["said"], chosen["who"]


def _unknown_rules(
    frame: pl.DataFrame, specs: pl.Series, sources: pl.Series, house: House
) -> list[tuple[int, Finding]]:
    """A note for each hand whose rules have a name that nobody here knows."""
    unknown = set()
    for spec in specs.unique().to_list():
        try:
            load_rules(spec, house.saved)
        except RulesError:
            unknown.add(spec)
    if not unknown:
        return []
    rows = np.flatnonzero(specs.is_in(list(unknown)).to_numpy()).tolist()
    return [
        (
            row,
            Finding(
                "rules_unknown",
                f"the {sources[row]} says rules {specs[row]!r}, which are not known here; "
                f"scored under {house.rules}",
            ),
        )
        for row in rows
    ]


@functools.cache
def spec_of(rules: Rules) -> str:
    """The shortest way to write rules down: the nearest preset, and what it changes."""
    spellings = []
    for preset in PRESETS:
        values = load_rules(preset).rules.values()
        changes = [
            f"{name}={FIELDS[name].text(value)}"
            for name, value in sorted(rules.values().items())
            if value != values[name]
        ]
        spellings.append((len(changes), ",".join([preset, *changes])))
    return min(spellings, key=lambda spelling: spelling[0])[1]


def know_rules(con: Connection, rules: Iterable[Rules]) -> None:
    """Have a row in `rule_set` for each of these."""
    for one in dict.fromkeys(rules):
        con.execute(
            "insert into rule_set select $1, $2, $2 "
            "where not exists (from rule_set where rules_id = $1)",
            [one.hash, spec_of(one)],
        )


def _finding_rows(found: list[tuple[int, Finding]], hand_ids: pl.Series) -> pl.DataFrame:
    return pl.DataFrame(
        {
            "hand_id": hand_ids.gather([row for row, _ in found]),
            **{
                name: pl.Series([getattr(finding, name) for _, finding in found], dtype=dtype)
                for name, dtype in _FINDING.items()
            },
        }
    )


_FINDING: Mapping[str, type[pl.DataType]] = {
    "code": pl.String,
    "severity": pl.String,
    "seat": pl.String,
    "trick": pl.Int32,
    "card": pl.String,
    "call": pl.Int32,
    "message": pl.String,
}


def _excluded(found: list[tuple[int, Finding]], frame: pl.DataFrame) -> pl.Series:
    """Why a hand stays out of the figures; somebody who settled it lets a conflict pass."""
    settled = frame["is_settled"]
    reasons: dict[int, dict[str, None]] = {}
    for row, finding in found:
        if finding.severity == "invalid" or (finding.severity == "conflict" and not settled[row]):
            reasons.setdefault(row, {})[finding.code] = None
    texts = pl.Series([",".join(codes) for codes in reasons.values()], dtype=pl.String)
    nothing = pl.repeat(None, frame.height, dtype=pl.String, eager=True)
    return nothing.scatter(list(reasons), texts) if reasons else nothing


def _score_rows(
    con: Connection,
    frame: pl.DataFrame,
    evaluation: Evaluation,
    rules_ids: pl.Series,
    *,
    counts: pl.Series,
) -> pl.DataFrame:
    """The columns of `score`, and those that games are cut and counted by, in order of play."""
    score = evaluation.hands.select("by", *SCORED).with_columns(
        frame["hand_id"],
        frame["series_id"],
        rules_id=rules_ids,
        counts=counts,
        row=pl.int_range(frame.height, dtype=pl.UInt32, eager=True),
    )[pl.Series(evaluation.series.order)]
    series, number = score["series_id"].to_numpy(), score["game_in_series"].to_numpy()
    is_first = np.ones(score.height, np.bool_)
    is_first[1:] = (series[1:] != series[:-1]) | (number[1:] != number[:-1])
    starts = np.flatnonzero(is_first)
    keys = score[starts].select(
        key=pl.format("{}\x1f{}", pl.col("series_id").cast(pl.String), "game_in_series")
    )["key"]
    run = np.cumsum(is_first) - 1
    place = np.arange(score.height) - starts[run] + 1
    return score.with_columns(
        game_id=ids_of(con, keys).gather(run), place=pl.Series(place.astype(np.int32))
    )


def _game_rows(score: pl.DataFrame, frame: pl.DataFrame) -> pl.DataFrame:
    """One row a game; `frame` has the records that `score` counts."""
    starts = np.flatnonzero(score["place"].to_numpy() == 1)
    lasts = np.append(starts[1:], score.height) - 1

    def total(column: pl.Series) -> pl.Series:
        return pl.Series(np.add.reduceat(column.to_numpy().astype(np.int32), starts))

    was_set = ~score["made"].fill_null(value=True)
    is_ns = score["by"].is_in(["N", "S"])
    has_ended = score["ended_by"].is_not_null().to_numpy()
    end = np.maximum.reduceat(np.where(has_ended, np.arange(score.height), -1), starts)
    ends = pl.Series(end).set(pl.Series(end < 0), None)
    first, last = score[starts], score[lasts]
    told = frame.select("evening", "date", "club", "event", "table", "game", *PLAYERS)
    about = told[first["row"]]
    return pl.DataFrame(
        {
            "game_id": first["game_id"],
            "rules_id": last["rules_id"],
            "series_id": first["series_id"],
            "number": first["game_in_series"] + 1,
            "evening": about["evening"].str.to_date(),
            "started": about["date"],
            **{name: about[name] for name in ("club", "event", "table")},
            "label": about["game"],
            **{name: about[name] for name in PLAYERS},
            "hands": pl.Series((lasts - starts + 1).astype(np.int32)),
            "counted": total(score["counts"]),
            "sets_ns": total(was_set & is_ns.fill_null(value=False)),
            "sets_ew": total(was_set & ~is_ns.fill_null(value=True)),
            **{name: last[name] for name in ("score_ns", "score_ew")},
            **{name: score[name].gather(ends) for name in ("winner", "ended_by", "units")},
            "unfinished": pl.Series(end < 0),
        }
    )
