"""Which hands a statistic may use, and why it may not use the others."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from analytics.errors import QuestionError
from analytics.facts import GAMES, HANDS, Facts
from analytics.filters import Filters
from analytics.house_rules.rescore import REASONS, Reason

__all__ = [
    "GROUPS",
    "Funnel",
    "add_groups",
    "check_by",
    "funnel",
    "group_schema",
    "reason_unused",
    "used_hands",
]

_HAS_CALLS = 1

GROUPS = {
    "partnership": "partnership_bidders",
    "defenders": "partnership_defenders",
    "trumps_found": "kitty_trumps",
    "date": "evening",
}
"""What a question is asked by, where that is not the name of the column."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What must hold of a hand, and what to say of one for which it does not."""

    holds: pl.Expr
    otherwise: str
    is_detail: bool = True
    """Whether a hand that fails it has too little recorded, rather than being kept out."""


def _known(column: str, otherwise: str) -> Condition:
    return Condition(pl.col(column).is_not_null(), otherwise)


def _status_is_not(status: str, otherwise: str) -> Condition:
    return Condition(pl.col("status") != status, otherwise, is_detail=False)


_CALLS = Condition(pl.col("holds") & _HAS_CALLS != 0, "no calls recorded")
_COUNTED = (
    _status_is_not("invalid", "cannot have happened as recorded"),
    Condition(pl.col("counts"), "a conflict in the record is not settled", is_detail=False),
)
_SCORED = tuple(
    Condition(pl.col("unscored").ne_missing(pl.lit(why)), why, is_detail=False)
    for reason, why in REASONS.items()
    if reason is not Reason.USED
)
_BIDS = (
    _status_is_not("misdeal", "misdealt"),
    _status_is_not("abandoned", "abandoned"),
    _status_is_not("passed_out", "passed out"),
    *_COUNTED,
    _known("bidder_seat", "bidder not recorded"),
    _known("level", "bid not recorded"),
    _known("kind", "up, down or no trump not recorded"),
    *_SCORED,
    Condition(
        (pl.col("status") == "complete") | pl.col("made").is_not_null(),
        "stopped before made or set was certain",
    ),
    _known("made", "outcome not recorded"),
)
_POPULATIONS: dict[str, tuple[Condition, ...]] = {
    "all": (),
    "bids": _BIDS,
    "seated": (
        *_BIDS,
        _known("partnership_bidders", "players not recorded"),
        _known("partnership_defenders", "players not recorded"),
    ),
    "auctions": (_status_is_not("misdeal", "misdealt"), *_COUNTED, _CALLS),
    "kitties": (*_BIDS, _known("kitty_jokers", "bidder’s cards and kitty not recorded")),
    "suits": (*_BIDS, _known("trump", "trump not recorded")),
    "margins": (*_BIDS, _known("books", "only made or set recorded")),
    "made": (
        *_BIDS,
        Condition(pl.col("made"), "set", is_detail=False),
        _known("books", "only made or set recorded"),
    ),
    "games": (Condition(~pl.col("unfinished"), "unfinished", is_detail=False),),
}
_GROUP_NEEDS = {
    "position": "no calls recorded",
    "forced": "no calls recorded",
    "direction": "direction not recorded",
    "trump": "trump not recorded",
    "bidder": "players not recorded",
    "partnership": "players not recorded",
    "defenders": "players not recorded",
    "trumps_found": "no trump suit",
    "event": "no event recorded",
    "table": "no table recorded",
    "club": "no club recorded",
    "month": "no date recorded",
    "evening": "no date recorded",
    "date": "no date recorded",
}


def add_groups(hands: pl.LazyFrame, by: Sequence[str], *sums: pl.Expr) -> pl.DataFrame:
    """`sums`, of which `n` is one, for each of `by` that there is, in its order."""
    keys = [pl.col(GROUPS.get(name, name)).alias(name) for name in by]
    if not keys:
        return hands.select(sums).collect().filter(pl.col("n") > 0)
    return hands.group_by(keys).agg(sums).collect().sort(by)


def group_schema(by: Iterable[str]) -> dict[str, Any]:
    """The types in which the groups are handed on: words as text."""
    types = {**GAMES, **HANDS}
    return {
        name: kind if kind.is_numeric() or kind in (pl.Date, pl.Boolean) else pl.String
        for name, kind in ((name, types[GROUPS.get(name, name)]) for name in by)
    }


