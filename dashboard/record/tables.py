"""Which table to write for: one that is being played, or a new one."""

from collections.abc import Sequence

import streamlit as st

from dashboard import rule_choice, showing, source, words
from dashboard.record import drafts, live
from dashboard.record.chairs import known_names, player
from dashboard.record.drafts import Draft
from recorder.seats import Partnership, Seat
from recorder.sitting import Sitting, evening_now

__all__ = ["AT", "choose"]

AT = "at"
"""The name of the table, in the address."""


def choose() -> None:
    """Offer the tables of tonight, and a form for a new one."""
    club = source.club()
    tonight = evening_now(club.time_zone).isoformat()
    tables = drafts.played(club.path)
    playing = [draft for draft in tables if draft.sitting.evening == tonight]
    if playing:
        showing.say("Which table do you write for?")
        with st.container(key="tables"):
            for draft in playing:
                offer(draft)
    else:
        showing.say("Who sits where? Then each hand is six taps.")
    with st.expander("A new table", expanded=not playing, icon=":material/add:"):
        sit_down(tonight, playing)
    earlier = [draft for draft in tables if draft.sitting.evening != tonight]
    if earlier:
        with st.expander("Tables of earlier evenings", icon=":material/history:"):
            for draft in earlier[:12]:
                offer(draft)


def offer(draft: Draft) -> None:
    sitting = draft.sitting
    who = " against ".join(live.pair(sitting, side) for side in Partnership)
    half = ", a hand half entered" if any(draft.halves.values()) else ""
    when = "" if draft.sitting.number == 1 else f", game {sitting.number}"
    st.button(
        words.plain(f"Table {sitting.table}{when}: {who}{half}"),
        key=f"table_{draft.name}",
        icon=":material/edit:",
        on_click=open_table,
        args=(draft.name,),
    )


def open_table(name: str) -> None:
    st.query_params[AT] = name


def sit_down(tonight: str, playing: Sequence[Draft]) -> None:
    """Table, rules, four people, first dealer."""
    taken = {draft.sitting.table for draft in playing}
    sets = rule_choice.known()
    free = next(str(n) for n in range(1, 1000) if str(n) not in taken)
    table = st.text_input("Table", free, key="new_table").strip()
    rules = st.selectbox("Rules", list(sets), key="new_rules")
    names = known_names()
    players = [player(seat, None, names, "new") for seat in (Seat.N, Seat.S, Seat.E, Seat.W)]
    north, south, east, west = players
    showing.say("North and South are partners, East and West are partners.", small=True)
    seated = [north, east, south, west]
    dealer = st.segmented_control(
        "Who deals first?",
        list(Seat),
        format_func=lambda seat: seated[seat] or live.PLACES[seat],
        key="new_dealer",
        required=True,
        default=Seat.N,
    )
    event = st.text_input("Event, if it has a name", key="new_event").strip() or None
    writer = st.text_input(
        "Who writes?", key="new_writer", help="Kept with every hand, so that questions find you."
    ).strip()
    named = [name for name in seated if name]
    if table in taken:
        st.warning(words.plain(f"Table {table} is being played; open it above, or name another."))
    twice = len(set(named)) < len(named)
    for draft in playing:
        if set(named) == set(draft.sitting.players):
            # Two scorers of one table write the same game; the recorder compares what they write.
            st.warning(
                words.plain(f"These four are being written down at table {draft.sitting.table}.")
            )
            st.button(
                words.plain(f"Join table {draft.sitting.table}"),
                key=f"join_{draft.name}",
                icon=":material/group_add:",
                on_click=open_table,
                args=(draft.name,),
            )
    if twice:
        st.warning("Somebody sits in two chairs.")
    ready = len(named) == 4 and not twice and table and table not in taken
    if not st.button("Start", type="primary", disabled=not ready, key="new_start"):
        return
    sitting = Sitting(
        evening=tonight,
        table=table,
        number=1,
        players=(named[0], named[1], named[2], named[3]),
        rules=rules,
        first_dealer=Seat(dealer or 0),
        event=event,
    )
    draft = Draft(sitting)
    drafts.save(source.club().path, draft)
    st.query_params[AT] = draft.name
    if writer:
        st.query_params["by"] = writer
    st.rerun()
