"""One hand in sentences: what was bid, what came of it, where the records disagree."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from analytics.rule_words import rule_words
from dashboard import words
from dashboard.cards import RANKS, SEATS, SUITS
from dashboard.game_words import ended
from recorder.findings import Finding
from recorder.one_hand import OneHand
from recorder.seats import Seat

__all__ = [
    "Compared",
    "calls",
    "compared",
    "contract",
    "decision",
    "finding",
    "headline",
    "place",
    "running",
    "said",
    "spoken",
]

TRUMPS = {letter: suit[2] for letter, suit in SUITS.items()}
SIDES = {"NS": "North-South", "EW": "East-West"}
SEVERITIES = {
    "invalid": "This cannot have happened",
    "conflict": "Two things written disagree",
    "note": "Worth knowing",
}
CARD = re.compile(r"\b(?:([2-9TJQKA])([SHDC])|(BJ|LJ))\b")
JOKERS = {"BJ": "the big joker", "LJ": "the little joker"}
ACTOR = re.compile(r"^([NESW])(?= )")


def headline(one: OneHand) -> str:
    """The hand in a sentence or two."""
    if one.is_void:
        return f"This hand is void: it counts nowhere, and its record is kept. {result(one)}"
    return result(one)


def result(one: OneHand) -> str:
    hand = one.hand
    match hand["status"]:
        case "passed_out":
            return "All four passed, so nobody scores."
        case "misdeal":
            return "A misdeal: nobody scores, and the cards are dealt again."
    if hand["level"] is None:
        return "Who bid what was not written down."
    bidder = f"{one.name(hand['by'])} bids" if hand["by"] else "Somebody bids"
    said = f"{bidder} {contract(one)}"
    if hand["status"] == "invalid":
        return f"{said}. The record cannot be right as it stands, so it scores nothing."
    if hand["status"] == "abandoned":
        return f"{said}. The hand was given up and scores nothing."
    if hand["made"] is None:
        return f"{said}. {unfinished(one)}"
    comma = "," if "," in contract(one) else ""
    return f"{said}{comma} and {outcome(one)}{points(one)}.{penalty(one)}"


def penalty(one: OneHand) -> str:
    """What a renege called at the table cost."""
    taken, after = one.hand["books_played"], one.hand["books"]
    if taken is None or after is None or taken == after:
        return ""
    cards = words.count(taken, "book")
    return f" The cards brought {cards}; the renege called at the table made it {after}."


def unfinished(one: OneHand) -> str:
    tricks = len(one.play.tricks)
    if not tricks:
        return "How it ended was not written down."
    return f"The record stops after {words.count(tricks, 'trick')}, with nothing decided yet."


def outcome(one: OneHand) -> str:
    """`makes it with 1 over, 11 books`, `is set by 2 with 9 books`."""
    margin, made = one.margin, one.hand["made"]
    if margin is None:
        return "makes it" if made else "is set"
    books = words.count(one.hand["books"], "book")
    if not made:
        return f"is set by {-margin} with {books}" if margin < 0 else f"is set with {books}"
    return f"makes it exactly, {books}" if not margin else f"makes it with {margin} over, {books}"


def points(one: OneHand) -> str:
    won = [
        f"{words.signed(one.hand[f'points_{side.lower()}'])} for {name}"
        for side, name in SIDES.items()
        if one.hand[f"points_{side.lower()}"]
    ]
    return f": {words.join(won)}" if won else ""


def contract(one: OneHand) -> str:
    """`5 uptown in hearts`, `4 no trump, played downtown`."""
    hand = one.hand
    kind = hand["kind"] if one.record.bid is None or " " in one.record.bid else None
    text = words.bid(f"{hand['level']} {kind}" if kind else str(hand["level"]))
    if hand["named"] in TRUMPS:
        text += f" in {TRUMPS[hand['named']]}"
    elif hand["named"] == "no" and kind != "no":
        text += " at no trump"
    if hand["facing"] is not None and kind != hand["facing"]:
        text += f", played {words.kind(hand['facing'])}"
    if hand["facing"] == "down" and hand["aces_were"] == "bad":
        text += ", aces bad"
    return f"{text}, forced on the dealer" if hand["forced"] else text


def place(one: OneHand, evening: date | None = None) -> str:
    """When and where: the evening, the table, the hand's number, the rules.

    Without its `evening` the day that was written down, which after midnight is the next.
    """
    record = one.record
    written = date.fromisoformat(record.date[:10]) if record.date else None
    parts = [words.day(evening or written)]
    parts += [text for text in (record.event, record.club) if text]
    if record.table:
        parts.append(f"table {record.table}")
    number = record.hand
    if number:
        of = f" of {one.game.height}" if one.game.height >= number else ""
        parts.append(f"hand {number}{of}")
    return " · ".join([*parts, rules(one)])


def rules(one: OneHand) -> str:
    """The rules by the club's name for them, or as a known set and what is changed of it."""
    return f"rules {rule_words(one.rules.name)}"


