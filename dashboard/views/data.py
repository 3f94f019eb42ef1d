"""What the records can answer, what is wrong with them, and what every number means."""

from collections.abc import Mapping
from typing import Any

import polars as pl
import streamlit as st

from analytics.records import sources, unsettled, versions
from analytics.registry import STATISTICS
from dashboard import asking, showing, source, words
from dashboard.source import answer
from dashboard.views import set_aside
from recorder.findings import CODES

__all__ = ["page"]

LOOKS = {
    "coverage": "Coverage",
    "findings": "Findings",
    "conflicts": "To settle",
    "unread": "Not readable",
    "sources": "Files",
    "meanings": "Definitions",
}


def page() -> None:
    look = showing.choose("look", "Look at", tuple(LOOKS), LOOKS.__getitem__)
    {
        "coverage": coverage,
        "findings": findings,
        "conflicts": conflicts,
        "unread": set_aside.section,
        "sources": files,
        "meanings": meanings,
    }[look]()


def coverage() -> None:
    asked = asking.bar()
    found = answer("coverage", by=())
    if found.frame.is_empty():
        asking.nothing_matches(asked)
        return
    showing.say(covered(found.frame))
    frame = found.frame.with_columns(
        holds=pl.col("detail").replace(words.DETAILS).fill_null("less than the result"),
        ended=pl.col("status").str.replace("_", " "),
    )
    titles = {
        "holds": "Recorded",
        "ended": "Ended",
        "reason": "In the figures?",
        "n": showing.number("Hands"),
    }
    showing.table(frame.sort("n", descending=True), "coverage", titles, first="holds")
    by_month(answer("coverage", by=("month",)).frame)
    showing.about(found)


def covered(frame: pl.DataFrame) -> str:
    """Of how many hands more than the result is known."""
    total = int(frame["n"].sum())
    used = int(frame.filter(pl.col("reason") == "in the figures")["n"].sum())
    parts = [
        f"{int(rows['n'].sum()):,} with {words.detail(str(detail))}"
        for [detail], rows in frame.filter(pl.col("detail").is_not_null()).group_by(
            "detail", maintain_order=True
        )
    ]
    return f"In the figures: {words.n_of(used, total, 'hand')}. Recorded: {words.join(parts)}."


def by_month(frame: pl.DataFrame) -> None:
    dated = frame.filter(pl.col("month").is_not_null())
    if dated["month"].n_unique() < 2:
        return
    wide = dated.group_by("month", maintain_order=True).agg(
        pl.col("n").sum().alias("hands"),
        *(
            pl.col("n").filter(pl.col("detail") == detail).sum().alias(detail)
            for detail in words.DETAILS
        ),
    )
    wide = wide.with_columns(month=pl.col("month").str.to_date("%Y-%m").dt.to_string("%B %Y"))
    titles = {"month": "Month", "hands": showing.number("Hands")} | {
        detail: showing.number(words.sentence(said)) for detail, said in words.DETAILS.items()
    }
    showing.table(wide, "coverage_months", titles, first="month")


SEVERITIES = {
    "invalid": "cannot have happened",
    "conflict": "to be settled",
    "note": "worth knowing",
}


def findings() -> None:
    asked = asking.bar()
    found = answer("findings")
    if found.frame.is_empty():
        showing.say(
            "Nothing is wrong with these records."
            if not asked
            else f"Nothing is wrong with the hands {asked.words()}."
        )
        return
    counts = dict(found.frame.group_by("severity").agg(pl.col("n").sum()).iter_rows())
    said = [f"{counts[kind]:,} {text}" for kind, text in SEVERITIES.items() if counts.get(kind)]
    showing.say(f"Of what was found in the records, {words.join(said)}.")
    for row in found.frame.to_dicts():
        counted = f"{words.count(row['n'], 'hand')}, {SEVERITIES[row['severity']]}"
        label = f"{CODES[row['code']].meaning} {words.sentence(counted)}"
        with st.expander(words.plain(label)):
            for hand in row["examples"]:
                showing.link("hand", f"Hand {hand}", {"id": hand}, ":material/playing_cards:")
            if row["n"] > len(row["examples"]):
                st.caption(f"… and {row['n'] - len(row['examples']):,} more.")
    showing.about(found)


