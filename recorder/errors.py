"""Everything this package raises on purpose; each message is one sentence a player can act on.

ValueError
└── BidWhistError
    ├── NotationError   a card, bid, seat or date that cannot be read, or reads two ways
    ├── RulesError      a rule set that is unknown or contradicts itself
    ├── IllegalError    a call or a card that the rules do not allow here
    ├── RecordError     a file or a record that cannot be used
    └── ClubError       no such club, or one that is busy, damaged or read-only
"""

__all__ = [
    "BidWhistError",
    "ClubError",
    "IllegalError",
    "NotationError",
    "RecordError",
    "RulesError",
]


class BidWhistError(ValueError):
    """The root: catching it catches every refusal of this package and no programming error."""


class NotationError(BidWhistError):
    pass


class RulesError(BidWhistError):
    pass


class IllegalError(BidWhistError):
    pass


class RecordError(BidWhistError):
    pass


class ClubError(BidWhistError):
    pass
