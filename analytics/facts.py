"""The frame that every question is asked of: a narrow typed row for each current hand.

`facts(club)` reads it once, and then what changed in each later state of the club; the statistics
are polars over it, so the scorebook is held only while it loads.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from analytics.kitty_cards import KITTY, kitty_cards
from analytics.reading import ORDER_OF_GAMES, Club, Marks, Scorebook, read_changes, read_scorebook
from analytics.vocabulary import (
    ACES,
    DETAILS,
    DIRECTIONS,
    KINDS,
    POSITIONS,
    SEATS,
    SIDES,
    STATUSES,
    TRUMPS,
    WINNERS,
    WORD,
)
from recorder.evaluate import JUDGED, evaluate
from recorder.games import SCORED, evenings_of
from recorder.rules import Rules, RuleSet, load_rules

__all__ = [
    "GAMES",
    "HANDS",
    "Club",
    "Facts",
    "facts",
    "facts_of",
    "games_of",
    "with_figures",
]

HANDS: dict[str, Any] = {
    "hand_id": pl.UInt64,
    "id": pl.String,
    "game_id": pl.UInt64,
    "place": pl.Int32,
    "evening": pl.Date,
    "month": WORD,
    "date": pl.String,
    "club": WORD,
    "event": WORD,
    "table": WORD,
    "game": WORD,
    "hand": pl.Int32,
    "source": WORD,
    "rules": WORD,
    "north": WORD,
    "east": WORD,
    "south": WORD,
    "west": WORD,
    "partnership_ns": WORD,
    "partnership_ew": WORD,
    "dealer": pl.Enum(SEATS),
    "bidder_seat": pl.Enum(SEATS),
    "bidder": WORD,
    "partner": WORD,
    "lho": WORD,
    "rho": WORD,
    "partnership_bidders": WORD,
    "partnership_defenders": WORD,
    "level": pl.Int8,
    "kind": pl.Enum(KINDS),
    "trump": pl.Enum(TRUMPS),
    "direction": pl.Enum(DIRECTIONS),
    "aces": pl.Enum(ACES),
    "forced": pl.Boolean,
    "position": pl.Enum(POSITIONS),
    "calls": WORD,
    "status": pl.Enum(STATUSES),
    "detail": pl.Enum(DETAILS),
    "holds": pl.Int8,
    "counts": pl.Boolean,
    "excluded": WORD,
    "unscored": WORD,
    "is_bid": pl.Boolean,
    "books": pl.Int8,
    "made": pl.Boolean,
    "margin": pl.Int8,
    "boston": pl.Boolean,
    "points_ns": pl.Int16,
    "points_ew": pl.Int16,
    "net_bidders": pl.Int16,
    "score_ns": pl.Int16,
    "score_ew": pl.Int16,
    "winner": pl.Enum(WINNERS),
    "ended_by": WORD,
    "units": pl.Int8,
    "after_end": pl.Boolean,
    **KITTY,
    "tags": pl.List(pl.String),
}
"""The columns of `Facts.hands`, in the order of play. `id` is `hand_id` as people see it; names
are people as shown, a partnership is `Ann & Cy` whoever sat where; `partner`, `lho`, `rho` sit so
to the bidder; `margin` is books minus 6 + level, `boston` all 13 books, `net_bidders` the bidders'
points minus the defenders'. `counts` is False where a finding keeps the hand out of the figures,
`excluded` says which; `unscored` says why the rules asked about do not fit the hand. `is_bid`:
bidder, level, kind and outcome are known, and it is in the figures."""

GAMES: dict[str, Any] = {
    "game_id": pl.UInt64,
    "evening": pl.Date,
    "month": WORD,
    "club": WORD,
    "event": WORD,
    "table": WORD,
    "game": WORD,
    "rules": WORD,
    "source": WORD,
    "north": WORD,
    "east": WORD,
    "south": WORD,
    "west": WORD,
    "partnership_ns": WORD,
    "partnership_ew": WORD,
    "hands": pl.Int32,
    "counted": pl.Int32,
    "sets_ns": pl.Int32,
    "sets_ew": pl.Int32,
    "bostons_ns": pl.Int32,
    "bostons_ew": pl.Int32,
    "points_ns": pl.Int32,
    "points_ew": pl.Int32,
    "score_ns": pl.Int16,
    "score_ew": pl.Int16,
    "winner": pl.Enum(WINNERS),
    "ended_by": WORD,
    "units": pl.Int8,
    "unfinished": pl.Boolean,
    "behind": pl.Int16,
}
"""The columns of `Facts.games`, in the order of play. `score` is the last one known; `winner` is
None while the game is unfinished; `units` is what the win counts for; `behind` is the most points
that the winners were ever behind."""

FINDINGS: dict[str, Any] = {"hand_id": pl.UInt64, "code": WORD, "severity": WORD}
SHEETS: dict[str, Any] = {
    "event": pl.String,
    "round": pl.Int32,
    "table": pl.String,
    "game": pl.String,
    "team_a": pl.String,
    "team_b": pl.String,
    "score_a": pl.Int32,
    "score_b": pl.Int32,
    "hands_a": pl.Int32,
    "hands_b": pl.Int32,
    "bostons_a": pl.Int32,
    "bostons_b": pl.Int32,
    "winner": pl.String,
    "status": pl.String,
}


@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Facts:
    """All that statistics are made of, as it stood at one moment."""

    hands: pl.DataFrame
    """`HANDS`."""
    games: pl.DataFrame
    """`GAMES`."""
    rules: Mapping[str, Rules]
    """What the names in the column `rules` stand for."""
    findings: pl.DataFrame
    """`FINDINGS`: what is wrong with which hand."""
    sheets: pl.DataFrame
    """`SHEETS`: games of which only the result was kept."""


@dataclass(frozen=True, eq=False, slots=True)
class _Kept:
    """The facts of a club in one state of it."""

    generation: object
    facts: Facts
    games: pl.DataFrame
    """As in `reading.Scorebook`."""
    marks: Marks


_CLUBS_KEPT = 2
_kept: OrderedDict[str, _Kept] = OrderedDict()
_loading = Lock()


def facts(club: Club) -> Facts:
    """The facts of a club, each hand scored by its own rules; kept until the club changes.

    Where only some games changed, only these are read again.
    """
    path, generation = str(club.path), club.generation
    # Two sessions that look at once load it once.
    with _loading:
        known = _kept.get(path)
        if known is None or known.generation != generation:
            known = _kept[path] = _renewed(club, generation, known) or _load(club, generation)
        _kept.move_to_end(path)
        while len(_kept) > _CLUBS_KEPT:
            _kept.popitem(last=False)
        return known.facts


def _load(club: Club, generation: object) -> _Kept:
    orders, parts = [], []
    for book in read_scorebook(club):
        orders.append(book.games)
        parts.append(_facts_in(book))
    weave = _Weave.of(orders)
    whole = replace(
        parts[0],
        hands=weave.hands([part.hands for part in parts]),
        games=weave.games([part.games for part in parts]),
        findings=pl.concat(part.findings for part in parts),
    )
    return _Kept(generation, whole, weave.games(orders), book.marks)


def _facts_in(book: Scorebook) -> Facts:
    rules = {name: load_rules(spec, files=False).rules for name, spec in book.rules.items()}
    return _facts(book.hands, rules, book.findings, book.sheets)


def _renewed(club: Club, generation: object, before: _Kept | None) -> _Kept | None:
    """The facts as they are now, made of those before; None where that cannot be done."""
    if before is None:
        return None
    old = before.facts
    changes = read_changes(club, old.hands.select("hand_id", "game_id"), before.marks)
    if changes is None:
        return None
    changed, book = changes
    new = _facts_in(book)
    if changed.is_empty():
        same = replace(old, rules=new.rules, sheets=new.sheets)
        return _Kept(generation, same, before.games, book.marks)
    orders = [before.games, book.games]
    weave = _Weave.of(orders, changed)
    gone = old.hands.filter(pl.col("game_id").is_in(changed.implode()))["hand_id"]
    findings = old.findings.filter(~pl.col("hand_id").is_in(gone.implode()))
    renewed = replace(
        new,
        hands=weave.hands([old.hands, new.hands]),
        games=weave.games([old.games, new.games]),
        findings=pl.concat([findings, new.findings]),
    )
    return _Kept(generation, renewed, weave.games(orders), book.marks)


@dataclass(frozen=True, eq=False, slots=True)
class _Weave:
    """How frames that are each in the order of play go into one that is.

    `order` has a row a game: `game` and `hand` say where it begins in all frames one after the
    other, `n` how many hands it has.
    """

    order: pl.DataFrame

    @classmethod
    def of(cls, parts: Sequence[pl.DataFrame], gone: pl.Series | None = None) -> "_Weave":
        """The games of `parts` (columns as `Scorebook.games`), of the first one without those that
        are `gone`."""
        games = pl.concat(parts).with_columns(pl.col("n").cast(pl.Int64))
        games = games.with_columns(
            game=pl.int_range(pl.len()), hand=pl.col("n").cum_sum() - pl.col("n")
        )
        if gone is not None:
            is_later = pl.col("game") >= parts[0].height
            games = games.filter(is_later | ~pl.col("game_id").is_in(gone.implode()))
        return cls(games.sort(ORDER_OF_GAMES))

    def games(self, parts: Sequence[pl.DataFrame]) -> pl.DataFrame:
        """One frame of those that have a row a game."""
        return self._woven(parts, pl.col("game"), pl.lit(1, pl.Int64))

    def hands(self, parts: Sequence[pl.DataFrame]) -> pl.DataFrame:
        """One frame of those that have a row a hand."""
        return self._woven(parts, pl.col("hand"), pl.col("n"))

    def _woven(
        self, parts: Sequence[pl.DataFrame], start: pl.Expr, length: pl.Expr
    ) -> pl.DataFrame:
        whole = pl.concat(parts)
        # Games that follow each other already are taken in one stretch.
        stretches = (
            self.order.select(start=start, length=length)
            .with_columns(end=pl.col("start") + pl.col("length"))
            .with_columns(stretch=(pl.col("start") != pl.col("end").shift()).cum_sum())
            .group_by("stretch", maintain_order=True)
            .agg(pl.col("start").first(), pl.col("length").sum())
            .select("start", "length")
        )
        if stretches.height <= _MANY_STRETCHES:
            pieces = [whole.slice(first, rows) for first, rows in stretches.iter_rows()]
            return pl.concat([whole.clear(), *pieces], rechunk=True)
        starts, lengths = (stretches[name].to_numpy() for name in ("start", "length"))
        before = np.cumsum(lengths) - lengths
        return whole[np.repeat(starts - before, lengths) + np.arange(lengths.sum())]


_MANY_STRETCHES = 1_000
"""Beyond which it is quicker to pick rows than to join stretches of them."""


def _scored(
    records: pl.DataFrame, rules: Sequence[Rules], which: npt.NDArray[np.int32] | None
) -> list[pl.Series]:
    """What a scorebook holds of a hand's judgement and score."""
    hands = evaluate(records, rules, which).hands
    game = hands["series"].cast(pl.UInt64) * 2**20 + hands["game_in_series"].cast(pl.UInt64)
    computed = [hands[name] for name in (*JUDGED, *SCORED) if name in _COMPUTED]
    return [*computed, game.alias("game_id")]


