"""What people may say of a hand beyond the bid and the books, out of the way until wanted."""

import json

import streamlit as st

from dashboard import showing
from dashboard.record import calls, cardpad, paste, reneges, state
from dashboard.record.state import Table
from dashboard.record.tags import known_tags, tags_text
from recorder.errors import BidWhistError
from recorder.seats import Seat
from recorder.spoken import read_spoken

__all__ = ["one_line", "show"]

ENDINGS = {
    "": "Played out",
    "stopped": "Claimed early",
    "passed_out": "Passed out",
    "misdeal": "Misdeal",
    "abandoned": "Abandoned",
}
UNPLAYED = ("passed_out", "misdeal", "abandoned")
SUBJECTS = {
    "ending": "How it ended",
    "calls": "The calls",
    "renege": "A renege",
    "cards": "Cards",
    "note": "Note and tags",
    "paste": "Paste a text",
}


def one_line(table: Table) -> None:
    """The fast lane: one line as people say it, recorded when it is entered."""
    key = f"line_{table.turn}"
    st.text_input(
        "Or say it in one line",
        placeholder="S 5 down 11 · Ann 4 no made · W 6 up −1",
        key=key,
        on_change=lambda: hear(table.draft.name, st.session_state[key]),
    )


def hear(name: str, line: str) -> None:
    table = state.look(name)
    if table is None or not line.strip():
        return
    try:
        facts = read_spoken(line, table.sitting.players)
    except BidWhistError as error:
        state.warn(str(error))
        return
    number, dealer = table.standing.next_hand, table.standing.dealer
    state.record_hand(table, table.sitting.record(number, dealer, facts))


def show(table: Table) -> None:
    with st.container(key="more"):
        subject = st.pills(
            "More about this hand", list(SUBJECTS), format_func=SUBJECTS.__getitem__, key="subject"
        )
        match subject:
            case "ending":
                ending(table)
            case "calls":
                calls.show(table)
            case "renege":
                reneges.show(table)
            case "cards":
                cardpad.show(table)
            case "note":
                note(table)
            case "paste":
                paste.show(table)


def ending(table: Table) -> None:
    """Hands that were not played out, and a dealer who was not the one expected."""
    name, turn = table.draft.name, f"{table.turn}.{table.draft.revision}"
    now = table.half.get("status") or ""
    key = f"ending_{turn}"
    st.segmented_control(
        "How it ended",
        list(ENDINGS),
        format_func=ENDINGS.__getitem__,
        default=now,
        required=True,
        key=key,
        on_change=lambda: state.change(name, status=st.session_state[key] or None),
    )
    if now in UNPLAYED:
        record = table.record(table.half)
        label = f"Record hand {record.hand} as {ENDINGS[now].lower()}"
        st.button(
            label, type="primary", key=f"unplayed_{turn}", on_click=record_unplayed, args=(name,)
        )
    elif now == "stopped":
        showing.say("Tap the books as they were agreed, or made or set.", small=True)
    dealt = f"dealer_{turn}"
    st.segmented_control(
        "Who dealt",
        [str(seat) for seat in Seat],
        format_func=lambda seat: table.sitting.players[Seat.parse(seat)],
        default=table.record(table.half).dealer,
        required=True,
        key=dealt,
        on_change=lambda: state.change(name, dealer=st.session_state[dealt]),
    )


def record_unplayed(name: str) -> None:
    """A hand that scores nothing needs no bid; what was tapped before is kept with it."""
    table = state.look(name)
    if table is not None:
        state.record_hand(table, table.record(table.half))


def note(table: Table) -> None:
    name, turn = table.draft.name, f"{table.turn}.{table.draft.revision}"
    text, tags = f"note_{turn}", f"tags_{turn}"
    st.text_area(
        "Note",
        table.half.get("note", ""),
        key=text,
        height=90,
        placeholder="Lights went out in trick 9",
        on_change=lambda: state.change(name, note=st.session_state[text].strip() or None),
    )
    given = json.loads(table.half.get("tags") or "[]")
    st.multiselect(
        "Tags",
        sorted({*known_tags(), *given}),
        default=given,
        accept_new_options=True,
        key=tags,
        on_change=lambda: state.change(name, tags=tags_text(st.session_state[tags])),
    )
