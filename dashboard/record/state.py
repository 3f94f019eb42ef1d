"""A table as it stands at one look: who sits there, what is recorded, what is being tapped."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from dashboard import rule_choice, sign_in, source, words
from dashboard.record import drafts, half
from dashboard.record.drafts import Draft
from recorder.club import Entered
from recorder.club.game_hands import KeptHand, enter_hand, hands_of_game
from recorder.errors import BidWhistError
from recorder.hand import HandRecord
from recorder.rules import Rules, load_rules
from recorder.seats import Seat
from recorder.sitting import Outlook, Sitting, Tally, outlook, tally

__all__ = [
    "MEND",
    "Table",
    "change",
    "look",
    "record_hand",
    "said",
    "say",
    "verdict",
    "warn",
    "writer",
]

MEND = "mend"
"""The hand that is put on the keypad again, in the address."""
WARNED = ":material/flag:"
DONE = ":material/check:"
SAID = "said_at_table"
# What the keypad and what lies beside it can change of a recorded hand.
CORRECTED = ("bidder", "bid", "trump", "direction", "books", "made", "aces", *half.MORE)


@dataclass(frozen=True)
class Table:
    """Everything that one look at a table needs."""

    draft: Draft
    rules: Rules
    kept: tuple[KeptHand, ...]
    standing: Tally
    mending: str | None = None
    """The id of the recorded hand that is on the keypad."""

    @property
    def sitting(self) -> Sitting:
        return self.draft.sitting

    @property
    def records(self) -> list[HandRecord]:
        return [one.record for one in self.kept]

    @property
    def turn(self) -> str:
        return f"{self.sitting.game}#{self.mending or self.standing.next_hand}"

    @property
    def old(self) -> HandRecord | None:
        """The hand being mended, as it is recorded."""
        return next((one.record for one in self.kept if one.id == self.mending), None)

    @property
    def half(self) -> Mapping[str, Any]:
        if self.old is not None and self.turn not in self.draft.halves:
            return half.half_of(self.old)
        return self.draft.half(self.turn)

    def record(self, tapped: Mapping[str, Any]) -> HandRecord:
        """The hand on the keypad, whole or half."""
        facts = half.record_of(tapped, self.rules)
        if self.old is not None and self.old.hand is not None:
            dealer = Seat.parse(self.old.dealer or "N")
            return self.sitting.record(self.old.hand, dealer, facts)
        return self.sitting.record(self.standing.next_hand, self.standing.dealer, facts)

    def ahead(self, record: HandRecord) -> Outlook:
        return outlook(self.records, record, self.rules)


def look(name: str) -> Table | None:
    """The table of that name as it stands now; None where nobody has sat down at it."""
    club = source.club()
    draft = drafts.find(club.path, name)
    if draft is None:
        return None
    sitting = draft.sitting
    rules = load_rules(sitting.rules, rule_choice.known()).rules

    def load() -> tuple[tuple[KeptHand, ...], Tally]:
        kept = tuple(hands_of_game(club, sitting.evening, sitting.game))
        return kept, tally([one.record for one in kept], rules, sitting.first_dealer)

    kept, standing = source.kept(f"table {sitting}", load)
    asked = st.query_params.get(MEND)
    mending = asked if asked in {one.id for one in kept} else None
    return Table(draft, rules, kept, standing, mending)


def change(name: str, **facts: Any) -> None:
    """Write facts into the hand on the keypad, beside what was tapped; None takes one away."""
    table = look(name)
    if table is not None:
        kept = {key: value for key, value in {**table.half, **facts}.items() if value is not None}
        drafts.save(source.club().path, table.draft.changed(table.turn, kept))


def writer() -> str | None:
    """Who writes, as told when the table sat down, or as signed in."""
    return st.query_params.get("by") or sign_in.name()


def say(text: str) -> None:
    """Told once, when the page is drawn next."""
    st.session_state[SAID] = (DONE, text)


def warn(text: str) -> None:
    st.session_state[SAID] = (WARNED, f"{words.sentence(text).rstrip('.')}.")


def said() -> None:
    """Show what `say` or `warn` was told."""
    icon, text = st.session_state.pop(SAID, (None, ""))
    if icon == WARNED:
        st.warning(words.plain(text), icon=icon)
    elif icon:
        st.toast(words.plain(text), icon=icon)


def record_hand(table: Table, record: HandRecord) -> None:
    """Write a hand down, new or mended, and say what became of it."""
    club = source.club()
    try:
        if table.mending is not None and table.old is not None:
            changes = {
                name: getattr(record, name)
                for name in CORRECTED
                if getattr(record, name) != getattr(table.old, name)
            }
            club.correct(table.mending, changes, writer())
            st.query_params.pop(MEND, None)
            say(f"Hand {record.hand} is corrected; the old values are kept.")
        else:
            verdict(record.hand, enter_hand(club, record, writer()))
    except BidWhistError as error:
        warn(str(error))
        drafts.save(club.path, table.draft.changed(table.turn, table.half))
    else:
        drafts.save(club.path, table.draft.without(table.turn))


def verdict(number: int | None, entered: Entered) -> None:
    """Say what became of a hand that was entered."""
    match entered.verdict:
        case "stored":
            say(f"Hand {number} is recorded.")
        case "already_there":
            say(f"Hand {number} was written down already, word for word the same.")
        case "superseded":
            say(f"Hand {number} was there already; what this says on top is kept with it.")
        case _:
            warn(
                f"hand {number} is written down otherwise at the other end of the table. Both are "
                "kept; the first one counts until somebody settles it on the hand’s own page"
            )
