"""Stepping through a hand by keys, buttons and taps; the address follows."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser import harness

pytestmark = pytest.mark.browser

SCRIPT = """
import streamlit as st
from dashboard import replayer, theme
from dashboard.cards import Chair, Play, Trick

st.html(theme.style_sheet())
chairs = {
    "N": Chair("Ann <b>"), "E": Chair("Bo", ["KD", "3C"]),
    "S": Chair("Cy", ["AS", "AD"], is_bidder=True), "W": Chair("Di", ["??", "??"]),
}
tricks = [
    Trick(1, [Play("S", "AS"), Play("W", "2S"), Play("N", "9S"), Play("E", "3C", "Bo reneged")],
          winner="S", books=(2, 0)),
    Trick(2, [Play("S", "AD"), Play("W", "5D"), Play("N", "6D"), Play("E", "KD")],
          winner="S", books=(3, 0)),
]
replay = replayer.Replay(chairs, tricks, decided=(2, "The bid is made"))
replayer.show(replay, key="replay", trick=int(st.query_params.get("trick", 0)))
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    script = tmp_path_factory.mktemp("replay") / "page.py"
    script.write_text(SCRIPT, encoding="utf-8")
    run = ["run", script, "--server.headless=true", "--browser.gatherUsageStats=false"]
    with harness.running("streamlit", *run, port="--server.port") as where:
        yield where


@pytest.fixture
def opened(address: str, open_page: Callable[..., Page]) -> Callable[[str], Page]:
    def at(query: str = "") -> Page:
        page = open_page(address + query)
        page.wait_for_selector(".bw-steps")
        return page

    return at


def said(page: Page, words: str) -> None:
    expect(page.locator(".bw-said p:visible")).to_contain_text(words)


def test_keys_step_to_either_end(opened: Callable[..., Page]) -> None:
    page = opened()
    said(page, "Before the lead")
    page.keyboard.press("ArrowRight")
    said(page, "Trick 1: Cy plays the ace of spades")
    page.keyboard.press("End")
    said(page, "The bid is made")
    page.keyboard.press("ArrowLeft")
    said(page, "Trick 2: Ann <b> plays the six of diamonds")
    page.keyboard.press("Home")
    said(page, "Before the lead")


def test_a_link_opens_its_trick_and_stepping_moves_it(opened: Callable[..., Page]) -> None:
    page = opened("?trick=1")
    said(page, "Bo reneged. South takes it. Books: N-S 2, E-W 0")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/?trick=2")


def test_a_tap_on_a_trick_jumps_to_its_end(opened: Callable[..., Page]) -> None:
    page = opened()
    page.locator(".bw-step").nth(1).click()
    said(page, "Bo plays the king of diamonds")
    expect(page.locator(".bw-step[aria-current]")).to_contain_text("2")
    expect(page.locator(".bw-trick .bw-won")).to_have_count(2)


def test_it_plays_by_itself_and_stops(opened: Callable[..., Page]) -> None:
    page = opened()
    page.get_by_label("Play by itself").click()
    said(page, "Trick 1: Di plays the two of spades")
    page.get_by_label("Play by itself").click()
    expect(page.get_by_label("Play by itself")).to_have_text("Play")


def test_the_buttons_are_wide_enough_for_a_finger(opened: Callable[..., Page]) -> None:
    sizes = [button.bounding_box() for button in opened().locator(".bw-steps button").all()]
    assert all(size and min(size["width"], size["height"]) >= 44 for size in sizes)
