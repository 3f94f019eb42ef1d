"""The only reads: the club that is shown, and answers under the filters of the address bar."""

import os
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import streamlit as st

from analytics.ask import Answer
from analytics.ask import answer as ask
from analytics.choices import distinct
from analytics.facts import Facts
from analytics.facts import facts as facts_of
from analytics.filters import Filters
from analytics.population import funnel
from dashboard import address
from recorder.club import Club

__all__ = ["answer", "club", "facts", "is_read_only", "is_simulated", "kept", "matching"]

Made = TypeVar("Made")


def club() -> Club:
    """The club whose folder `BIDWHIST_CLUB` names; ClubError where it cannot be used."""
    return _open(os.environ.get("BIDWHIST_CLUB", "club"))


@st.cache_resource(show_spinner="Opening the club; the first time the engine is made ready …")
def _open(path: str) -> Club:
    return Club.open(path)


def is_read_only() -> bool:
    """Whether no page may change the club."""
    return bool(os.environ.get("BIDWHIST_READ_ONLY"))


def facts() -> Facts:
    """What every question is asked of, as it stands now."""
    return facts_of(club())


def is_simulated() -> bool:
    """Whether the club, or some of its hands, never sat at a table."""
    mark = "(simulated)"
    return mark in club().name or any(mark in name for name in distinct(facts(), "club"))


def answer(name: str, *, by: Sequence[str] | None = None, where: Filters | None = None) -> Answer:
    """A statistic under the filters of the address bar, or under others."""
    filters = address.filters() if where is None else where
    groups = None if by is None else tuple(by)
    return kept(
        f"{name} by {groups} where {filters}", lambda: ask(facts(), name, by=groups, where=filters)
    )


def matching(filters: Filters) -> int:
    """How many hands match, whatever they hold."""
    return kept(f"matching {filters}", lambda: funnel(facts(), filters, "all").matching)


def kept(what: str, make: Callable[[], Made]) -> Made:
    """The same as the last time, until the club changes; `what` tells one from another."""
    here = club()
    made: Made = _kept(str(here.path), here.generation, what, make)
    return made


@st.cache_resource(max_entries=512, show_spinner=False)
def _kept(path: str, generation: tuple[int, ...], what: str, _make: Callable[[], Any]) -> Any:
    return _make()
