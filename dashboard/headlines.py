"""What a chart shows, as a sentence: pure frame -> `Headline`.

A difference is called one only where the likely ranges do not touch; else the sentence says so.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import polars as pl

from dashboard import words

__all__ = ["Headline", "bids", "flips", "form", "margins", "named", "rates", "running", "sets"]

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Headline:
    """A chart's title, and below it what was counted."""

    title: str
    subtitle: str


def enough(frame: pl.DataFrame) -> Sequence[Row]:
    """The rows that are not too few to tell."""
    return frame.filter(~pl.col("few")).to_dicts()


def total(frame: pl.DataFrame, column: str = "n") -> int:
    return int(frame[column].sum())


def bids(frame: pl.DataFrame) -> Headline:
    """Of bids by level and kind: the clearest difference between two of them."""
    subtitle = (
        f"{words.count(total(frame), 'bid')}. The bar is the share made, "
        "the line across it where the true share likely lies."
    )
    rows = sorted(enough(frame), key=lambda row: row["success_rate"])
    if not rows:
        return Headline("Too few bids to tell one from another", subtitle)
    if len(rows) == 1:
        return Headline(f"{sentence(named(rows[0]))} is made {made(rows[0])} of the time", subtitle)
    worst, best = rows[0], rows[-1]
    if best["success_low"] > worst["success_high"]:
        title = (
            f"{sentence(named(best))} is made far more often ({made(best)}) than {named(worst)} "
            f"({made(worst)})"
        )
        return Headline(title, subtitle)
    return Headline("No bid stands out: all are made about as often", subtitle)


def named(row: Row) -> str:
    return f"{row['level']} {words.kind(row['kind'])}" if row["kind"] else f"a {row['level']}"


def sentence(text: str) -> str:
    return text[0].upper() + text[1:]


def made(row: Row) -> str:
    return words.percent(row["success_rate"])


def sets(frame: pl.DataFrame) -> Headline:
    """Of sets by level (`bids`, `set_rate`, `set_low`, `set_high`): does bidding higher cost?"""
    counted = words.n_of(total(frame, "sets"), total(frame, "bids"), "bid")
    subtitle = f"{counted} set. Dot: share set; line: likely range."
    rows = sorted(enough(frame), key=lambda row: row["level"])
    if len(rows) < 2:
        return Headline("Too few bids to tell one level from another", subtitle)
    for low, high in pairwise(rows):
        if high["set_low"] > low["set_high"]:
            higher, lower = words.level(high["level"]), words.level(low["level"])
            often = times(high["set_rate"], low["set_rate"])
            title = f"{higher.capitalize()} are set {often} often as {lower}"
            if often == "more":
                title = f"{higher.capitalize()} are set more often than {lower}"
            return Headline(title, subtitle)
    return Headline("No level is clearly set more often than the one below it", subtitle)


def times(rate: float, other: float) -> str:
    """How many times, as said; `more` where no round number is near.

    >>> times(0.62, 0.31), times(0.4, 0.3)
    ('twice as', 'more')
    """
    if not other:
        return "more"
    ratio = rate / other
    near = {2: "twice as", 3: "three times as", 4: "four times as"}.get(round(ratio), "more")
    return near if abs(ratio - round(ratio)) <= 0.25 else "more"


def rates(frame: pl.DataFrame, label: str, average: float | None, thing: str) -> Headline:
    """Of success by partnership, position, …: who is clearly off the average, both ways."""
    subtitle = f"{words.count(total(frame), 'bid')}. Dot: share made; line: likely range."
    rows = enough(frame)
    if not rows:
        return Headline(f"Too few bids to tell one {thing} from another", subtitle)
    if average is None:
        return Headline(f"How often each {thing} makes the bid", subtitle)
    above = [row[label] for row in rows if row["success_low"] > average]
    below = [row[label] for row in rows if row["success_high"] < average]
    clearly = [
        f"{words.join(names)} clearly {side}"
        for names, side in ((above, "above"), (below, "below"))
        if 0 < len(names) <= 3
    ]
    overall = words.percent(average)
    if clearly:
        return Headline(f"{', '.join(clearly)} the club’s {overall}", subtitle)
    if above or below:
        title = f"{len(above)} clearly above the club’s {overall}, {len(below)} clearly below"
        return Headline(title, subtitle)
    return Headline(f"No {thing} is clearly above or below the club’s {overall}", subtitle)


def margins(frame: pl.DataFrame) -> Headline:
    """Of hands by margin: how the set ones were set, and how many were made to the book."""
    n = total(frame)
    failed = total(frame.filter(pl.col("margin") < 0))
    by_one = total(frame.filter(pl.col("margin") == -1))
    exactly = total(frame.filter(pl.col("margin") == 0))
    over = n - failed - exactly
    subtitle = (
        f"{words.count(n, 'bid')}: {failed:,} set, {exactly:,} made exactly, "
        f"{over:,} with books to spare"
    )
    if not failed:
        return Headline(f"{words.n_of(over, n, 'bid')} made had a book or more to spare", subtitle)
    return Headline(f"{by_one:,} of {failed:,} sets were by a single book", subtitle)


def running(frame: pl.DataFrame, names: Sequence[str], winner: str | None) -> Headline:
    """Of one game: who won it, the score, in how many hands; `winner` is `NS`, `EW` or None."""
    hands = words.count(frame.height, "hand")
    subtitle = "Filled: bid made; cross: set. Dashed: where the game ends."
    if frame.is_empty():
        return Headline("No hand of this game has a score", subtitle)
    score = dict(zip(("NS", "EW"), frame.select("score_ns", "score_ew").row(-1), strict=True))
    if winner is None:
        ns, ew = (words.score(score[side]) for side in ("NS", "EW"))
        return Headline(f"Unfinished after {hands}: {names[0]} {ns}, {names[1]} {ew}", subtitle)
    loser = "EW" if winner == "NS" else "NS"
    title = (
        f"{names[winner == 'EW']} won {words.score(score[winner])} to "
        f"{words.score(score[loser])} in {hands}"
    )
    return Headline(title, subtitle)


def form(frame: pl.DataFrame, average: float | None) -> Headline:
    """Of success over time: better or worse than before, where the band says so."""
    subtitle = "Line: the last 20 bids or so; band: where it likely lies; thin: the last 80 or so."
    if frame.is_empty():
        return Headline("No dated bids yet", subtitle)
    last = frame.sort("date").row(-1, named=True)
    now = f"{words.percent(last['success_fast'])} of late"
    if average is not None and last["success_low"] > average:
        return Headline(f"Running well: {now}, {words.percent(average)} overall", subtitle)
    if average is not None and last["success_high"] < average:
        return Headline(f"Running cold: {now}, {words.percent(average)} overall", subtitle)
    return Headline(f"Steady: {now}, within luck of what came before", subtitle)


def flips(frame: pl.DataFrame, rules: Sequence[str]) -> Headline:
    """Of games scored under several rule sets: how many would have another winner."""
    games = frame["game"].n_unique()
    flipped = frame.filter("flipped")["game"].n_unique()
    subtitle = (
        f"{words.count(games, 'game')}, the same hands under {words.join(rules)}. "
        "Under other rules people would have bid otherwise."
    )
    if not flipped:
        return Headline("The same side wins every game under each of these rules", subtitle)
    return Headline(f"{words.n_of(flipped, games, 'game')} would have another winner", subtitle)
