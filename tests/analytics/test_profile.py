"""One partnership beside the club: differences are named only where luck leaves them."""

import polars as pl
import pytest

from analytics.ask import answer
from analytics.facts import facts_of
from analytics.filters import Filters
from analytics.profile import PROFILE, SWINGS, profile, swings
from recorder.hand import HandRecord, frame_of
from recorder.rules import load_rules

STRONG, WEAK = ("Ann", "Cy"), ("Bo", "Di")


def season():
    """Ann and Cy make 38 of 40 fours and lose every five; Bo and Di make half of each."""
    records = []
    for number in range(160):
        level = 4 + number % 2
        ours = number % 4 < 2
        made = (level == 4 and number % 80 > 1) if ours else number % 8 > 3
        records.append(
            HandRecord(
                game=f"g{number // 8}",
                hand=number % 8 + 1,
                date="2026-01-08",
                table="1",
                player_n="Ann",
                player_e="Bo",
                player_s="Cy",
                player_w="Di",
                dealer="N",
                bidder="N" if ours else "E",
                bid=f"{level} up",
                trump="S",
                books=6 + level - (0 if made else 1),
            )
        )
    return facts_of(frame_of(records), [load_rules("pagat")])


@pytest.fixture(scope="module")
def known():
    return season()


def test_the_columns_are_as_declared(known):
    assert dict(profile(known, "Ann & Cy").schema) == PROFILE
    assert dict(swings(known, "Ann & Cy").schema) == SWINGS


def test_strengths_and_leaks_are_what_was_planted(known):
    found = profile(known, "Ann & Cy").filter(
        pl.col("side") == "bidding", pl.col("subject") == "level"
    )
    verdicts = dict(found.select("value", "verdict").iter_rows())
    assert verdicts == {"4": "strength", "5": "leak"}


def test_its_figures_are_those_of_bids(known):
    own = answer(known, "bids", by=("level",), where=Filters.parse("bidders=Ann & Cy")).frame
    found = profile(known, "Ann & Cy").filter(
        pl.col("side") == "bidding", pl.col("subject") == "level"
    )
    assert sorted(found.select("n", "good", "rate", "low", "high").rows()) == sorted(
        own.select("n", "made", "success_rate", "success_low", "success_high").rows()
    )


def test_swings_are_the_partnerships_own_points(known):
    ours, theirs = swings(known, "Ann & Cy"), swings(known, "Bo & Di")
    assert ours["points"].is_sorted(descending=True)
    assert ours["points"].to_list() == [-points for points in theirs["points"].to_list()[::-1]]
    assert set(ours["opponents"]) == {"Bo & Di"}


def test_filters_on_partnerships_are_left_to_the_question(known):
    asked = Filters.parse("bidders=Bo & Di,level=4")
    assert profile(known, "Ann & Cy", asked).equals(
        profile(known, "Ann & Cy", Filters.parse("level=4"))
    )
