"""What is corrected elsewhere shows in a dashboard that is open, without a touch."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from recorder.club import Club
from tests.browser import harness

pytestmark = pytest.mark.browser


def test_an_open_page_follows_a_correction(
    tmp_path: Path, serve_folder: Callable[[Path], str], open_page: Callable[..., Page]
) -> None:
    club = Club.create(tmp_path / "club", "Thursday")
    club.import_bytes(harness.ONE_HAND.encode(), "one.toml")
    page = open_page(serve_folder(club.path))
    expect(page.get_by_text("1 of 1 bid made")).to_be_visible()
    hand = club.query("select hex_id(hand_id) as id from hand")["id"][0]
    club.correct(hand, {"books": 9}, "the secretary")
    expect(page.get_by_text("0 of 1 bid made")).to_be_visible(timeout=30_000)
