"""A headline claims a difference only where the likely ranges do not touch."""

import polars as pl
import pytest

from dashboard import headlines
from dashboard.headlines import Headline
from tests.dashboard import frames


def sets(*levels: tuple[int, float, float, float]) -> pl.DataFrame:
    return pl.DataFrame(
        [
            {"level": level, "bids": 100, "sets": round(100 * rate), "few": False}
            | {"set_rate": rate, "set_low": low, "set_high": high}
            for level, rate, low, high in levels
        ]
    )


few = frames.BIDS.with_columns(few=pl.lit(value=True))
game = frames.GAME
HEADLINES: dict[str, tuple[Headline, str]] = {
    "ranges apart": (
        headlines.bids(frames.BIDS),
        "4 uptown is made far more often (64\xa0%) than 5 no trump (25\xa0%)",
    ),
    "ranges touch": (
        headlines.bids(frames.ALIKE),
        "No bid stands out: all are made about as often",
    ),
    "all few": (headlines.bids(few), "Too few bids to tell one from another"),
    "one cell": (headlines.bids(frames.BIDS.head(1)), "4 uptown is made 64\xa0% of the time"),
    "levels only": (
        headlines.bids(frames.LEVELS_ONLY),
        "A 4 is made far more often (64\xa0%) than a 5 (25\xa0%)",
    ),
    "twice as often": (
        headlines.sets(sets((4, 0.3, 0.2, 0.4), (5, 0.6, 0.5, 0.7))),
        "Fives are set twice as often as fours",
    ),
    "more often, no round number": (
        headlines.sets(sets((4, 0.3, 0.2, 0.34), (5, 0.42, 0.35, 0.5))),
        "Fives are set more often than fours",
    ),
    "within luck": (
        headlines.sets(sets((4, 0.3, 0.2, 0.4), (5, 0.6, 0.4, 0.8))),
        "No level is clearly set more often than the one below it",
    ),
    "both sides of the average": (
        headlines.rates(frames.PARTNERSHIPS, "partnership", 0.55, "partnership"),
        "Ann & Bo clearly above, Flo & Gus clearly below the club’s 55\xa0%",
    ),
    "nobody off the average": (
        headlines.rates(frames.PARTNERSHIPS.head(1), "partnership", 0.35, "partnership"),
        "No partnership is clearly above or below the club’s 35\xa0%",
    ),
    "no average to compare with": (
        headlines.rates(frames.PARTNERSHIPS, "partnership", None, "partnership"),
        "How often each partnership makes the bid",
    ),
    "sets by one": (headlines.margins(frames.MARGINS), "12 of 16 sets were by a single book"),
    "no sets": (
        headlines.margins(frames.MARGINS.filter(pl.col("margin") >= 0)),
        "9 of 29\xa0bids made had a book or more to spare",
    ),
    "a game won": (
        headlines.running(game, ["Ann & Bo", "Cy & Di"], "NS"),
        "Ann & Bo won 9 to −5 in 3\xa0hands",
    ),
    "a game unfinished": (
        headlines.running(game, ["Ann & Bo", "Cy & Di"], None),
        "Unfinished after 3\xa0hands: Ann & Bo 9, Cy & Di −5",
    ),
    "good form": (
        headlines.form(frames.FORM, 0.5),
        "Running well: 70\xa0% of late, 50\xa0% overall",
    ),
    "steady form": (
        headlines.form(frames.FORM, 0.7),
        "Steady: 70\xa0% of late, within luck of what came before",
    ),
    "a game flips": (
        headlines.flips(frames.GAMES, ["pagat", "fahrenheit"]),
        "1 of 2\xa0games would have another winner",
    ),
    "no game flips": (
        headlines.flips(frames.GAMES.filter(pl.col("game") == "a"), ["pagat", "fahrenheit"]),
        "The same side wins every game under each of these rules",
    ),
}


@pytest.mark.parametrize(("headline", "title"), HEADLINES.values(), ids=HEADLINES)
def test_title(headline: Headline, title: str) -> None:
    assert headline.title == title


def test_every_headline_says_what_was_counted() -> None:
    assert all(headline.subtitle for headline, _ in HEADLINES.values())
