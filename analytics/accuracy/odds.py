"""The chance and the points of a bid: its samples played out double dummy, and priced."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import erf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analytics.accuracy import estimates
from analytics.accuracy.deals import Layout, as_played
from analytics.accuracy.estimates import Estimate, Floats
from analytics.double_dummy import solve_many
from analytics.simulation.bidding import best_naming
from analytics.simulation.naming import Naming, namings
from analytics.simulation.valuation import books_worth
from recorder.auction import Bid, Direction
from recorder.cards import SUITS, cards_in
from recorder.rules import Rules
from recorder.scoring import hand_points
from recorder.seats import Partnership

__all__ = [
    "ALL_BOOKS",
    "MOST_ALLOWANCE",
    "NO_ALLOWANCE",
    "USUAL",
    "Allowance",
    "Choice",
    "Odds",
    "Played",
    "choices",
    "kitty_book",
    "net_points",
    "play_out",
    "priced",
    "reckoned",
]

ALL_BOOKS = 13
_BOOKS = np.arange(ALL_BOOKS + 1)
_LETTERS = "0123456789abcdefghijklmnopqr"
_CODES = np.zeros(128, np.int64)
_CODES[[ord(letter) for letter in _LETTERS]] = range(len(_LETTERS))
RECKONING = 1.7
"""Standard deviation, in books, of what twelve cards take about what they are reckoned to."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A bid and what would be named; `naming` is None where it is named once the kitty is seen."""

    bid: Bid
    naming: Naming | None

    def seen(self, cards: int, layout: Layout, rules: Rules) -> Naming:
        """What is named on this layout: with the kitty in view, what it is worth most in."""
        if self.naming is not None:
            return self.naming
        held = cards | sum(1 << card for card in layout.kitty)
        return best_naming(cards_in(held), self.bid, rules)


class Allowance(NamedTuple):
    """Books that bidders take less at a table than with all cards seen; see `calibration`."""

    trumps: float
    no_trump: float


NO_ALLOWANCE = Allowance(0, 0)
MOST_ALLOWANCE = Allowance(2, 3)
USUAL = Allowance(0.6, 1.4)
"""Until a club's own bids say otherwise; where it comes from is in `calibration`."""


@lru_cache(maxsize=1024)
def net_points(rules: Rules, level: int, no_trump: bool) -> Floats:
    """float[14]: the bidders' points less the defenders', by the bidders' books."""
    paid = [
        hand_points(rules, level, no_trump, books) if books <= rules.books_in_hand else (0, 0)
        for books in range(ALL_BOOKS + 1)
    ]
    return np.array([ours - theirs for ours, theirs in paid], np.float64)


def priced(books: NDArray[np.int64], prices: Floats, allowance: float) -> Floats:
    """What `books` double dummy are worth when `allowance` of them are lost in play.

    Half a book lost is a whole book lost half the time: the price lies between those of two counts.
    """
    found: Floats = np.interp(books - allowance, np.arange(len(prices)), prices)
    return found


@dataclass(frozen=True, slots=True)
class Odds:
    """What a bid comes to."""

    n: int
    """Samples."""
    chance: Estimate
    """Of making it, 0 to 1."""
    points: Estimate
    """Expected, the bidders' less the defenders'."""


@dataclass(frozen=True, slots=True)
class Played:
    """A choice with its samples played out: as text, so that it can be kept and priced anew."""

    bid: str
    trump: str | None
    """`S` `H` `D` `C` or `no`; None, as for direction and aces, where the kitty decides."""
    direction: str | None
    aces: str | None
    """Where the bidder chooses."""
    samples: str
    """A character a sample: the bidders' books in base 36, 14 more at no trump. Exact as far as the
    points of the bid depend on them."""
    first: int = 0
    """Which sample they begin with."""

    @property
    def n(self) -> int:
        return len(self.samples)

    @property
    def is_no_trump(self) -> bool:
        """As bid or named; where the kitty decides, as it mostly came."""
        return bool(2 * (self._codes() > ALL_BOOKS).sum() > self.n)

    @property
    def books(self) -> NDArray[np.int64]:
        return self._codes() % (ALL_BOOKS + 1)

    def _codes(self) -> NDArray[np.int64]:
        return _CODES[np.frombuffer(self.samples.encode("ascii"), np.uint8)]

    def weights(self, of_all: Sequence[float] | None) -> Floats:
        """The weights of these samples among those of all; equal ones where there are none."""
        if of_all is None:
            return np.ones(self.n)
        return np.array(of_all[self.first : self.first + self.n])

    def made(self, level: int, allowance: Allowance) -> Floats:
        """The chance of each sample that a bid of `level` is made."""
        made = (Bid(level).books_needed <= _BOOKS).astype(np.float64)
        return self._priced((made, made), allowance)

    def points(self, rules: Rules, level: int, allowance: Allowance) -> Floats:
        """The points of each sample for a bid of `level`."""
        with_trumps, without = (net_points(rules, level, no_trump) for no_trump in (False, True))
        return self._priced((with_trumps, without), allowance)

    def _priced(self, prices: tuple[Floats, Floats], allowance: Allowance) -> Floats:
        no_trump, books = np.divmod(self._codes(), ALL_BOOKS + 1)
        with_trumps, without = (
            priced(books, table, lost) for table, lost in zip(prices, allowance, strict=True)
        )
        return np.where(no_trump, without, with_trumps)

    def odds(
        self,
        rules: Rules,
        allowance: Allowance = NO_ALLOWANCE,
        *,
        level: int | None = None,
        weights: Sequence[float] | None = None,
    ) -> Odds:
        """Chance and points, of the bid or of another level with the same naming."""
        level = level or Bid.parse(self.bid).level
        own = self.weights(weights)
        return Odds(
            self.n,
            estimates.share(self.made(level, allowance), own),
            estimates.mean(self.points(rules, level, allowance), own),
        )