def conflicts() -> None:
    """Hands that are out of the figures until somebody says what counts."""
    waiting = source.kept("unsettled", lambda: unsettled(source.club()))
    if waiting.is_empty():
        showing.say("No record contradicts another or itself.")
        return
    showing.say(
        f"Somebody has to say what counts of {words.count(waiting.height, 'hand')}; "
        f"{waiting.height - waiting['counts'].sum():,} out of the figures until then."
    )
    for hand in waiting.to_dicts():
        with st.container(border=True):
            conflict(hand)


def conflict(hand: Mapping[str, Any]) -> None:
    place = [words.day(hand["evening"])]
    place += [f"{name} {hand[name]}" for name in ("table", "game", "hand") if hand[name]]
    bid = f": {words.bid(hand['bid'])}" if hand["bid"] else ""
    st.markdown(f"**{words.plain(', '.join(place) + bid)}**")
    for message in hand["messages"]:
        st.markdown(f"- {words.plain(words.sentence(message))}.")
    showing.link("hand", "Look at it", {"id": hand["id"]}, ":material/playing_cards:")
    rivals = None
    if hand["rivals"]:
        rivals = source.kept(f"versions {hand['id']}", lambda: versions(source.club(), hand["id"]))
        for row in rivals.to_dicts():
            st.markdown(f"- {words.plain(version(row))}")
    if source.is_read_only():
        return
    with st.container(horizontal=True):
        if rivals is None:
            settle("It counts as it stands", hand["id"], None)
        else:
            for number, row in enumerate(rivals.to_dicts(), 1):
                settle(f"Record {number} counts", hand["id"], row["record"])


def version(row: Mapping[str, Any]) -> str:
    """What one of several records of a hand says that the others do not."""
    said = [
        f"{name.replace('_', ' ')} {value}"
        for name, value in row.items()
        if name not in ("record", "state", "source") and value is not None
    ]
    return f"{row['source'] or 'entered here'}: {', '.join(said)}"


def settle(label: str, hand: str, record: str | None) -> None:
    if st.button(label, key=f"settle_{hand}_{record}"):
        source.club().settle(hand, record)
        showing.tell("Settled: the hand is in the figures.")
        st.rerun()


def files() -> None:
    found = source.kept("sources", lambda: sources(source.club()))
    if found.is_empty():
        showing.say("Nothing was brought in from a file yet.")
        return
    hands, aside = int(found["hands"].sum()), int(found["set_aside"].sum())
    waiting = f"; {words.count(aside, 'hand')} could not be read" if aside else ""
    showing.say(
        f"{words.count(hands, 'hand')} came in {words.count(found.height, 'file')}{waiting}."
    )
    titles = {
        "source": "File",
        "format": "Format",
        "hands": showing.number("Hands"),
        "games": showing.number("Games", "Rows of a sheet kept per game"),
        "set_aside": showing.number("Not readable"),
        "rules": "Rules said",
        "by": "Brought in by",
        "moment": "When",
    }
    shown = found.with_columns(
        moment=pl.col("moment").str.replace("T", " ").str.head(16),
    )
    showing.table(shown, "sources", titles, first="source")


def meanings() -> None:
    showing.say("What every number on these pages means; the command line uses the same words.")
    for statistic in STATISTICS.values():
        with st.expander(words.plain(statistic.question)):
            st.markdown(f"**{words.plain(statistic.sentence)}**")
            st.markdown(words.plain(statistic.formula))
            if statistic.caveat:
                st.markdown(words.plain(statistic.caveat))
            needs = words.DETAILS.get(statistic.needs)
            if needs:
                st.caption(words.plain(f"Needs {needs} to be recorded."))
            fields = [statistic.field(name) for name in statistic.fields]
            st.markdown(
                "\n".join(f"- `{field.name}`: {words.plain(field.says)}" for field in fields)
            )
            st.caption(f"`bidwhist stats {statistic.name}`")