def running(one: OneHand) -> str:
    """The score after the hand, and the game's end where this hand brought it."""
    hand = one.hand
    if hand["score_ns"] is None or hand["score_ew"] is None:
        return ""
    score = (
        f"After it North-South have {words.score(hand['score_ns'])} and East-West "
        f"{words.score(hand['score_ew'])}."
    )
    if hand["after_end"]:
        return f"{score} The game was over before this hand."
    if hand["winner"] == "drawn":
        return f"{score} The game ends in a draw."
    if hand["winner"]:
        return f"{score} {SIDES[hand['winner']]} win the game: {ended(hand['ended_by'])}."
    return score


def calls(one: OneHand) -> list[tuple[str, str]]:
    """Each call as (seat, words), in the order they were made."""
    if one.record.calls is None or one.record.dealer is None:
        return []
    dealer = Seat.parse(one.record.dealer)
    said = [call.strip() for call in one.record.calls.split(",") if call.strip()]
    return [
        (str(Seat((dealer + 1 + turn) % 4)), call if call == "pass" else words.bid(call))
        for turn, call in enumerate(said)
    ]


def decision(one: OneHand) -> str | None:
    """What the trick that decided the bid did."""
    if one.play.decision is None:
        return None
    return "The bid is made" if one.play.decision.made else "The bid is set"


def said(one: OneHand, found: Finding) -> str:
    """What was found, with people for seats and suits for letters."""
    return ACTOR.sub(lambda match: one.name(match[1]), spoken(found.message))


def finding(one: OneHand, found: Finding) -> str:
    return f"{SEVERITIES[found.severity]}: {said(one, found)}."


def spoken(text: str) -> str:
    """
    >>> spoken("S played KH and could have followed with TS BJ")
    'S played K♥ and could have followed with 10♠ the big joker'
    >>> spoken("the table wrote -4 to N/S")
    'the table wrote −4 to North-South'
    """
    text = CARD.sub(card, text).replace("N/S", SIDES["NS"]).replace("E/W", SIDES["EW"])
    return re.sub(r"(?<![\w-])-(?=\d)", words.MINUS, text)


def card(match: re.Match[str]) -> str:
    rank, suit, joker = match.groups()
    if joker:
        return JOKERS[joker]
    assert rank in RANKS
    return f"{'10' if rank == 'T' else rank}{SUITS[suit][1]}"


@dataclass(frozen=True)
class Compared:
    """Something written at the table beside what the cards and the rules make of it."""

    what: str
    written: str
    found: str
    verdict: str
    """`agrees`, `differs`, or nothing where it cannot be told."""


def compared(one: OneHand) -> Sequence[Compared]:
    """Everything that was written down and can be worked out as well."""
    record, hand = one.record, one.hand
    wrong = {found.code for found in one.findings}
    rows = []

    def row(what: str, written: str, found: str, *, differs: bool) -> None:
        verdict = "differs" if differs else "agrees" if found == written else ""
        rows.append(Compared(what, written, found, verdict))

    for trick in one.play.tricks:
        said, took = trick.recorded_winner, trick.winner
        if said is not None and took is not None and said != took:
            row(f"Trick {trick.number}", SEATS[str(said)], SEATS[str(took)], differs=True)
    if record.books is not None and (one.play.tricks or "books_differ" in wrong):
        taken = words.NOT_KNOWN if hand["books_played"] is None else str(hand["books_played"])
        row("Bidders’ books", str(record.books), taken, differs="books_differ" in wrong)
    if record.made is not None:
        found = outcome_word(hand["made_played"])
        row("The bid", outcome_word(record.made), found, differs="made_differs" in wrong)
    for what, name, say in (("Points", "points", words.signed), ("Score", "score", words.score)):
        written = pair([getattr(record, f"{name}_{side}") for side in ("ns", "ew")], say)
        found = pair([hand[f"{name}_{side}"] for side in ("ns", "ew")], say)
        if written != words.NOT_KNOWN:
            row(what, written, found, differs=f"{name}_differ" in wrong)
    return rows


def outcome_word(made: bool | None) -> str:
    return {True: "made", False: "set", None: words.NOT_KNOWN}[made]


def pair(numbers: Sequence[int | None], say: Callable[[int | None], str]) -> str:
    """
    >>> pair([-4, 6], words.signed), pair([None, None], words.score)
    ('N-S −4, E-W +6', 'not known')
    """
    if not any(number is not None for number in numbers):
        return words.NOT_KNOWN
    return f"N-S {say(numbers[0])}, E-W {say(numbers[1])}"
