"""Cards of a hand by tapping them: kitty, discards, the four hands, and every trick."""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from dashboard import cards, showing, words
from dashboard.record import state
from dashboard.record.state import Table
from recorder.cards import Card, cards_text
from recorder.errors import BidWhistError
from recorder.hand import split_tricks
from recorder.next_play import NextPlay, deck, lay, next_play, take_back
from recorder.play_by_play import play_by_play
from recorder.seats import Seat

__all__ = ["show"]

HERE = Path(__file__).parent
KEY = "cardpad"
PLAY = "tricks"
HANDS = {f"deal_{str(seat).lower()}": seat for seat in Seat}


def show(table: Table) -> None:
    names = {"kitty": "Kitty", "discards": "Discards", PLAY: "The play"} | {
        field: f"{table.sitting.players[seat]}’s hand" for field, seat in HANDS.items()
    }
    target = st.pills(
        "Which cards",
        list(names),
        format_func=names.__getitem__,
        default="kitty",
        key="which_cards",
    )
    if target == PLAY:
        play(table)
    elif target:
        group(table, target, names)


def group(table: Table, target: str, names: Mapping[str, str]) -> None:
    """Cards that lie together; a tap puts one in or takes it out."""
    size = table.rules.deck.kitty_size if target not in HANDS else table.rules.deck.hand_size
    places = placed(table)
    mine = [card for card, place in places.items() if place == target]
    showing.say(
        f"{names[target]}: {len(mine)} of {words.count(size, 'card')}. "
        "Cards that lie elsewhere are dim.",
        small=True,
    )
    marks = {
        card: "mine" if places.get(card) == target else "dim" if card in places else "bright"
        for card in deck(table.rules)
    }
    if target == "discards":
        # What is buried came from the bidder's hand or the kitty, so lying there is no reason.
        marks = {card: "mine" if card in mine else "bright" for card in marks}
    name = table.draft.name
    pad(marks, f"{table.turn}.{target}", lambda card: move(name, target, card))


def placed(table: Table) -> dict[Card, str]:
    """Where each card lies; the discards last, for they lay somewhere else before."""
    places: dict[Card, str] = {}
    for field in (*HANDS, "kitty", "discards"):
        places |= dict.fromkeys(map(Card.parse, (table.half.get(field) or "").split()), field)
    return places


def move(name: str, target: str, card: Card) -> None:
    """Put a card where it was tapped, taking it from wherever it lay before."""
    table = state.look(name)
    if table is None:
        return
    changes: dict[str, str | None] = {}
    sources = ("discards",) if target == "discards" else (*HANDS, "kitty")
    for field in sources:
        held = list(map(Card.parse, (table.half.get(field) or "").split()))
        if card in held:
            held.remove(card)
        elif field == target:
            held.append(card)
        changes[field] = cards_text(held) or None
    state.change(name, **changes)


def play(table: Table) -> None:
    """The tricks, card by card; legal cards are bright, any other is a renege that happened."""
    record = table.record(table.half)
    try:
        now = next_play(record, table.rules)
    except BidWhistError as error:
        showing.say(f"{words.sentence(str(error))}.", small=True)
        return
    showing.say(turn_words(table, now), small=True)
    name = table.draft.name
    if now.seat is not None:
        legal = set(now.legal)
        marks = {
            card: "bright" if card in legal else "dim" if card in now.open else "gone"
            for card in deck(table.rules)
        }
        pad(marks, f"{table.turn}.play{record.tricks}", lambda card: lay_card(name, card))
    if record.tricks:
        st.button("Take the last card back", icon=":material/undo:", on_click=back, args=(name,))
        st.html(cards.strip(list(tricks(table))))


def turn_words(table: Table, now: NextPlay) -> str:
    books = f"Books: N-S {now.books.ns}, E-W {now.books.ew}."
    if now.seat is None:
        return f"All cards are played. {books}"
    return f"Trick {now.trick}: {table.sitting.players[now.seat]} is to play. {books}"


def tricks(table: Table) -> Iterable[cards.Trick]:
    found = play_by_play(table.record(table.half), table.rules)
    for trick in found.tricks:
        plays = [
            cards.Play(str(one.seat), str(one.card), "a renege" if one.is_renege else "")
            for one in trick.plays
        ]
        winner = None if trick.winner is None or len(plays) < 4 else str(trick.winner)
        books = (trick.books.ns, trick.books.ew) if trick.books and winner else None
        yield cards.Trick(trick.number, plays, winner, books)


def lay_card(name: str, card: Card) -> None:
    table = state.look(name)
    if table is None:
        return
    try:
        played = lay(table.record(table.half), card, table.rules)
        now = next_play(played, table.rules)
    except BidWhistError as error:
        state.warn(str(error))
        return
    # The whole play says the books, as a tap on the keypad would.
    bidder = Seat.parse(played.bidder or "N")
    books = now.books[bidder.partnership] if now.seat is None else table.half.get("books")
    state.change(name, tricks=played.tricks, books=books)


def back(name: str) -> None:
    table = state.look(name)
    if table is not None:
        shorter = take_back(table.record(table.half)).tricks
        whole = len(split_tricks(table.half.get("tricks"))) == table.rules.deck.hand_size
        books = None if whole else table.half.get("books")
        state.change(name, tricks=shorter, books=books)


def pad(marks: Mapping[Card, str], turn: str, tapped: Any) -> None:
    """Every card of the pack as a button, each suit in its rows."""
    ordered = [Card.parse(text) for text in cards_text(marks).split()]
    data = {
        "turn": turn,
        "cards": [
            {"card": str(card), "html": cards.card(str(card), small=True), "mark": marks[card]}
            for card in ordered
        ],
    }

    def heard() -> None:
        tap = st.session_state[KEY].tap
        if tap and tap["turn"] == turn:
            tapped(Card.parse(tap["card"]))

    component()(key=KEY, data=data, on_tap_change=heard)


@cache
def component() -> ComponentRenderer:
    return st.components.v2.component(
        "bidwhist_cardpad",
        html='<div class="bw-cardpad" role="group" aria-label="All cards"></div>',
        js=(HERE / "cardpad.js").read_text(encoding="utf-8"),
        isolate_styles=False,
    )
