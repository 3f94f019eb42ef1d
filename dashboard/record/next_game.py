"""What comes after a game: the same seats again, or others sit down."""

from collections.abc import Sequence

import streamlit as st

from dashboard import showing, source
from dashboard.record import drafts, live
from dashboard.record.chairs import known_names, player
from dashboard.record.drafts import Draft
from dashboard.record.state import Table
from recorder.seats import Partnership, Seat

__all__ = ["after", "rise"]


def after(table: Table, over: str) -> None:
    """The game is over: the next one keeps the seats, unless the rules say who gets up."""
    showing.say(over)
    st.button(
        "Next game, same seats",
        type="primary",
        icon=":material/play_arrow:",
        on_click=begin,
        args=(table, table.sitting.players),
    )
    losers = {"NS": Partnership.EW, "EW": Partnership.NS}.get(table.standing.winner or "")
    if table.rules.session.rise_and_fly != "off" and losers is not None:
        seats(table, losers)
    else:
        seats(table, None)


def rise(table: Table) -> None:
    """Where a set costs the seats, offer the change as soon as a bid was set."""
    if table.rules.session.rise_and_fly != "on_set" or not table.standing.hands:
        return
    last = table.standing.hands[-1]
    if last.made is False and last.side is not None:
        seats(table, last.side)


def seats(table: Table, rising: Partnership | None) -> None:
    """Who sits where in the next game; those who rise leave their chairs empty."""
    label = "Other people sit down" if rising is None else "Rise and fly: others sit down"
    with st.expander(label, expanded=rising is not None, icon=":material/swap_horiz:"):
        if rising is not None:
            showing.say(f"{live.pair(table.sitting, rising)} give up their seats.", small=True)
        names = known_names()
        here = table.sitting.players
        chosen = [
            player(seat, None if seat.partnership == rising else here[seat], names, "next")
            for seat in Seat
        ]
        people = [name for name in chosen if name]
        if len(people) == 4 and len(set(people)) == 4:
            st.button("Sit down", on_click=begin, args=(table, people))


def begin(table: Table, players: Sequence[str]) -> None:
    following = table.sitting.next_game(table.standing.dealer, players)
    drafts.save(source.club().path, Draft(following))
