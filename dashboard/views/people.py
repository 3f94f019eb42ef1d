"""Who is who: one person with several names, several people with one, guests."""

from functools import partial
from typing import Any

import polars as pl
import streamlit as st

from analytics.people import look_alikes
from dashboard import showing, source, words

__all__ = ["page"]

WHO = "person"


# What was changed may be that very person, so the page goes back to everybody.
do = partial(showing.do, forget=WHO)


def page() -> None:
    people = source.kept("people", source.club().people)
    if people.is_empty():
        showing.say("Nobody yet. Whoever sits down at a table is here from then on.")
        showing.link("enter", "Write a game down", {}, ":material/dialpad:")
        return
    guests = int(people["guest"].sum())
    showing.say(
        f"{words.count(people.height, 'person', 'people')} sat down at a table"
        + (f", {words.count(guests, 'guest')} among them." if guests else ".")
    )
    if not source.is_read_only():
        alike(people)
    rows = {row["key"]: row for row in people.iter_rows(named=True)}
    keys = list(rows)
    asked = st.query_params.get(WHO)
    chosen = st.selectbox(
        "Who?",
        keys,
        index=keys.index(asked) if asked in keys else None,
        format_func=lambda key: label(rows[key]),
        placeholder="Choose a person",
        key="who",
    )
    if chosen is None:
        everybody(people)
        return
    st.query_params[WHO] = chosen
    one(rows[chosen], rows)


def label(row: dict[str, Any]) -> str:
    """A name, with what tells two of that name apart."""
    return row["name"] if row["name"] == row["key"] else f"{row['name']} ({row['key']})"


def everybody(people: pl.DataFrame) -> None:
    others = pl.col("names").list.join(", ")
    showing.table(
        people.select("name", "guest", written=others),
        "people",
        {"name": "Name", "written": "Written as", "guest": "Guest"},
        first="name",
    )


def alike(people: pl.DataFrame) -> None:
    """Names that may well be one person's; somebody has to say so."""
    for first, other in look_alikes(people)[:3]:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(words.plain(f"{first} and {other}: the same person?"), width="content")
            if st.button("Yes, the same", key=f"same_{first}_{other}"):
                merge = partial(source.club().merge, other, first)
                do(merge, f"{other} is {first} now. It can be taken back.")


def one(row: dict[str, Any], rows: dict[str, dict[str, Any]]) -> None:
    """A person: how they are called, and every name that stands for them."""
    key, name, club = row["key"], row["name"], source.club()
    showing.say(f"{name}, written as {words.join(row['names'])}.")
    showing.link("players", "How they play", {"player": name}, ":material/query_stats:")
    if source.is_read_only():
        return
    with st.form(f"rename_{key}", border=False):
        new = st.text_input("Called", name)
        if st.form_submit_button("Rename") and new.strip() and new.strip() != name:
            do(lambda: club.rename(key, new), f"{name} is called {new.strip()} from now on.")
    guest = st.toggle("A guest", row["guest"], key=f"guest_{key}")
    if guest != row["guest"]:
        do(lambda: club.set_guest(key, on=guest), "Noted.")
    others = [other for other in rows if other != key]
    into = st.selectbox(
        "The same person as",
        others,
        index=None,
        format_func=lambda other: label(rows[other]),
        key=f"merge_{key}",
    )
    if into is not None and st.button("Make them one", key=f"merge_do_{key}"):
        do(lambda: club.merge(key, into), f"{name} is {rows[into]['name']} now.")
    names(row)
    elsewhere(row)


def names(row: dict[str, Any]) -> None:
    """Each further name can stand for itself again."""
    for other in row["names"]:
        if other == row["key"]:
            continue
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(words.plain(f"“{other}” stands for {row['name']}."), width="content")
            if st.button("It is somebody else", key=f"unalias_{other}"):
                back = partial(source.club().unalias, other)
                do(back, f"{other} is a person of their own again.")


def elsewhere(row: dict[str, Any]) -> None:
    """One name, two people: on an evening it was the other one."""
    with st.expander("Somebody else of that name", icon=":material/group:"):
        with st.form(f"scoped_{row['key']}", border=False):
            name = st.selectbox("The name", row["names"])
            evening = st.date_input("On the evening of", value=None)
            person = st.text_input("It was", placeholder=f"{row['name']} (son)")
            sent = st.form_submit_button("Save")
        if sent and evening is not None and person.strip():
            do(
                lambda: source.club().alias(
                    name, person.strip(), scope="evening", value=evening.isoformat()
                ),
                f"{name} on {words.day(evening)} was {person.strip()}.",
            )
