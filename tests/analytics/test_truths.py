"""What must hold of every figure, whatever the hands; and the figures of hardly any hands."""

import polars as pl
import pytest

from analytics.ask import answer
from analytics.bids import bids, margins
from analytics.errors import QuestionError
from analytics.facts import facts_of
from analytics.fields import FIELDS
from analytics.filters import Filters
from analytics.partnerships import heads, partnerships
from analytics.players import players, roles
from analytics.registry import STATISTICS, definition
from recorder.hand import HandRecord, frame_of
from recorder.rules import load_rules
from tests.analytics import plain

PAGAT = load_rules("pagat")
ONE = HandRecord(
    game="g",
    hand=1,
    date="2026-03-05",
    event="Cup",
    dealer="E",
    bidder="N",
    bid="4 up",
    trump="H",
    books=11,
    player_n="Ann",
    player_e="Bo <b>",
    player_s="Cy",
    player_w="Di 😀",
)


@pytest.fixture(scope="module")
def facts():
    return plain.asked_season().facts


def test_points_for_are_points_against_of_the_others(facts):
    for table in (partnerships(facts), players(facts)):
        assert table["points_for"].sum() == table["points_against"].sum() != 0


def test_bids_are_made_or_set(facts):
    for by in (("level",), ("partnership",), ()):
        table = bids(facts, by=by)
        assert (table["n"] == table["made"] + table["sets"]).all()
        assert (table["success_rate"] + table["set_rate"]).to_list() == pytest.approx(
            [1.0] * table.height
        )


def test_games_won_are_games_lost(facts):
    table = partnerships(facts)
    whole = facts.games.drop_nulls(["partnership_ns", "partnership_ew"])
    half_known = facts.games.height - whole.height
    assert half_known, "some games have only one known partnership"
    met = heads(facts)
    assert met["games"].sum() == 2 * whole.filter(~pl.col("unfinished")).height
    assert (table["games"] == table["won"] + table["lost"] + table["drawn"]).all()


def test_hands_are_bid_or_defended(facts):
    table = partnerships(facts)
    assert (table["hands"] == table["bids"] + table["defended"]).all()
    assert table["bids"].sum() == table["defended"].sum()


def test_every_hand_has_four_players(facts):
    table = players(facts)
    assert table["hands"].sum() == 4 * table["bids"].sum()
    assert roles(facts)["n"].sum() == table["hands"].sum()


def test_margins_add_up_to_the_bids_with_books(facts):
    assert margins(facts)["n"].sum() == bids(facts, by=())["books_known"][0]


def test_what_one_meets_the_other_meets(facts):
    table = heads(facts)
    turned = table.select(
        pl.col("opponents").alias("partnership"), pl.col("partnership").alias("opponents"), "hands"
    ).sort("partnership", "opponents")
    assert turned.equals(table.select("partnership", "opponents", "hands"))


def test_thirteen_books_a_hand():
    for hand in plain.asked_played().hands:
        assert hand["books_ns"] + hand["books_ew"] == 13


@pytest.mark.parametrize("name", STATISTICS)
def test_the_funnel_adds_up(facts, name):
    for where in ("", "level=4", "since=2026-02-01"):
        funnel = answer(facts, name, where=where).funnel
        assert funnel.used + sum(n for _, n in funnel.reasons) == funnel.matching
        assert funnel.used <= funnel.detailed <= funnel.matching <= funnel.hands


@pytest.mark.parametrize("name", ["bids", "sets"])
@pytest.mark.parametrize("by", [("level",), ("position",), ("partnership",), ("event",)])
def test_the_funnel_ends_with_what_was_used(facts, name, by):
    found = answer(facts, name, by=by)
    assert found.frame["n"].sum() == found.n


@pytest.mark.parametrize("name", STATISTICS)
def test_every_column_is_defined(facts, name):
    meaning = definition(name)
    keys = [key for key in meaning.usual if key not in meaning.fields]
    assert answer(facts, name).frame.columns == [*keys, *meaning.fields]
    for field in (*keys, *meaning.fields, *meaning.by):
        assert field in FIELDS
    assert set(meaning.brief) <= set(meaning.fields)
    for field in meaning.special:
        assert field.name in meaning.fields
        assert meaning.field(field.name) is field


@pytest.mark.parametrize("name", STATISTICS)
def test_every_grouping_has_its_types_even_of_nothing(facts, name):
    empty = facts_of(frame_of([]), [PAGAT])
    nobody = Filters.parse("people=Nobody")
    choices = [None, *((by,) for by in definition(name).by)]
    for by in choices:
        full = answer(facts, name, by=by).frame
        assert answer(empty, name, by=by).frame.schema == full.schema
        assert answer(empty, name, by=by).frame.is_empty()
        assert answer(facts, name, by=by, where=nobody).frame.schema == full.schema


@pytest.mark.parametrize("name", STATISTICS)
def test_one_hand(name):
    answer(facts_of(frame_of([ONE]), [PAGAT]), name)


def test_one_hand_is_too_few_to_tell():
    facts = facts_of(frame_of([ONE]), [PAGAT])
    row = bids(facts).row(0, named=True)
    assert (row["n"], row["made"], row["mean_margin"], row["few"]) == (1, 1, 1.0, True)
    assert row["success_low"] == pytest.approx(0.2065, abs=1e-4)
    assert row["net_low"] is None, "one value has no interval"
    table = partnerships(facts)
    assert table["partnership"].to_list() == ["Ann & Cy", "Bo <b> & Di 😀"]
    assert table["rank"].to_list() == [None, None]
    assert table["success_rate"].to_list() == [1.0, None], "who never bid has no rate"


def test_an_unknown_grouping_names_the_known_ones(facts):
    with pytest.raises(QuestionError, match=r"expected by level, .*, got 'suit'"):
        answer(facts, "bids", by=("suit",))
    with pytest.raises(QuestionError, match="no choice of rows"):
        answer(facts, "heads", by=("partnership",))
    with pytest.raises(QuestionError, match=r"expected a statistic bids, .*, got 'wins'"):
        answer(facts, "wins")
