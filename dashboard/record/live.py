"""What stands beside the keypad, in words: the score, what the bid needs, what the hand will pay.

Every figure is the recorder's; here they are only said.
"""

from html import escape

from dashboard import words
from dashboard.game_words import ended
from recorder.hand import HandRecord
from recorder.rules import Rules
from recorder.seats import Partnership, Seat
from recorder.sitting import Outlook, ScoredHand, Sitting, Tally

__all__ = [
    "PLACES",
    "STATUSES",
    "SUITS",
    "board",
    "game_over",
    "hand_line",
    "over",
    "pair",
    "said",
]

STATUSES = {
    "passed_out": "passed out",
    "misdeal": "misdealt",
    "abandoned": "abandoned",
    "stopped": "claimed",
    "invalid": "not possible as written",
}
SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
PLACES = ("North", "East", "South", "West")
TIMES = ("never set", "set once", "set twice")


def pair(sitting: Sitting, side: Partnership | str) -> str:
    """The two names of a partnership."""
    if isinstance(side, str):
        side = Partnership[side]
    return words.join([sitting.players[side], sitting.players[side + 2]])


def board(sitting: Sitting, standing: Tally, rules: Rules) -> str:
    """Both partnerships with score and sets, as HTML."""
    halves = "".join(
        f'<section class="{side.name.lower()}{" ahead" * (standing.winner == side.name)}">'
        f"<span>{escape(pair(sitting, side))}</span>"
        f"<b>{words.score(standing.score[side])}</b>"
        f"<small>{times_set(standing.times_set[side])}</small></section>"
        for side in Partnership
    )
    return f'<div class="bw-board">{halves}</div><p class="bw-to">{escape(goal(rules))}</p>'


def times_set(times: int) -> str:
    return TIMES[times] if times < len(TIMES) else f"set {times} times"


def goal(rules: Rules) -> str:
    """How a game ends under these rules, in half a line."""
    game = rules.game
    if game.mode == "hands":
        ends = f"{words.count(game.hands or 0, 'hand')} a game"
    elif game.mode == "timed":
        ends = "until time is called"
    else:
        low = f" or {words.score(game.negative_target)}" if game.negative_target else ""
        ends = f"to {words.score(game.target)}{low}"
    limit = game.set_limit
    return ends + (f", lost when set {limit} times" if limit else "")


def said(sitting: Sitting, hand: HandRecord, ahead: Outlook) -> str:
    """What the hand needs or comes to, and what the rules say against it, as HTML."""
    lines = [f"<p>{escape(outcome(sitting, hand, ahead))}</p>"]
    lines += [
        f'<p class="bw-flag">⚑ {escape(words.sentence(text))}. '
        "It can be recorded all the same; it will carry this flag.</p>"
        for text in ahead.objections
    ]
    return "".join(lines)


def outcome(sitting: Sitting, hand: HandRecord, ahead: Outlook) -> str:
    if ahead.hand is not None:
        return result(sitting, ahead.hand)
    rung = ahead.rung
    if rung is None:
        dealer = sitting.players[Seat.parse(hand.dealer)] if hand.dealer else ""
        return f"{dealer} deals hand {hand.hand}." if dealer else f"Hand {hand.hand}."
    parts = [
        f"Needs {words.count(rung.books_needed, 'book')}; "
        f"{words.count(rung.books_set, 'book')} for the defenders set it.",
        f"Just made {words.signed(rung.made_bidders)}{also(rung.made_defenders)}, "
        f"one short {words.signed(rung.set_bidders)}{also(rung.set_defenders)}.",
    ]
    return " ".join(parts)


def also(points: int) -> str:
    """What the defenders get on top, where they get anything."""
    return f" and {words.signed(points)} to the defenders" if points else ""


def result(sitting: Sitting, hand: ScoredHand) -> str:
    """What a whole hand comes to, and whether it ends the game."""
    parts = []
    if hand.side is None:
        parts.append(f"{words.sentence(STATUSES.get(hand.status, hand.status))}: no points.")
    else:
        verdict = {True: "Made", False: "Set", None: "Not known"}[hand.made]
        with_books = "" if hand.books is None else f" with {words.count(hand.books, 'book')}"
        paid = [
            f"{words.signed(hand.points[side])} for {pair(sitting, side)}"
            for side in (hand.side, hand.side.opponents)
            if hand.points[side] or side == hand.side
        ]
        parts.append(f"{verdict}{with_books}: {words.join(paid)}.")
    if hand.score.ns is None:
        parts.append("The score cannot be known without the books.")
    else:
        parts.append(f"Score {words.score(hand.score.ns)} to {words.score(hand.score.ew)}.")
    if hand.winner:
        parts.append(over(sitting, hand.winner, hand.ended_by))
    return " ".join(parts)


def over(sitting: Sitting, winner: str, ended_by: str | None) -> str:
    """Who has won the game, and why."""
    why = ended(ended_by)
    if winner == "drawn":
        return f"The game is drawn: {why}."
    return f"{pair(sitting, winner)} win the game: {why}."


def game_over(sitting: Sitting, standing: Tally) -> str | None:
    """The end of the game with its score; None while it goes on."""
    if standing.winner is None:
        return None
    high, low = standing.score.ns, standing.score.ew
    if standing.winner == "EW":
        high, low = low, high
    return (
        f"{over(sitting, standing.winner, standing.ended_by)} "
        f"{words.score(high)} to {words.score(low)}."
    )


def hand_line(sitting: Sitting, hand: ScoredHand) -> str:
    """A recorded hand in one line: `3 · Bo 4 uptown ♠, made with 11 · +5 · 9 to 3`."""
    record = hand.record
    if record.bidder is None or record.bid is None:
        return f"{record.hand} · {STATUSES.get(hand.status, hand.status)}"
    who = sitting.players[Seat.parse(record.bidder)]
    came = {True: "made", False: "set", None: "not known"}[hand.made]
    with_books = "" if hand.books is None else f" with {hand.books}"
    suit = SUITS.get(record.trump or "", "")
    bid = " ".join(filter(None, [words.bid(record.bid), suit]))
    points = words.signed(hand.points[hand.side]) if hand.side is not None else ""
    score = f"{words.score(hand.score.ns)} to {words.score(hand.score.ew)}"
    return f"{record.hand} · {who} {bid}, {came}{with_books} · {points} · {score}"
