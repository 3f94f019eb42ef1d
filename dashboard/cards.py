"""Cards drawn as cards, and a hand as a table seen from above; all of it plain HTML and CSS.

Everything a person wrote is escaped here. The look is in cards.css, shown by theme.style_sheet().
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from dashboard.words import MINUS

__all__ = [
    "Chair",
    "Play",
    "Trick",
    "card",
    "cards",
    "cost_words",
    "name_of",
    "strip",
    "table",
    "trick",
]

SUITS = {
    "S": ("spade", "♠", "spades"),
    "H": ("heart", "♥", "hearts"),
    "D": ("diamond", "♦", "diamonds"),
    "C": ("club", "♣", "clubs"),
}
RANKS = {
    "A": "ace",
    "K": "king",
    "Q": "queen",
    "J": "jack",
    "T": "ten",
    "9": "nine",
    "8": "eight",
    "7": "seven",
    "6": "six",
    "5": "five",
    "4": "four",
    "3": "three",
    "2": "two",
}
SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}


@dataclass(frozen=True)
class Chair:
    """One seat at the table: who sits there and what they hold now, in card text."""

    name: str
    cards: Sequence[str] = ()
    call: str = ""  # the last thing they said, "4 uptown" or "pass"
    is_bidder: bool = False
    is_dealer: bool = False
    until: Sequence[int | None] = ()  # for a replay: the step at which each card has been played
    could: Sequence[Sequence[int]] = ()  # and the steps at which it could have been, but was not


@dataclass(frozen=True)
class Play:
    """A card on the table; `fault` says in a sentence what is wrong with it, if anything."""

    seat: str
    card: str
    fault: str = ""
    cost: int = 0
    """Books that it gave away, with all four hands in view."""
    better: str = ""
    """Cards that would have cost nothing, as card text."""


@dataclass(frozen=True)
class Trick:
    """Cards in the order of play; `books` is the running count of N-S and E-W after it."""

    number: int
    plays: Sequence[Play]
    winner: str | None = None
    books: tuple[int, int] | None = None
    mark: str = ""  # what the trick decided, "bid made"


def name_of(text: str) -> str:
    """A card in words.

    >>> name_of("TH"), name_of("BJ"), name_of("??")
    ('ten of hearts', 'big joker', 'a card nobody saw')
    """
    match text:
        case "BJ":
            return "big joker"
        case "LJ":
            return "little joker"
        case "??":
            return "a card nobody saw"
        case _:
            return f"{RANKS[text[0]]} of {SUITS[text[1]][2]}"


def card(
    text: str,
    *,
    small: bool = False,
    fault: str = "",
    cost: int = 0,
    won: bool = False,
    until: int | None = None,
    could: Sequence[int] = (),
) -> str:
    """One card; a fault and what it cost are marks on its corners, said when pointed at."""
    match text:
        case "BJ":
            look, face = "big-joker", "<b>BIG</b>"
        case "LJ":
            look, face = "little-joker", "<b>LITTLE</b>"
        case "??":
            look, face = "unseen", "?"
        case _:
            look, pip, _ = SUITS[text[1]]
            face = f"<b>{'10' if text[0] == 'T' else text[0]}</b><i>{pip}</i>"
    marks = ("small" * small, "won" * won, "fault" * bool(fault))
    classes = " ".join(filter(None, ("bw-card", look, *marks)))
    said = name_of(text) + (f": {fault}" if fault else "") + (f"; {cost_words(cost)}" * bool(cost))
    lost = f'<em class="bw-cost">{MINUS}{cost}</em>' if cost else ""
    label = escape(said, quote=True)
    step = "" if until is None else f' data-until="{until}"'
    if could:
        step += f' data-could="{" ".join(map(str, could))}"'
    return (
        f'<span class="{classes}" role="img" aria-label="{label}" title="{label}"{step}>'
        f"{face}{lost}</span>"
    )


def cost_words(cost: int) -> str:
    """
    >>> cost_words(1)
    'seen with all cards open, it cost a book'
    """
    return f"seen with all cards open, it cost {'a book' if cost == 1 else f'{cost} books'}"


def cards(
    texts: Sequence[str],
    *,
    small: bool = False,
    until: Sequence[int | None] = (),
    could: Sequence[Sequence[int]] = (),
) -> str:
    """A row of cards that wraps; each suit, and the jokers, stay together while there is room."""
    groups: dict[str, list[str]] = {}
    gone, chances = until or [None] * len(texts), could or [()] * len(texts)
    for text, step, steps in zip(texts, gone, chances, strict=True):
        suit = "J" if text in ("BJ", "LJ") else text[1]
        groups.setdefault(suit, []).append(card(text, small=small, until=step, could=steps))
    suits = "".join(f'<span class="bw-suit">{"".join(group)}</span>' for group in groups.values())
    return f'<div class="bw-cards">{suits}</div>'


def trick(plays: Sequence[Play], winner: str | None = None) -> str:
    """The cards in the middle of the table, each before the seat that played it."""
    shown = "".join(
        f'<span class="bw-at-{play.seat.lower()}">'
        f"{card(play.card, fault=play.fault, won=play.seat == winner)}</span>"
        for play in plays
    )
    return f'<div class="bw-trick">{shown}</div>'


def chair(seat: str, who: Chair) -> str:
    marks = "".join(
        f'<span class="bw-mark {word}">{word}</span>'
        for word, holds in (("bidder", who.is_bidder), ("dealer", who.is_dealer))
        if holds
    )
    call = f'<span class="bw-call">{escape(who.call)}</span>' if who.call else ""
    return (
        f'<section class="bw-chair bw-{seat.lower()}{" is-bidder" * who.is_bidder}">'
        f'<header><span class="bw-seat">{SEATS[seat]}</span> '
        f"<strong>{escape(who.name)}</strong> {marks}{call}</header>"
        f"{cards(who.cards, small=True, until=who.until, could=who.could)}</section>"
    )


def table(
    chairs: Mapping[str, Chair],
    *,
    middle: str = "",
    kitty: Sequence[str] = (),
    discards: Sequence[str] = (),
) -> str:
    """Four seats around what lies in the middle (a `trick`), kitty and discards face up below."""
    seats = "".join(chair(seat, chairs[seat]) for seat in SEATS if seat in chairs)
    below = "".join(
        f"<section><header>{title}</header>{cards(laid, small=True)}</section>"
        for title, laid in (("Kitty", kitty), ("Discards", discards))
        if laid
    )
    return (
        f'<div class="bw-table">{seats}<div class="bw-middle">{middle}</div></div>'
        f'<div class="bw-below">{below}</div>'
    )


def strip(tricks: Sequence[Trick], *, current: int | None = None) -> str:
    """Every trick in a row that wraps: its cards, who took it, the running books."""
    steps = "".join(step(one, one.number == current) for one in tricks)
    return f'<div class="bw-strip" role="list">{steps}</div>'


def step(one: Trick, is_current: bool) -> str:
    played = "".join(
        f'<span class="bw-play"><small>{play.seat}</small>'
        + card(
            play.card,
            small=True,
            fault=play.fault,
            cost=play.cost,
            won=play.seat == one.winner,
        )
        + "</span>"
        for play in one.plays
    )
    taken = f"{SEATS[one.winner]} takes it" if one.winner else "not finished"
    books = f"N-S {one.books[0]}, E-W {one.books[1]}" if one.books else ""
    faults = "".join(
        f'<p class="bw-fault">{escape(play.fault)}</p>' for play in one.plays if play.fault
    )
    now = ' aria-current="step"' if is_current else ""
    mark = f' <span class="bw-decided">{escape(one.mark)}</span>' if one.mark else ""
    return (
        f'<div class="bw-step" role="listitem"{now}>'
        f"<header><b>{one.number}</b> {taken}{mark}<small>{books}</small></header>"
        f'<div class="bw-plays">{played}</div>{faults}</div>'
    )
