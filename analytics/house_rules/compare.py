"""Two or more rule sets beside each other over the same hands."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from analytics.house_rules.played import Played
from analytics.house_rules.rescore import REASONS, Reason, Rescored, rescore
from analytics.intervals import rate_with_interval, tallied_mean
from recorder.codes import words
from recorder.rules import RuleSet
from recorder.scoring import UNKNOWN_POINTS, GameEnd

__all__ = ["CAVEAT", "UNITS", "Comparison", "compare"]

Bools = npt.NDArray[np.bool_]
Int8s = npt.NDArray[np.int8]
Int16s = npt.NDArray[np.int16]
Int32s = npt.NDArray[np.int32]

CAVEAT = (
    "The bids were made under the rules of the table. Under other rules people would have bid "
    "otherwise, so this says what these hands would have scored, not who would have won."
)
UNITS = ("game", "evening")

SETS: dict[str, Any] = {
    "rules": pl.String,
    "hands": pl.Int64,
    "used": pl.Int64,
    "not_allowed": pl.Int64,
    "not_knowable": pl.Int64,
    "lacks_detail": pl.Int64,
    "no_bid": pl.Int64,
    "sets": pl.Int64,
    "set_rate": pl.Float64,
    "set_rate_low": pl.Float64,
    "set_rate_high": pl.Float64,
    "net_points": pl.Float64,
    "net_points_low": pl.Float64,
    "net_points_high": pl.Float64,
    "games": pl.Int64,
    "won_ns": pl.Int64,
    "won_ew": pl.Int64,
    "drawn": pl.Int64,
    "unfinished": pl.Int64,
    "unknown": pl.Int64,
    "mean_hands": pl.Float64,
    "ended_by": pl.String,
    "unused_hands": pl.Int64,
}
"""One row a rule set. `sets` and `set_rate` are of the `used` hands, `net_points` is the bidders'
minus the defenders' a hand; `unknown` games hold a hand that cannot be known under these rules,
`mean_hands` is the length of the games that ended, `unused_hands` came after an end."""

PAIRS: dict[str, Any] = {
    "a": pl.String,
    "b": pl.String,
    "games": pl.Int64,
    "same": pl.Int64,
    "flipped": pl.Int64,
    "unfinished": pl.Int64,
    "unknown": pl.Int64,
    "flipped_rate": pl.Float64,
    "flipped_rate_low": pl.Float64,
    "flipped_rate_high": pl.Float64,
    "mean_hands_a": pl.Float64,
    "mean_hands_b": pl.Float64,
    "hands": pl.Int64,
    "hands_differ": pl.Int64,
    "made_differ": pl.Int64,
}
"""One row a pair of rule sets. A game is `same` or `flipped` when both sets name a winner,
`unfinished` when one does not; `hands` are those that both can score."""

_GROUPS = {
    "not_allowed": (Reason.NOT_ALLOWED,),
    "not_knowable": (
        Reason.OTHER_DECK,
        Reason.OTHER_LEAD,
        Reason.OTHER_WINNER,
        Reason.OTHER_PLAY,
    ),
    "lacks_detail": (Reason.NEEDS_PLAY, Reason.NEEDS_BOOKS),
    "no_bid": (Reason.NO_BID,),
}
_NS, _EW, _DRAWN, _UNFINISHED, _UNKNOWN = range(5)
_OUTCOMES = ("NS", "EW", "drawn", "unfinished", "unknown")


@dataclass(frozen=True, slots=True, eq=False)
class _Units:
    """Each game, or evening at one table, under one rule set."""

    number: Int32s
    """Of the run, as in `Played.game` or `.evening`."""
    outcome: Int8s
    """Index into `_OUTCOMES`: who won it, or most games of the evening."""
    length: Int32s
    """Hands up to the end; of an evening, all."""


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """The same hands under several rule sets."""

    hands: Played
    focus: Bools
    """The hands asked about: figures are of these, games those that hold one of them."""
    by: str
    names: tuple[str, ...]
    rescored: tuple[Rescored, ...]
    units: tuple[_Units, ...]
    """The games or evenings of `focus` under each rule set."""
    in_focus: Bools
    """The hands of the games asked about."""

    def sets(self) -> pl.DataFrame:
        """One row a rule set: the `SETS` columns."""
        rows = [self._set_row(at) for at in range(len(self.names))]
        counted = pl.DataFrame(rows, infer_schema_length=None).with_columns(
            *rate_with_interval("sets", "used", "set_rate", "set_rate")
        )
        return tallied_mean(counted, "net", "net_points").select(list(SETS)).cast(pl.Schema(SETS))

    def _set_row(self, at: int) -> dict[str, Any]:
        one, units = self.rescored[at], self.units[at]
        counts = np.bincount(one.reason[self.focus], minlength=len(Reason))
        used = one.used & self.focus
        net = self._net(one)[used]
        sets = int(np.count_nonzero(one.running.made[used] == 0))
        ended = (one.running.ended_by > 0) & self.in_focus
        tally = np.bincount(units.outcome, minlength=len(_OUTCOMES))
        ends = np.bincount(one.running.ended_by[ended], minlength=len(GameEnd))
        lengths = self._game_lengths(one)
        return {
            "rules": self.names[at],
            "hands": int(self.focus.sum()),
            "used": len(net),
            **{group: int(counts[list(why)].sum()) for group, why in _GROUPS.items()},
            "sets": sets,
            "net_n": len(net),
            "net_sum": int(net.sum()),
            "net_squares": int((net.astype(np.int64) ** 2).sum()),
            "games": len(units.outcome),
            **dict(zip(("won_ns", "won_ew", "drawn"), map(int, tally), strict=False)),
            "unfinished": int(tally[_UNFINISHED]),
            "unknown": int(tally[_UNKNOWN]),
            "mean_hands": float(lengths.mean()) if len(lengths) else None,
            "ended_by": ", ".join(
                f"{end.name.lower().replace('_', ' ')} {ends[end]}" for end in GameEnd if ends[end]
            )
            or None,
            "unused_hands": int(np.count_nonzero(one.running.after_end & self.in_focus)),
        }

    def pairs(self) -> pl.DataFrame:
        """One row a pair of rule sets: the `PAIRS` columns."""
        rows = [self._pair_row(a, b) for a, b in combinations(range(len(self.names)), 2)]
        counted = pl.DataFrame(rows, infer_schema_length=None).with_columns(
            *rate_with_interval("flipped", "decided", "flipped_rate", "flipped_rate")
        )
        return counted.select(list(PAIRS)).cast(pl.Schema(PAIRS))

    def _pair_row(self, a: int, b: int) -> dict[str, Any]:
        one, two = self.rescored[a], self.rescored[b]
        left, right = self.units[a].outcome, self.units[b].outcome
        unknown = (left == _UNKNOWN) | (right == _UNKNOWN)
        unfinished = ~unknown & ((left == _UNFINISHED) | (right == _UNFINISHED))
        decided = ~unknown & ~unfinished
        flipped = int(np.count_nonzero(decided & (left != right)))
        both = one.used & two.used & self.focus
        differ = both & np.any(one.running.points != two.running.points, axis=1)
        lengths = [self._game_lengths(side) for side in (one, two)]
        means = [float(length.mean()) if len(length) else None for length in lengths]
        return {
            "a": self.names[a],
            "b": self.names[b],
            "games": len(left),
            "same": int(decided.sum()) - flipped,
            "flipped": flipped,
            "unfinished": int(unfinished.sum()),
            "unknown": int(unknown.sum()),
            "decided": int(decided.sum()),
            "mean_hands_a": means[0],
            "mean_hands_b": means[1],
            "hands": int(both.sum()),
            "hands_differ": int(differ.sum()),
            "made_differ": int(np.count_nonzero(both & (one.running.made != two.running.made))),
        }

    def differing_hands(self, a: int = 0, b: int = 1) -> pl.DataFrame:
        """The hands that score differently under sets `a` and `b`, the biggest swings first.

        Columns: `hand_id`, `game` (a run), points of both sides under both, `swing` (what N-S
        gain under `b` against `a`), `first_trick` that another player takes (NULL none).
        """
        one, two = self.rescored[a], self.rescored[b]
        differ = one.used & two.used & self.focus
        differ &= np.any(one.running.points != two.running.points, axis=1)
        rows = np.flatnonzero(differ)
        left, right = one.running.points[rows], two.running.points[rows]
        net = (right[:, 0] - right[:, 1]) - (left[:, 0] - left[:, 1])
        first = np.maximum(one.first_trick[rows], two.first_trick[rows]).astype(np.int64)
        frame = pl.DataFrame(
            {
                "hand_id": self.hands.hand_id[rows],
                "game": self.hands.game[rows],
                "points_ns_a": left[:, 0],
                "points_ew_a": left[:, 1],
                "points_ns_b": right[:, 0],
                "points_ew_b": right[:, 1],
                "swing": net,
                "first_trick": pl.Series(first).set(pl.Series(first == 0), None),
            }
        )
        return frame.sort(pl.col("swing").abs(), "hand_id", descending=[True, False])

    def games(self, a: int = 0, b: int = 1) -> pl.DataFrame:
        """One row a game (or evening at a table): who wins it under `a` and under `b`.

        Columns: `unit`, `winner_a`, `winner_b`, `length_a`, `length_b`, `flipped`.
        """
        left, right = self.units[a], self.units[b]
        decided = (left.outcome <= _DRAWN) & (right.outcome <= _DRAWN)
        return pl.DataFrame(
            {
                "unit": left.number,
                "winner_a": words(left.outcome, _OUTCOMES),
                "winner_b": words(right.outcome, _OUTCOMES),
                "length_a": left.length,
                "length_b": right.length,
                "flipped": decided & (left.outcome != right.outcome),
            }
        )

    def leads(self) -> pl.DataFrame:
        """How each game that every rule set decides ends: N-S points minus E-W points.

        Columns: `game` (a run), `rules`, `lead`, `flipped` (some set has another winner).
        """
        units = self.units
        decided = np.all([unit.outcome <= _DRAWN for unit in units], axis=0)
        flipped = np.any([unit.outcome != units[0].outcome for unit in units], axis=0)
        parts = []
        for name, one in zip(self.names, self.rescored, strict=True):
            ends = pl.DataFrame(
                {
                    "game": self._unit_of(),
                    "lead": one.running.score[:, 0].astype(np.int32) - one.running.score[:, 1],
                    "over": one.running.after_end,
                }
            )
            last = ends.filter(~pl.col("over")).group_by("game").agg(pl.col("lead").last())
            parts.append(last.with_columns(rules=pl.lit(name)))
        kept = pl.DataFrame(
            {"game": units[0].number[decided], "flipped": flipped[decided]},
            schema={"game": pl.Int32, "flipped": pl.Boolean},
        )
        return pl.concat(parts).join(kept, on="game").sort("game", "rules")

    def score_lines(self, unit: int) -> pl.DataFrame:
        """The running scores of one game under every rule set, hand by hand.

        Columns: `rules`, `place` (1 up), `hand_id`, `score_ns`, `score_ew` (NULL not known),
        `over` (after the game's end).
        """
        rows = np.flatnonzero(self._unit_of() == unit)
        parts = [
            pl.DataFrame(
                {
                    "rules": [name] * len(rows),
                    "place": np.arange(1, len(rows) + 1),
                    "hand_id": self.hands.hand_id[rows],
                    "score_ns": _score(one.running.score[rows, 0]),
                    "score_ew": _score(one.running.score[rows, 1]),
                    "over": one.running.after_end[rows],
                }
            )
            for name, one in zip(self.names, self.rescored, strict=True)
        ]
        return pl.concat(parts)

    def reasons(self) -> pl.DataFrame:
        """Why hands are left out: `rules`, `reason` in words, `n`."""
        rows = [
            {
                "rules": name,
                "reason": REASONS[why],
                "n": int(np.count_nonzero((one.reason == why) & self.focus)),
            }
            for name, one in zip(self.names, self.rescored, strict=True)
            for why in Reason
            if why is not Reason.USED
        ]
        schema = {"rules": pl.String, "reason": pl.String, "n": pl.Int64}
        return pl.DataFrame(rows, schema=schema).filter(pl.col("n") > 0)

    def _unit_of(self) -> Int32s:
        return _unit_of(self.hands, self.by)

    def _net(self, one: Rescored) -> Int16s:
        """Bidders' points minus defenders'."""
        net = one.running.points[:, 0] - one.running.points[:, 1]
        return np.where(self.hands.contracts.side == 1, -net, net).astype(np.int16)

    def _game_lengths(self, one: Rescored) -> Int32s:
        """Hands in each game that ended."""
        units = self._unit_of().astype(np.int64)
        key = units * (int(one.running.game.max(initial=0)) + 1) + one.running.game
        counted = ~one.running.after_end & self.in_focus
        key = key[counted]
        # The hands of a game follow each other.
        starts = np.flatnonzero(np.append(True, key[1:] != key[:-1]))
        sizes = np.diff(starts, append=len(key))
        lengths: Int32s = np.repeat(sizes, sizes)[(one.running.ended_by > 0)[counted]]
        return lengths.astype(np.int32)


def _unit_of(hands: Played, by: str) -> Int32s:
    return hands.game if by == "game" else hands.evening


def _units(hands: Played, focus: Bools, by: str, one: Rescored) -> _Units:
    """The games or evenings that hold a hand of `focus`, under one rule set."""
    unit = _unit_of(hands, by)
    n = int(unit.max(initial=-1)) + 1
    running = one.running
    wins = [
        np.bincount(unit, weights=running.units * (running.winner == side), minlength=n)
        for side in (0, 1, 2)
    ]
    open_hands = np.bincount(
        unit,
        weights=~one.used & ~hands.nothing & ~running.after_end,
        minlength=n,
    )
    outcome = np.full(n, _UNFINISHED, np.int8)
    outcome[open_hands > 0] = _UNKNOWN
    # A game that ended before the hand that cannot be known is known.
    settled = (wins[0] + wins[1] + wins[2]) > 0
    if by == "evening":
        settled &= open_hands == 0
    outcome[settled] = np.where(wins[0] > wins[1], _NS, np.where(wins[1] > wins[0], _EW, _DRAWN))[
        settled
    ]
    length = np.bincount(unit, weights=~running.after_end, minlength=n)
    number = np.flatnonzero(np.bincount(unit, weights=focus, minlength=n))
    return _Units(number.astype(np.int32), outcome[number], length[number].astype(np.int32))


def _score(score: Int16s) -> pl.Series:
    series = pl.Series(score)
    return series.set(series == UNKNOWN_POINTS, None)


def compare(
    hands: Played,
    rule_sets: Sequence[RuleSet],
    *,
    by: str = "game",
    focus: Bools | None = None,
) -> Comparison:
    """Score `hands` under every rule set; `by` is "game" (as played) or "evening" (cut again).

    `focus`, bool[n], are the hands asked about; the rest of their games is played all the same.
    """
    asked = np.ones(len(hands), np.bool_) if focus is None else focus
    rescored = tuple(rescore(hands, one.rules, by=by) for one in rule_sets)
    unit = _unit_of(hands, by)
    return Comparison(
        hands=hands,
        focus=asked,
        by=by,
        names=tuple(one.name for one in rule_sets),
        rescored=rescored,
        units=tuple(_units(hands, asked, by, one) for one in rescored),
        in_focus=(np.bincount(unit, weights=asked, minlength=1) > 0)[unit],
    )
