"""The pages of house rules, driven as people use them."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from recorder.club import Club
from tests.browser import harness

pytestmark = pytest.mark.browser

GAME = """\
format = "bidwhist/1"
date = 2026-11-26
game = "1"
table = "1"
rules = "pagat"
players = { N = "Ann <b>", E = "Bo", S = "Cy", W = "Di" }
"""
HAND = """
[[hand]]
hand = {hand}
bidder = "{bidder}"
bid = "{bid}"
trump = "S"
books = {books}
"""
PLAYED = [("N", "4 up", 12), ("E", "5 up", 12), ("N", "3 up", 8), ("E", "4 up", 10)]


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """One game that a target of five gives to the other side."""
    folder = tmp_path / "club"
    hands = [
        HAND.format(hand=number, bidder=bidder, bid=bid, books=books)
        for number, (bidder, bid, books) in enumerate(PLAYED, 1)
    ]
    Club.create(folder, "The flipped club").import_bytes(
        (GAME + "".join(hands)).encode(), "game.toml"
    )
    return folder


def test_a_flipped_rule_shows_the_game_it_flips_and_the_link_shows_it_again(
    club: Path, serve_folder: Callable[[Path], str], open_page: Callable[..., Page]
) -> None:
    address = serve_folder(club)
    page = open_page(f"{address}/house-rules?a=pagat&flip=game.target%3D5")
    expect(page.get_by_text("1 of 1 game would have another winner").first).to_be_visible()
    expect(page.get_by_text("people would have bid otherwise").first).to_be_visible()
    choice = page.get_by_role("combobox", name="1 game with another winner")
    expect(choice).to_have_value(re.compile("Ann <b> & Cy v. Bo & Di"))
    assert harness.faults(page) == []

    again = open_page(page.url)
    expect(again.get_by_text("1 of 1 game would have another winner").first).to_be_visible()


def test_the_rule_that_matters_most_is_found(
    club: Path, serve_folder: Callable[[Path], str], open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{serve_folder(club)}/house-rules?a=pagat")
    page.get_by_text("Flip every rule of pagat").click()
    harness.settle(page)
    chart = page.locator(".st-key-chart_switches")
    expect(chart).to_be_visible(timeout=20_000)


def test_rules_are_changed_saved_and_given_to_an_evening(
    club: Path, serve_folder: Callable[[Path], str], open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{serve_folder(club)}/rule-sets", width="phone")
    page.get_by_text("The game", exact=True).click()
    harness.settle(page)
    target = page.locator(".st-key-pagat-game-target").get_by_role("combobox")
    target.click()
    target.fill("score of 5")
    page.get_by_role("option", name="A score of 5 or more wins").click()
    harness.settle(page)
    expect(page.get_by_text("What you changed")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("Short game")
    page.get_by_role("button", name="Save these rules").click()
    harness.settle(page)
    by = page.locator(".st-key-assign_rules_by").get_by_role("combobox")
    by.click()
    by.fill("Short")
    page.get_by_role("option", name="Short game").click()
    page.get_by_role("button", name="Score it by these rules").click()
    harness.settle(page)
    opened = Club.open(club)
    assert opened.saved_rules()["Short game"].spec == "pagat,game.target=5"
    ended = opened.query("select score_ns, score_ew, winner, hands from game order by number")
    assert ended["winner"].to_list()[0] == "NS"
