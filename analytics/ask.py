"""Any statistic by its name: the one door for the command line and the pages."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from analytics.auction import auction
from analytics.bids import bids, margins, suits
from analytics.facts import Club, Facts, facts
from analytics.filters import Filters
from analytics.findings import coverage, findings
from analytics.form import form
from analytics.games import games
from analytics.kitty import kitty
from analytics.left_on_table import left_on_table
from analytics.partnerships import heads, partnerships
from analytics.players import players, roles
from analytics.population import Funnel, check_by, funnel
from analytics.registry import Statistic, definition
from analytics.sets import sets
from analytics.standings import standings
from analytics.under_rules import facts_under
from recorder.rules import RuleSet

__all__ = ["Answer", "answer", "ask"]

Question = Callable[[Facts, Filters, Sequence[str]], pl.DataFrame]

_QUESTIONS: Mapping[str, Question] = {
    "bids": bids,
    "margins": margins,
    "suits": suits,
    "sets": sets,
    "partnerships": lambda facts, filters, by: partnerships(facts, filters),
    "players": players,
    "heads": lambda facts, filters, by: heads(facts, filters),
    "roles": lambda facts, filters, by: roles(facts, filters),
    "auction": auction,
    "kitty": kitty,
    "left_on_table": left_on_table,
    "form": form,
    "games": games,
    "standings": lambda facts, filters, by: standings(facts, filters),
    "findings": lambda facts, filters, by: findings(facts, filters),
    "coverage": coverage,
}


@dataclass(frozen=True, slots=True)
class Answer:
    """The figures, how many hands they were made of, and what they mean."""

    frame: pl.DataFrame
    funnel: Funnel
    definition: Statistic
    by: tuple[str, ...]
    filters: Filters

    @property
    def n(self) -> int:
        """Hands used, or games."""
        return self.funnel.used


def ask(
    club: Club,
    name: str,
    *,
    by: Sequence[str] | None = None,
    where: Filters | str | None = None,
    rules: RuleSet | None = None,
) -> Answer:
    """A statistic of a club, by each hand's own rules or all under `rules`.

    QuestionError where there is no such statistic, grouping or filter.
    """
    definition(name)
    known = facts(club) if rules is None else facts_under(club, rules)
    return answer(known, name, by=by, where=where)


def answer(
    facts: Facts,
    name: str,
    *,
    by: Sequence[str] | None = None,
    where: Filters | str | None = None,
) -> Answer:
    """A statistic of facts; `by` is what it is usually asked by unless said."""
    meaning = definition(name)
    filters = where if isinstance(where, Filters) else Filters.parse(where)
    groups = meaning.usual if by is None else tuple(by)
    if by is not None:
        check_by(groups, meaning.by)
    frame = _QUESTIONS[name](facts, filters, groups)
    return Answer(
        frame, funnel(facts, filters, meaning.population, groups), meaning, groups, filters
    )
