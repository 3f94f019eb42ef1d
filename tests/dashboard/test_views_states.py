"""Every page for every kind of club: it says something in words, and never fails."""

from collections.abc import Callable
from itertools import product
from pathlib import Path

import polars as pl
import pytest
from streamlit.testing.v1 import AppTest

from analytics.records import sources
from dashboard import source
from dashboard.views import bids, club, data, games, players, sets
from dashboard.views.questions import QUESTIONS
from recorder.club import Club
from recorder.errors import ClubError
from tests.browser.harness import ONE_HAND
from tests.dashboard import frames
from tests.dashboard.clubs import BROKEN, NAMES, season

VIEWS = ("club", "bring_in", "bids", "sets", "partnerships", "players", "data", "questions")
LOOKS = {"bids": bids.LOOKS, "sets": sets.LOOKS, "players": players.LOOKS, "data": data.LOOKS}
APP = Path(__file__).parents[2] / "dashboard" / "app.py"

Opened = Callable[..., AppTest]


@pytest.fixture(scope="module")
def clubs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("clubs")
    one = Club.create(folder / "one", "One hand")
    one.import_bytes(ONE_HAND.encode(), "one.toml")
    return {
        "empty": Club.create(folder / "empty", "Empty").path,
        "one": one.path,
        "season": season(folder / "season").path,
    }


