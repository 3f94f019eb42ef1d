"""Games in sentences: who won, by what, how it went."""

from collections.abc import Mapping
from typing import Any

from dashboard import words

__all__ = ["ENDINGS", "ended", "mean", "score", "sides", "story", "when"]

Row = Mapping[str, Any]

ENDINGS = {
    "target": "by reaching the target",
    "negative_target": "because the others fell to the negative target",
    "set_limit": "because the others were set too often",
    "hands": "after the agreed number of hands",
    "extra_hand": "in an extra hand",
    "boston": "with a Boston",
    "renege": "because of a renege",
    "defenders_odd": "with the defenders’ seventh book",
}


def sides(game: Row) -> tuple[str, str]:
    return game["partnership_ns"] or "North-South", game["partnership_ew"] or "East-West"


def story(game: Row) -> str:
    """How a game ended, in a sentence or two."""
    ns, ew = sides(game)
    hands = words.count(game["hands"], "hand")
    if game["score_ns"] is None or game["score_ew"] is None:
        return f"{ns} against {ew}: no hand of this game has a score."
    points_ns, points_ew = words.score(game["score_ns"]), words.score(game["score_ew"])
    if game["winner"] is None:
        return f"{ns} {points_ns}, {ew} {points_ew} after {hands}; the game was not finished."
    if game["winner"] == "drawn":
        return f"{ns} and {ew} drew, {points_ns} all, in {hands}."
    if game["winner"] == "NS":
        first = f"{ns} beat {ew} {points_ns} to {points_ew}"
    else:
        first = f"{ew} beat {ns} {points_ew} to {points_ns}"
    return f"{first} in {hands}, {ended(game['ended_by'])}.{comeback(game)}"


def comeback(game: Row) -> str:
    if not game["behind"]:
        return ""
    return f" The winners were {words.count(game['behind'], 'point')} behind at the worst."


def ended(by: str | None) -> str:
    return ENDINGS.get(by or "", "in a way that is not known")


def score(game: Row) -> str:
    """
    >>> score({"score_ns": 7, "score_ew": -3})
    '7 : −3'
    """
    return f"{words.score(game['score_ns'])} : {words.score(game['score_ew'])}"


def mean(number: float) -> str:
    """
    >>> mean(-0.81)
    '−0.8'
    """
    return f"{number:.1f}".replace("-", words.MINUS)


def when(game: Row) -> str:
    """`Thursday 5 March 2026 · table 2 · rules pagat`."""
    parts = [words.day(game["evening"])]
    parts += [str(text) for text in (game["event"],) if text]
    parts += [f"table {game['table']}"] if game["table"] else []
    name, *changes = str(game["rules"]).split(",")
    changed = f" with {words.count(len(changes), 'change')}" if changes else ""
    return " · ".join([*parts, f"rules {name}{changed}"])
