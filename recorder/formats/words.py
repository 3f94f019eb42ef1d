"""Single values as people write them, turned into canonical text or refused."""

import datetime as dt
import re

from recorder.auction import read_bid
from recorder.cards import DECK, cards_text, read_cards
from recorder.errors import NotationError
from recorder.formats.reading import Question, UnreadableError

__all__ = [
    "LONGEST_WORD",
    "STATUSES",
    "bare",
    "cards_of",
    "int_of",
    "one_of",
    "read_aces",
    "read_call",
    "read_date",
    "read_direction",
    "read_seat",
    "read_status",
    "read_text",
    "read_trump",
]

LONGEST_WORD = 100
"""Characters of a call, a date or a result; what is longer is none."""

STATUSES = ("passed_out", "abandoned", "misdeal", "stopped")

_PLACES = {card: place for place, card in enumerate([*cards_text(DECK).split(), "??"])}
"""Where each card stands in a list of them; a canonical list needs no other reading."""

_SEATS = {"n": "N", "e": "E", "s": "S", "w": "W"} | {
    word: word[0].upper() for word in ("north", "east", "south", "west")
}
_TRUMPS = {
    **dict.fromkeys(("s", "♠", "♤", "spade", "spades"), "S"),
    **dict.fromkeys(("h", "♥", "♡", "heart", "hearts"), "H"),
    **dict.fromkeys(("d", "♦", "♢", "diamond", "diamonds"), "D"),
    **dict.fromkeys(("c", "♣", "♧", "club", "clubs"), "C"),
    **dict.fromkeys(("no", "nt", "n", "no trump", "notrump", "no-trump", "none"), "no"),
}
_DIRECTIONS = {
    **dict.fromkeys(("up", "u", "↑", "uptown", "high", "hi"), "up"),
    **dict.fromkeys(("down", "d", "↓", "downtown", "low", "lo", "special"), "down"),
}
_ACES = {"good": "good", "bad": "bad"}
_STATUSES = {
    **{status: status for status in STATUSES},
    **dict.fromkeys(("passed out", "thrown in", "throw in", "all pass", "passout"), "passed_out"),
    **dict.fromkeys(("stopped early", "claimed", "claim", "conceded"), "stopped"),
    **dict.fromkeys(("unfinished", "abandon", "not played"), "abandoned"),
    **dict.fromkeys(("redeal", "mis-deal"), "misdeal"),
}
_ISO = re.compile(
    r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d))?\Z"
)
_INT32 = range(-(2**31), 2**31)


def bare(text: str) -> str:
    """The text without the marks that choose how a suit sign is drawn."""
    return text.replace("\ufe0f", "").replace("\ufe0e", "").strip()


def one_of(words: dict[str, str], text: str, what: str) -> str:
    """The canonical word for `text`; UnreadableError says what was expected."""
    found = words.get(bare(text).lower())
    if found is None:
        raise UnreadableError(f"expected {what}, got {text!r}", token=text)
    return found


def read_seat(text: str) -> str:
    return one_of(_SEATS, text, "a seat N, E, S or W")


def read_trump(text: str) -> str:
    return one_of(_TRUMPS, text, "a trump suit S, H, D, C or 'no'")


def read_direction(text: str) -> str:
    return one_of(_DIRECTIONS, text, "'up' or 'down'")


def read_aces(text: str) -> str:
    return one_of(_ACES, text, "aces 'good' or 'bad'")


def read_status(text: str) -> str:
    return one_of(_STATUSES, text, f"a status {', '.join(STATUSES)}")


def read_text(value: object, what: str) -> str | None:
    """Text that can be stored; empty text is nothing."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        raise UnreadableError(f"expected text for {what}, got {value!r}")
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise UnreadableError(f"{what} holds half of a character, {value!r}") from None
    if not value.isprintable():
        if "\0" in value:
            raise UnreadableError(f"{what} holds a zero byte, {value!r}")
        value = value.replace("\r\n", "\n").replace("\r", "\n")
    return value.strip() or None


def int_of(value: object, what: str) -> int:
    """A whole number; 4.0 and "4" are, True and 4.5 are not."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, str):
        text = value.strip().replace("\u2212", "-")
        if re.fullmatch(r"[+-]?\d{1,10}(\.0+)?", text, re.ASCII):
            value = int(text.partition(".")[0])
    if not isinstance(value, int) or isinstance(value, bool):
        raise UnreadableError(
            f"expected a whole number for {what}, got {value!r}", token=str(value)
        )
    if value not in _INT32:
        raise UnreadableError(f"{what} is out of bounds: {value}", token=str(value))
    return value


def read_date(value: object) -> str | None:
    """An ISO date, or a date-time with its offset; `Z` becomes `+00:00`."""
    if isinstance(value, (dt.date, dt.datetime)):
        value = value.isoformat()
    text = read_text(value, "the date")
    if text is None:
        return None
    if not _ISO.match(text):
        raise UnreadableError(
            f"expected a date such as 2026-11-26, or a date-time with its offset, got {text!r}",
            token=text,
        )
    try:
        moment = dt.datetime.fromisoformat(text)
    except ValueError as error:
        raise UnreadableError(f"there is no date {text!r}: {error}", token=text) from None
    if len(text) == 10:
        return text
    if moment.year in (dt.MINYEAR, dt.MAXYEAR):
        # Its evening or its hour elsewhere may lie outside the calendar.
        raise UnreadableError(f"expected a year from 2 to 9998, got {text!r}", token=text)
    return moment.isoformat()


def read_call(text: str, dialect: str | None = None) -> str:
    """A call as canonical text, `4 up` or `pass`."""
    if len(text) > LONGEST_WORD:
        raise UnreadableError(f"expected a bid such as '4 up', got {len(text)} characters")
    try:
        bid = read_bid(bare(text), dialect)
    except NotationError as error:
        word = text.strip().lower()[-1:]
        if "reads two ways" not in str(error):
            raise UnreadableError(str(error), token=text) from None
        choice = "s=special" if word == "s" else "d=down"
        key, _, answer = choice.partition("=")
        question = Question(key, f"Is {text!r} a downtown bid?", (answer,))
        raise UnreadableError(
            str(error), token=text, code="dialect_needed", questions=(question,)
        ) from None
    return "pass" if bid is None else str(bid)


def cards_of(text: str, *, is_sorted: bool = True) -> str | None:
    """Cards as canonical text, None for none; in the order written unless `is_sorted`."""
    tokens = text.strip().split(" ")
    if len(tokens) <= 54 and all(map(_PLACES.__contains__, tokens)):
        return " ".join(sorted(tokens, key=_PLACES.__getitem__) if is_sorted else tokens)
    try:
        cards = read_cards(text)
    except NotationError as error:
        # The message quotes the card at fault last.
        raise UnreadableError(
            str(error), token=str(error).rpartition("got ")[2].strip("'\"")
        ) from None
    if len(cards) > 54:
        raise UnreadableError(f"expected at most 54 cards, got {len(cards)}")
    return (cards_text(cards) if is_sorted else " ".join(map(str, cards))) or None
