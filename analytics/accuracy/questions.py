"""What there is to judge in a club: its hands as far as their cards and calls are known."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from analytics.accuracy.judging import Spoken
from analytics.facts import Club
from analytics.simulation.naming import Naming
from recorder.auction import Bid, Direction, Kind, read_calls
from recorder.cards import SUITS, Card, mask_of
from recorder.hand import FACTS, HandRecord, record_of
from recorder.rules import Rules, load_rules
from recorder.scorebook import ask
from recorder.seats import Seat

__all__ = ["METHOD", "Question", "judgeable", "questions"]

METHOD = "1"
"""Changes when the same hand would be judged otherwise: what was kept by an older one is not
used."""

_BIDDING = ("dealer", "calls", "deal_n", "deal_e", "deal_s", "deal_w", "kitty")
_CONTRACT = ("by", "level", "kind", "named", "facing", "aces_were")
_OF_BIDDING = (*_BIDDING, *_CONTRACT)
_OF_PLAY = (*_OF_BIDDING, "discards", "tricks")
_BETWEEN = "\x1f"

_HANDS = """
from hand join replay using (hand_id) join rule_set using (rules_id)
where state = 'current' and counts
    and coalesce(deal_n, deal_e, deal_s, deal_w) is not null
"""
_SQL = f"""
select hex_id(hand_id) as id, evening, place_seq, place_line, spec, replay."by", replay.level,
    replay.kind, replay.named, replay.facing, replay.aces_were, holds,
    {", ".join(f'hand."{name}"' for name in FACTS)}
{_HANDS}
"""
_ONE = f"{_SQL} and hand_id = $1"
_PART = f"{_SQL} and hand_id % $1 = $2"
_COUNT = f"select count(*) {_HANDS}"
ALL_HANDS = 4  # a bit of `holds`
_SEEN = ", ".join(
    f"holds & {ALL_HANDS} > 0 or (deal_{seat} not like '%??%' "
    f"and len(string_split(deal_{seat}, ' ')) = hand_size) as {seat}"
    for seat in "nesw"
)
_JUDGEABLE = f"""
select hand_id, dealer, calls, case when replay.level > 0 and replay.named is not null
        and replay.facing is not null then replay."by" end as bidder, {_SEEN},
    holds & {ALL_HANDS} > 0 and tricks is not null as has_play
{_HANDS.replace("join rule_set", "join sizes")}
"""
PART = 100_000
"""Hands with all their texts that are read at once."""


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


def questions(
    club: Club, hand: str | None = None, *, kept: Callable[[str], bool] | None = None
) -> list[Question]:
    """Every current hand that is in the figures and has cards, the newest first; or only `hand`,
    or those with a key that is `kept`."""
    sets: dict[str, Rules] = {}
    found = []
    for frame in _parts(club, hand):
        for spec in frame["spec"].unique():
            sets.setdefault(spec, load_rules(spec, files=False).rules)
        asked = frame if kept is None else frame.filter(_are_kept(frame, sets, kept))
        found += [
            (_newest_first(row), _question(row, sets[row["spec"]]))
            for row in asked.iter_rows(named=True)
        ]
    found.sort(key=lambda one: one[0])
    return [question for _, question in found]


def _parts(club: Club, hand: str | None) -> Iterator[pl.DataFrame]:
    if hand is not None:
        # A whole id is the key in hex digits.
        yield club.query(_ONE, [int(hand, 16)])
        return
    parts = 1 + club.query(_COUNT).item() // PART
    for part in range(parts):
        yield club.query(_PART, [parts, part])


def _are_kept(
    frame: pl.DataFrame, sets: Mapping[str, Rules], kept: Callable[[str], bool]
) -> pl.Series:
    """Whether there is a result about the bidding or the play of each row."""
    hashes = {spec: rules.hash for spec, rules in sets.items()}
    rules = pl.col("spec").replace_strict(hashes, return_dtype=pl.String)
    texts = frame.select(
        pl.concat_str(
            pl.lit(METHOD),
            rules,
            *(pl.col(name).cast(pl.String).fill_null("None") for name in columns),
            separator=_BETWEEN,
        ).alias(str(at))
        for at, columns in enumerate((_OF_BIDDING, _OF_PLAY))
    )
    return pl.Series(
        [kept(_hash(bidding)) or kept(_hash(play)) for bidding, play in texts.iter_rows()],
        dtype=pl.Boolean,
    )


def _newest_first(row: Mapping[str, Any]) -> tuple[tuple[bool, int], ...]:
    evening = row["evening"]
    order = (evening and evening.toordinal(), row["place_seq"], row["place_line"])
    return tuple((value is None, -(value or 0)) for value in order)


def judgeable(club: Club) -> pl.Series:
    """The `hand_id` of the hands that are worth a question: somebody's cards are known who spoke,
    or all cards and the play."""
    specs = club.query("select rules_id, spec from rule_set")
    sizes = [load_rules(spec, files=False).rules.deck.hand_size for spec in specs["spec"]]
    known = specs.select("rules_id", hand_size=pl.Series(sizes, dtype=pl.Int64))
    hands = club.ask(lambda con: ask(con, _JUDGEABLE, sizes=known))
    told = ("dealer", "calls", "bidder", *"nesw")
    auctions = hands.select(told).unique()
    spoke = [
        any(_seen(_seat(dealer), calls and read_calls(calls), _seat(bidder), seen))
        for dealer, calls, bidder, *seen in auctions.iter_rows()
    ]
    speakers = auctions.with_columns(spoke=pl.Series(spoke, dtype=pl.Boolean))
    return (
        hands.join(speakers, on=told, nulls_equal=True)
        .filter(pl.col("has_play").fill_null(value=False) | pl.col("spoke"))
        .get_column("hand_id")
    )


def _question(row: Mapping[str, Any], rules: Rules) -> Question:
    spoken = _spoken(row, rules)
    has_play = row["holds"] is not None and row["holds"] & ALL_HANDS and row["tricks"] is not None
    return Question(
        row["id"],
        record_of(row),
        rules,
        spoken,
        _key(row, rules, _OF_BIDDING) if any(_speakers(spoken)) else None,
        _key(row, rules, _OF_PLAY) if has_play else None,
    )


def _key(row: Mapping[str, Any], rules: Rules, columns: tuple[str, ...]) -> str:
    return _hash(_BETWEEN.join((METHOD, rules.hash, *(str(row[name]) for name in columns))))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def _seat(letter: str | None) -> Seat | None:
    return None if letter is None else Seat.parse(letter)


def _speakers(spoken: Spoken) -> Iterator[bool]:
    """Whether the cards of the bidder, and of each who passed, are known."""
    has_bid = spoken.bid is not None and spoken.naming is not None
    held = [cards is not None for cards in spoken.held]
    return _seen(spoken.dealer, spoken.calls, spoken.bidder if has_bid else None, held)


def _seen(
    dealer: Seat | None,
    calls: Sequence[Bid | None] | None,
    bidder: Seat | None,
    held: Sequence[bool | None],
) -> Iterator[bool]:
    if bidder is not None:
        yield bool(held[bidder])
    if calls is not None and dealer is not None:
        for at, call in enumerate(calls):
            yield call is None and bool(held[(dealer + 1 + at) % 4])


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
        dealer=_seat(row["dealer"]),
        calls=None if row["calls"] is None else tuple(read_calls(row["calls"])),
        held=tuple(_cards(row[f"deal_{seat}"], rules) for seat in "nesw"),
        bidder=_seat(row["by"]),
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
