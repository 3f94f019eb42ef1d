"""Putting a recorded hand right: its facts, its place in the game, whether it counts at all."""

from collections.abc import Mapping
from dataclasses import replace

import streamlit as st

from dashboard import showing, sign_in, source
from dashboard.record.tags import known_tags
from recorder.club.game_hands import insert_hand, move_hand
from recorder.hand import HandRecord
from recorder.one_hand import OneHand
from recorder.seats import Seat
from recorder.spoken import read_spoken

__all__ = ["show"]

RESULT = {
    "bidder": "Bidder",
    "bid": "Bid, such as 5 down",
    "trump": "Trump",
    "direction": "At no trump",
    "aces": "Aces, where the bidder chose",
    "books": "Books of the bidders, the kitty’s included",
    "made": "Made or set, where the books were not counted",
    "dealer": "Dealer",
    "calls": "All calls, from the dealer’s left",
    "reneges": "Reneges called, as JSON",
    "status": "How it ended, where it was not played out",
}
CHOICES = {
    "trump": {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "no": "no trump"},
    "direction": {"up": "high wins", "down": "low wins"},
    "aces": {"good": "good", "bad": "bad"},
    "made": {"yes": "made", "no": "set"},
    "status": {
        "passed_out": "passed out",
        "misdeal": "misdeal",
        "abandoned": "abandoned",
        "stopped": "claimed early",
    },
}
PLACE = {
    "player_n": "North",
    "player_e": "East",
    "player_s": "South",
    "player_w": "West",
    "date": "Date",
    "table": "Table",
    "game": "Game",
    "event": "Event",
    "rules": "Rules",
}
CARDS = {
    "deal_n": "North’s cards",
    "deal_e": "East’s cards",
    "deal_s": "South’s cards",
    "deal_w": "West’s cards",
    "kitty": "Kitty",
    "discards": "Discards",
    "tricks": "The play, trick by trick",
}
WRITTEN = {
    "points_ns": "Points N-S, as the table wrote them",
    "points_ew": "Points E-W",
    "score_ns": "Score N-S, as the table wrote it",
    "score_ew": "Score E-W",
}
SUBJECTS = {
    "result": "Bid and books",
    "place": "People and place",
    "cards": "Cards",
    "written": "What the table wrote",
    "order": "Its place in the game",
    "note": "Note and tags",
    "void": "Take it out",
}
FORMS = {"result": RESULT, "place": PLACE, "cards": CARDS, "written": WRITTEN}


def show(one: OneHand) -> None:
    """Everything that can be mended; each change is kept with who, when, before and after."""
    if source.is_read_only():
        return
    with st.expander("Put something right", icon=":material/edit:", key="mend"):
        st.text_input("Who says so?", key="mended_by", placeholder="Your name")
        subject = st.pills(
            "What was wrong?", list(SUBJECTS), format_func=SUBJECTS.__getitem__, key="mend_what"
        )
        match subject:
            case None:
                showing.say("The old values are kept, with who changed them and when.", small=True)
            case "order":
                order(one)
            case "note":
                note_and_tags(one)
            case "void":
                take_out(one)
            case _:
                fields(one, FORMS[subject])


def by() -> str | None:
    return st.session_state.get("mended_by", "").strip() or sign_in.name()


def fields(one: OneHand, asked: Mapping[str, str]) -> None:
    """Some fields as they stand, to be changed; an empty one is not recorded."""
    with st.form(f"mend_{one.id}", border=False):
        typed = {name: field(one, name, label) for name, label in asked.items()}
        if not st.form_submit_button("Save", type="primary"):
            return
    changes = {
        name: text.strip() or None
        for name, text in typed.items()
        if text.strip() != as_typed(one.record, name)
    }
    if not changes:
        showing.say("Nothing was changed.", small=True)
        return
    showing.do(
        lambda: source.club().correct(one.id, changes, by()), "Put right; the old values are kept."
    )


def field(one: OneHand, name: str, label: str) -> str:
    """One field as it stands, typed or chosen."""
    now, key = as_typed(one.record, name), f"mend_{one.id}_{name}"
    says = CHOICES.get(name)
    if name in ("bidder", "dealer"):
        says = {str(seat): f"{one.players[seat]} ({seat})" for seat in Seat}
    if says is None or now not in ("", *says):
        return st.text_input(label, now, key=key)
    options = ["", *says]
    return st.selectbox(
        label,
        options,
        index=options.index(now),
        format_func=lambda value: says.get(value, "not written"),
        key=key,
    )


def as_typed(record: HandRecord, name: str) -> str:
    value = getattr(record, name)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def order(one: OneHand) -> None:
    """Another number for the hand, or a forgotten hand put in before it."""
    number, club = one.record.hand, source.club()
    if number is None or one.record.game is None:
        showing.say("The record says neither its game nor its number, so it cannot be moved.")
        return
    with st.form(f"move_{one.id}", border=False):
        new = st.number_input("It was hand number", 1, value=number, step=1)
        moved = st.form_submit_button("Move it there")
    if moved and new != number:
        showing.do(lambda: move_hand(club, one.id, int(new), by()), f"It is hand {int(new)} now.")
    with st.form(f"insert_{one.id}", border=False):
        line = st.text_input(
            f"A hand was forgotten before hand {number}; say it in one line",
            placeholder="S 5 down 11",
        )
        inserted = st.form_submit_button("Put it in")
    if inserted and line.strip():
        showing.do(lambda: insert(one, line), "Put in; the hands after it count one higher.")


def insert(one: OneHand, line: str) -> None:
    record = one.record
    facts = read_spoken(line, [record.player(seat) for seat in Seat])
    shared = {
        name: getattr(record, name)
        for name in ("date", "game", "hand", "table", "club", "event", "rules", *PLACE)
    }
    insert_hand(source.club(), replace(facts, **shared), by())


def note_and_tags(one: OneHand) -> None:
    club = source.club()
    with st.form(f"note_{one.id}", border=False):
        text = st.text_area("Add a note", height=80)
        tags = st.multiselect(
            "Tags",
            sorted({*known_tags(), *one.tags}),
            default=list(one.tags),
            accept_new_options=True,
        )
        if not st.form_submit_button("Save", type="primary"):
            return

    def save() -> None:
        if text.strip():
            club.note(one.id, text, by())
        for tag in {*tags} - {*one.tags}:
            club.tag(one.id, tag, by())
        for tag in {*one.tags} - {*tags}:
            club.tag(one.id, tag, by(), on=False)

    showing.do(save, "Noted.")


def take_out(one: OneHand) -> None:
    club = source.club()
    if one.is_void:
        showing.say("This hand is taken out: it is in no score and no figure.")
        if st.button("Bring it back", key="unvoid"):
            showing.do(lambda: club.unvoid(one.id, by()), "The hand counts again.")
        return
    showing.say("It leaves every score and figure; its record stays and can be brought back.")
    if st.button("Take this hand out", key="void", type="primary"):
        showing.do(lambda: club.void(one.id, by()), "The hand is taken out; its record stays.")
