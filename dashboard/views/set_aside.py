"""Hands that could not be read: where, why, and a box to put them right."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from analytics.records import quarantine
from dashboard import showing, source, words
from recorder.club.mending import with_mended
from recorder.errors import RecordError

__all__ = ["section", "show"]

LINES_SHOWN = 12
ROOM = 60  # letters beside the fault that fit a phone


def section() -> None:
    """Everything that waits to be mended, file by file."""
    waiting = source.kept("quarantine", lambda: quarantine(source.club()))
    if waiting.is_empty():
        showing.say("Every hand that was brought in could be read.", small=True)
        return
    for [name, sha], hands in waiting.group_by("source", "sha256", maintain_order=True):
        label = f"{words.plain(str(name))}: {words.count(hands.height, 'hand')}"
        with st.expander(label, icon=":material/description:"):
            if not source.is_read_only():
                showing.link(
                    "import",
                    "Read this file again",
                    {"again": str(sha), "name": str(name)},
                    ":material/refresh:",
                )
            for hand in hands.to_dicts():
                show(hand["line"], hand["column"], hand["start"], hand["reason"], hand["raw"])
                if not source.is_read_only():
                    mend(hand)


def show(line: int, column: int | None, start: int | None, reason: str, raw: str) -> None:
    """A hand's text with a mark under the fault, and the reason."""
    place = f"Line {line}" + (f", place {column}" if column else "")
    st.markdown(f"**{words.plain(place)}:** {words.plain(reason)}")
    st.code(marked(line, column, start or line, raw), language=None, wrap_lines=False)


def marked(line: int, column: int | None, start: int, raw: str) -> str:
    """The text around a fault, with a caret below it.

    >>> print(marked(4, 3, 4, "a,b,c"))
    a,b,c
      ^
    """
    lines = raw.rstrip("\n").split("\n")
    at = min(max(line - start, 0), len(lines) - 1)
    first = max(0, min(at - LINES_SHOWN // 2, len(lines) - LINES_SHOWN))
    shown = lines[first : first + LINES_SHOWN]
    if column is None:
        return "\n".join(shown)
    cut = max(0, column - ROOM // 2)
    window = lines[at][cut : cut + ROOM]
    before = "…" if cut else ""
    after = "…" if cut + ROOM < len(lines[at]) else ""
    caret = " " * (column - 1 - cut + len(before)) + "^"
    shown[at - first] = f"{before}{window}{after}\n{caret}"
    return "\n".join(shown)


def mend(hand: Mapping[str, Any]) -> None:
    """A box with the hand's text, to put right and read again."""
    key = f"{hand['sha256'][:12]}_{hand['line']}"
    with st.form(f"mend_{key}", border=False):
        text = st.text_area("Put it right here", hand["raw"], key=f"text_{key}", height=120)
        tried = st.form_submit_button("Read it again", icon=":material/healing:")
    if not tried:
        return
    club = source.club()
    mends = (hand["sha256"], hand["line"])
    try:
        data = with_mended(club, *mends, text or "")
        report = club.import_bytes(data, hand["source"], mends=mends, dry_run=True)
        if report.quarantined or not report.stored + report.superseded + report.conflicts:
            why = report.quarantined[0].reason if report.quarantined else "no new hand is in it"
            st.error(words.plain(f"Not yet: {why}."))
            return
        club.import_bytes(data, hand["source"], mends=mends)
    except RecordError as problem:
        st.error(words.plain(f"{words.sentence(str(problem))}."))
        return
    showing.tell("The hand is mended and in the club.")
    st.rerun()
