"""One hand, card by card: all of it is sent at once, so a step costs no round trip.

A step is a card played; step 0 is the deal. What shows from one step until another carries
`data-since` and `data-until`, and replayer.js only hides and shows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from html import escape
from itertools import accumulate, pairwise
from pathlib import Path

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from dashboard import words
from dashboard.cards import SEATS, Chair, Play, Trick, card, cost_words, name_of, strip, table

__all__ = ["Replay", "html", "show"]

HERE = Path(__file__).parent
NAMED = 3  # of the cards that would have cost nothing


@dataclass(frozen=True)
class Replay:
    """A hand to step through; chairs hold their cards as they were before the lead."""

    chairs: Mapping[str, Chair]
    tricks: Sequence[Trick]
    kitty: Sequence[str] = ()
    discards: Sequence[str] = ()
    decided: tuple[int, str] | None = None  # after which trick the bid was made or set, in words


def show(replay: Replay, *, key: str, trick: int = 0) -> None:
    """Mount the replayer after that trick; the address bar follows as `trick=` while it steps."""
    component()(
        key=key,
        data={"html": html(replay), "ends": ends(replay.tricks), "trick": trick},
    )


@cache
def component() -> ComponentRenderer:
    script = (HERE / "replayer.js").read_text(encoding="utf-8")
    return st.components.v2.component(
        "bidwhist_replayer", html='<div class="bw-replay"></div>', js=script, isolate_styles=False
    )


def ends(tricks: Sequence[Trick]) -> list[int]:
    """The step at which each trick lies complete, after 0 for the deal."""
    return list(accumulate((len(trick.plays) for trick in tricks), initial=0))


def html(replay: Replay) -> str:
    """The whole hand, every step of it; all that people wrote is escaped."""
    played: dict[str, dict[str, int]] = {seat: {} for seat in SEATS}
    middle, said = [], [caption("Before the lead.", 0, 1)]
    for (start, end), trick in zip(pairwise(ends(replay.tricks)), replay.tricks, strict=True):
        last = end == ends(replay.tricks)[-1]
        for step, play in enumerate(trick.plays, start=start + 1):
            played[play.seat][play.card] = step
            middle.append(on_table(play, trick, step, end))
            until = None if last and step == end else step + 1
            said.append(caption(sentence(replay, trick, play, step == end), step, until))
    chairs = {
        seat: replace(chair, until=leaving(chair.cards, played[seat]))
        for seat, chair in replay.chairs.items()
    }
    laid = f'<div class="bw-trick">{"".join(middle)}</div>'
    return (
        f'<div class="bw-said" aria-live="polite">{"".join(said)}</div>'
        f"{table(chairs, middle=laid, kitty=replay.kitty, discards=replay.discards)}"
        f"{strip(replay.tricks)}"
    )


def leaving(held: Sequence[str], played: Mapping[str, int]) -> list[int | None]:
    """When each card held leaves the hand; cards nobody saw leave for those seen being played.

    >>> leaving(["AS", "??", "2C"], {"AS": 1, "KD": 5})
    [1, 5, None]
    """
    unseen = iter([step for text, step in played.items() if text not in held])
    return [next(unseen, None) if text == "??" else played.get(text) for text in held]


def on_table(play: Play, trick: Trick, step: int, end: int) -> str:
    won = f' data-won="{end}"' if play.seat == trick.winner else ""
    return (
        f'<span class="bw-at-{play.seat.lower()}" data-since="{step}" data-until="{end + 1}"{won}>'
        f"{card(play.card, fault=play.fault, cost=play.cost)}</span>"
    )


def sentence(replay: Replay, trick: Trick, play: Play, is_last: bool) -> str:
    """What happened at a step, said as an onlooker would."""
    who = replay.chairs[play.seat].name if play.seat in replay.chairs else SEATS[play.seat]
    parts = [f"Trick {trick.number}: {who} plays the {name_of(play.card)}."]
    if play.fault:
        parts.append(play.fault.rstrip(".") + ".")
    if play.cost:
        better = [name_of(text) for text in play.better.split()]
        others = len(better) - NAMED
        told = [*better[:NAMED], words.count(others, "other")] if others > 0 else better
        kept = f"; not so the {words.join(told, 'or')}" if told else ""
        parts.append(f"{words.sentence(cost_words(play.cost))}{kept}.")
    if is_last and trick.winner:
        parts.append(f"{SEATS[trick.winner]} takes it.")
        if trick.books:
            parts.append(f"Books: N-S {trick.books[0]}, E-W {trick.books[1]}.")
        if replay.decided and replay.decided[0] == trick.number:
            parts.append(replay.decided[1].rstrip(".") + ".")
    return " ".join(parts)


def caption(text: str, since: int, until: int | None) -> str:
    """Words that show from one step until another, or to the end."""
    leave = "" if until is None else f' data-until="{until}"'
    return f'<p data-since="{since}"{leave}>{escape(text)}</p>'
