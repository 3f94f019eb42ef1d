"""Four seats clockwise, two partnerships, and who sits where from whom."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum, unique
from typing import Generic, TypeVar

from recorder.errors import NotationError

__all__ = ["ByPartnership", "Partnership", "Seat"]

T = TypeVar("T")


@unique
class Partnership(IntEnum):
    NS = 0
    EW = 1

    @property
    def opponents(self) -> "Partnership":
        return Partnership(1 - self)

    def __str__(self) -> str:
        return self.name


@unique
class Seat(IntEnum):
    """A chair; play and dealing go clockwise, N E S W.

    >>> Seat.N.lho, Seat.W.lho, Seat.N.partner
    (<Seat.E: 1>, <Seat.N: 0>, <Seat.S: 2>)
    """

    N = 0
    E = 1
    S = 2
    W = 3

    @classmethod
    def parse(cls, text: str) -> "Seat":
        try:
            return cls[text]
        except KeyError:
            raise NotationError(f"expected a seat N, E, S or W, got {text!r}") from None

    @property
    def lho(self) -> "Seat":
        """The player to the left, who acts next."""
        return Seat((self + 1) % 4)

    @property
    def partner(self) -> "Seat":
        return Seat((self + 2) % 4)

    @property
    def rho(self) -> "Seat":
        return Seat((self + 3) % 4)

    @property
    def partnership(self) -> Partnership:
        return Partnership(self % 2)

    def clockwise(self) -> Iterator["Seat"]:
        """All four seats, this one first."""
        return (Seat((self + turn) % 4) for turn in range(4))

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class ByPartnership(Generic[T]):
    """One value for each partnership, read as `pair[Partnership.EW]`."""

    ns: T
    ew: T

    def __getitem__(self, side: Partnership) -> T:
        return self.ew if side else self.ns
