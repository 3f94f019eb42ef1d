"""House rules as people name them: a known set, and what a table changed of it."""

from recorder.errors import RulesError
from recorder.rules import FIELDS

__all__ = ["rule_words"]


def rule_words(name: str, most: int | None = None) -> str:
    """The name of a rule set, its changes in words; of these at most `most`, the rest counted.

    >>> rule_words("pagat")
    'pagat'
    >>> rule_words("pagat,auction.min_level=4,deck.jokers=0")
    'pagat, but the lowest bid is 4; there is no joker, 52 cards in all'
    >>> rule_words("pagat,auction.min_level=4,deck.jokers=0", most=1)
    'pagat, but the lowest bid is 4, and 1 more change'
    """
    base, *changes = name.split(",")
    try:
        clauses = [_clause(change) for change in changes]
    except (KeyError, RulesError):
        # A set that a club named so itself.
        return name
    told = clauses[:most]
    more = len(clauses) - len(told)
    said = f"{base}, but {'; '.join(told)}" if told else base
    return f"{said}, and {more} more {'change' if more == 1 else 'changes'}" if more else said


def _clause(change: str) -> str:
    key, _, value = change.strip().partition("=")
    field = FIELDS[key]
    return field.say(field.read(value))
