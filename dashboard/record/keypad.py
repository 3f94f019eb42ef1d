"""The keypad: big pads for bidder, bid and books, and beside them what the recorder says.

A tap shows at once in the browser (keypad.js); the server keeps it and answers in words.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from dashboard import words
from dashboard.cards import SEATS
from recorder.auction import Bid
from recorder.rules import Rules
from recorder.seats import Seat
from recorder.sitting import Sitting

__all__ = ["KEY", "pads", "show"]

HERE = Path(__file__).parent
KEY = "keypad"


def show(data: Mapping[str, Any], on_tap: Any, on_done: Any) -> None:
    """Mount the keypad; `st.session_state[KEY]` then holds `half` (state) and `done` (trigger),
    each with the `turn` it was tapped in."""
    component()(key=KEY, data=dict(data), on_half_change=on_tap, on_done_change=on_done)


@cache
def component() -> ComponentRenderer:
    return st.components.v2.component(
        "bidwhist_keypad",
        html='<div class="bw-keypad"></div>',
        js=(HERE / "keypad.js").read_text(encoding="utf-8"),
        isolate_styles=False,
    )


def pads(sitting: Sitting, rules: Rules, dealer: Seat) -> dict[str, Any]:
    """What the pads say, and which are outside the rules."""
    auction = rules.auction
    levels = range(1, 8)
    return {
        "seats": [
            {
                "seat": str(seat),
                "place": SEATS[str(seat)],
                "name": sitting.players[seat],
                "deals": seat == dealer,
            }
            # North above South, East above West: each column is a partnership.
            for seat in (Seat.N, Seat.E, Seat.S, Seat.W)
        ],
        "dealer": str(dealer),
        "levels": [
            {"level": level, "allowed": auction.min_level <= level <= auction.max_level}
            for level in levels
        ],
        "kinds": [{"kind": kind, "says": says} for kind, says in words.KINDS.items()],
        "books": list(range(rules.books_in_hand + 1)),
        "over": {
            level: [
                words.signed(books - Bid(level).books_needed) if books else ""
                for books in range(rules.books_in_hand + 1)
            ]
            for level in levels
        },
        "needed": {level: Bid(level).books_needed for level in levels},
        "aces": rules.play.downtown_aces == "bidder_chooses",
        "forced": auction.all_pass == "dealer_forced",
    }