def _conditions(population: str, by: Sequence[str]) -> list[Condition]:
    # In an auction everybody speaks; there need be no bidder.
    groups = () if population == "auctions" else by
    needed = [
        _known(GROUPS.get(name, name), _GROUP_NEEDS[name])
        for name in groups
        if name in _GROUP_NEEDS
    ]
    return [*_POPULATIONS[population], *needed]


def used_hands(
    facts: Facts, filters: Filters, population: str = "bids", by: Sequence[str] = ()
) -> pl.LazyFrame:
    """The hands that a question may use: they match, hold enough, and are not kept out."""
    conditions = _conditions(population, by)
    if conditions[: len(_BIDS)] == list(_BIDS):
        # Worked out once when the facts were read; the reasons are only needed by the funnel.
        conditions = [Condition(pl.col("is_bid"), ""), *conditions[len(_BIDS) :]]
    holds = [condition.holds for condition in conditions]
    return facts.hands.lazy().filter(filters.on_hands(), *holds)


def _first_failed(conditions: Sequence[Condition]) -> pl.Expr:
    """The number of the first condition that a hand fails; None where it fails none."""
    return pl.coalesce(
        *(
            pl.when(condition.holds.fill_null(value=False).not_()).then(pl.lit(at, pl.Int8))
            for at, condition in enumerate(conditions)
        ),
        pl.lit(None, pl.Int8),
    )


def reason_unused(population: str = "bids") -> pl.Expr:
    """Why a hand is not used, in words; None where it is."""
    conditions = _POPULATIONS[population]
    words = [condition.otherwise for condition in conditions]
    return _first_failed(conditions).replace_strict(
        list(range(len(words))), words, return_dtype=pl.String
    )


@dataclass(frozen=True, slots=True)
class Funnel:
    """How many hands (or games) a figure was made of, and what became of the rest."""

    hands: int
    """In the club."""
    matching: int
    """After the filters."""
    detailed: int
    """Of those, with enough recorded."""
    used: int
    reasons: tuple[tuple[str, int], ...] = ()
    """Why matching ones were not used, most first."""
    unit: str = "hands"

    def words(self) -> str:
        """`1,180 of 1,204 hands; not used: 20 (passed out), 4 (bid not recorded)`."""
        said = f"{self.used:,} of {self.matching:,} {self.unit}"
        if self.reasons:
            said += "; not used: " + ", ".join(f"{n:,} ({why})" for why, n in self.reasons)
        return said


def funnel(
    facts: Facts, filters: Filters, population: str = "bids", by: Sequence[str] = ()
) -> Funnel:
    """The hands (or games) that may not be used, counted by the first reason that applies."""
    is_games = population == "games"
    everything = facts.games if is_games else facts.hands
    asked = filters.on_games() if is_games else filters.on_hands()
    conditions = _conditions(population, by)
    failed = (
        everything.lazy()
        .filter(asked)
        .with_columns(_first_failed(conditions).fill_null(-1).alias("failed"))
        .group_by("failed")
        .len()
        .collect()
    )
    counts = dict(failed.iter_rows())
    used = counts.pop(-1, 0)
    total = used + sum(counts.values())
    reasons: dict[str, int] = {}
    for at, n in counts.items():
        why = conditions[at].otherwise
        reasons[why] = reasons.get(why, 0) + n
    lacking = sum(n for at, n in counts.items() if conditions[at].is_detail)
    ordered = tuple(sorted(reasons.items(), key=lambda item: (-item[1], item[0])))
    unit = "games" if is_games else "hands"
    return Funnel(everything.height, total, total - lacking, used, ordered, unit)


def check_by(by: Sequence[str], allowed: Sequence[str]) -> None:
    """QuestionError unless every one of `by` is among `allowed`, and none comes twice."""
    for name in by:
        if name not in allowed:
            choice = f"by {', '.join(allowed)}" if allowed else "no choice of rows"
            raise QuestionError(f"expected {choice}, got {name!r}")
        if list(by).count(name) > 1:
            raise QuestionError(f"expected {name!r} once, got it {list(by).count(name)} times")
