"""An evening in sentences; the page and the report say the same."""

from collections.abc import Mapping
from typing import Any

from analytics.evening import Evening
from dashboard import words
from dashboard.game_words import ended
from dashboard.record.live import STATUSES, SUITS

__all__ = ["boston", "ending", "hand", "headline", "leader", "score", "swing", "title"]


def title(one: Evening) -> str:
    return f"{one.event}, {words.day(one.day)}" if one.event else words.sentence(words.day(one.day))


def headline(one: Evening) -> str:
    """How much was played, and how the bids went."""
    played = f"{words.count(one.hands.height, 'hand')} in {words.count(one.games.height, 'game')}"
    going = one.games.height - one.finished
    still = f", {going} not finished" if going else ""
    sets = f"; {words.n_of(one.sets, one.bids, 'bid')} set" if one.bids else ""
    return f"{played}{still}{sets}."


def leader(one: Evening) -> str:
    """Who is in front."""
    if one.places.is_empty() or not one.places["won"][0]:
        return "No game is finished yet."
    first = one.places.row(0, named=True)
    points = f"{words.score(first['points_for'])} points to {words.score(first['points_against'])}"
    won = words.n_of(first["won"], first["games"], "game")
    return f"{first['partnership']} are in front with {won} won, {points}."


def score(row: Mapping[str, Any]) -> str:
    """The score of a game."""
    if row["score_ns"] is None or row["score_ew"] is None:
        return "without a score"
    return f"{words.score(row['score_ns'])} to {words.score(row['score_ew'])}"


def ending(row: Mapping[str, Any]) -> str:
    """Who won a game, and why."""
    match row["winner"]:
        case None:
            return "not finished"
        case "drawn":
            return "drawn"
        case side:
            who = row["ns"] if side == "NS" else row["ew"]
            return f"{who} won: {ended(row['ended_by'])}"


def hand(row: Mapping[str, Any]) -> tuple[str, str]:
    """What was bid, and what it came to."""
    if row["bidder"] is None or row["bid"] is None:
        return "", STATUSES.get(row["status"], row["status"] or "")
    suit = SUITS.get(row["trump"] or "", "")
    bid = " ".join(filter(None, [row["bidder"], words.bid(row["bid"]), suit]))
    if row["margin"] is not None:
        return bid, words.margin(row["margin"])
    return bid, {True: "made", False: "set", None: words.NOT_KNOWN}[row["made"]]


def swing(row: Mapping[str, Any]) -> str:
    """A hand that moved many points."""
    bid, came = hand(row)
    gainers = row["side"] if row["points"] > 0 else row["against"]
    size = words.signed(abs(row["points"]))
    return f"{bid}, {came}: {size} for {gainers}"


def boston(row: Mapping[str, Any]) -> str:
    return f"{hand(row)[0]}: every book for {row['side']}"
