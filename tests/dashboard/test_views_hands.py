"""The pages of hands, games, standings, auction and kitty, for every kind of club and hand."""

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.views import auction, games, hands, kitty, standings
from recorder.club import Club
from tests.browser.harness import ONE_HAND
from tests.dashboard.clubs import NAMES, season

VIEWS = ("hand", "hands", "games", "standings", "auction", "kitty")
LOOKS = [
    *(("hands", "sort", sort) for sort in hands.ORDERS),
    *(("games", "look", look) for look in games.LOOKS),
    *(("standings", "order", order) for order in standings.ORDERS),
    *(("auction", "look", look) for look in auction.LOOKS),
    *(("auction", "by", who) for who in auction.WHO),
    *(("kitty", "look", look) for look in kitty.LOOKS),
]
LOGS = Path(__file__).parents[1] / "formats" / "logs"
START = {"format": "bidwhist/1", "date": "2026-04-01", "rules": "pagat", "players": NAMES}
SPECIAL = {
    "passed out": {"hand": 1, "dealer": "W", "calls": ["pass", "pass", "pass", "pass"]},
    "stopped": {
        "hand": 2,
        "dealer": "E",
        "calls": ["pass", "pass", "4 up", "pass"],
        "trump": "S",
        "tricks": ["N: AS KS QS 2S", "N: BJ"],
    },
    "not possible": {
        "hand": 3,
        "bidder": "S",
        "bid": "3 no",
        "direction": "up",
        "tricks": ["S: AS AS LJ 2S"],
    },
    "a level alone": {"hand": 4, "bidder": "S", "bid": "4", "made": True},
    "nothing known": {"hand": 5},
    "noted": {"hand": 6, "bidder": "S", "bid": "4 up", "note": "<script>x</script> **bold**"},
}

Opened = Callable[..., AppTest]


@pytest.fixture(scope="module")
def clubs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("clubs")
    one = Club.create(folder / "one", "One hand")
    one.import_bytes(ONE_HAND.encode(), "one.toml")
    rare = Club.create(folder / "rare", "Rare hands")
    lines = [START | {"game": why} | facts for why, facts in SPECIAL.items()]
    rare.import_bytes("\n".join(map(json.dumps, lines)).encode(), "rare.jsonl")
    for log in sorted(LOGS.glob("*.ptn")):
        rare.import_bytes(log.read_bytes(), log.name)
    return {
        "empty": Club.create(folder / "empty", "Empty").path,
        "one": one.path,
        "rare": rare.path,
        "season": season(folder / "season").path,
    }