_COMPUTED = (
    *("by", "level", "kind", "named", "facing", "aces_were", "forced", "position", "status"),
    *("detail", "holds", "books_played", "books", "made", "points_ns", "points_ew", "score_ns"),
    *("score_ew", "winner", "ended_by", "units", "after_end"),
)


def facts_of(
    records: pl.DataFrame,
    sets: Sequence[RuleSet],
    which: npt.NDArray[np.int32] | None = None,
) -> Facts:
    """The facts of records (declared columns) outside any club, row i under `sets[which[i]]`.

    The records must lie in the order of play; a name is a person, and every possible hand counts.
    """
    scored = _scored(records, [house.rules for house in sets], which)
    row = pl.Series(np.arange(records.height), dtype=pl.UInt64)
    at = np.zeros(records.height, np.int32) if which is None else which
    chairs = {f"player_{seat[0]}": seat for seat in ("north", "east", "south", "west")}
    raw = (
        records.rename({"file": "source", **chairs})
        .with_columns(scored)
        .with_columns(
            hand_id=row,
            id=row.cast(pl.String).str.zfill(16),
            evening=evenings_of(records["date"]).str.to_date(),
            rules=pl.Series([sets[i].name for i in at], dtype=pl.String),
            place=pl.int_range(pl.len()).over("game_id") + 1,
            counts=pl.col("status") != "invalid",
            excluded=pl.lit(None, pl.String),
            tags=pl.col("tags").str.json_decode(pl.List(pl.String)),
        )
    )
    rules = {house.name: house.rules for house in sets}
    return _facts(raw, rules, pl.DataFrame(schema=FINDINGS), pl.DataFrame(schema=SHEETS))


