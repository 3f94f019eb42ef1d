"""The record of one hand, and the declared columns of many.

A record is a fact: what somebody wrote down, spelled canonically and never mended. Every reader
hands on these columns and every writer takes them; None is what nobody wrote.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

import polars as pl

from recorder.cards import Card
from recorder.seats import Seat

__all__ = [
    "COLUMNS",
    "DETAILS",
    "FACTS",
    "HandRecord",
    "PlayedTrick",
    "frame_of",
    "join_tricks",
    "records_of",
    "split_tricks",
]

DETAILS = ("result", "auction", "bidder", "deal", "play")
"""How much a record holds, each including the one before."""


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand as recorded; every text is canonical (`TH`, `4 up`, `N`), None is not recorded."""

    file: str | None = None
    """The name of what it was read from."""
    line: int | None = None
    """Where it starts there, from 1."""
    game: str | None = None
    hand: int | None = None
    """Its number in the game, from 1."""
    date: str | None = None
    """An ISO date or offset date-time, as written."""
    club: str | None = None
    table: str | None = None
    event: str | None = None
    site: str | None = None
    """A game site's own id of the hand."""
    rules: str | None = None
    """A rule set's name, or `name,section.field=value,…`."""
    player_n: str | None = None
    player_e: str | None = None
    player_s: str | None = None
    player_w: str | None = None
    dealer: str | None = None
    bidder: str | None = None
    calls: str | None = None
    """`pass, pass, 4 up, 5 down`, from the dealer's left."""
    bid: str | None = None
    trump: str | None = None
    """`S` `H` `D` `C`, or `no`."""
    direction: str | None = None
    """`up` or `down`, where the bid does not say."""
    aces: str | None = None
    """`good` or `bad`, where the bidder chose."""
    deal_n: str | None = None
    """The cards as dealt; `??` is one nobody saw."""
    deal_e: str | None = None
    deal_s: str | None = None
    deal_w: str | None = None
    kitty: str | None = None
    discards: str | None = None
    deal_order: str | None = None
    """All the cards in the order they were dealt."""
    tricks: str | None = None
    """`S: 4S KS QS LJ > E | E: QD 4D`: leader, cards in order of play, recorded winner."""
    books: int | None = None
    """The bidders', with the kitty's book where the rules give it to them."""
    made: bool | None = None
    points_ns: int | None = None
    """As written at the table, like the three that follow: checked, never overwritten."""
    points_ew: int | None = None
    score_ns: int | None = None
    """Running, after the hand."""
    score_ew: int | None = None
    reneges: str | None = None
    """Those called at the table, as JSON: `[{"by": "E", "trick": 5, "ruling": "3 books"}]`."""
    status: str | None = None
    """`passed_out`, `abandoned`, `misdeal` or `stopped`, where the record says so."""
    note: str | None = None
    tags: str | None = None
    """A JSON list of words."""
    extra: str | None = None
    """A JSON object of the keys we do not know."""

    def holding(self, seat: Seat) -> str | None:
        """The cards dealt to a seat."""
        return (self.deal_n, self.deal_e, self.deal_s, self.deal_w)[seat]

    def player(self, seat: Seat) -> str | None:
        return (self.player_n, self.player_e, self.player_s, self.player_w)[seat]


_TYPES: dict[str, Any] = {
    "str | None": pl.String,
    "int | None": pl.Int32,
    "bool | None": pl.Boolean,
}
COLUMNS: dict[str, Any] = {field.name: _TYPES[str(field.type)] for field in fields(HandRecord)} | {
    "line": pl.Int64
}
"""Every column with its polars type."""

FACTS = tuple(name for name in COLUMNS if name not in ("file", "line"))
"""The columns that are part of the record itself, not of where it was found."""


def frame_of(records: Iterable[HandRecord]) -> pl.DataFrame:
    """The declared columns of some records, one row each."""
    kept = list(records)
    columns = {name: [getattr(record, name) for record in kept] for name in COLUMNS}
    return pl.DataFrame(columns, schema=COLUMNS)


def record_of(row: Mapping[str, Any]) -> HandRecord:
    """The record of one row; columns we do not declare are left out."""
    return HandRecord(**{name: row[name] for name in COLUMNS if name in row})


def records_of(frame: pl.DataFrame) -> list[HandRecord]:
    """The records of a frame that holds the declared columns."""
    return [record_of(row) for row in frame.iter_rows(named=True)]


@dataclass(frozen=True, slots=True)
class PlayedTrick:
    """A trick as recorded: the cards in order of play, and who was said to have taken it."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat | None = None

    def __str__(self) -> str:
        cards = " ".join(map(str, self.cards))
        return f"{self.leader}: {cards}" + (f" > {self.winner}" if self.winner is not None else "")


def split_tricks(text: str | None) -> list[PlayedTrick]:
    """The tricks of the canonical text.

    >>> [str(trick) for trick in split_tricks("S: 4S KS QS LJ > E | E: QD 4D")]
    ['S: 4S KS QS LJ > E', 'E: QD 4D']
    """
    tricks = []
    for part in (text or "").split(" | "):
        if not part:
            continue
        play, _, winner = part.partition(" > ")
        leader, _, cards = play.partition(":")
        tricks.append(
            PlayedTrick(
                Seat.parse(leader),
                tuple(map(Card.parse, cards.split())),
                Seat.parse(winner) if winner else None,
            )
        )
    return tricks


def join_tricks(tricks: Iterable[PlayedTrick]) -> str:
    return " | ".join(map(str, tricks))
