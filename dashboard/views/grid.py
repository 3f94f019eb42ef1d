"""A whole evening at one table, typed or pasted into a grid and checked row by row."""

from collections.abc import Sequence
from dataclasses import replace
from html import escape

import polars as pl
import streamlit as st

from dashboard import rule_choice, showing, source, words
from dashboard.record import live
from dashboard.record.chairs import known_names, player
from recorder.club.game_hands import enter_hand
from recorder.errors import BidWhistError
from recorder.seats import Seat
from recorder.sitting import Sitting, evening_now
from recorder.typed_rows import COLUMNS, TypedRow, read_rows

__all__ = ["page"]

ROWS = 20
HELP = {
    "Dealer": "Leave it empty: the deal moves by itself",
    "Bidder": "A seat or a name",
    "Bid": "4 up, 5 down, 6 no",
    "Trump": "May be left out",
    "Books": "The bidders’, with the kitty’s book",
    "Result": "Made, set, +1 or −2, where the books were not counted",
}


def page() -> None:
    if source.is_read_only():
        showing.say("This dashboard is only to look at; hands are entered at the club’s own.")
        return
    showing.say("Type an evening in, or paste it from a spreadsheet: a row a hand, in order.")
    sitting = seated()
    if sitting is None:
        return
    rules = rule_choice.known()[sitting.rules].rules
    empty = pl.DataFrame({name: [""] * ROWS for name in COLUMNS})
    typed = st.data_editor(
        empty,
        num_rows="dynamic",
        hide_index=True,
        key="grid",
        column_config={
            name: st.column_config.TextColumn(name, help=HELP.get(name)) for name in COLUMNS
        },
    )
    rows = read_rows(typed.fill_null("").to_dicts(), sitting, rules)
    if not rows:
        showing.say("Each row is checked as soon as it is typed.", small=True)
        return
    st.html(told(rows, sitting))
    good = [row for row in rows if row.hand is not None]
    bad = len(rows) - len(good)
    if bad:
        st.warning(f"{words.count(bad, 'row')} cannot be read yet; mend or empty them first.")
        return
    if st.button(f"Record {words.count(len(good), 'hand')}", type="primary"):
        record(good, sitting)


def seated() -> Sitting | None:
    """Where and by whom the evening was played."""
    sets, names = rule_choice.known(), known_names()
    with st.expander("Who sat where", expanded=True, icon=":material/table_bar:"):
        day = st.date_input("Evening", evening_now(source.club().time_zone), key="grid_day")
        table = st.text_input("Table", "1", key="grid_table").strip()
        rules = st.selectbox("Rules", list(sets), key="grid_rules")
        people = [player(seat, None, names, "grid") for seat in Seat]
        dealer = st.segmented_control(
            "Who dealt first?",
            list(Seat),
            format_func=lambda seat: people[seat] or live.PLACES[seat],
            default=Seat.N,
            required=True,
            key="grid_dealer",
        )
    named = [name for name in people if name]
    if len(named) < 4 or len(set(named)) < 4 or not table:
        showing.say("Say who the four were; the grid comes then.", small=True)
        return None
    return Sitting(
        evening=day.isoformat(),
        table=table,
        number=1,
        players=(named[0], named[1], named[2], named[3]),
        rules=rules,
        first_dealer=Seat(dealer or 0),
    )


def told(rows: Sequence[TypedRow], sitting: Sitting) -> str:
    """Each row as it was understood, or why it was not."""
    lines = []
    for row in rows:
        if row.hand is None:
            lines.append(f"<li class='bw-flag'>Row {row.number}: {escape(row.fault or '')}.</li>")
            continue
        number = (row.hand.record.game or "").rpartition("/")[2]
        said = escape(f"Game {number}, hand {live.hand_line(sitting, row.hand)}")
        flags = "".join(
            f" <span class='bw-flag'>⚑ {escape(words.sentence(flag))}.</span>" for flag in row.flags
        )
        over = ""
        if row.hand.winner:
            over = f" <b>{escape(live.over(sitting, row.hand.winner, row.hand.ended_by))}</b>"
        lines.append(f"<li>{said}{flags}{over}</li>")
    return f'<ul class="bw-games">{"".join(lines)}</ul>'


def record(rows: Sequence[TypedRow], sitting: Sitting) -> None:
    """Enter every row; the same evening typed in twice adds nothing."""
    counts = {"stored": 0, "already_there": 0, "superseded": 0, "conflicts": 0}
    writer = st.query_params.get("by")
    try:
        for row in rows:
            if row.hand is not None:
                counts[enter_hand(source.club(), replace(row.hand.record), writer).verdict] += 1
    except BidWhistError as error:
        st.error(words.plain(f"{words.sentence(str(error)).rstrip('.')}."))
    done = f"{words.count(counts['stored'], 'hand')} recorded"
    there = counts["already_there"] + counts["superseded"]
    also = f", {there} there already" if there else ""
    clash = f", {counts['conflicts']} written otherwise before" if counts["conflicts"] else ""
    st.success(words.plain(f"{done}{also}{clash}."), icon=":material/check:")
    showing.link("evening", "See the evening", {"of": sitting.evening}, ":material/event:")
