"""A file is dropped in, its questions answered, its hands seen, and it is in the club."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from recorder.club import Club
from tests.browser import harness

pytestmark = pytest.mark.browser

SHEET = """\
Date,Table,Game,Hand,North,East,South,West,Dealer,Bidder,Bid,Trump,Books
4/2/2026,1,1,1,Ann,Bo,Cy,Di,N,E,4 up,S,11
4/2/2026,1,1,2,Ann,Bo,Cy,Di,E,S,5 up,S,10
4/2/2026,1,1,3,Ann,Bo,Cy,Di,S,W,0 down,H,11
"""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Club:
    return Club.create(tmp_path_factory.mktemp("import") / "club", "Thursday")


@pytest.fixture(scope="module")
def address(club: Club) -> Iterator[str]:
    with harness.serving(club.path) as where:
        yield f"{where}/import"


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "sheet.csv"
    path.write_text(SHEET, encoding="utf-8")
    return path


def test_a_sheet_is_seen_before_it_is_stored(
    club: Club, address: str, sheet: Path, open_page: Callable[..., Page]
) -> None:
    page = open_page(address, width="phone")
    page.locator("input[type=file]").set_input_files(sheet)
    expect(page.get_by_text("sheet.csv: 3 cannot be read and wait to be mended.")).to_be_visible()
    page.get_by_text("month first").click()
    page.get_by_text("yes, counted").click()
    expect(
        page.get_by_text("sheet.csv: 2 new and 1 cannot be read and wait to be mended.")
    ).to_be_visible()
    harness.settle(page)
    assert club.records().is_empty()
    assert harness.faults(page) == []
    page.get_by_role("button", name="Bring in 2 records").click()
    done = page.get_by_test_id("stAlert").get_by_text("sheet.csv: 2 new and 1 cannot be read")
    expect(done).to_be_visible()
    assert sorted(club.records()["date"]) == ["2026-04-02", "2026-04-02"]

    # The answers are remembered, and what is there already is not stored twice.
    page.locator("input[type=file]").set_input_files(sheet)
    expect(page.get_by_text("sheet.csv: 2 there already and 1 cannot be read")).to_be_visible()
    assert page.get_by_text("month first").count() == 0


def test_pasted_text_is_read_and_what_is_no_use_is_told(
    address: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(address)
    page.get_by_text("Or paste the text of one").click()
    page.get_by_label("Text", exact=True).fill("Dear diary, we played cards.")
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_text("holds no record of Bid Whist that we know")).to_be_visible()
    page.get_by_label("Text", exact=True).fill(harness.ONE_HAND)
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_text("pasted text: 1 new.")).to_be_visible()
    assert harness.faults(page) == []


def test_a_sheet_without_rules_is_held_to_every_rule_set(
    address: str, tmp_path: Path, open_page: Callable[..., Page]
) -> None:
    # Four bid and twelve books made: six points where every book counts, four where the level does.
    book = tmp_path / "book.toml"
    book.write_text(
        'format = "bidwhist/1"\ngame = "x"\n'
        '[[hand]]\nhand = 1\nbidder = "N"\nbid = "4 up"\ntrump = "S"\nbooks = 12\n'
        "points = { NS = 4, EW = 0 }\n",
        encoding="utf-8",
    )
    page = open_page(address)
    page.locator("input[type=file]").set_input_files(book)
    page.get_by_text("1 hand without rules: which fit?").click()
    page.get_by_text("Look for the rules that fit").click()
    first = page.get_by_role("listitem").filter(has_text="fit").first
    expect(first).to_contain_text("parlett", timeout=20_000)
