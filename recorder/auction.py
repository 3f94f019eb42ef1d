"""Bids, what may be said over what, and the contract that comes of it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum, unique

from recorder.errors import IllegalError, NotationError
from recorder.rules import Rules
from recorder.seats import Seat

__all__ = [
    "BASE_BOOKS",
    "Auction",
    "Bid",
    "Contract",
    "Direction",
    "Kind",
    "check_call",
    "legal_bids",
    "read_bid",
    "read_calls",
    "resolve_auction",
]

BASE_BOOKS = 6


@unique
class Kind(IntEnum):
    UPTOWN = 0
    DOWNTOWN = 1
    NO_TRUMP = 2

    def __str__(self) -> str:
        return ("up", "down", "no")[self]


@unique
class Direction(IntEnum):
    UP = 0
    DOWN = 1

    def __str__(self) -> str:
        return ("up", "down")[self]


_KINDS = {str(kind): kind for kind in Kind}


@dataclass(frozen=True, slots=True)
class Bid:
    """A promise of six books plus `level`; `kind` is None where rules bid a level alone.

    >>> str(Bid.parse("4 up")), Bid.parse("4").books_needed
    ('4 up', 10)
    """

    level: int
    kind: Kind | None = None

    @property
    def books_needed(self) -> int:
        return BASE_BOOKS + self.level

    @classmethod
    def parse(cls, text: str) -> "Bid":
        """The bid of canonical text `4 up`, `5 down`, `6 no` or `4`; NotationError otherwise."""
        level, _, kind = text.partition(" ")
        if len(level) == 1 and level in "1234567" and (not kind or kind in _KINDS):
            return cls(int(level), _KINDS[kind] if kind else None)
        raise NotationError(f"expected a bid such as '4 up', '5 down' or '6 no', got {text!r}")

    def __str__(self) -> str:
        return str(self.level) if self.kind is None else f"{self.level} {self.kind}"


@dataclass(frozen=True, slots=True)
class Contract:
    """The winning bid and what was named after it.

    `trump` is a suit 0 to 3, or None at no trump. `direction` is None where nobody wrote it down.
    """

    bid: Bid
    by: Seat
    trump: int | None
    direction: Direction | None
    aces_good: bool = True
    is_forced: bool = False


_PASSES = {"pass", "p", "-", "passed", "no bid", "x"}
_WORD_OF = {
    **dict.fromkeys(("up", "u", "↑", "uptown", "high", "hi", "h"), Kind.UPTOWN),
    **dict.fromkeys(("down", "d↓", "↓", "downtown", "low", "lo", "l", "special"), Kind.DOWNTOWN),
    **dict.fromkeys(("sp", "dn", "dt", "spec"), Kind.DOWNTOWN),
    **dict.fromkeys(("no", "n", "nt", "no trump", "notrump", "no-trump"), Kind.NO_TRUMP),
    **dict.fromkeys(("nt↑", "nt↓", "no↑", "no↓"), Kind.NO_TRUMP),
}
_DIALECTS = {
    "s=special": {"s": Kind.DOWNTOWN},
    "d=down": {"d": Kind.DOWNTOWN},
}
_BID = re.compile(r"([1-7])\s*[-, ]?\s*(.*)", re.DOTALL)


def read_bid(text: str, dialect: str | None = None) -> Bid | None:
    """Read a bid as people write it (`4U`, `4↑`, `5 special`, `6NT`); None is a pass.

    `4S` and `4D` read two ways and raise NotationError unless `dialect` (comma-separated) names
    `s=special` or `d=down`.

    >>> str(read_bid("4 uptown")), str(read_bid("6NT↑")), read_bid("Pass")
    ('4 up', '6 no', None)
    """
    token = text.strip().lower()
    if token in _PASSES:
        return None
    match = _BID.match(token)
    if match is None:
        raise NotationError(f"expected a bid such as '4 up' or 'pass', got {text!r}")
    level, word = int(match[1]), match[2]
    if not word:
        return Bid(level)
    kind = _WORD_OF.get(word)
    if kind is None and dialect:
        for part in dialect.split(","):
            kind = _DIALECTS.get(part.strip(), {}).get(word, kind)
    if kind is None and word in ("s", "d"):
        readings = "spades or special" if word == "s" else "diamonds or down"
        option = "s=special" if word == "s" else "d=down"
        raise NotationError(
            f"{text!r} reads two ways, {readings}: write '{level} down', or name the dialect "
            f"'{option}'"
        )
    if kind is None:
        raise NotationError(f"expected up, down or no after the {level}, got {text!r}")
    return Bid(level, kind)


def read_calls(text: str) -> list[Bid | None]:
    """The calls of canonical text `pass, 4 up, …`; None is a pass."""
    return [
        None if call.strip() == "pass" else Bid.parse(call.strip())
        for call in text.split(",")
        if call.strip()
    ]


def _rank(bid: Bid, rules: Rules) -> int:
    """How high a bid stands: only a greater one may be said over it."""
    if bid.kind is None:
        return 3 * bid.level
    if bid.kind is Kind.NO_TRUMP:
        return 3 * bid.level + 2
    order = rules.auction.same_level
    over = Kind.DOWNTOWN if order == "no>down>up" else Kind.UPTOWN
    return 3 * bid.level + (bid.kind is over and order != "no>up=down")


def _highest(calls: Sequence[Bid | None], rules: Rules) -> int | None:
    """Index of the bid that stands, None if all have passed. A match by the dealer stands too."""
    best: int | None = None
    for index, call in enumerate(calls):
        if call is None:
            continue
        held = None if best is None else calls[best]
        if held is None or _rank(call, rules) > _rank(held, rules) or _matches(calls, index, rules):
            best = index
    return best


def _matches(calls: Sequence[Bid | None], index: int, rules: Rules) -> bool:
    """Whether the call at `index` is the dealer taking the bid at its own level."""
    if index % 4 != 3 or not rules.auction.dealer_may_match:
        return False
    call = calls[index]
    standing = _highest(calls[:index], rules)
    held = None if standing is None else calls[standing]
    return call is not None and held is not None and _rank(call, rules) == _rank(held, rules)


def check_call(calls: Sequence[Bid | None], call: Bid | None, rules: Rules) -> None:
    """Raise IllegalError unless `call` may follow `calls` (from the dealer's left; None passes)."""
    auction = rules.auction
    is_dealer = len(calls) % 4 == 3
    if call is None:
        must_bid = is_dealer and not any(calls) and len(calls) == 3
        if must_bid and auction.all_pass == "dealer_forced":
            raise IllegalError(
                f"the dealer must bid at least {auction.min_level} after three passes, got 'pass'"
            )
        return
    if not auction.min_level <= call.level <= auction.max_level:
        raise IllegalError(
            f"expected a level from {auction.min_level} to {auction.max_level}, got '{call}'"
        )
    if (call.kind is None) != (auction.bid_form == "level"):
        wanted = "a level alone" if auction.bid_form == "level" else "a level with up, down or no"
        raise IllegalError(f"expected {wanted} under these rules, got '{call}'")
    standing = _highest(calls, rules)
    if standing is None:
        return
    held = calls[standing]
    assert held is not None
    may_match = is_dealer and auction.dealer_may_match
    if _rank(call, rules) < _rank(held, rules) + (not may_match):
        raise IllegalError(f"expected more than the '{held}' that stands, got '{call}'")


def legal_bids(calls: Sequence[Bid | None], rules: Rules) -> list[Bid]:
    """The bids that may follow `calls`, lowest first."""
    kinds: tuple[Kind | None, ...] = (None,) if rules.auction.bid_form == "level" else tuple(Kind)
    found = []
    for level in range(rules.auction.min_level, rules.auction.max_level + 1):
        for kind in kinds:
            try:
                check_call(calls, Bid(level, kind), rules)
            except IllegalError:
                continue
            found.append(Bid(level, kind))
    return found


@dataclass(frozen=True, slots=True)
class Auction:
    """What came of a round of calls.

    `bid` and `bidder` are None when all passed; `first_bad_call` counts from 1 and `complaint`
    says why it was not allowed. A call that was not allowed still happened, so it still counts.
    """

    bid: Bid | None
    bidder: Seat | None
    is_forced: bool
    first_bad_call: int | None = None
    complaint: str | None = None


def resolve_auction(calls: Sequence[Bid | None], dealer: Seat, rules: Rules) -> Auction:
    """The winner of the calls, which run from the dealer's left."""
    bad, complaint = None, None
    for index, call in enumerate(calls):
        try:
            check_call(calls[:index], call, rules)
        except IllegalError as error:
            bad, complaint = index + 1, str(error)
            break
    best = _highest(calls, rules)
    bid = None if best is None else calls[best]
    seat = None if best is None else Seat((dealer + 1 + best) % 4)
    forced = len(calls) == 4 and calls[:3] == [None] * 3 and bid is not None
    return Auction(bid, seat, forced, bad, complaint)
