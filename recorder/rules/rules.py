"""`Rules`: every house rule of a game, complete, checked and hashed."""

from __future__ import annotations

import dataclasses
import difflib
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

from recorder.errors import RulesError
from recorder.rules.at_table import Auction, Deal, Deck, Kitty, Play
from recorder.rules.field import Field, Value, fields_of
from recorder.rules.on_sheet import Game, Match, Renege, Scoring, Session

BOOKS = 13  # in a hand, the kitty's included where somebody counts it
BASE_BOOKS = 6  # a level is counted from here


@dataclass(frozen=True, slots=True)
class Rules:
    """A complete set of house rules that do not contradict each other; `Rules()` is `pagat`."""

    deck: Deck = field(default_factory=Deck)
    deal: Deal = field(default_factory=Deal)
    auction: Auction = field(default_factory=Auction)
    kitty: Kitty = field(default_factory=Kitty)
    play: Play = field(default_factory=Play)
    renege: Renege = field(default_factory=Renege)
    scoring: Scoring = field(default_factory=Scoring)
    game: Game = field(default_factory=Game)
    match: Match = field(default_factory=Match)
    session: Session = field(default_factory=Session)

    def __post_init__(self) -> None:
        contradiction = next(_contradictions(self), None)
        if contradiction:
            raise RulesError(contradiction)

    def get(self, name: str) -> Value:
        """The value of "section.field"."""
        section, _, part = find_field(name).name.partition(".")
        return cast(Value, getattr(getattr(self, section), part))

    def replace(self, changes: Mapping[str, object]) -> Rules:
        """These rules with "section.field" values changed together; RulesError if they clash."""
        by_section: dict[str, dict[str, Value]] = {}
        for name, raw in changes.items():
            known = find_field(name)
            section, _, part = known.name.partition(".")
            by_section.setdefault(section, {})[part] = known.read(raw)
        sections = {
            section: dataclasses.replace(getattr(self, section), **parts)
            for section, parts in by_section.items()
        }
        return dataclasses.replace(self, **sections)

    @property
    def books_in_hand(self) -> int:
        """Tricks, and the kitty's book where somebody counts it: 13, or 12 where nobody does."""
        return self.deck.hand_size + (self.kitty.book_owner != "none")

    def values(self) -> dict[str, Value]:
        """Every "section.field" with its value, in the order the rules are written."""
        return {name: self.get(name) for name in FIELDS}

    @property
    def hash(self) -> str:
        """Twelve hex digits of the content: equal exactly for equal rules, in every run."""
        lines = sorted(
            f"{name}={FIELDS[name].text(value)}" for name, value in self.values().items()
        )
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]


FIELDS: dict[str, Field] = fields_of(Rules)


def find_field(name: str) -> Field:
    """The field called `name`; RulesError with the nearest known one."""
    if name in FIELDS:
        return FIELDS[name]
    # A field without its section, or a misspelt one, is compared with both forms of the names.
    spellings = {part: full for full in FIELDS for part in (full.partition(".")[2], full)}
    near = difflib.get_close_matches(name, spellings, n=1)
    hint = f": did you mean {spellings[near[0]]}?" if near else ""
    raise RulesError(f"unknown rule {name!r}{hint}")


def _contradictions(rules: Rules) -> Iterator[str]:
    """A sentence for each way in which the values exclude each other."""
    deck, auction, scoring, game, match = (
        rules.deck,
        rules.auction,
        rules.scoring,
        rules.game,
        rules.match,
    )
    cards = 52 + deck.jokers
    dealt = 4 * deck.hand_size + deck.kitty_size
    if cards != dealt:
        yield (
            f"expected {cards} cards to be dealt (52 and deck.jokers = {deck.jokers}), but four "
            f"hands of {deck.hand_size} and a kitty of {deck.kitty_size} make {dealt}: "
            f"deck.kitty_size would have to be {cards - 4 * deck.hand_size}"
        )

    has_kitty_book = rules.kitty.book_owner != "none"
    if has_kitty_book and deck.kitty_size == 0:
        yield (
            f"kitty.book_owner = {rules.kitty.book_owner!r} needs a kitty, but deck.kitty_size is 0"
        )
    books = rules.books_in_hand
    if books > BOOKS:
        yield (
            f"expected {BOOKS} books in a hand, but {deck.hand_size} tricks and the kitty's book "
            f"make {books}: set kitty.book_owner to none"
        )
    if auction.max_level > books - BASE_BOOKS:
        yield (
            f"a bid of {auction.max_level} cannot be made: it needs "
            f"{auction.max_level + BASE_BOOKS} books, and {deck.hand_size} tricks with a kitty "
            f"that is nobody's book make {books}; set auction.max_level to {books - BASE_BOOKS}"
        )
    if books < BOOKS and scoring.boston_effect != "none":
        yield (
            f"scoring.boston_effect = {scoring.boston_effect!r} can never happen: a Boston needs "
            f"{BOOKS} books and a hand has {books}"
        )

    if auction.min_level > auction.max_level:
        yield (
            f"auction.min_level = {auction.min_level} is above "
            f"auction.max_level = {auction.max_level}, so no bid would be allowed"
        )

    if scoring.boston_effect == "fixed":
        for name in ("boston_points", "boston_points_no_trump"):
            if getattr(scoring, name) is None:
                yield f"scoring.boston_effect = 'fixed' needs a number for scoring.{name}, got none"
    if game.mode == "to_score" and game.target is None:
        yield "game.mode = 'to_score' needs a number for game.target, got none"
    if game.mode == "hands" and game.hands is None:
        yield "game.mode = 'hands' needs a number for game.hands, got none"
    if match.form != "single" and match.length is None:
        yield f"match.form = {match.form!r} needs a number for match.length, got none"
    if match.form == "best_of" and match.length is not None and match.length % 2 == 0:
        yield f"match.form = 'best_of' needs an odd match.length, got {match.length}"
