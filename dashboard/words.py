"""Numbers, dates and bids as people at the table say them."""

import re
from collections.abc import Sequence
from datetime import date
from html import escape

from analytics.vocabulary import margin_words as margin

__all__ = [
    "bid",
    "books_over",
    "count",
    "day",
    "detail",
    "html",
    "join",
    "kind",
    "level",
    "likely",
    "margin",
    "n_of",
    "percent",
    "plain",
    "rate",
    "score",
    "sentence",
    "short",
    "signed",
    "too_few",
]

NOT_KNOWN = "not known"
MINUS = "\N{MINUS SIGN}"
# Between a number and its unit, so that no line breaks there.
NBSP = "\N{NO-BREAK SPACE}"

LEVELS = ("", "ones", "twos", "threes", "fours", "fives", "sixes", "sevens")
KINDS = {"up": "uptown", "down": "downtown", "no": "no trump"}
DETAILS = {
    "result": "the result",
    "auction": "all calls",
    "bidder": "the bidder’s cards",
    "deal": "every hand dealt",
    "play": "every card played",
}
_RTL = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
RIGHT_TO_LEFT = re.compile(f"[{_RTL}]+(?:[ '-]+[{_RTL}]+)*")
MARKUP = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|$~:&^=])")


def percent(share: float | None) -> str:
    """A share of one, without decimals.

    >>> percent(0.641), percent(None)
    ('64\\xa0%', 'not known')
    """
    return NOT_KNOWN if share is None else f"{round(100 * share)}{NBSP}%"


def likely(low: float | None, high: float | None) -> str:
    """The 95 % interval of a share.

    >>> likely(0.571, 0.706)
    'likely 57 to 71\\xa0%'
    """
    if low is None or high is None:
        return NOT_KNOWN
    return f"likely {round(100 * low)} to {percent(high)}"


def signed(number: float | None, decimals: int = 0) -> str:
    """Points, with their sign and a real minus.

    >>> signed(6), signed(-4), signed(0), signed(-1.26, 1), signed(-0.04, 1)
    ('+6', '−4', '0', '−1.3', '0.0')
    """
    if number is None:
        return NOT_KNOWN
    size = f"{abs(number):.{decimals}f}"
    if not float(size):
        return size
    return ("+" if number > 0 else MINUS) + size


def score(points: int | None) -> str:
    """A running score: only a debt carries a sign.

    >>> score(7), score(-3)
    ('7', '−3')
    """
    return NOT_KNOWN if points is None else f"{points}".replace("-", MINUS)


def count(n: int, thing: str, things: str | None = None) -> str:
    """
    >>> count(1, "hand"), count(1204, "hand"), count(0, "loss", "losses")
    ('1\\xa0hand', '1,204\\xa0hands', '0\\xa0losses')
    """
    return f"{n:,}{NBSP}{thing if n == 1 else things or thing + 's'}"


def n_of(n: int, total: int, thing: str) -> str:
    """
    >>> n_of(118, 184, "bid")
    '118 of 184\\xa0bids'
    """
    return f"{n:,} of {count(total, thing)}"


def rate(part: int, total: int, low: float | None, high: float | None) -> str:
    """A share with what it was counted from, never without.

    >>> rate(118, 184, 0.569, 0.707)
    '64\\xa0% (118 of 184; likely 57 to 71\\xa0%)'
    """
    if not total:
        return NOT_KNOWN
    return f"{percent(part / total)} ({part:,} of {total:,}; {likely(low, high)})"


def too_few(n: int, thing: str = "bid") -> str:
    """
    >>> too_few(7)
    '7\\xa0bids: too few to tell'
    """
    return f"{count(n, thing)}: too few to tell"


def day(when: date | None, *, today: date | None = None) -> str:
    """A date as people say it; the year is left out within the year that is running.

    >>> day(date(2026, 11, 26)), day(None)
    ('Thursday 26 November 2026', 'undated')
    >>> day(date(2026, 11, 26), today=date(2026, 11, 27))
    'yesterday'
    """
    if when is None:
        return "undated"
    if today is not None:
        near = {0: "today", 1: "yesterday"}.get((today - when).days)
        if near is not None:
            return near
        if when.year == today.year:
            return f"{when:%A} {when.day} {when:%B}"
    return f"{when:%A} {when.day} {when:%B} {when.year}"


def kind(text: str) -> str:
    """
    >>> kind("up"), kind("no")
    ('uptown', 'no trump')
    """
    return KINDS[text]


def level(number: int) -> str:
    """The bids of one level.

    >>> level(5)
    'fives'
    """
    return LEVELS[number]


def bid(text: str) -> str:
    """A bid in full; a level alone stays as it is.

    >>> bid("4 up"), bid("5 no"), bid("4")
    ('4 uptown', '5 no trump', '4')
    """
    number, _, name = text.partition(" ")
    return f"{number} {KINDS[name]}" if name else number


def books_over(books: int) -> str:
    """Books over or under the bid, on an axis.

    >>> [books_over(books) for books in (-2, 0, 1)]
    ['−2', '0', '+1']
    """
    return signed(books)


def join(parts: Sequence[str], last: str = "and") -> str:
    """
    >>> join(["Ann"]), join(["Ann", "Bo"]), join(["Ann", "Bo", "Cy"])
    ('Ann', 'Ann and Bo', 'Ann, Bo and Cy')
    """
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def detail(text: str) -> str:
    """How much of a hand is recorded.

    >>> detail("bidder")
    'the bidder’s cards'
    """
    return DETAILS[text]


def sentence(text: str) -> str:
    """
    >>> sentence("at level 5")
    'At level 5'
    """
    return text[:1].upper() + text[1:]


def short(text: str, letters: int = 44) -> str:
    """A text for a tight place: cut between words, with the cut to be seen.

    >>> short("Bid Whist to ±7, 2 Jokers, 6-card kitty", 24)
    'Bid Whist to ±7, 2 …'
    >>> short("Thursday"), short("longer" * 5, 12)
    ('Thursday', 'longerlonge…')
    """
    if len(text) <= letters:
        return text
    kept, space, _ = text[: letters - 1].rpartition(" ")
    return f"{kept.rstrip(' ,;:-')} …" if space else f"{text[: letters - 1]}…"


def plain(text: str) -> str:
    """Text for a label or paragraph of Streamlit, in which none of it is Markdown.

    >>> print(plain("*Ann* [x](y)"))
    \\*Ann\\* \\[x\\]\\(y\\)
    """
    return MARKUP.sub(r"\\\1", isolated(text))


def html(text: str) -> str:
    """Text for HTML, in which none of it is markup.

    >>> html("<b>Ann & Bo")
    '&lt;b&gt;Ann &amp; Bo'
    """
    return escape(isolated(text))


def isolated(text: str) -> str:
    """Words of a script that runs from right to left kept to themselves.

    Without, a score behind such a name would be drawn before it.

    >>> isolated("Ann & \u05d3\u05df 7") == "Ann & \u2068\u05d3\u05df\u2069 7"
    True
    """
    return RIGHT_TO_LEFT.sub("\u2068\\g<0>\u2069", text)
