"""Which hands a question is about; the pages, the address bar and `--where` share one value."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from datetime import date
from typing import Any, get_args

import polars as pl

from analytics.errors import QuestionError
from analytics.rule_words import rule_words
from analytics.vocabulary import DETAILS, DIRECTIONS, KINDS, POSITIONS, TRUMPS, margin_words

__all__ = ["EVERYTHING", "Filters"]

_CHAIRS = ("north", "east", "south", "west")
_PAIRS = ("partnership_ns", "partnership_ew")
_CLOSED = {
    "kind": KINDS,
    "trump": TRUMPS,
    "position": POSITIONS,
    "direction": DIRECTIONS,
    "detail": DETAILS,
}
_YES = {"yes": True, "true": True, "no": False, "false": False}
# A comma inside a name is not followed by another filter.
_NEXT = re.compile(r",(?=\s*\w+\s*=)")
_OR = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True)
class Filters:
    """What must be true of a hand; a field left alone asks nothing, several values mean any."""

    people: tuple[str, ...] = ()
    """All of them sat at the table."""
    partnership: tuple[str, ...] = ()
    """One of them played, on either side."""
    bidder: tuple[str, ...] = ()
    bidders: tuple[str, ...] = ()
    """The partnership that took the bid."""
    defenders: tuple[str, ...] = ()
    since: date | None = None
    """The first evening."""
    until: date | None = None
    """The last evening."""
    evening: tuple[date, ...] = ()
    month: tuple[str, ...] = ()
    event: tuple[str, ...] = ()
    table: tuple[str, ...] = ()
    club: tuple[str, ...] = ()
    source: tuple[str, ...] = ()
    game: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    level: tuple[int, ...] = ()
    kind: tuple[str, ...] = ()
    direction: tuple[str, ...] = ()
    trump: tuple[str, ...] = ()
    position: tuple[str, ...] = ()
    forced: bool | None = None
    made: bool | None = None
    margin: tuple[int, ...] = ()
    """Books over the bid, of bids whose books are known; below 0 it was set by so many."""
    trumps_found: tuple[int, ...] = ()
    """Trumps and jokers in the kitty, of bids whose kitty is known."""
    detail: str | None = None
    """The least that the record must hold."""
    tags: tuple[str, ...] = ()
    """It carries all of them."""

    @classmethod
    def of(cls, texts: Mapping[str, str]) -> "Filters":
        """Filters from texts such as `{"level": "4|5", "since": "2026-03-01"}`.

        `|` stands between values, `\\|` for the sign itself. QuestionError names what it cannot
        read and what it expected.
        """
        types = {field.name: field.type for field in fields(cls)}
        read = {}
        for key, text in texts.items():
            if key not in types:
                raise QuestionError(f"expected a filter {', '.join(types)}, got {key!r}")
            read[key] = _read(key, types[key], text)
        return cls(**read)

    @classmethod
    def parse(cls, text: str | None) -> "Filters":
        """Filters from one line.

        >>> Filters.parse("level=4|5,kind=up")
        Filters.parse('level=4|5,kind=up')
        """
        texts = {}
        for part in _NEXT.split(text or ""):
            key, equals, value = part.partition("=")
            if equals:
                texts[key.strip()] = value.strip()
            elif part.strip():
                raise QuestionError(f"expected filters such as 'level=5,kind=up', got {text!r}")
        return cls.of(texts)

    def texts(self) -> dict[str, str]:
        """What `of` reads back; only what is asked for."""
        return {
            key: _write(value) for key, value in asdict(self).items() if value not in ((), None)
        }

    def __str__(self) -> str:
        return ",".join(f"{key}={text}" for key, text in self.texts().items())

    def __repr__(self) -> str:
        return f"Filters.parse({str(self)!r})"

    def __bool__(self) -> bool:
        return bool(self.texts())

    def without(self, *names: str) -> "Filters":
        """The same, not asking for these any more."""
        return replace(self, **{name: getattr(EVERYTHING, name) for name in names})

    def on_hands(self) -> pl.Expr:
        """True for the rows of `Facts.hands` that match."""
        asked = [*self._common()]
        for name, column in (
            ("bidder", "bidder"),
            ("bidders", "partnership_bidders"),
            ("defenders", "partnership_defenders"),
            ("level", "level"),
            ("kind", "kind"),
            ("direction", "direction"),
            ("trump", "trump"),
            ("position", "position"),
        ):
            values = getattr(self, name)
            if values:
                asked.append(_any_of(column, values))
        for name in ("forced", "made"):
            wanted = getattr(self, name)
            if wanted is not None:
                asked.append(pl.col(name) == wanted)
        if self.margin:
            asked.append(pl.col("is_bid") & _any_of("margin", self.margin))
        if self.trumps_found:
            asked.append(pl.col("is_bid") & _any_of("kitty_trumps", self.trumps_found))
        if self.detail is not None:
            enough = list(DETAILS[DETAILS.index(self.detail) :])
            asked.append(pl.col("detail").is_in(enough))
        asked += [pl.col("tags").list.contains(tag) for tag in self.tags]
        return _all(asked)

    def on_games(self) -> pl.Expr:
        """True for the rows of `Facts.games` that match, as far as a game can be asked."""
        return _all(self._common())

    def _common(self) -> list[pl.Expr]:
        asked = [
            pl.any_horizontal(pl.col(chair) == person for chair in _CHAIRS)
            for person in self.people
        ]
        if self.partnership:
            asked.append(pl.any_horizontal(_any_of(pair, self.partnership) for pair in _PAIRS))
        if self.since is not None:
            asked.append(pl.col("evening") >= self.since)
        if self.until is not None:
            asked.append(pl.col("evening") <= self.until)
        for name in ("evening", "month", "event", "table", "club", "source", "game", "rules"):
            values = getattr(self, name)
            if values:
                asked.append(_any_of(name, values))
        return asked

    def words(self) -> str:
        """What is asked for, to stand behind a noun.

        >>> Filters.parse("level=5,bidders=Ann & Cy,since=2026-03-01").words()
        'bid by Ann & Cy, since 1 March 2026, at level 5'
        """
        return ", ".join(
            _phrase(key, value) for key, value in asdict(self).items() if value not in ((), None)
        )


EVERYTHING = Filters()

_PHRASES = {
    "people": "with {} at the table",
    "partnership": "played by {}",
    "bidder": "bid by {}",
    "bidders": "bid by {}",
    "defenders": "against {}",
    "since": "since {}",
    "until": "until {}",
    "evening": "on {}",
    "month": "in {}",
    "event": "at {}",
    "table": "at table {}",
    "club": "at {}",
    "source": "from {}",
    "game": "in game {}",
    "rules": "by the rules {}",
    "level": "at level {}",
    "kind": "{}",
    "direction": "played {}",
    "trump": "in {}",
    "position": "bid {}",
    "margin": "{}",
    "trumps_found": "with {} in the kitty",
    "detail": "recorded with {}",
    "tags": "tagged {}",
}
_YES_OR_NO = {
    ("forced", True): "forced on the dealer",
    ("forced", False): "not forced",
    ("made", True): "made",
    ("made", False): "set",
}
_WORDS = {
    "up": "uptown",
    "down": "downtown",
    "no": "no trump",
    "S": "spades",
    "H": "hearts",
    "D": "diamonds",
    "C": "clubs",
    "dealer": "as dealer",
    "result": "the result",
    "auction": "all calls",
    "bidder": "the bidder’s cards",
    "deal": "every hand dealt",
    "play": "every card played",
}


def _phrase(key: str, value: Any) -> str:
    if isinstance(value, bool):
        return _YES_OR_NO[key, value]
    values = value if isinstance(value, tuple) else (value,)
    if key == "trump" and values == ("no",):
        return "at no trump"
    return _PHRASES[key].format(" or ".join(_said(key, one) for one in values))


def _said(key: str, value: Any) -> str:
    if isinstance(value, date):
        return f"{value.day} {value:%B %Y}"
    if key == "kind" and value == "no":
        return "at no trump"
    if key == "margin":
        return margin_words(value)
    if key == "trumps_found":
        return f"{value or 'no'} trump{'s' if value > 1 else ''}"
    if key == "rules":
        return rule_words(value, most=1)
    return _WORDS.get(value, str(value)) if key in _CLOSED else str(value)


def _all(asked: list[pl.Expr]) -> pl.Expr:
    return pl.all_horizontal(asked).fill_null(value=False) if asked else pl.lit(value=True)


def _any_of(column: str, values: tuple[Any, ...]) -> pl.Expr:
    # Comparing is what a column of coded words does without looking at its text.
    return pl.any_horizontal([pl.col(column) == value for value in values])


def _write(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    values = value if isinstance(value, tuple) else (value,)
    return "|".join(str(one).replace("|", "\\|") for one in values)


def _read(key: str, declared: Any, text: str) -> Any:
    if declared == bool | None:
        if text.lower() not in _YES:
            raise QuestionError(f"expected yes or no for {key}, got {text!r}")
        return _YES[text.lower()]
    several = getattr(declared, "__origin__", None) is tuple
    of = get_args(declared)[0]
    parts = [one.replace("\\|", "|").strip() for one in _OR.split(text)] if several else [text]
    values = tuple(_read_one(key, of, part) for part in parts if part)
    if several:
        return values
    return values[0] if values else None


def _read_one(key: str, of: type, text: str) -> Any:
    allowed = _CLOSED.get(key)
    if allowed and text not in allowed:
        raise QuestionError(f"expected {', '.join(allowed)} for {key}, got {text!r}")
    try:
        if of is date:
            return date.fromisoformat(text)
        return of(text)
    except ValueError:
        wanted = "a day such as 2026-03-01" if of is date else "a number"
        raise QuestionError(f"expected {wanted} for {key}, got {text!r}") from None
