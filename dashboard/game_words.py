"""Games in sentences: who won, by what, how it went."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analytics.rule_words import rule_words
from dashboard import words

__all__ = ["ENDINGS", "Ending", "ended", "mean", "score", "sides", "story", "when"]

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Ending:
    """What can end a game."""

    thing: str
    """To be counted: `What ends most games: the target reached`."""
    clause: str
    """To be told of one game: `Ann and Cy win: the target is reached`."""


ENDINGS = {
    "target": Ending("the target reached", "the target is reached"),
    "negative_target": Ending(
        "a fall to the negative target", "the others have fallen too far below zero"
    ),
    "set_limit": Ending("too many sets", "the others were set too often"),
    "hands": Ending("the agreed hands played", "all hands are played"),
    "extra_hand": Ending("an extra hand", "the extra hand decided it"),
    "boston": Ending("a Boston", "by a Boston"),
    "defenders_odd": Ending("the defenders’ seventh book", "the defenders took their seventh book"),
    "renege": Ending("a renege", "a renege loses the game"),
}
"""By the name that the scorer gives the end (`recorder.scoring.GameEnd`, in small letters)."""


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
    return f"{first} in {hands}: {ended(game['ended_by'])}.{comeback(game)}"


def comeback(game: Row) -> str:
    if not game["behind"]:
        return ""
    return f" The winners were {words.count(game['behind'], 'point')} behind at the worst."


def ended(by: str | None) -> str:
    """Why a game is over, to stand behind a colon."""
    return ENDINGS[by].clause if by in ENDINGS else "how is not known"


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
    return " · ".join([*parts, f"rules {rule_words(game['rules'])}"])
