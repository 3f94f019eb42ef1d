"""A game written down by touch on a phone, and what becomes of it when things go wrong."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from dashboard.record import drafts
from dashboard.record.drafts import Draft
from recorder.club import Club
from recorder.club.game_hands import hands_of_game
from recorder.hand import HandRecord
from recorder.seats import Seat
from recorder.sitting import Sitting, evening_now
from tests.browser import harness

pytestmark = pytest.mark.browser

LONG_SUIT = ("AS", "KS", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "TH", "2C")
PLAYERS = {"North": "Ann", "South": "Cy", "East": "Bo", "West": "Dédé <b>"}

# What is tapped for each hand, and what has to be stored.
GAME = [
    ("bidder-E level-4 kind-up trump-S books-11", ("E", "4 up", "S", None, 11)),
    ("bidder-N level-3 kind-no direction-down books-9", ("N", "3 no", None, "down", 9)),
    ("bidder-W level-3 kind-down trump-H books-8", ("W", "3 down", "H", None, 8)),
]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Club:
    return Club.create(tmp_path_factory.mktemp("record") / "club", "Thursday")


@pytest.fixture(scope="module")
def address(club: Club) -> Iterator[str]:
    with harness.serving(club.path) as where:
        yield f"{where}/enter"


def sitting(club: Club, table: str, number: int = 1) -> Sitting:
    evening = evening_now(club.time_zone).isoformat()
    return Sitting(evening, table, number, ("Ann", "Bo", "Cy", "Dédé <b>"), "pagat", Seat.S)


def stored(club: Club, table: str) -> list[HandRecord]:
    where = sitting(club, table)
    return [kept.record for kept in hands_of_game(club, where.evening, where.game)]


@pytest.fixture
def at_table(club: Club, address: str, open_page: Callable[..., Page]) -> Callable[[str], Page]:
    """A phone at a table where the four of `PLAYERS` sit, South dealing first."""

    def opened(table: str) -> Page:
        where = Draft(sitting(club, table))
        if drafts.find(club.path, where.name) is None:
            drafts.save(club.path, where)
        page = open_page(f"{address}?at={where.name}", width="phone")
        expect(page.locator("[data-pad=done]")).to_be_visible()
        return page

    return opened


def tap(page: Page, pads: str) -> None:
    for pad in pads.split():
        page.locator(f'[data-pad="{pad}"]').tap()


def record(page: Page, pads: str, number: int) -> None:
    tap(page, pads)
    tap(page, "done")
    expect(page.get_by_text(f"Hand {number} is recorded")).to_be_visible()


def pressed(page: Page) -> list[str]:
    pads = page.locator('.bw-keypad [aria-pressed="true"]')
    found: list[str] = pads.evaluate_all("pads => pads.map(pad => pad.dataset.pad)")
    return found


def facts(hand: HandRecord) -> tuple[object, ...]:
    return (hand.bidder, hand.bid, hand.trump, hand.direction, hand.books)


def test_a_whole_game_by_touch(club: Club, address: str, open_page: Callable[..., Page]) -> None:
    page = open_page(address, width="phone")
    for place, name in PLAYERS.items():
        box = page.locator(f".st-key-new_{place[0]} input")
        box.fill(name)
        box.press("Enter")
        expect(box).to_have_value(name)
        harness.settle(page)
    page.get_by_role("radio", name="Cy").tap()
    page.get_by_role("button", name="Start").tap()
    for number, (pads, _) in enumerate(GAME[:2], 1):
        record(page, pads, number)
    tap(page, "bidder-W level-4 kind-down")
    expect(page.locator(".bw-keypad .said")).to_contain_text("Needs 10")
    page.reload()
    expect(page.locator("[data-pad=level-4]")).to_have_attribute("aria-pressed", "true")
    assert pressed(page) == ["bidder-W", "level-4", "kind-down"]
    # The bid was a three after all.
    record(page, "level-3 trump-H books-8", 3)
    assert [facts(hand) for hand in stored(club, "1")] == [said for _, said in GAME]

    page.get_by_role("button", name="3 · Dédé <b> 3 downtown").tap()
    expect(page.get_by_text("Hand 3 as it was recorded")).to_be_visible()
    tap(page, "books-10")
    expect(page.locator(".bw-keypad .said")).to_contain_text("Score 6 to 9")
    tap(page, "done")
    expect(page.get_by_text("Hand 3 is corrected")).to_be_visible()
    expect(page.locator(".bw-say").first).to_contain_text("Bo and Dédé <b> win the game")
    hands = stored(club, "1")
    assert [hand.books for hand in hands] == [11, 9, 10]
    assert [hand.dealer for hand in hands] == ["S", "W", "N"]
    assert {hand.player_w for hand in hands} == {"Dédé <b>"}

    page.get_by_role("button", name="Next game, same seats").tap()
    expect(page.get_by_text("East · deals")).to_be_visible()
    assert harness.faults(page) == []


def test_a_hand_takes_six_taps_that_show_at_once(at_table: Callable[[str], Page]) -> None:
    page = at_table("taps")
    pads = "bidder-E level-4 kind-up trump-S books-11"
    for pad in pads.split():
        tap(page, pad)
        # No waiting: the browser shows a tap before the server has heard of it.
        assert page.locator(f'[data-pad="{pad}"]').get_attribute("aria-pressed") == "true"
    tap(page, "done")
    expect(page.get_by_text("Hand 1 is recorded")).to_be_visible()
    assert len([*pads.split(), "done"]) == 6


def test_both_ends_of_a_table_are_told_of_each_other(
    club: Club, at_table: Callable[[str], Page]
) -> None:
    north, south = at_table("ends"), at_table("ends")
    record(north, "bidder-E level-4 kind-up books-11", 1)
    tap(south, "bidder-E level-4 kind-up books-12")
    expect(south.get_by_text("Meanwhile hand 1 was recorded")).to_be_visible()
    tap(south, "done")
    expect(south.get_by_text("written down otherwise at the other end")).to_be_visible()
    assert [hand.books for hand in stored(club, "ends")] == [11]


def test_two_tables_write_at_once(club: Club, at_table: Callable[[str], Page]) -> None:
    pages = {table: at_table(table) for table in ("7", "8")}
    for page in pages.values():
        tap(page, "bidder-E level-4 kind-up books-11 done")
    for page in pages.values():
        expect(page.get_by_text("Hand 1 is recorded")).to_be_visible()
    assert [len(stored(club, table)) for table in pages] == [1, 1]


def test_a_half_entered_hand_outlives_the_server(
    club: Club, at_table: Callable[[str], Page], open_page: Callable[..., Page]
) -> None:
    page = at_table("restart")
    tap(page, "bidder-E level-5 kind-up")
    expect(page.locator(".bw-keypad .said")).to_contain_text("Needs 11")
    with harness.serving(club.path) as another:
        page = open_page(f"{another}/enter?at={sitting(club, 'restart').evening}/restart")
        expect(page.locator("[data-pad=level-5]")).to_have_attribute("aria-pressed", "true")
        assert pressed(page) == ["bidder-E", "level-5", "kind-up"]


def test_a_bid_outside_the_rules_is_said_and_recorded(
    club: Club, at_table: Callable[[str], Page]
) -> None:
    page = at_table("outside")
    tap(page, "bidder-E level-2 kind-up books-9")
    expect(page.locator(".bw-flag")).to_contain_text("Expected a level from 3 to 7, got '2 up'")
    tap(page, "done")
    expect(page.get_by_role("button", name="1 · Bo 2 uptown")).to_contain_text("⚑")
    assert [hand.bid for hand in stored(club, "outside")] == ["2 up"]


def test_one_line_and_undo(club: Club, at_table: Callable[[str], Page]) -> None:
    page = at_table("line")
    box = page.get_by_label("Or say it in one line")
    box.fill("Bo 4 up spades +1")
    box.press("Enter")
    expect(page.get_by_text("Hand 1 is recorded")).to_be_visible()
    # The box of the next hand takes the place of the one before.
    expect(box).to_have_count(1)
    expect(box).to_have_value("")
    box.fill("Zoe 4 up 10")
    box.press("Enter")
    expect(page.get_by_text("got 'Zoe' at letter 1")).to_be_visible()
    page.get_by_role("button", name="Undo hand 1").tap()
    expect(page.get_by_text("Hand 1 is taken out")).to_be_visible()
    assert stored(club, "line") == []


def test_only_legal_cards_are_bright_and_a_renege_can_be_entered(
    club: Club, at_table: Callable[[str], Page]
) -> None:
    page = at_table("cards")
    tap(page, "bidder-E level-4 kind-up trump-H")
    page.get_by_role("radio", name="Cards", exact=True).tap()
    page.get_by_role("radio", name="Cy’s hand").tap()
    expect(page.locator(".bw-cardpad[data-turn$=deal_s]")).to_be_visible()
    for count, card in enumerate(LONG_SUIT, 1):
        page.locator(f'[data-card="{card}"]').tap()
        expect(page.get_by_text(f"Cy’s hand: {count} of 12")).to_be_visible()
    page.get_by_role("radio", name="The play").tap()
    expect(page.get_by_text("Trick 1: Bo is to play")).to_be_visible()
    expect(page.locator(".bw-cardpad[data-turn*=play]")).to_be_visible()
    page.locator('[data-card="3S"]').tap()
    expect(page.get_by_text("Trick 1: Cy is to play")).to_be_visible()
    bright = page.locator(".bw-cardpad .bright")
    expect(bright).to_have_count(2)
    expect(page.locator(".bw-cardpad[data-turn$='3S']")).to_be_visible()
    page.locator('[data-card="2C"]').tap()
    expect(page.get_by_text("Trick 1: Dédé <b> is to play")).to_be_visible()
    expect(page.locator(".bw-flag")).to_contain_text("S played 2C at trick 1")
    tap(page, "books-10 done")
    expect(page.get_by_text("Hand 1 is recorded")).to_be_visible()
    assert stored(club, "cards")[0].tricks == "E: 3S 2C"
