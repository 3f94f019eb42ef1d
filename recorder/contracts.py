"""What was bid, by whom, and in which trumps and direction: a column of contracts."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt
import polars as pl

from recorder.auction import Bid, Kind, read_calls, resolve_auction
from recorder.codes import SEAT_CODES, codes_of
from recorder.rules import Rules
from recorder.seats import Seat

__all__ = ["NO_TRUMP", "Contracts", "contracts_of"]

Bools = npt.NDArray[np.bool_]
Int8s = npt.NDArray[np.int8]
Int32s = npt.NDArray[np.int32]

NO_TRUMP = 4
"""Stands for no trump where a trump suit is 0 to 3."""

_TRUMPS = {"S": 0, "H": 1, "D": 2, "C": 3, "no": NO_TRUMP}
_DIRECTIONS = {"up": 0, "down": 1}
_ACES = {"good": 0, "bad": 1}


@dataclass(frozen=True, slots=True, eq=False)
class Contracts:
    """What was bid in each of n hands and by whom; -1 is not known."""

    dealer: Int8s
    bidder: Int8s
    level: Int8s
    """1 to 7, 0 not known."""
    kind: Int8s
    """`Kind`, or -1 for a level alone."""
    trump: Int8s
    """A suit, or 4 at no trump."""
    direction: Int8s
    aces_bad: Int8s
    forced: Bools
    passed_out: Bools
    bad_call: Int8s
    """The first call that was not allowed, from 1; 0 for none."""
    position: Int8s
    """Which call took the bid: 0 first to 3 dealer."""
    differs: Bools
    """The bid as stated is not what the calls say, or does not go with the trump named."""

    def take(self, rows: npt.NDArray[np.intp]) -> "Contracts":
        """The contracts of some rows."""
        return Contracts(*(getattr(self, field.name)[rows] for field in fields(self)))

    @property
    def no_trump(self) -> Bools:
        return np.equal(self.trump, NO_TRUMP)

    @property
    def side(self) -> Int8s:
        """The bidders' partnership."""
        return np.where(self.bidder >= 0, self.bidder & 1, -1).astype(np.int8)


@functools.lru_cache(maxsize=1 << 13)
def _auction(text: str | None, rules: Rules) -> tuple[int, ...]:
    """A row of `_auction_table`."""
    if text is None:
        return -1, 0, -1, 0, 0, 0, 0
    spoken = read_calls(text)
    found = resolve_auction(spoken, Seat.N, rules)
    heard = (len(spoken) >= 4 and found.bid is None, found.first_bad_call or 0, 1)
    if found.bid is None or found.bidder is None:
        return -1, 0, -1, 0, *heard
    kind = -1 if found.bid.kind is None else found.bid.kind
    return (found.bidder - 1) % 4, found.bid.level, kind, found.is_forced, *heard


def _auction_table(calls: pl.Series, which: Int32s, rules: Sequence[Rules]) -> Int8s:
    """int8[n, 7] a hand: place of the bidder in the calls, level, kind, forced, passed out, first
    bad call, calls known. Equal calls are resolved once."""
    keys = pl.DataFrame({"calls": calls, "which": which})
    distinct = keys.unique(maintain_order=True)
    rows = np.empty((distinct.height, 7), np.int8)
    for at, (text, rule) in enumerate(distinct.iter_rows()):
        rows[at] = _auction(text, rules[rule])
    place = keys.join(
        distinct.with_row_index("at"),
        on=["calls", "which"],
        how="left",
        nulls_equal=True,
        maintain_order="left",
    )
    table: Int8s = rows[place["at"].to_numpy()]
    return table


def contracts_of(frame: pl.DataFrame, rules: Sequence[Rules], which: Int32s) -> Contracts:
    """The contract of each hand; row i is played under `rules[which[i]]`."""
    dealer = codes_of(frame["dealer"], SEAT_CODES)
    stated_bidder = codes_of(frame["bidder"], SEAT_CODES)
    bids = {text: Bid.parse(text) for text in frame["bid"].drop_nulls().unique().to_list()}
    stated_level = codes_of(frame["bid"], {text: bid.level for text, bid in bids.items()})
    stated_kind = codes_of(
        frame["bid"], {text: -1 if bid.kind is None else bid.kind for text, bid in bids.items()}
    )

    place, level, kind, forced, passed, bad_call, spoken = _auction_table(
        frame["calls"], which, rules
    ).T
    called = place >= 0
    caller = np.where(called & (dealer >= 0), (dealer + 1 + place) % 4, -1)
    has_bid = stated_level > 0
    differs = called & has_bid & ((level != stated_level) | (kind != stated_kind))
    differs |= (caller >= 0) & (stated_bidder >= 0) & (caller != stated_bidder)
    differs |= (spoken == 1) & ~called & (has_bid | (stated_bidder >= 0))
    bidder = np.where(caller >= 0, caller, stated_bidder)
    level = np.where(called, level, np.maximum(stated_level, 0))
    kind = np.where(called, kind, stated_kind)

    named = codes_of(frame["trump"], _TRUMPS)
    differs |= (kind == Kind.NO_TRUMP) & (named >= 0) & (named != NO_TRUMP)
    differs |= (kind >= 0) & (kind != Kind.NO_TRUMP) & (named == NO_TRUMP)
    trump = np.where(kind == Kind.NO_TRUMP, NO_TRUMP, named)
    written = codes_of(frame["direction"], _DIRECTIONS)
    is_suit_bid = (kind == Kind.UPTOWN) | (kind == Kind.DOWNTOWN)
    differs |= is_suit_bid & (written >= 0) & (written != kind)
    direction = np.where(is_suit_bid, kind, written)

    ruled = np.array([_ACES.get(r.play.downtown_aces, -1) for r in rules], np.int8)[which]
    aces = np.where(ruled >= 0, ruled, codes_of(frame["aces"], _ACES))
    return Contracts(
        dealer=dealer,
        bidder=bidder.astype(np.int8),
        level=level.astype(np.int8),
        kind=kind.astype(np.int8),
        trump=trump.astype(np.int8),
        direction=direction.astype(np.int8),
        # Uptown an ace is high whatever the table says of aces downtown.
        aces_bad=np.where(direction == 0, 0, aces).astype(np.int8),
        forced=forced == 1,
        passed_out=passed == 1,
        bad_call=bad_call,
        position=place,
        differs=differs,
    )
