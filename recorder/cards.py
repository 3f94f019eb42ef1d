"""The 54 cards as small ints and as text, and sets of them as 54-bit masks.

A card is `13 * suit + rank`: suits S H D C are 0 to 3, ranks 2 to A are 0 to 12, the little
joker is 52 and the big one 53. `??` is a card nobody saw, -1.
"""

import re
from collections.abc import Iterable

from recorder.errors import NotationError

__all__ = [
    "BIG_JOKER",
    "CARD_TEXT",
    "DECK",
    "JOKERS",
    "LITTLE_JOKER",
    "RANKS",
    "SUITS",
    "UNKNOWN",
    "Card",
    "cards_in",
    "cards_text",
    "mask_of",
    "read_cards",
]

SUITS = "SHDC"
RANKS = "23456789TJQKA"
CARD_TEXT = (*(rank + suit for suit in SUITS for rank in RANKS), "LJ", "BJ")


class Card(int):
    """One of the 54 cards, or `UNKNOWN`.

    >>> Card.parse("TH")
    Card.parse('TH')
    >>> int(Card.parse("TH")), str(Card(53))
    (21, 'BJ')
    """

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> "Card":
        """The card of canonical text such as `TH`, `BJ` or `??`; NotationError otherwise."""
        try:
            return _BY_TEXT[text]
        except KeyError:
            raise NotationError(f"expected a card such as 'TH' or 'BJ', got {text!r}") from None

    @property
    def suit(self) -> int | None:
        """The suit printed on the card, 0 to 3; a joker has none."""
        return self // 13 if 0 <= self < LITTLE_JOKER else None

    @property
    def is_joker(self) -> bool:
        return self >= LITTLE_JOKER

    def __str__(self) -> str:
        return CARD_TEXT[self] if self >= 0 else "??"

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"


UNKNOWN = Card(-1)
LITTLE_JOKER, BIG_JOKER = Card(52), Card(53)
DECK = tuple(Card(i) for i in range(54))
JOKERS = (1 << LITTLE_JOKER) | (1 << BIG_JOKER)
_BY_TEXT = {str(card): card for card in (*DECK, UNKNOWN)}

_GLYPHS = str.maketrans("♠♤♥♡♦♢♣♧", "SSHHDDCC", "\ufe0e\ufe0f")
_WORDS = {
    **dict.fromkeys(("BIGJOKER", "BIG", "JOKER1", "HJ+", "RJ", "JKR+", "HIGHJOKER"), "BJ"),
    **dict.fromkeys(("LITTLEJOKER", "LITTLE", "SMALLJOKER", "LOWJOKER", "JKR-"), "LJ"),
}
_JOKER_WORDS = re.compile(r"\b(big|little|small|high|low)\s+joker\b", re.IGNORECASE)
_SEPARATORS = re.compile(r"[\s,;/|]+")


def read_card(text: str) -> Card:
    """Read a card as people write it: `10D`, `th`, `A♠`, `♠A`, `Big Joker`, `?`."""
    token = text.translate(_GLYPHS).upper().replace(" ", "").replace("10", "T")
    token = _WORDS.get(token, "??" if token == "?" else token)
    card = _BY_TEXT.get(token)
    if card is None and len(token) == 2 and token[0] in SUITS and token[1] in RANKS:
        card = _BY_TEXT[token[1] + token[0]]
    if card is None:
        raise NotationError(f"expected a card such as 'TH', '10♦' or 'Big Joker', got {text!r}")
    return card


def read_cards(text: str) -> list[Card]:
    """Read cards apart by spaces, commas, semicolons or slashes, in the order written.

    >>> read_cards("10D, a♠ Big Joker")
    [Card.parse('TD'), Card.parse('AS'), Card.parse('BJ')]
    """
    joined = _JOKER_WORDS.sub(lambda match: match[1] + "joker", text)
    return [read_card(token) for token in _SEPARATORS.split(joined.strip()) if token]


# How a hand is sorted in the canonical text: jokers, then each suit from the ace down.
_ORDER = {BIG_JOKER: 0, LITTLE_JOKER: 1, UNKNOWN: 99} | {
    Card(13 * suit + rank): 2 + 13 * suit + 12 - rank for suit in range(4) for rank in range(13)
}


def cards_text(cards: Iterable[int]) -> str:
    """The canonical text of a set of cards: `BJ LJ AS KS … 2C ??`."""
    return " ".join(str(card) for card in sorted(map(Card, cards), key=_ORDER.__getitem__))


def mask_of(cards: Iterable[int]) -> int:
    """The set of cards as bits 0 to 53; unknown cards add nothing."""
    mask = 0
    for card in cards:
        if card >= 0:
            mask |= 1 << card
    return mask


def cards_in(mask: int) -> list[Card]:
    """The cards of a mask, in the order of their numbers."""
    return [card for card in DECK if mask >> card & 1]
