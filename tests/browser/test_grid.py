"""An evening pasted from a spreadsheet into the grid."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from recorder.club import Club
from tests.browser import harness

pytestmark = pytest.mark.browser

PEOPLE = {"N": "Ann", "E": "Bo", "S": "Cy", "W": "Di"}
# The columns of the grid: dealer, bidder, bid, trump, books.
COPIED = "\tAnn\t4 up\tS\t11\n\tBo\t3 no\t\t8\n\tCy\t3 down\tH\t9\n"


def test_rows_copied_from_a_spreadsheet_are_read_and_recorded(
    tmp_path: Path, serve_folder: Callable[[Path], str], open_page: Callable[..., Page]
) -> None:
    club = Club.create(tmp_path / "club", "Thursday")
    page = open_page(f"{serve_folder(club.path)}/grid")
    for seat, name in PEOPLE.items():
        box = page.locator(f".st-key-grid_{seat} input")
        box.fill(name)
        box.press("Enter")
        expect(box).to_have_value(name)
        harness.settle(page)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("text => navigator.clipboard.writeText(text)", COPIED)
    grid = page.locator("[data-testid=stDataFrame] canvas").first
    grid.scroll_into_view_if_needed()
    page.wait_for_timeout(500)  # the table takes taps a moment after it is drawn
    grid.click(position={"x": 40, "y": 55}, force=True)
    page.keyboard.press("Control+V")
    expect(page.get_by_text("Game 1, hand 2 · Bo 3 no trump, set with 8")).to_be_visible()
    page.get_by_role("button", name="Record 3 hands").click()
    expect(page.get_by_text("3 hands recorded")).to_be_visible()
    page.get_by_role("link", name="See the evening").click()
    page.wait_for_url("**/evening?*")
    harness.settle(page)
    expect(page.locator(".bw-say").first).to_contain_text("3\xa0hands in 1\xa0game")
    bids = club.query("select bid from hand where state = 'current' order by hand")["bid"]
    assert bids.to_list() == ["4 up", "3 no", "3 down"]