def _facts(
    raw: pl.DataFrame, rules: Mapping[str, Rules], findings: pl.DataFrame, sheets: pl.DataFrame
) -> Facts:
    hands = _hands(raw)
    return Facts(hands, games_of(hands), rules, _cast(findings, FINDINGS), _cast(sheets, SHEETS))


def _cast(frame: pl.DataFrame, schema: Mapping[str, Any]) -> pl.DataFrame:
    return frame.select(pl.col(name).cast(dtype) for name, dtype in schema.items())


def _by_seat(*chairs: str) -> pl.Expr:
    """The column of `chairs` that goes with a bidder at N, E, S, W."""
    seat = pl.col("by")
    return pl.coalesce(
        pl.when(seat == letter).then(pl.col(chair))
        for letter, chair in zip("NESW", chairs, strict=True)
    )


def _partnerships(hands: pl.DataFrame, one: str, other: str) -> pl.Series:
    """`Ann & Cy` for the two people of each hand, whoever sat where."""
    pairs = hands.select(one, other).unique().drop_nulls()
    names = [
        " & ".join(sorted(pair, key=lambda name: (name.casefold(), name)))
        for pair in pairs.cast(pl.String).iter_rows()
    ]
    named = pairs.with_columns(name=pl.Series(names, dtype=WORD))
    return hands.select(one, other).join(named, on=[one, other], how="left", maintain_order="left")[
        "name"
    ]


