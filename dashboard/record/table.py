"""One table: its keypad, the hands so far, undo, and what comes after a game."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from dashboard import showing, source, words
from dashboard.record import drafts, half, keypad, live, more, next_game, state
from dashboard.record.state import MEND, Table, look
from recorder.club.game_hands import KeptHand, enter_hand
from recorder.errors import BidWhistError
from recorder.seats import Seat

__all__ = ["show"]


def show(name: str) -> None:
    """Everything at a table answers a tap by itself, without the rest of the page."""
    _show(name)


@st.fragment
def _show(name: str) -> None:
    table = look(name)
    if table is None:
        st.rerun(scope="app")
    state.said()
    over = live.game_over(table.sitting, table.standing)
    if over and table.mending is None:
        st.html(live.board(table.sitting, table.standing, table.rules))
        next_game.after(table, over)
    else:
        if table.mending is None:
            next_game.rise(table)
        pads(table)
        if table.mending is None:
            more.one_line(table)
        more.show(table)
    hands(table)


def pads(table: Table) -> None:
    tapped = table.half
    record = table.record(tapped)
    number = record.hand
    done = f"Save hand {number} as corrected" if table.mending else f"Record hand {number}"
    board = live.board(table.sitting, table.standing, table.rules)
    data = {
        **keypad.pads(table.sitting, table.rules, Seat.parse(record.dealer or "N")),
        "turn": f"{table.turn}.{table.draft.revision}",
        "half": {name: tapped[name] for name in half.KEYS if name in tapped},
        "level_only": table.rules.auction.bid_form == "level",
        "board": board,
        "said": live.said(table.sitting, record, table.ahead(record)),
        "done": done,
    }
    if table.mending:
        showing.say(f"Hand {number} as it was recorded. Change what was wrong.", small=True)
    keypad.show(
        data, lambda: on_tap(table.draft.name, table.turn), lambda: on_done(table.draft.name)
    )
    if table.mending:
        st.button("Leave it as it was", on_click=stop_mending, args=(table,))


def on_tap(name: str, turn: str) -> None:
    """Keep what was tapped; taps for a hand that is over by now count for nothing."""
    sent = st.session_state[keypad.KEY].half
    table = look(name)
    if table is None or not sent or sent["turn"].rpartition(".")[0] != turn:
        return
    tapped = {name: value for name, value in sent["half"].items() if value is not None}
    beside = {name: value for name, value in table.half.items() if name in half.MORE}
    drafts.save(source.club().path, table.draft.tapped(table.turn, beside | tapped))


def on_done(name: str) -> None:
    """Record the hand that was on the keypad when `done` was tapped."""
    sent = st.session_state[keypad.KEY].done
    table = look(name)
    if table is None or not sent:
        return
    turn = sent["turn"].rpartition(".")[0]
    tapped = {name: value for name, value in sent["half"].items() if value is not None}
    # A hand that is mended keeps what the keypad does not show, tapped or not.
    known = table.half if turn == table.turn else table.draft.half(turn)
    whole = {name: value for name, value in known.items() if name in half.MORE} | tapped
    if turn == table.turn:
        state.record_hand(table, table.record(whole))
    else:
        say_late(table, turn, whole)


def say_late(table: Table, turn: str, tapped: Mapping[str, Any]) -> None:
    """The other end of the table was faster: compare its hand with what was tapped here."""
    game, _, number = turn.rpartition("#")
    there = next(
        (
            one
            for one in table.kept
            if game == table.sitting.game and str(one.record.hand) == number
        ),
        None,
    )
    if there is None:
        state.warn("the table went on before this was recorded; look at the hands, enter it again")
        return
    dealer = Seat.parse(there.record.dealer or "N")
    record = table.sitting.record(int(number), dealer, half.record_of(tapped, table.rules))
    try:
        state.verdict(record.hand, enter_hand(source.club(), record, state.writer()))
    except BidWhistError as error:
        state.warn(str(error))


def stop_mending(table: Table) -> None:
    st.query_params.pop(MEND, None)
    drafts.save(source.club().path, table.draft.without(table.turn))


def hands(table: Table) -> None:
    """What is recorded of this game, the last hand first; a tap puts one back on the keypad."""
    if not table.kept:
        return
    st.subheader("Hands of this game")
    with st.container(key="game_hands"):
        for one, scored in reversed(list(zip(table.kept, table.standing.hands, strict=True))):
            objections = against(table, one)
            line = live.hand_line(table.sitting, scored)
            st.button(
                words.plain(f"{line}{' ⚑' if objections else ''}"),
                key=f"hand_{one.id}",
                help=words.plain(". ".join(objections)) or "Correct this hand",
                type="primary" if one.id == table.mending else "tertiary",
                on_click=start_mending,
                args=(one.id,),
            )
    last = table.kept[-1]
    st.button(
        f"Undo hand {last.record.hand}",
        icon=":material/undo:",
        on_click=undo,
        args=(last,),
        help="Takes the last hand out. Its record stays, and can be brought back.",
    )


def against(table: Table, one: KeptHand) -> tuple[str, ...]:
    """What the rules say against a recorded hand."""
    return source.kept(
        f"objections {one} {table.sitting.rules}", lambda: table.ahead(one.record).objections
    )


def start_mending(hand: str) -> None:
    st.query_params[MEND] = hand


def undo(last: KeptHand) -> None:
    try:
        source.club().void(last.id, state.writer())
    except BidWhistError as error:
        state.warn(str(error))
    else:
        state.say(f"Hand {last.record.hand} is taken out.")
        st.query_params.pop(MEND, None)
