"""The charts' specifications: titled with the finding, counts beside rates, few in gray dashes."""

from collections.abc import Callable, Iterator
from typing import Any

import altair as alt
import polars as pl
import pytest

from dashboard import charts, headlines
from dashboard.theme import DARK, LIGHT, Palette
from tests.dashboard import frames

RULES = ["pagat", "fahrenheit"]
NAMES = ["Ann & Bo", "Cy & Di"]
CHARTS: dict[str, Callable[[Palette], alt.LayerChart]] = {
    "bid map": lambda colours: charts.bid_map(frames.BIDS, colours),
    "bid map of levels only": lambda colours: charts.bid_map(frames.LEVELS_ONLY, colours),
    "rate dots": lambda colours: charts.rate_dots(
        frames.PARTNERSHIPS, "partnership", colours, average=0.55
    ),
    "set dots": lambda colours: charts.set_dots(frames.SETS, colours),
    "margin strip": lambda colours: charts.margin_strip(frames.MARGINS, colours),
    "running score": lambda colours: charts.running_score(
        frames.GAME, NAMES, colours, target=7, winner="NS"
    ),
    "form band": lambda colours: charts.form_band(frames.FORM, colours, average=0.5),
    "rule slopes": lambda colours: charts.rule_slopes(frames.GAMES, RULES, colours),
}


def spec(chart: alt.LayerChart) -> dict[str, Any]:
    """The specification as the page gets it; it is checked against Vega-Lite's schema."""
    drawn: dict[str, Any] = chart.to_dict()
    return drawn


