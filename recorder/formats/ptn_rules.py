"""The rules a live site's export names: its options in JSON, and the same again in words."""

import json
import re
from typing import Any

from recorder.formats.reading import Remark

__all__ = ["SAID", "rules_table"]

SAID = re.compile(r"\bBid Whist\b", re.IGNORECASE)
"""An event text that repeats the rules; what it then leaves out is off."""

_TARGET = re.compile(r"\bto (±|\+/-)? ?(\d{1,3})\b")
_JOKERS = re.compile(r"\b(no|[0-2]) jokers?\b", re.IGNORECASE)
_KITTY = re.compile(r"\b(no|\d)(?:[- ]cards?)?[- ]kitty\b", re.IGNORECASE)
_MIN_BID = re.compile(r"\bmin(?:imum)? bid (\d)\b", re.IGNORECASE)
_DECKS = {0: (13, 0), 4: (12, 4), 5: (12, 5), 6: (12, 6), 2: (13, 2)}
"""Cards in a hand and in the kitty, by the size of the kitty."""

_SWITCHES = {
    "bidderLeads": ("play.first_lead", "bidder", "left_of_bidder", r"bidder (gets kitty & )?leads"),
    "bidderGetsKitty": ("kitty.book_owner", "bidders", "none", r"bidder gets kitty"),
    "lowBeatsHigh": ("auction.same_level", "no>down>up", "no>up=down", r"low beats high"),
    "doubleForNT": ("scoring.no_trump_factor", 2, 1, r"2x for NT"),
    "defensiveScoring": ("scoring.defenders_odd", "over_six", "none", r"defensive scoring"),
}
"""Option: the rule, its value when on and when off, and the words that say it is on."""

_IDLE = {"noSuggestions", "noWatching"}


def rules_table(
    options: str | None, event: str | None, line: int
) -> tuple[dict[str, Any], list[str], list[Remark]]:
    """Changes of `pagat` that the record states, the rules it leaves unsaid, and remarks.

    The JSON wins where both speak; the words fill what it leaves out.
    """
    given, remarks = _parse_options(options, line)
    words = " ".join(event.split()) if event and SAID.search(event) else None
    changes: dict[str, Any] = {}
    unsaid: list[str] = []
    for key, (rule, on, off, said) in _SWITCHES.items():
        value = given.get(key)
        if isinstance(value, bool):
            changes[rule] = on if value else off
        elif words is not None:
            changes[rule] = on if re.search(said, words, re.IGNORECASE) else off
        else:
            unsaid.append(rule)
    _read_deck(given, words, changes, unsaid)
    _read_numbers(words, changes, unsaid)
    for key in sorted(given.keys() - _SWITCHES.keys() - _IDLE - {"kittySize"}):
        remarks.append(Remark("unknown_key", f"{key!r} is not a game option we know", line))
    return changes, unsaid, remarks


def _parse_options(text: str | None, line: int) -> tuple[dict[str, Any], list[Remark]]:
    """The options; inner quotes are raw in older files and escaped in newer."""
    if text is None or not text.strip():
        return {}, []
    for attempt in (text, text.replace('\\"', '"').replace("\\\\", "\\")):
        try:
            options = json.loads(attempt)
        except (ValueError, RecursionError):
            continue
        if isinstance(options, dict):
            return options, []
    return {}, [Remark("options_unreadable", f"the game options are no JSON: {text[:60]!r}", line)]


def _read_deck(
    given: dict[str, Any], words: str | None, changes: dict[str, Any], unsaid: list[str]
) -> None:
    jokers = _JOKERS.search(words or "")
    kitty = _KITTY.search(words or "")
    if given.get("kittySize") == 1:
        # An enum: 1 is the four-card kitty, of a deck without jokers.
        changes |= {"deck.jokers": 0, "deck.hand_size": 12, "deck.kitty_size": 4}
        return
    if kitty is None or jokers is None:
        unsaid.append("deck.kitty_size")
        return
    size = 0 if kitty[1].lower() == "no" else int(kitty[1])
    hand_size, kitty_size = _DECKS.get(size, (12, size))
    changes["deck.jokers"] = 0 if jokers[1].lower() == "no" else int(jokers[1])
    changes |= {"deck.hand_size": hand_size, "deck.kitty_size": kitty_size}
    if kitty_size == 0:
        changes["kitty.book_owner"] = "none"


def _read_numbers(words: str | None, changes: dict[str, Any], unsaid: list[str]) -> None:
    target = _TARGET.search(words or "")
    if target is None:
        unsaid.append("game.target")
    else:
        goal = int(target[2])
        changes |= {"game.target": goal, "game.negative_target": -goal if target[1] else "none"}
    least = _MIN_BID.search(words or "")
    if least is None:
        unsaid.append("auction.min_level")
    else:
        changes["auction.min_level"] = int(least[1])
