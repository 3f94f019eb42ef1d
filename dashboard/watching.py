"""An open page follows the club: what somebody else records or corrects is there within seconds."""

import streamlit as st

from dashboard import source

__all__ = ["follow"]

EVERY = "10s"
# Where people are in the middle of typing, the page is theirs.
LEFT_ALONE = frozenset({"enter", "grid", "import", "rule-sets"})


def follow(page: str) -> None:
    """Draw the page again when the club has changed since it was drawn."""
    if page not in LEFT_ALONE:
        _look(source.club().generation)


@st.fragment(run_every=EVERY)
def _look(drawn: tuple[int, ...]) -> None:
    if source.club().generation != drawn:
        st.rerun()
