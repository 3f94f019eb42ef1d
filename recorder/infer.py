"""Which rules a record was played by, told from what is in it.

A rule set fits as far as it contradicts no hand: no bid it forbids, no card it forbids, no trick,
books, points, score or game end that it makes otherwise. Presets are tried first, then the best of
them with single rules changed as long as a change explains more hands.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import polars as pl

from recorder.errors import RulesError
from recorder.evaluate import Evaluation, evaluate
from recorder.problems import contradictions
from recorder.rules import FIELDS, PRESETS, RuleSet, load_rules

__all__ = ["Fit", "Inference", "infer"]

SAMPLE = 500
"""Hands looked at, evenly through the file: enough to tell any two rule sets apart."""
CHANGES = 4
"""Rules changed from a preset, at most."""
STARTS = 3
"""Presets that changes are tried on."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A rule set and how many of the hands contradict it."""

    rules: RuleSet
    contradicted: int
    hands: int

    @property
    def changes(self) -> int:
        return self.rules.spec.count(",")


@dataclass(frozen=True, slots=True)
class Inference:
    """The rule sets that fit best, the most plausible first."""

    fits: tuple[Fit, ...]
    open_rules: tuple[str, ...]
    """Rules of the first that could as well have another value: the record does not tell."""
    disagree: int
    """Hands that the sets fitting equally well score differently."""


def infer(hands: pl.DataFrame) -> Inference:
    """The rules that a frame of declared columns was played by."""
    step = max(1, -(-hands.height // SAMPLE))
    # Whole games are kept together, or their scores would not add up.
    sample = hands if step == 1 else _every_nth_game(hands, step)
    judged: dict[str, tuple[Fit, Evaluation]] = {}

    def fit(rules: RuleSet) -> Fit:
        if rules.spec not in judged:
            evaluation = evaluate(sample, [rules.rules])
            against = int(np.count_nonzero(contradictions(evaluation)))
            judged[rules.spec] = (Fit(rules, against, sample.height), evaluation)
        return judged[rules.spec][0]

    deck = _deck(hands)
    presets = sorted((fit(rules) for rules in _with_deck(deck)), key=_plausible)
    for start in presets[:STARTS]:
        best = start
        while best.contradicted and best.changes < CHANGES:
            better = min((fit(rules) for rules in _changes(best.rules)), key=_plausible)
            if better.contradicted >= best.contradicted:
                break
            best = better

    # A set that contradicts every hand says nothing; the best is shown even so.
    every = sorted((one for one, _ in judged.values()), key=_plausible)
    fits = [one for one in every if one.contradicted < one.hands] or every[:1]
    least = fits[0].contradicted
    best_changes = fits[0].changes
    equal = [f for f in fits if f.contradicted == least and f.changes <= best_changes]
    points = [judged[f.rules.spec][1].hands.select("points_ns", "points_ew") for f in equal]
    disagree = pl.Series([False] * sample.height)
    for other in points[1:]:
        for side in ("points_ns", "points_ew"):
            disagree |= points[0][side].ne_missing(other[side])
    open_rules = sorted(
        {
            name
            for changed in _changes(fits[0].rules)
            for name in FIELDS
            if changed.rules.get(name) != fits[0].rules.rules.get(name)
            and fit(changed).contradicted <= least
        }
    )
    return Inference(
        tuple(equal + [f for f in fits if f not in equal][:5]),
        tuple(open_rules),
        int(disagree.sum()),
    )


def _plausible(fit: Fit) -> tuple[int, int, int, str]:
    """Fewer hands against it, then fewer changes, then the order of the presets."""
    return fit.contradicted, fit.changes, PRESETS.index(fit.rules.base), fit.rules.spec


def _changes(rules: RuleSet) -> Iterable[RuleSet]:
    """Every other value of every rule that can show in a record, one at a time."""
    for name, field in FIELDS.items():
        if not field.has_effect or name.startswith(("deck.", "deal.", "match.", "session.")):
            continue
        for value in field.choices:
            if value != rules.rules.get(name):
                try:
                    yield load_rules(f"{rules.spec},{name}={field.text(value)}")
                except RulesError:
                    continue  # contradicts the rest of the set


def _every_nth_game(hands: pl.DataFrame, step: int) -> pl.DataFrame:
    runs = hands.select(
        run=pl.struct("date", "table", "event", "game", "player_n", "player_e").rank("dense")
    )["run"]
    return hands.filter(runs % step == 0)


def _deck(hands: pl.DataFrame) -> tuple[int, int] | None:
    """Cards in a hand and in the kitty, where any record shows all of them."""

    def sizes(name: str) -> pl.Series:
        return (hands[name].drop_nulls().str.len_chars() + 1) // 3

    kitty, dealt = sizes("kitty"), sizes("deal_n")
    if kitty.is_empty() or dealt.is_empty():
        return None
    return int(dealt.mode()[0]), int(kitty.mode()[0])


def _with_deck(deck: tuple[int, int] | None) -> Iterable[RuleSet]:
    """The presets, dealt the deck that the records show."""
    for name in PRESETS:
        preset = load_rules(name)
        if deck is not None:
            hand_size, kitty_size = deck
            sizes = {
                "deck.hand_size": hand_size,
                "deck.kitty_size": kitty_size,
                "deck.jokers": 4 * hand_size + kitty_size - 52,
            }
            changes = [f"{field}={value}" for field, value in sizes.items()]
            try:
                preset = load_rules(",".join([name, *changes]))
            except RulesError:
                continue  # this game cannot be played with that deck
        yield preset
