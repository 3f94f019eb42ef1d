"""The bid ladder: what each bid needs under a rule set, and what it is worth."""

from dataclasses import dataclass

from recorder.auction import BASE_BOOKS
from recorder.rules import Rules
from recorder.scoring import hand_points

__all__ = ["LadderRow", "ladder", "rung"]


@dataclass(frozen=True, slots=True)
class LadderRow:
    """One bid. `made` is a bid made exactly, `set` one that is a book short; points a side."""

    level: int
    kind: str
    """`up`, `down` or `no`."""
    books_needed: int
    """By the bidders, to make it."""
    books_set: int
    """By the defenders, to set it."""
    made_bidders: int
    made_defenders: int
    set_bidders: int
    set_defenders: int


def ladder(rules: Rules) -> list[LadderRow]:
    """A row for each bid the rules allow, from the lowest level up.

    >>> ladder(Rules())[2]
    LadderRow(level=3, kind='no', books_needed=9, books_set=5, made_bidders=6, made_defenders=0, \
set_bidders=-6, set_defenders=0)
    """
    levels = range(rules.auction.min_level, rules.auction.max_level + 1)
    return [rung(rules, level, kind) for level in levels for kind in ("up", "down", "no")]


def rung(rules: Rules, level: int, kind: str) -> LadderRow:
    """What one bid needs and pays, allowed or not."""
    needed = BASE_BOOKS + level
    made = hand_points(rules, level, kind == "no", needed)
    short = hand_points(rules, level, kind == "no", needed - 1)
    return LadderRow(
        level=level,
        kind=kind,
        books_needed=needed,
        books_set=rules.books_in_hand - needed + 1,
        made_bidders=made[0],
        made_defenders=made[1],
        set_bidders=short[0],
        set_defenders=short[1],
    )
