"""Reneges called at the table, and what the rules make of them."""

import json
from typing import Any

import streamlit as st

from dashboard import showing, words
from dashboard.record import state
from dashboard.record.state import Table
from recorder.rules import FIELDS
from recorder.seats import Seat

__all__ = ["show"]

PRICED = ("renege.penalty", "renege.books", "renege.shortfall")


def show(table: Table) -> None:
    called = calls_of(table)
    names = table.sitting.players
    for number, call in enumerate(called):
        where = f" in trick {call['trick']}" if call.get("trick") else ""
        ruling = f", ruled: {call['ruling']}" if call.get("ruling") else ""
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(
                words.plain(f"{names[Seat.parse(call['by'])]} reneged{where}{ruling}."),
                width="content",
            )
            st.button(
                "Take back",
                key=f"unrenege_{table.turn}_{number}",
                type="tertiary",
                on_click=put,
                args=(table.draft.name, [*called[:number], *called[number + 1 :]]),
            )
    showing.say(" ".join(priced(table)), small=True)
    with st.form(f"renege_{table.turn}_{len(called)}", border=False):
        who = st.pills(
            "Who reneged", list(Seat), format_func=lambda seat: names[seat], key="renege_who"
        )
        trick = st.number_input(
            "In which trick, if anybody knows", 1, 13, None, key="renege_trick", step=1
        )
        ruling = st.text_input(
            "The ruling, as it was said", placeholder="3 books", key="renege_ruling"
        )
        if st.form_submit_button("Add this renege") and who is not None:
            said: dict[str, Any] = {
                "by": str(Seat(who)),
                "trick": trick,
                "ruling": ruling.strip() or None,
            }
            kept = {name: value for name, value in said.items() if value is not None}
            put(table.draft.name, [*called, kept])
            st.rerun(scope="fragment")


def priced(table: Table) -> list[str]:
    """What a renege costs under the rules of the table."""
    rules = table.rules
    fields = PRICED if rules.renege.penalty == "books" else PRICED[:1]
    return [f"{words.sentence(FIELDS[name].say(rules.get(name)))}." for name in fields]


def calls_of(table: Table) -> list[dict[str, Any]]:
    called: list[dict[str, Any]] = json.loads(table.half.get("reneges") or "[]")
    return called


def put(name: str, called: list[dict[str, Any]]) -> None:
    text = json.dumps(called, sort_keys=True, separators=(",", ":")) if called else None
    state.change(name, reneges=text)