def rows(drawn: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every row of every data set that the chart holds."""
    for data in drawn["datasets"].values():
        yield from data


def layers(drawn: dict[str, Any], mark: str) -> list[dict[str, Any]]:
    return [layer for layer in drawn["layer"] if layer["mark"]["type"] == mark]


@pytest.mark.parametrize("draw", CHARTS.values(), ids=CHARTS)
@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_every_chart_is_titled_described_and_as_wide_as_its_place(
    draw: Callable[[Palette], alt.LayerChart], colours: Palette
) -> None:
    drawn = spec(draw(colours))
    assert drawn["title"]["subtitle"]
    assert drawn["description"].startswith(f"{frames.title(drawn)}. ")
    assert drawn["width"] == "container"
    assert drawn["config"]["title"]["color"] == colours.ink


def test_the_title_is_the_finding() -> None:
    drawn = spec(charts.bid_map(frames.BIDS))
    assert frames.title(drawn) == headlines.bids(frames.BIDS).title


def test_a_cell_tells_share_count_and_interval() -> None:
    (cell,) = {
        row["name"]: row
        for row in rows(spec(charts.bid_map(frames.BIDS)))
        if row.get("name") == "4 uptown"
    }.values()
    assert (cell["share"], cell["counted"]) == ("64\xa0%", "118 of 184")
    assert cell["likely"] == "likely 57 to 71\xa0%"
    assert cell["bar"] < cell["low"] < cell["rate"] < cell["high"] < cell["end"]


def test_a_level_nobody_bid_is_a_row_and_says_so() -> None:
    bids = frames.BIDS.filter(pl.col("level") != 5)
    drawn = spec(charts.bid_map(bids))
    never = [row["name"] for row in rows(drawn) if row.get("bid") is False]
    assert "5 downtown" in never
    assert {"value": "never bid"} in [layer["encoding"].get("text") for layer in drawn["layer"]]


def test_cells_of_few_bids_are_dashed_and_gray() -> None:
    drawn = spec(charts.bid_map(frames.BIDS))
    dashed = [box for box in layers(drawn, "rect") if "strokeDash" in box["mark"]]
    assert [box["mark"]["stroke"] for box in dashed] == [LIGHT.gray]
    names = [row["name"] for row in drawn["datasets"][dashed[0]["data"]["name"]]]
    assert names == ["6 downtown"]


def test_a_tap_on_a_cell_selects_its_level_and_kind() -> None:
    (chosen,) = spec(charts.bid_map(frames.BIDS))["params"]
    assert chosen["name"] == "cell"
    assert chosen["select"]["fields"] == ["level", "kind"]


def test_partnerships_stand_best_first_with_counts_or_too_few() -> None:
    drawn = spec(charts.rate_dots(frames.PARTNERSHIPS, "partnership"))
    (interval,) = layers(drawn, "rule")
    assert interval["encoding"]["y"]["sort"] == ["Ann & Bo", "Cy & Di", "Flo & Gus"]
    said = {row["partnership"]: row["said"] for row in rows(drawn)}
    assert said["Ann & Bo"] == "72\xa0% of 120\xa0bids made"
    assert said["Cy & Di"] == "7\xa0bids: too few to tell"
    assert interval["encoding"]["strokeDash"]["condition"]["test"] == "datum.few"
    assert interval["encoding"]["color"]["condition"]["value"] == LIGHT.gray


def test_the_clubs_average_is_a_labelled_line() -> None:
    drawn = spec(charts.rate_dots(frames.PARTNERSHIPS, "partnership", average=0.55))
    assert "club 55\xa0%" in [row.get("said") for row in rows(drawn)]


def test_a_long_name_is_broken_between_words_never_cut() -> None:
    name = "Maximiliana Featherstonehaugh & Bartholomew O'Neil, Jr. 🎴"
    long = frames.PARTNERSHIPS.with_columns(partnership=pl.lit(name)).head(1)
    lines = [
        row["text"] for row in rows(spec(charts.rate_dots(long, "partnership"))) if "text" in row
    ]
    assert " ".join(reversed(lines)) == name
    assert max(map(len, lines)) <= charts.NAME


def test_levels_stand_in_their_order_with_the_colour_of_sets() -> None:
    drawn = spec(charts.set_dots(frames.SETS))
    (interval,) = layers(drawn, "rule")
    assert interval["encoding"]["y"]["sort"] == ["fours", "fives"]
    assert interval["encoding"]["color"]["value"] == LIGHT.set
    assert frames.title(drawn) == "Fives are set twice as often as fours"


def test_margins_are_labelled_around_exactly_made() -> None:
    drawn = spec(charts.margin_strip(frames.MARGINS))
    said = {row["margin"]: (row["said"], row["is_set"]) for row in rows(drawn)}
    assert said[0] == ("made exactly", False)
    assert said[-2] == ("set by 2", True)
    assert '"-1": "\\u22121"' in drawn["layer"][0]["encoding"]["x"]["axis"]["labelExpr"]


def test_a_game_marks_each_bid_on_its_own_line() -> None:
    drawn = spec(charts.running_score(frames.GAME, NAMES, target=7, winner="NS"))
    marks = {
        (row["hand"], row["side"], row["mark"])
        for row in rows(drawn)
        if row.get("mark") is not None
    }
    assert marks == {(1, "NS", True), (2, "EW", False), (3, "NS", True)}
    assert {7, -7} <= {row["score"] for row in rows(drawn)}
    shapes = {layer["mark"]["shape"] for layer in layers(drawn, "point")}
    assert len(shapes) == 2, "made and set differ in shape, not in colour alone"


def test_only_a_flipped_game_is_bold() -> None:
    drawn = spec(charts.rule_slopes(frames.GAMES, RULES))
    bold = [layer for layer in layers(drawn, "line") if layer["mark"]["strokeWidth"] > 2]
    assert [layer["transform"] for layer in bold] == [[{"filter": "datum.flipped"}]]


def test_frames_are_left_as_they_were() -> None:
    before = frames.PARTNERSHIPS.clone()
    charts.rate_dots(frames.PARTNERSHIPS, "partnership")
    assert frames.PARTNERSHIPS.equals(before)
