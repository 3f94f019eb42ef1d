"""A hand pasted as text, in any format that files come in."""

import streamlit as st

from dashboard import showing, words
from dashboard.record import state
from dashboard.record.half import half_of
from dashboard.record.state import Table
from recorder.errors import BidWhistError
from recorder.formats import read
from recorder.hand import records_of

__all__ = ["show"]


def show(table: Table) -> None:
    key = f"paste_{table.turn}"
    st.text_area(
        "One hand as TOML, JSON, PTN, or a row of a sheet with its header", key=key, height=140
    )
    st.button(
        "Read it", on_click=lambda: take(table.draft.name, st.session_state[key]), key=f"read_{key}"
    )
    showing.link("import", "A whole file is brought in here", {}, ":material/upload_file:")


def take(name: str, text: str) -> None:
    """Put what the text says of a hand on the keypad; nothing is recorded yet."""
    table = state.look(name)
    if table is None or not text.strip():
        return
    try:
        reading = read(text.encode(), "pasted")
    except BidWhistError as error:
        state.warn(str(error))
        return
    records = records_of(reading.hands)
    if reading.quarantined:
        state.warn(reading.quarantined[0].reason)
    elif len(records) != 1:
        found = words.count(len(records), "hand")
        state.warn(f"expected one hand, found {found}: more than one is brought in as a file")
    else:
        state.change(name, **half_of(records[0]))
        state.say("Read. Look at it, then record it.")