@pytest.fixture
def opened(clubs: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> Opened:
    """`opened("hands", "season", sort="worst")`: a page that has run."""

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


def html(page: AppTest) -> str:
    return "\n".join(element.proto.body for element in page.get("html"))


def ids(path: Path, where: str = "true") -> list[str]:
    sql = f"select hex_id(hand_id) as id from hand where state = 'current' and {where}"
    return Club.open(path).query(sql)["id"].to_list()


@pytest.mark.parametrize(("view", "kind"), list(product(VIEWS, ("empty", "one", "rare", "season"))))
def test_every_page_says_something(opened: Opened, view: str, kind: str) -> None:
    assert "bw-say" in html(opened(view, kind))


@pytest.mark.parametrize(("view", "name", "value"), LOOKS)
def test_every_look_opens_by_its_link(opened: Opened, view: str, name: str, value: str) -> None:
    assert "bw-say" in html(opened(view, "season", **{name: value}))


@pytest.mark.parametrize("game", [*SPECIAL, None])
def test_every_kind_of_hand_has_its_page(
    opened: Opened, clubs: dict[str, Path], game: str | None
) -> None:
    where = "game is null" if game is None else f"game = '{game}'"
    found = ids(clubs["rare"], where)
    assert found
    for hand in found:
        page = opened("hand", "rare", id=hand)
        assert "bw-say" in html(page)
        assert not page.warning or game == "not possible"


@pytest.mark.parametrize("view", VIEWS)
def test_names_and_notes_are_never_markup(opened: Opened, view: str) -> None:
    for kind in ("season", "rare"):
        page = opened(view, kind)
        assert NAMES["E"] not in html(page)
        assert "<script>" not in html(page)
        markdown = "\n".join(element.value for element in page.markdown)
        assert "*Cy* [x](y)" not in markdown
        assert "**bold**" not in markdown


@pytest.mark.parametrize("wanted", ["0000", "f" * 16, "<b>", "no such hand id"])
def test_a_link_to_no_hand_says_so(opened: Opened, wanted: str) -> None:
    [warning] = opened("hand", "season", id=wanted).warning
    assert warning.value


def test_a_link_to_no_game_says_so(opened: Opened) -> None:
    assert opened("games", "season", of="f" * 16).warning


def test_a_search_that_finds_nothing_says_what_it_looked_for(opened: Opened) -> None:
    assert "No hand has “zebra” in its names" in html(opened("hands", "season", q="zebra"))


def test_the_costliest_hand_is_told_first(opened: Opened) -> None:
    said = html(opened("hands", "season", sort="worst"))
    assert "The costliest: 5 no trump" in said
    assert "set by" in said


def test_books_over_the_bid_are_asked_for_like_anything_else(opened: Opened) -> None:
    assert "12\xa0hands set by 2; the last" in html(opened("hands", "season", margin="-2"))
    said = html(opened("bids", "season", margin="0|1"))
    assert "Made exactly or made with 1 over: 100\xa0% of the bids are made (24 of 24" in said


def test_a_game_is_told_in_a_sentence(opened: Opened, clubs: dict[str, Path]) -> None:
    [first] = ids(clubs["one"])
    said = html(opened("games", "one", of=first))
    assert "Ann &amp; Cy 0, Bo &amp; Di 5 after 1\xa0hand; the game was not finished." in said


def test_two_records_stand_side_by_side_until_one_is_chosen(
    opened: Opened, clubs: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = Club.create(tmp_path / "club", "Two books")
    said = START | {"table": "1", "game": "A", "hand": 1, "bidder": "S", "bid": "4 up"}
    for books in (11, 9):
        club.import_bytes(json.dumps(said | {"books": books}).encode(), f"{books} books.jsonl")
    clubs["two"] = club.path
    [hand] = ids(club.path)
    page = opened("hand", "two", id=hand)
    assert "makes it with 1 over" in html(page)
    assert all(f"{books} books.jsonl" in html(page) for books in (11, 9))
    labels = [button.label for button in page.button]
    assert labels == ["Record 1 is right", "Record 2 is right"]

    monkeypatch.setenv("BIDWHIST_READ_ONLY", "1")
    assert not opened("hand", "two", id=hand).button
    monkeypatch.delenv("BIDWHIST_READ_ONLY")

    page.button[1].click().run()
    assert "is set by 1" in html(page)
    assert not page.button


def test_a_hand_after_midnight_belongs_to_its_evening(
    opened: Opened, clubs: dict[str, Path], tmp_path: Path
) -> None:
    club = Club.create(tmp_path / "club", "Late")
    late = START | {"date": "2026-04-02T00:30:00+00:00", "bidder": "S", "bid": "4 up", "books": 11}
    club.import_bytes(json.dumps(late).encode(), "late.jsonl")
    clubs["late"] = club.path
    [hand] = ids(club.path)
    assert "Wednesday 1 April 2026" in html(opened("hand", "late", id=hand))


def test_a_hand_that_was_looked_at_counts(
    opened: Opened, clubs: dict[str, Path], tmp_path: Path
) -> None:
    clubs["settled"] = season(tmp_path / "club").path
    [hand] = ids(clubs["settled"], "points_ns = 40")
    page = opened("hand", "settled", id=hand)
    assert "out of the figures" in page.warning[0].value
    page.button(key="settle").click().run()
    assert not page.warning
