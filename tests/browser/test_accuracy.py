"""Bidding accuracy and the adviser, driven as people use them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from analytics.accuracy.analyse import running
from recorder.club import Club
from tests.browser import harness

pytestmark = pytest.mark.browser

VECTORS = Path(__file__).parents[1] / "vectors"
WAIT = 60_000  # milliseconds, for what is worked out in the background


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A hand with all its cards, not analysed yet."""
    made = Club.create(tmp_path / "club", "Thursday")
    first = (VECTORS / "hands.jsonl").read_text(encoding="utf-8").splitlines()[0]
    made.import_bytes(first.encode(), "hands.jsonl")
    return made.path


def test_a_club_is_analysed_from_its_page(
    club: Path, serve_folder: Callable[[Path], str], open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{serve_folder(club)}/accuracy", width="phone")
    expect(page.get_by_text("None of these hands is analysed yet")).to_be_visible()
    page.get_by_role("button", name="Analyse them").click()
    expect(page.get_by_text("of bids were sound")).to_be_visible(timeout=WAIT)
    assert running(club) is None
    assert harness.faults(page) == []


def test_a_hand_is_dealt_and_advised(
    club: Path, serve_folder: Callable[[Path], str], open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{serve_folder(club)}/adviser", width="phone")
    page.get_by_role("button", name="Deal a hand").click()
    expect(page.get_by_text("of the time")).to_be_visible(timeout=WAIT)
    assert harness.faults(page) == []
