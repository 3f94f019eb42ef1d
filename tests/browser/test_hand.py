"""The pages of hands in a browser: from the list to a hand, through its tricks, on to its game."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from recorder.club import Club
from tests.browser import harness

pytestmark = pytest.mark.browser

LOGS = Path(__file__).parents[1] / "formats" / "logs"
MARKUP = "<img src=x onerror=alert(1)>"
HAND = {
    "format": "bidwhist/1",
    "date": "2026-11-26",
    "game": "A",
    "rules": "pagat",
    "players": {"N": "Ann", "E": MARKUP, "S": "Cy", "W": "Di"},
    "trump": "S",
}
RESULTS = [("S", "4 up", 11), ("E", "5 down", 9), ("N", "3 no", 10)]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, serve_folder: Callable[[Path], str]) -> str:
    club = Club.create(tmp_path_factory.mktemp("hands") / "club", "Thursday")
    hands = [
        HAND | {"hand": number, "bidder": bidder, "bid": bid, "books": books}
        for number, (bidder, bid, books) in enumerate(RESULTS, 1)
    ]
    hands[2] = hands[2] | {"trump": "no", "direction": "up"}
    club.import_bytes("\n".join(map(json.dumps, hands)).encode(), "hands.jsonl")
    log = LOGS / "trickster_52_set.ptn"
    club.import_bytes(log.read_bytes(), log.name)
    return serve_folder(club.path)


def played(address: str, page: Page) -> str:
    """The id of the hand of which every card is known, as the list finds it."""
    page.goto(f"{address}/hands?q=trickster_52")
    harness.settle(page)
    open_first_row(page)
    return page.url.partition("id=")[2]


def open_first_row(page: Page) -> None:
    box = page.get_by_test_id("stDataFrame").locator("canvas").first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 50, box["y"] + 55)
    page.wait_for_url("**/hand?id=*")
    harness.settle(page)


def said(page: Page, words: str | re.Pattern[str]) -> None:
    expect(page.locator(".bw-said p:visible")).to_contain_text(words)


def test_a_row_of_the_list_opens_its_hand_and_the_keys_step_through_it(
    address: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(address + "/hands")
    hand = played(address, page)
    said(page, "Before the lead")
    page.keyboard.press("ArrowRight")
    said(page, "Trick 1: ")
    page.keyboard.press("End")
    said(page, "Trick 12: ")
    expect(page.locator(".bw-decided")).to_have_text("bid set")
    # Every card has been played, and each has left its place behind.
    expect(page.locator(".bw-chair .bw-card:not(.bw-gone)")).to_have_count(0)
    expect(page.locator(".bw-chair .bw-card.bw-gone")).to_have_count(48)
    page.keyboard.press("Home")
    expect(page.locator(".bw-chair .bw-card.bw-gone")).to_have_count(0)
    assert f"id={hand}" in page.url


def test_a_link_opens_any_trick_and_shows_what_else_could_have_been_played(
    address: str, open_page: Callable[..., Page]
) -> None:
    hand = played(address, open_page(address))
    page = open_page(f"{address}/hand?id={hand}&trick=1", width="phone", theme="dark")
    page.wait_for_selector(".bw-steps")
    said(page, re.compile("Trick 1: .* takes it"))
    expect(page.locator(".bw-step[aria-current]")).to_contain_text("1")
    page.keyboard.press("ArrowRight")
    leader = page.locator(".bw-chair", has=page.locator(".bw-could"))
    expect(leader).to_have_count(1)
    assert page.locator(".bw-could").count() == 10
    assert harness.faults(page) == []


def test_the_search_finds_by_name_and_the_link_keeps_it(
    address: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(address + "/hands")
    page.get_by_placeholder("A name, an event").fill("ann cy")
    page.keyboard.press("Enter")
    expect(page.locator(".bw-say").first).to_contain_text("3\xa0hands, with “ann cy”")
    page.wait_for_url("**q=ann+cy*")
    again = open_page(page.url)
    expect(again.locator(".bw-say").first).to_contain_text("3\xa0hands, with “ann cy”")


def test_hands_lead_to_each_other_and_to_their_game(
    address: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(address + "/hands?q=ann&sort=worst")
    open_first_row(page)
    expect(page.locator(".bw-say").first).to_contain_text(f"{MARKUP} bids 5 downtown in spades")
    page.get_by_role("link", name="Hand before").click()
    expect(page.locator(".bw-say").first).to_contain_text("Cy bids 4 uptown in spades")
    expect(page.get_by_role("link", name="Hand before")).to_have_count(0)
    harness.settle(page)
    page.get_by_role("link", name="The whole game").click()
    page.wait_for_url("**/games?of=*")
    harness.settle(page)
    expect(page.locator(".bw-say").first).to_contain_text("in 3\xa0hands: the target is reached")
    expect(page.get_by_test_id("stVegaLiteChart")).to_have_count(1)


def test_a_row_of_the_games_opens_it_and_leads_back(
    address: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(address + "/games?people=Ann", width="phone")
    box = page.get_by_test_id("stDataFrame").locator("canvas").first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 50, box["y"] + 55)
    page.wait_for_url("**of=*")
    expect(page.locator(".bw-say").first).to_contain_text("in 3\xa0hands: the target is reached")
    harness.settle(page)
    page.get_by_role("button", name="All games").click()
    expect(page.locator(".bw-say").first).to_contain_text(
        "1\xa0finished game with Ann at the table"
    )
    assert "of=" not in page.url
