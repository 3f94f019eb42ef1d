"""What a bidder can name, and how the 54 cards stand to each other under it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from recorder.auction import Direction, Kind
from recorder.cards import BIG_JOKER, DECK, JOKERS, mask_of
from recorder.ranking import JokerMode, Ranking, ranking
from recorder.rules import Rules

__all__ = ["Naming", "Standing", "deck_mask", "namings", "standing"]

PLAIN_CARDS = (1 << 52) - 1


@dataclass(frozen=True, slots=True)
class Naming:
    """Trump (0 to 3, None at no trump), direction, and whether aces are good downtown."""

    trump: int | None
    direction: Direction
    aces_good: bool = True

    @property
    def kind(self) -> Kind:
        return Kind.NO_TRUMP if self.trump is None else Kind(self.direction)


@dataclass(frozen=True, slots=True)
class Standing:
    """A ranking as plain tuples, with what a player who counts cards wants to know of it."""

    ranking: Ranking
    suit: tuple[int, ...]
    power: tuple[int, ...]
    higher: tuple[int, ...]
    """For each card the mask of those of its suit that beat it; a card that never wins has all."""
    trumps: int
    """Mask of the trumps, 0 at no trump."""


@cache
def standing(naming: Naming, joker_mode: JokerMode) -> Standing:
    table = ranking(
        naming.trump, naming.direction, aces_good=naming.aces_good, joker_mode=joker_mode
    )
    suit, power = tuple(map(int, table.suit)), tuple(map(int, table.power))
    higher = tuple(
        mask_of(c for c in DECK if suit[c] == suit[card] and power[c] > power[card])
        if power[card]
        else PLAIN_CARDS | JOKERS
        for card in DECK
    )
    trumps = 0 if naming.trump is None else mask_of(c for c in DECK if suit[c] == naming.trump)
    return Standing(table, suit, power, higher, trumps)


def deck_mask(rules: Rules) -> int:
    """The cards these rules play with."""
    return PLAIN_CARDS | (0, 1 << BIG_JOKER, JOKERS)[rules.deck.jokers]


def namings(rules: Rules, kind: Kind | None = None) -> Iterator[Naming]:
    """Everything that may be named, after a bid of `kind` if one was bid."""
    aces = {"good": (True,), "bad": (False,)}.get(rules.play.downtown_aces, (True, False))
    for trump in (0, 1, 2, 3, None):
        for direction in Direction:
            for aces_good in aces if direction is Direction.DOWN else (True,):
                naming = Naming(trump, direction, aces_good)
                if kind is None or naming.kind is kind:
                    yield naming
