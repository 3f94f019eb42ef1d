"""Results kept by content, in the club's folder: a rebuild or a new import loses none of them.

`analysis/results.jsonl` holds one result a line under a hash of all it depends on. It is only ever
appended to; a line torn by a kill is passed over, and its hand is judged again.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from threading import Lock

import msgspec

from analytics.accuracy.judging import JudgedHand
from analytics.double_dummy.declared import Declared

__all__ = ["KeptBidding", "KeptPlay", "PlayedCard", "Store"]


@dataclass(frozen=True, slots=True)
class KeptBidding:
    key: str
    samples: int
    """As many as were asked for; each bid says how many it took."""
    heeds_calls: bool
    judged: JudgedHand


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card and what it cost; see `declared.CardCost`."""

    trick: int
    seat: str
    card: str
    cost: int | None
    best: str
    bidders_books: int


@dataclass(frozen=True, slots=True)
class KeptPlay:
    key: str
    bidder: str | None
    """None, with all that follows, where the play could not be followed after all."""
    needed: int = 0
    double_dummy: int = 0
    taken: int | None = None
    until: int | None = None
    """The last trick in which the contract could still be made."""
    cards: tuple[PlayedCard, ...] = ()

    @classmethod
    def of(cls, key: str, found: Declared | None) -> KeptPlay:
        if found is None:
            return cls(key, None)
        return cls(
            key,
            str(found.bidder),
            found.needed,
            found.books_double_dummy,
            found.books_taken,
            found.could_be_made_until,
            tuple(
                PlayedCard(
                    card.trick,
                    str(card.seat),
                    str(card.card),
                    card.cost,
                    " ".join(map(str, card.best)),
                    card.bidders_books,
                )
                for card in found.cards
            ),
        )


class _Line(msgspec.Struct, omit_defaults=True):
    bidding: KeptBidding | None = None
    play: KeptPlay | None = None


class Store:
    """The results of one club; reads what others append. Safe to share between threads."""

    def __init__(self, club: Path) -> None:
        self.folder = club / "analysis"
        self._read_to = 0
        self._bidding: dict[tuple[str, bool], KeptBidding] = {}
        self._play: dict[str, KeptPlay] = {}
        self._decoder = msgspec.json.Decoder(_Line)
        self._lock = Lock()

    @property
    def path(self) -> Path:
        return self.folder / "results.jsonl"

    def refresh(self) -> None:
        """Take in the lines that were appended since the last look."""
        with self._lock:
            if not self.path.exists():
                return
            with self.path.open("rb") as file:
                file.seek(self._read_to)
                told = file.read()
            whole, _, _ = told.rpartition(b"\n")
            self._read_to += len(whole) + 1 if whole else 0
            for line in whole.split(b"\n"):
                self._take(line)

    def _take(self, line: bytes) -> None:
        try:
            read = self._decoder.decode(line)
        except msgspec.DecodeError:
            return
        if read.bidding is not None:
            self._bidding[read.bidding.key, read.bidding.heeds_calls] = read.bidding
        if read.play is not None:
            self._play[read.play.key] = read.play

    @property
    def is_empty(self) -> bool:
        return not self._bidding and not self._play

    @property
    def has_heeded(self) -> bool:
        """Whether some bids were judged with the others' calls heeded."""
        return any(heeds for _, heeds in self._bidding)

    def bidding(self, key: str | None, *, heeds_calls: bool = False) -> KeptBidding | None:
        return None if key is None else self._bidding.get((key, heeds_calls))

    def play(self, key: str | None) -> KeptPlay | None:
        return None if key is None else self._play.get(key)

    def knows(self, key: str) -> bool:
        """Whether there is a result of any kind under a key."""
        return key in self._play or any((key, heeds) in self._bidding for heeds in (False, True))

    def append(self, bidding: KeptBidding | None, play: KeptPlay | None) -> None:
        """Keep the results of one hand; on disk when this returns."""
        line = msgspec.json.encode(_Line(bidding, play))
        self.folder.mkdir(exist_ok=True)
        with self._lock, self.path.open("ab") as file:
            # After a kill the last line may be torn: begin a new one.
            torn = file.tell() and not _ends_line(self.path)
            file.write((b"\n" if torn else b"") + line + b"\n")


def _ends_line(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(-1, 2)
        return file.read(1) == b"\n"