def play_out(
    cards: int,
    deals: Sequence[Layout],
    choice: Choice,
    rules: Rules,
    *,
    first: int = 0,
    last: int | None = None,
    levels: Sequence[int] = (),
    threads: int = 1,
) -> Played:
    """Play `choice` on the layouts from `first` to before `last`; exact for its level and `levels`.

    Where the winner of the first trick owns the discards, they are counted for whoever leads it.
    """
    among = deals[first:last]
    named = [choice.seen(cards, layout, rules) for layout in among]
    kinds = {naming.trump is None for naming in named}
    spans = [_span(rules, level, kind) for level in (choice.bid.level, *levels) for kind in kinds]
    book = kitty_book(rules)
    tricks = solve_many(
        [
            as_played(cards, layout, naming, rules)
            for layout, naming in zip(among, named, strict=True)
        ],
        Partnership.NS,
        floor=max(min(low for low, _ in spans) - book, 0),
        ceiling=max(high for _, high in spans) - book,
        threads=threads,
    )
    letters = [
        _LETTERS[taken + book + (ALL_BOOKS + 1) * (naming.trump is None)]
        for taken, naming in zip(tricks, named, strict=True)
    ]
    trump, direction, aces = _as_text(choice.naming, rules)
    return Played(str(choice.bid), trump, direction, aces, "".join(letters), first)


def _as_text(naming: Naming | None, rules: Rules) -> tuple[str | None, str | None, str | None]:
    if naming is None:
        return None, None, None
    chooses = naming.direction is Direction.DOWN and rules.play.downtown_aces == "bidder_chooses"
    return (
        "no" if naming.trump is None else SUITS[naming.trump],
        str(naming.direction),
        ("good" if naming.aces_good else "bad") if chooses else None,
    )


@lru_cache(maxsize=1024)
def _span(rules: Rules, level: int, no_trump: bool) -> tuple[int, int]:
    """The books between which points differ: all below the first pay alike.

    The solver need not tell apart what pays the same, which saves it most of its time. Above it
    must: an allowance takes books away.
    """
    needed = Bid(level).books_needed
    points = net_points(rules, level, no_trump)
    most = rules.books_in_hand
    low = next(b for b in range(needed - 1, -1, -1) if np.all(points[: b + 1] == points[0]))
    high = next(b for b in range(needed, most + 1) if np.all(points[b : most + 1] == points[most]))
    return low, min(high + int(max(MOST_ALLOWANCE)), most)


def kitty_book(rules: Rules) -> int:
    """The book that the bidders have without a trick, 0 or 1; see `play_out`."""
    owner = rules.kitty.book_owner
    leads = rules.play.first_lead == "bidder"
    return int(owner == "bidders" or (owner == "first_trick_winner" and leads))


def choices(bids: Sequence[Bid], rules: Rules) -> list[Choice]:
    """Everything that can be named with each of `bids`."""
    if rules.auction.trump_named == "after_kitty":
        return [Choice(bid, None) for bid in bids]
    return [Choice(bid, naming) for bid in bids for naming in namings(rules, bid.kind)]


def reckoned(cards: int, choice: Choice, rules: Rules) -> float:
    """The points of a choice as reckoned from its look alone: whether sampling it is worth it."""
    held = cards_in(cards)
    naming = choice.naming or best_naming(held, choice.bid, rules)
    points = net_points(rules, choice.bid.level, naming.trump is None)
    worth = books_worth(held, naming, rules)
    steps = [0.5 + erf((books + 0.5 - worth) / RECKONING / 2**0.5) / 2 for books in range(13)]
    chances = np.diff([0.0, *steps, 1.0])
    return float(chances @ points)