def _hands(raw: pl.DataFrame) -> pl.DataFrame:
    words = [name for name, dtype in HANDS.items() if dtype == WORD and name in raw.columns]
    frame = raw.with_columns(pl.col(words).cast(WORD), pl.col("by").cast(pl.Enum(SEATS)))
    frame = frame.with_columns(
        kitty_cards(frame),
        partnership_ns=_partnerships(frame, "north", "south"),
        partnership_ew=_partnerships(frame, "east", "west"),
    )
    we, they = pl.col("partnership_ns"), pl.col("partnership_ew")
    is_ns = pl.col("by").is_in(["N", "S"])
    return frame.with_columns(
        month=pl.col("evening").dt.strftime("%Y-%m"),
        bidder_seat="by",
        bidder=_by_seat("north", "east", "south", "west"),
        lho=_by_seat("east", "south", "west", "north"),
        partner=_by_seat("south", "west", "north", "east"),
        rho=_by_seat("west", "north", "east", "south"),
        partnership_bidders=pl.when(is_ns).then(we).when(~is_ns).then(they),
        partnership_defenders=pl.when(is_ns).then(they).when(~is_ns).then(we),
        trump="named",
        direction="facing",
        aces="aces_were",
        position=pl.Series(POSITIONS, dtype=pl.Enum(POSITIONS)).gather(frame["position"]),
        counts=pl.col("counts").fill_null(value=False),
        unscored=pl.lit(None, WORD),
        boston=pl.col("books_played") == 13,
    ).pipe(with_figures)


def with_figures(hands: pl.DataFrame) -> pl.DataFrame:
    """The columns `HANDS`, those that follow from books, made and points worked out."""
    is_ns = pl.col("bidder_seat").is_in(["N", "S"])
    lead = pl.col("points_ns") - pl.col("points_ew")
    is_bid = (
        pl.col("status").is_in(["complete", "stopped"])
        & pl.col("counts")
        & pl.col("unscored").is_null()
        & pl.all_horizontal(pl.col("bidder_seat", "level", "kind", "made").is_not_null())
    )
    return hands.with_columns(
        is_bid=is_bid.fill_null(value=False),
        margin=pl.col("books") - 6 - pl.col("level"),
        net_bidders=pl.when(is_ns).then(lead).when(~is_ns).then(-lead),
    ).pipe(_cast, HANDS)


def games_of(hands: pl.DataFrame) -> pl.DataFrame:
    """The games that the hands make, in the order of play."""
    lead = pl.col("score_ns") - pl.col("score_ew")
    is_ns = pl.col("bidder_seat").is_in(["N", "S"])
    counted = pl.col("counts")

    def bids_of(side: str, what: pl.Expr) -> pl.Expr:
        return (what & counted & (is_ns if side == "ns" else ~is_ns)).sum()

    alike = ("evening", "month", "club", "event", "table", "game", "rules", "source")
    people = ("north", "east", "south", "west", "partnership_ns", "partnership_ew")
    games = (
        hands.lazy()
        .filter(pl.col("game_id").is_not_null() & pl.col("unscored").is_null())
        .group_by("game_id", maintain_order=True)
        .agg(
            pl.col(*alike, *people).first(),
            pl.len().alias("hands"),
            counted.sum().alias("counted"),
            *(bids_of(side, ~pl.col("made")).alias(f"sets_{side}") for side in SIDES),
            *(bids_of(side, pl.col("boston")).alias(f"bostons_{side}") for side in SIDES),
            pl.col("points_ns", "points_ew").sum(),
            pl.col("score_ns", "score_ew").drop_nulls().last(),
            pl.col("winner", "ended_by", "units").filter(pl.col("winner").is_not_null()).first(),
            lead.min().alias("lowest"),
            lead.max().alias("highest"),
        )
        .collect()
    )
    behind = (
        pl.when(pl.col("winner") == "NS")
        .then(-pl.col("lowest"))
        .when(pl.col("winner") == "EW")
        .then(pl.col("highest"))
    )
    return games.with_columns(
        unfinished=pl.col("winner").is_null(),
        behind=pl.max_horizontal(behind, pl.when(behind.is_not_null()).then(0)),
    ).pipe(_cast, GAMES)
