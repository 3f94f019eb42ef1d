"""All the calls of a hand, in the order they were made."""

import streamlit as st

from dashboard import showing, words
from dashboard.record import state
from dashboard.record.state import Table
from recorder.auction import Bid, Kind, legal_bids, read_calls, resolve_auction
from recorder.rules import Rules
from recorder.seats import Seat

__all__ = ["is_over", "show"]


def show(table: Table) -> None:
    """Who says what, one tap a call; the bid that stands goes on the keypad by itself."""
    text = table.half.get("calls") or ""
    made = read_calls(text)
    dealer = Seat.parse(table.record(table.half).dealer or "N")
    names = table.sitting.players
    spoken = [
        f"{names[(dealer + 1 + turn) % 4]} {words.bid(str(call)) if call else 'pass'}"
        for turn, call in enumerate(made)
    ]
    if spoken:
        showing.say(f"{', '.join(spoken)}.", small=True)
        outcome = resolve_auction(made, dealer, table.rules)
        if outcome.complaint:
            st.warning(words.plain(f"{words.sentence(outcome.complaint)}."))
    name = table.draft.name
    if not is_over(made, table.rules):
        who = names[(dealer + 1 + len(made)) % 4]
        legal = ["pass", *map(str, legal_bids(made, table.rules))]
        every = [str(Bid(level, kind)) for level in range(1, 8) for kind in kinds(table.rules)]
        key = f"call_{table.turn}_{len(made)}"
        st.pills(
            f"{who} says",
            legal,
            format_func=lambda call: words.sentence(call if call == "pass" else words.bid(call)),
            key=key,
            on_change=lambda: add(name, st.session_state[key]),
        )
        other = f"other_{key}"
        st.selectbox(
            "A bid that the rules do not allow",
            [call for call in every if call not in legal],
            index=None,
            placeholder="What happened, happened",
            key=other,
            on_change=lambda: add(name, st.session_state[other]),
        )
    if made:
        st.button("Take the last call back", icon=":material/undo:", on_click=back, args=(name,))


def kinds(rules: Rules) -> tuple[Kind | None, ...]:
    return (None,) if rules.auction.bid_form == "level" else tuple(Kind)


def is_over(calls: list[Bid | None], rules: Rules) -> bool:
    """Whether nobody may speak any more."""
    if rules.auction.rounds == "one" or not any(calls):
        return len(calls) >= 4
    return calls[-3:] == [None] * 3


def add(name: str, call: str | None) -> None:
    table = state.look(name)
    if table is not None and call:
        put(table, [*texts(table), call])


def back(name: str) -> None:
    table = state.look(name)
    if table is not None:
        put(table, texts(table)[:-1])


def texts(table: Table) -> list[str]:
    return [str(call or "pass") for call in read_calls(table.half.get("calls") or "")]


def put(table: Table, said: list[str]) -> None:
    """Keep the calls, and let the keypad show the bid that stands."""
    calls = ", ".join(said)
    dealer = table.record(table.half).dealer or "N"
    outcome = resolve_auction(read_calls(calls), Seat.parse(dealer), table.rules)
    bid = outcome.bid
    state.change(
        table.draft.name,
        calls=calls or None,
        dealer=dealer if calls else None,
        forced=None,
        bidder=None if outcome.bidder is None else str(outcome.bidder),
        level=None if bid is None else bid.level,
        kind=None if bid is None or bid.kind is None else str(bid.kind),
    )
