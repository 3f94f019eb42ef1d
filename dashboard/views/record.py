"""Writing a game down while it is played."""

import streamlit as st

from dashboard import showing, source, words
from dashboard.record import tables
from dashboard.record.state import look
from dashboard.record.table import show
from dashboard.record.tables import AT

__all__ = ["page"]


def page() -> None:
    if source.is_read_only():
        showing.say("This dashboard is only to look at; hands are entered at the club’s own.")
        return
    name = st.query_params.get(AT)
    table = look(name) if name else None
    if name is None or table is None:
        tables.choose()
        return
    sitting = table.sitting
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(words.plain(f"Table {sitting.table}, game {sitting.number}"), width="content")
        st.button("Other tables", type="tertiary", icon=":material/table_bar:", on_click=leave)
    show(name)


def leave() -> None:
    for key in (AT, "mend"):
        st.query_params.pop(key, None)
