"""An evening: the tables being played, how it stands, and the report to send round."""

from collections.abc import Mapping
from datetime import date
from typing import Any

import polars as pl
import streamlit as st

from analytics.evening import Evening, evening, evenings
from dashboard import evening_words, showing, source, words
from dashboard.record import drafts, live
from dashboard.record.state import Table, look
from dashboard.report import report
from recorder.sitting import evening_now

__all__ = ["page"]

OF = "of"
ICON = ":material/dialpad:"


def page() -> None:
    tonight = evening_now(source.club().time_zone)
    days = source.kept("evenings", lambda: evenings(source.facts()))
    tables = playing(tonight)
    if not days and not tables:
        showing.say("No evening yet. It begins when four people sit down at a table.")
        showing.link("enter", "Write a game down", {}, ICON)
        return
    day = chosen(days, tonight)
    if day == tonight and tables:
        st.subheader("Being played")
        for table in tables:
            running(table)
    if day not in days:
        showing.say("Nothing is recorded of tonight so far.")
        return
    one = source.kept(f"evening {day}", lambda: evening(source.facts(), day))
    if one.event:
        st.subheader(words.plain(one.event))
    showing.say(evening_words.headline(one))
    showing.say(evening_words.leader(one))
    st.download_button(
        "The evening as one page to send round",
        lambda: report(source.club().name, one),
        file_name=f"evening-{day.isoformat()}.html",
        mime="text/html",
        icon=":material/mail:",
        on_click="ignore",
    )
    figures(one)


def playing(tonight: date) -> list[Table]:
    """The tables of tonight, as they stand."""
    names = [
        draft.name
        for draft in drafts.played(source.club().path)
        if draft.sitting.evening == tonight.isoformat()
    ]
    return [table for table in map(look, names) if table is not None]


def chosen(days: list[date], tonight: date) -> date:
    """The evening in the address, else the latest one."""
    options = sorted({*days, tonight}, reverse=True) if playing(tonight) else days
    asked = st.query_params.get(OF, "")
    at = [day.isoformat() for day in options]
    day = st.selectbox(
        "Which evening",
        options,
        index=at.index(asked) if asked in at else 0,
        format_func=words.day,
        key="which_evening",
    )
    st.query_params[OF] = day.isoformat()
    return day


def running(table: Table) -> None:
    sitting, standing = table.sitting, table.standing
    over = live.game_over(sitting, standing)
    told = over or (
        f"{live.pair(sitting, 'NS')} {words.score(standing.score.ns)}, "
        f"{live.pair(sitting, 'EW')} {words.score(standing.score.ew)}; "
        f"{sitting.players[standing.dealer]} deals hand {standing.next_hand}."
    )
    showing.say(f"Table {sitting.table}, game {sitting.number}: {told}", small=True)
    if not source.is_read_only():
        showing.link("enter", "Write for this table", {"at": table.draft.name}, ICON)


def figures(one: Evening) -> None:
    showing.table(
        one.places,
        "evening_places",
        {
            "partnership": "Partnership",
            "won": showing.number("Won"),
            "games": showing.number("Games"),
            "points_for": showing.number("Points"),
            "points_against": showing.number("Against"),
            "made": showing.number("Bids made"),
            "sets": showing.number("Set"),
            "bostons": showing.number("Bostons"),
        },
        first="partnership",
    )
    st.subheader("Games")
    first = dict(one.hands.group_by("game_id").agg(pl.col("id").first()).iter_rows())
    for row in one.games.iter_rows(named=True):
        showing.link("games", game(row), {"of": first.get(row["game_id"], "")})
    if one.swings.height:
        st.subheader("Biggest swings")
        for row in one.swings.iter_rows(named=True):
            said = words.sentence(evening_words.swing(row))
            showing.link("hand", said, {"id": row["id"]}, ":material/playing_cards:")
    if one.bostons.height:
        st.subheader("Bostons")
        for row in one.bostons.iter_rows(named=True):
            said = evening_words.boston(row)
            showing.link("hand", said, {"id": row["id"]}, ":material/star:")


def game(row: Mapping[str, Any]) -> str:
    """`Table 1: Ann & Cy against Bo & Di, 7 to 3; Ann & Cy won: the target is reached`."""
    who = f"{row['ns'] or 'North-South'} against {row['ew'] or 'East-West'}"
    place = f"Table {row['table']}: " if row["table"] else ""
    return f"{place}{who}, {evening_words.score(row)}; {evening_words.ending(row)}"
