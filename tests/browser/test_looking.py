"""Looking round a club: filters, links, taps on charts, and what can be taken away."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import harness
from tests.dashboard.clubs import NAMES, season

pytestmark = pytest.mark.browser

MAKES = "This club makes 60 % of its bids (36 of 60; likely 47 to 71 %)."


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    club = season(tmp_path_factory.mktemp("looking") / "club")
    with harness.serving(club.path) as where:
        yield where


def answer(page: Page) -> str:
    said: str = page.locator(".bw-say").first.inner_text()
    return said.replace("\xa0", " ")


def tap_first_cell(page: Page) -> None:
    """Tap the map's cell of level 3, uptown, which lies where its count is written."""
    page.locator(".st-key-chart_bids svg").get_by_text("4 of 7", exact=True).first.click(force=True)
    harness.settle(page)


def test_the_first_page_answers_without_a_click(
    address: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(address, width="phone")
    assert answer(page).startswith(MAKES)


def test_a_filter_chosen_by_touch_is_in_the_link_and_goes_along_to_other_pages(
    address: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{address}/bids")
    page.get_by_role("button", name="Filter").click()
    page.get_by_test_id("stPopoverBody").get_by_text("5", exact=True).click()
    page.wait_for_url("**/bids?level=5")
    harness.settle(page)
    said = answer(page)
    assert said.startswith("At level 5: 60 % of the bids are made (12 of 20; ")
    # The link alone shows the same in another session.
    assert answer(open_page(page.url)) == said
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Sets", exact=True).click()
    page.wait_for_url("**/sets?level=5")
    harness.settle(page)
    assert answer(page).startswith("At level 5: 40 % of the bids are set (8 of 20; ")
    page.get_by_role("button", name="At level 5").click()
    page.wait_for_url("**/sets")
    harness.settle(page)
    assert answer(page).startswith("40 % of the bids are set (24 of 60; ")


def test_a_question_opens_its_page_with_its_hands(
    address: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{address}/questions")
    page.get_by_role("link", name="How often do we make a bid of five?").click()
    page.wait_for_url("**/bids?level=5")
    harness.settle(page)
    assert answer(page).startswith("At level 5: ")


def test_a_tap_on_a_bid_lists_its_hands(address: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{address}/bids")
    tap_first_cell(page)
    expect(page.get_by_text("7 hands at level 3, uptown")).to_be_visible()


def test_a_bar_of_margins_opens_as_a_list(address: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{address}/bids?look=margin")
    page.locator(".st-key-chart_margins svg").get_by_label("set by 2").first.click(force=True)
    expect(page.get_by_text("12 hands set by 2")).to_be_visible()
    page.get_by_role("link", name="Open them as a list").click()
    page.wait_for_url("**/hands?margin=-2")
    harness.settle(page)
    assert answer(page).startswith("12 hands set by 2; ")


def open_row(page: Page, number: int) -> None:
    """Tap a row of the page's first table, drawn on a canvas; it opens the hand."""
    page.wait_for_timeout(500)  # the table takes taps a moment after it is drawn
    place = page.locator("[data-testid=stDataFrame] canvas").first.bounding_box()
    assert place is not None
    page.mouse.click(place["x"] + 60, place["y"] + 75 + 44 * number)
    page.wait_for_url("**/hand?*")
    harness.settle(page)


def test_back_from_a_hand_shows_the_list_as_it_was(
    address: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{address}/hands?level=5")
    page.get_by_text("Costliest first").click()
    page.wait_for_url("**/hands?level=5&sort=worst")
    page.get_by_placeholder("A name, an event").fill("ann")
    page.keyboard.press("Enter")
    page.wait_for_url("**/hands?level=5&sort=worst&q=ann")
    harness.settle(page)
    said = answer(page)
    for number in (1, 2):
        open_row(page, number)
        page.go_back()
        page.wait_for_url("**/hands?level=5&sort=worst&q=ann")
        harness.settle(page)
        expect(page.locator(".bw-say").first).to_have_text(said.replace(" %", "\xa0%"))


@pytest.mark.parametrize(
    ("button", "file", "start"),
    [
        ("Figures (CSV)", "bids.csv", b"\xef\xbb\xbflevel,kind,n,made"),
        ("Picture (SVG)", "bids.svg", b"<svg"),
        ("Picture (PNG)", "bids.png", b"\x89PNG"),
    ],
)
def test_a_chart_can_be_saved(
    address: str,
    open_page: Callable[..., Page],
    tmp_path: Path,
    button: str,
    file: str,
    start: bytes,
) -> None:
    page = open_page(f"{address}/bids")
    page.get_by_role("button", name="Save").first.click()
    with page.expect_download() as download:
        page.get_by_text(button).click()
    assert download.value.suggested_filename == file
    download.value.save_as(tmp_path / file)
    assert (tmp_path / file).read_bytes().startswith(start)


@pytest.mark.parametrize("path", ["", "partnerships", "players?look=partners", "bids?bidders=x"])
def test_names_are_shown_as_they_are_written(
    address: str, open_page: Callable[..., Page], path: str
) -> None:
    page = open_page(f"{address}/{path}")
    assert harness.faults(page) == []
    expect(page.get_by_text("Thursday <i>club</i>")).to_be_visible()
    assert (
        page.locator("main b:text-is('Bo'), main em:text-is('Cy'), main i:text-is('club')").count()
        == 0
    )
    pair = f"{NAMES['E']} & {NAMES['W']}"
    if path == "partnerships":
        chart = page.locator(".st-key-chart_partnerships svg")
        expect(chart.get_by_text(pair).last).to_be_visible()


def test_a_tap_on_a_partnership_opens_it(address: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{address}/partnerships")
    page.locator(".st-key-chart_partnerships svg").get_by_text("*Cy*").first.click(force=True)
    page.wait_for_url("**/partnerships?who=*")
    harness.settle(page)
    assert answer(page).startswith(f"{NAMES['S']} & Ann: ")
    assert harness.faults(page) == []


def test_a_word_longer_than_a_phone_does_not_push_the_page_sideways(
    address: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{address}/bids?event={'long' * 30}", width="phone")
    assert answer(page).startswith("No hand that can be used is at longlong")
    assert harness.faults(page) == []