@pytest.fixture
def opened(clubs: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> Opened:
    """`opened("bids", "season", level="5")`: a page that has run."""

    def run(view: str, club: str, /, **query: str) -> AppTest:
        monkeypatch.setenv("BIDWHIST_CLUB", str(clubs[club]))
        page = AppTest.from_string(
            f"from dashboard.views import {view}\n{view}.page()", default_timeout=60
        )
        for name, value in query.items():
            page.query_params[name] = value
        page.run()
        assert not page.exception, page.exception
        return page

    return run


def said(page: AppTest) -> str:
    """All that a page says in words."""
    kinds = ("html", "markdown", "warning", "error", "success", "caption", "subheader")
    parts = []
    for kind in kinds:
        for element in page.get(kind):
            parts.append(getattr(element, "value", None) or element.proto.body)
    return "\n".join(parts)


def query_of(page: AppTest) -> dict[str, str]:
    """The address as it stands; values that the page wrote come as text, others as a list."""
    return {
        name: value if isinstance(value, str) else value[-1]
        for name, value in page.query_params.items()
    }


@pytest.mark.parametrize(("view", "kind"), list(product(VIEWS, ("empty", "one", "season"))))
def test_every_page_says_something(opened: Opened, view: str, kind: str) -> None:
    assert said(opened(view, kind))


@pytest.mark.parametrize(("view", "look"), [(view, look) for view in LOOKS for look in LOOKS[view]])
def test_every_look_at_a_page_opens_by_its_link(opened: Opened, view: str, look: str) -> None:
    page = opened(view, "season", look=look)
    assert page.get("button_group")[-1 if view != "data" else 0].proto.id
    assert said(page)


def test_the_first_page_answers_without_a_click(opened: Opened) -> None:
    words = said(opened("club", "season"))
    assert "This club makes 60\xa0% of its bids (36 of 60; likely 47 to 71\xa0%)." in words
    assert "1\xa0hand: a conflict in the record is not settled" in words
    assert "1\xa0hand: could not be read, wait to be mended" in words


def test_the_bids_that_pay_and_cost_most_are_named_with_their_ranges() -> None:
    points = {
        "net_points": [1.5, -2.0, -7.0],
        "net_low": [0.9, -4.1, -9.0],
        "net_high": [2.1, 0.1, 0.0],
    }
    bids = frames.BIDS.with_columns(pl.Series(name, values) for name, values in points.items())
    assert club.what_pays(bids) == (
        "4 uptown pays most: +1.5 points a bid (likely +0.9 to +2.1); "
        "5 no trump costs most: −2.0 points a bid (likely −4.1 to +0.1)."
    )
    assert club.what_pays(bids.head(1)) == ""


def test_an_empty_club_is_told_three_ways_in(opened: Opened) -> None:
    words = said(opened("club", "empty"))
    assert "No hand yet." in words
    assert all(way in words for way in ("Enter a hand", "Bring in a file", "Look at a sample"))


def test_too_few_bids_are_not_told_as_a_rate(opened: Opened) -> None:
    words = said(opened("club", "one"))
    assert "1 of 1\xa0bid made so far: too few to tell." in words
    assert "100" not in words


FILTERED = [
    ({"level": "5"}, "At level 5: 60\xa0% of the bids are made (12 of 20; "),
    ({"level": "3|4", "kind": "no"}, "At level 3 or 4, at no trump: "),
    ({"made": "no"}, "Set: 0\xa0% of the bids are made (0 of 24; "),
    ({"evening": "2026-01-05"}, "On 5 January 2026: 3 of 6\xa0bids made, too few to tell."),
]


@pytest.mark.parametrize(("query", "words"), FILTERED, ids=lambda part: str(part)[:30])
def test_a_link_shows_its_hands(opened: Opened, query: dict[str, str], words: str) -> None:
    assert words in said(opened("bids", "season", **query))


def test_a_filter_goes_when_its_chip_is_tapped(opened: Opened) -> None:
    page = opened("bids", "season", level="5", kind="up")
    page.button(key="drop_level").click().run()
    assert query_of(page) == {"kind": "up"}


def test_choosing_a_level_writes_it_into_the_address(opened: Opened) -> None:
    page = opened("bids", "season")
    page.get("button_group")[0].set_value([4, 5]).run()
    assert query_of(page) == {"level": "4|5"}


def test_when_nothing_matches_it_says_which_filter_to_loosen(opened: Opened) -> None:
    page = opened("bids", "season", level="7", kind="up")
    assert "No hand that can be used is at level 7, uptown." in said(page)
    page.button(key="loosen_level").click().run()
    assert query_of(page) == {"kind": "up"}
    assert "Uptown: " in said(page)


def test_a_filter_that_cannot_be_read_is_told_and_left_out(opened: Opened) -> None:
    words = said(opened("bids", "season", level="five"))
    assert "The link asks for level" in words
    assert "36 of 60" in words


@pytest.mark.parametrize("view", VIEWS)
def test_names_are_never_markup(opened: Opened, view: str) -> None:
    pair = f"{NAMES['E']} & {NAMES['W']}"
    page = opened(view, "season", bidders=pair, who=pair)
    html = "\n".join(element.proto.body for element in page.get("html"))
    markdown = "\n".join(element.value for element in page.markdown)
    assert NAMES["E"] not in html
    assert "*Cy* [x](y)" not in markdown
    labels = [button.label for button in page.button]
    assert not any("<b>" in label or "[x](y)" in label for label in labels)


def test_nothing_can_be_brought_in_where_it_is_only_to_look_at(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BIDWHIST_READ_ONLY", "1")
    page = opened("bring_in", "season")
    assert "only to look at" in said(page)
    assert not page.get("file_uploader")
    assert not opened("data", "season", look="conflicts").button
    assert not opened("data", "season", look="unread").get("text_area")


def test_a_busy_club_is_told_in_a_sentence(
    clubs: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy() -> Club:
        raise ClubError("another process is writing (import of a.csv)")

    monkeypatch.setenv("BIDWHIST_CLUB", str(clubs["season"]))
    monkeypatch.setattr(source, "club", busy)
    page = AppTest.from_file(str(APP), default_timeout=60).run()
    assert not page.exception
    [warning] = page.warning
    assert warning.value.startswith("Another process is writing")
    assert [button.label for button in page.button] == ["Look again"]


def test_settling_brings_a_hand_into_the_figures(
    opened: Opened, clubs: dict[str, Path], tmp_path: Path
) -> None:
    clubs["settled"] = season(tmp_path / "club").path
    page = opened("data", "settled", look="conflicts")
    assert "of 1\xa0hand; 1 out of the figures" in said(page)
    [button] = [one for one in page.button if one.label == "It counts as it stands"]
    assert "No record contradicts another or itself." in said(button.click().run())


def test_a_broken_hand_is_mended_in_its_place(
    opened: Opened, clubs: dict[str, Path], tmp_path: Path
) -> None:
    clubs["mended"] = season(tmp_path / "club").path
    page = opened("data", "mended", look="unread")
    page.text_area[0].set_value(BROKEN.replace("8 up", "9 up"))
    page.button[0].click().run()
    assert "Not yet" in said(page)
    page.text_area[0].set_value(BROKEN.replace("8 up", "3 up"))
    page.button[0].click().run()
    assert "Every hand that was brought in could be read." in said(page)
    assert "37 of 61" in said(opened("bids", "mended"))


def test_a_file_is_read_again_as_it_was_brought_in(opened: Opened, clubs: dict[str, Path]) -> None:
    [sha] = sources(Club.open(clubs["season"]))["sha256"]
    words = said(opened("bring_in", "season", again=sha, name="season.jsonl"))
    assert "season.jsonl: 61 there already and 1 cannot be read" in words


ASKED = [(group, question) for group in QUESTIONS for question in QUESTIONS[group]]


@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: asked[1].text)
def test_every_question_names_a_look_that_there_is(asked: tuple[str, object]) -> None:
    question = asked[1]
    look = question.query.get("look")
    assert look is None or look in (LOOKS | {"games": games.LOOKS})[question.page]


def test_we_of_a_question_are_the_partnership_that_asks(opened: Opened) -> None:
    asked = {question.text: question for _, question in ASKED}
    we = "Ann & Cy|Di"
    assert asked["How often do we make a bid of five?"].of(we) == {
        "level": "5",
        "bidders": "Ann & Cy\\|Di",
    }
    assert asked["Who sets us?"].of(we)["bidders"] == "Ann & Cy\\|Di"
    assert asked["What should we work on?"].of(we) == {"who": we}
    assert "bidders" not in asked["Who is set most often?"].of(we)
    pair = f"{NAMES['E']} & {NAMES['W']}"
    page = opened("questions", "season", who=pair)
    assert page.selectbox(key="we").value == pair
