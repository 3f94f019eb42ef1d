"""What was tapped of a hand, as the record it stands for, and back again."""

from collections.abc import Mapping
from typing import Any

from recorder.hand import HandRecord
from recorder.rules import Rules

__all__ = ["KEYS", "MORE", "half_of", "record_of"]

MORE = (
    *("dealer", "calls", "deal_n", "deal_e", "deal_s", "deal_w", "kitty", "discards"),
    *("tricks", "reneges", "status", "note", "tags"),
)
"""Facts that are not on the keypad; they lie in a half-entered hand under their own names."""

KEYS = ("bidder", "level", "kind", "trump", "direction", "aces", "books", "made", "forced")
"""What the keypad taps."""


def record_of(half: Mapping[str, Any], rules: Rules) -> HandRecord:
    """The facts of a half-entered hand: `bidder`, `level`, `kind`, `trump`, `direction`, `books`,
    `made`, `forced` and `MORE`."""
    level, kind = half.get("level"), half.get("kind")
    trump, direction = half.get("trump"), half.get("direction")
    by_level = rules.auction.bid_form == "level"
    bid = None
    if level and by_level:
        bid = str(level)
        # The kind is named after the bid: as a direction, or as no trump.
        trump = "no" if kind == "no" else trump
        direction = direction if kind == "no" else kind
    elif level and kind:
        bid = f"{level} {kind}"
    more = {name: half[name] for name in MORE if half.get(name)}
    if half.get("forced") and bid and half.get("bidder"):
        more |= {"calls": f"pass, pass, pass, {bid}", "dealer": half["bidder"]}
    return HandRecord(
        bidder=half.get("bidder"),
        bid=bid,
        trump=trump,
        direction=direction,
        aces=half.get("aces"),
        books=half.get("books"),
        made=half.get("made"),
        **more,
    )


def half_of(record: HandRecord) -> dict[str, Any]:
    """What would have been tapped for a record."""
    level, _, kind = (record.bid or "").partition(" ")
    direction = record.direction
    if not kind and record.bid:
        kind = "no" if record.trump == "no" else direction or ""
    half = {
        "bidder": record.bidder,
        "level": int(level) if level else None,
        "kind": kind or None,
        "trump": None if record.trump == "no" else record.trump,
        "direction": direction if kind == "no" else None,
        "aces": record.aces,
        "books": record.books,
        "made": record.made if record.books is None else None,
        "forced": (record.calls or "").startswith("pass, pass, pass, ") or None,
        **{name: getattr(record, name) for name in MORE},
    }
    return {name: value for name, value in half.items() if value is not None}
