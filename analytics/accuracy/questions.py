"""What there is to judge in a club: its hands as far as their cards and calls are known."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from analytics.accuracy.judging import Spoken
from analytics.facts import Club
from analytics.simulation.naming import Naming
from recorder.auction import Bid, Direction, Kind, read_calls
from recorder.cards import SUITS, Card, mask_of
from recorder.hand import FACTS, HandRecord, record_of
from recorder.rules import Rules, load_rules
from recorder.seats import Seat

__all__ = ["METHOD", "Question", "questions"]

METHOD = "1"
"""Changes when the same hand would be judged otherwise: what was kept by an older one is not
used."""

_BIDDING = ("dealer", "calls", "deal_n", "deal_e", "deal_s", "deal_w", "kitty")
_CONTRACT = ("by", "level", "kind", "named", "facing", "aces_were")
_PLAY = ("discards", "tricks")

_SQL = f"""
select hex_id(hand_id) as id, spec, replay."by", replay.level, replay.kind, replay.named,
    replay.facing, replay.aces_were, holds, {", ".join(f'hand."{name}"' for name in FACTS)}
from hand join replay using (hand_id) join rule_set using (rules_id)
where state = 'current' and counts
    and coalesce(deal_n, deal_e, deal_s, deal_w) is not null
    and ($1::ubigint is null or hand_id = $1)
order by evening desc nulls last, place_seq desc, place_line desc
"""
ALL_HANDS = 4  # a bit of `holds`


@dataclass(frozen=True, slots=True)
class Question:
    """A hand to judge. The keys are hashes of all that the answer depends on."""

    id: str
    record: HandRecord
    rules: Rules
    spoken: Spoken
    bidding_key: str | None
    """None where nobody's cards are known who spoke."""
    play_key: str | None
    """None where not all cards are known, or nothing was played."""


def questions(club: Club, hand: str | None = None) -> list[Question]:
    """Every current hand that is in the figures and has cards, the newest first; or only `hand`."""
    sets: dict[str, Rules] = {}
    found = []
    # A whole id is the key in hex digits.
    key = None if hand is None else int(hand, 16)
    for row in club.query(_SQL, [key]).iter_rows(named=True):
        spec = row["spec"]
        if spec not in sets:
            sets[spec] = load_rules(spec, files=False).rules
        found.append(_question(row, sets[spec]))
    return found


def _question(row: Mapping[str, Any], rules: Rules) -> Question:
    spoken = _spoken(row, rules)
    bidding = play = None
    if any(_speakers(spoken)):
        bidding = _key(row, rules, (*_BIDDING, *_CONTRACT))
    if row["holds"] is not None and row["holds"] & ALL_HANDS and row["tricks"] is not None:
        play = _key(row, rules, (*_BIDDING, *_CONTRACT, *_PLAY))
    return Question(row["id"], record_of(row), rules, spoken, bidding, play)


def _key(row: Mapping[str, Any], rules: Rules, columns: tuple[str, ...]) -> str:
    told = "\x1f".join(str(row[name]) for name in columns)
    return hashlib.sha256(f"{METHOD}\x1f{rules.hash}\x1f{told}".encode()).hexdigest()[:20]


def _speakers(spoken: Spoken) -> Iterator[bool]:
    """Whether the cards of the bidder, and of each who passed, are known."""
    if spoken.bidder is not None and spoken.bid is not None and spoken.naming is not None:
        yield spoken.held[spoken.bidder] is not None
    if spoken.calls is not None and spoken.dealer is not None:
        for at, call in enumerate(spoken.calls):
            yield call is None and spoken.held[(spoken.dealer + 1 + at) % 4] is not None


def _spoken(row: Mapping[str, Any], rules: Rules) -> Spoken:
    bid = naming = None
    if row["level"]:
        by_level = rules.auction.bid_form == "level" or row["kind"] is None
        kind = None if by_level else Kind(("up", "down", "no").index(row["kind"]))
        bid = Bid(row["level"], kind)
    if row["named"] is not None and row["facing"] is not None:
        trump = None if row["named"] == "no" else SUITS.index(row["named"])
        direction = Direction.UP if row["facing"] == "up" else Direction.DOWN
        naming = Naming(trump, direction, row["aces_were"] != "bad" or direction is Direction.UP)
    return Spoken(
        rules=rules,
        dealer=None if row["dealer"] is None else Seat.parse(row["dealer"]),
        calls=None if row["calls"] is None else tuple(read_calls(row["calls"])),
        held=tuple(_cards(row[f"deal_{seat}"], rules) for seat in "nesw"),
        bidder=None if row["by"] is None else Seat.parse(row["by"]),
        bid=bid,
        naming=naming,
    )


def _cards(text: str | None, rules: Rules) -> int | None:
    """The mask of a whole hand, all of it seen."""
    if text is None or "??" in text:
        return None
    cards = [Card.parse(card) for card in text.split()]
    mask = mask_of(cards)
    return mask if mask.bit_count() == len(cards) == rules.deck.hand_size else None
