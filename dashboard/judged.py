"""What is analysed of the club that is shown: its results, its season, one hand of it."""

import polars as pl
import streamlit as st

from analytics.accuracy import analyse
from analytics.accuracy.questions import Question, questions
from analytics.accuracy.season import Judge, Season
from analytics.accuracy.season import season as season_of
from analytics.accuracy.store import Store
from analytics.filters import Filters
from dashboard import source, words

__all__ = ["judge", "progress", "question", "season", "store"]


def store() -> Store:
    return _store(str(source.club().path))


@st.cache_resource
def _store(path: str) -> Store:
    del path  # tells one club from another
    return Store(source.club().path)


def _state() -> int:
    """Changes with every result that is kept."""
    path = store().path
    return path.stat().st_size if path.exists() else 0


def season(asked: Filters, *, heeds_calls: bool = False) -> Season:
    """The judged hands that match."""
    where: pl.Expr | None = asked.on_hands() if asked else None
    return source.kept(
        f"season {asked} {_state()} {heeds_calls}",
        lambda: season_of(source.club(), source.facts(), store(), where, heeds_calls=heeds_calls),
    )


def judge(*about: Question) -> Judge:
    """What the club is like, to judge the hands of `about` by."""
    results = store()
    results.refresh()

    def of_the_club() -> list[Question]:
        # A club of which nothing is analysed has nothing to say about its hands.
        return [] if results.is_empty else questions(source.club(), kept=results.knows)

    def make() -> Judge:
        known = source.kept(f"analysed {_state()}", of_the_club)
        asked = {question.id: question for question in (*known, *about)}
        return Judge.of(source.facts(), results, list(asked.values()))

    return source.kept(f"judge {_state()} {' '.join(question.id for question in about)}", make)


def question(hand: str) -> Question | None:
    """One hand as far as it can be judged."""
    found = source.kept(f"question {hand}", lambda: questions(source.club(), hand))
    return found[0] if found else None


def progress(analysed: int, total: int) -> None:
    """How far the club is analysed, and the button that goes on with it."""
    running = analyse.running(source.club().path)
    if running is not None:
        _running()
    elif analysed < total:
        st.markdown(words.plain(f"{analysed:,} of {words.count(total, 'hand')} analysed."))
        if not source.is_read_only():
            st.button(
                "Analyse the rest" if analysed else "Analyse them",
                on_click=_start,
                icon=":material/play_arrow:",
            )
    elif total:
        st.caption(words.plain(f"All {words.count(total, 'hand')} with cards are analysed."))


@st.fragment(run_every=3)
def _running() -> None:
    running = analyse.running(source.club().path)
    if running is None:
        st.rerun()
    said = f"Analysing: {running.done:,} of {words.count(running.total, 'hand')}"
    if running.total == 0:
        said = "Getting ready to analyse"
    if running.seconds_left is not None:
        minutes = running.seconds_left / 60
        left = "less than a minute" if minutes < 1 else words.count(round(minutes), "minute")
        said += f", {left} left"
    st.progress(running.done / max(running.total, 1), words.plain(f"{said}."))
    with st.container(horizontal=True):
        st.button("Show what is known by now", on_click=st.rerun, key="known_by_now")
        if not source.is_read_only():
            st.button("Stop", on_click=analyse.stop, args=(source.club().path,), key="stop")


def _start() -> None:
    analyse.background(source.club().path)
