"""Bidding accuracy, the adviser and a hand: clubs analysed wholly, partly and not at all."""

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from analytics.accuracy.analyse import analyse
from analytics.accuracy.questions import questions
from recorder.club import Club
from tests.browser.harness import ONE_HAND
from tests.dashboard.test_views_states import said

VECTORS = Path(__file__).parents[1] / "vectors"
CARDS = "BJ AS KS QS 9S 4S AH KH 5H 7D 6D 2C"

Opened = Callable[..., AppTest]


@pytest.fixture(scope="module")
def clubs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Club]:
    folder = tmp_path_factory.mktemp("clubs")
    hands = "\n".join((VECTORS / "hands.jsonl").read_text(encoding="utf-8").splitlines()[:2])
    made = {name: Club.create(folder / name, name) for name in ("empty", "one", "fresh", "partly")}
    made["one"].import_bytes(ONE_HAND.encode(), "one.toml")
    for name in ("fresh", "partly"):
        made[name].import_bytes(hands.encode(), "hands.jsonl")
    analyse(made["partly"], samples=20, limit=1)
    return made


@pytest.fixture
def opened(clubs: dict[str, Club], monkeypatch: pytest.MonkeyPatch) -> Opened:
    def run(view: str, club: str, /, **query: str) -> AppTest:
        monkeypatch.setenv("BIDWHIST_CLUB", str(clubs[club].path))
        page = AppTest.from_string(
            f"from dashboard.views import {view}\n{view}.page()", default_timeout=120
        )
        for name, value in query.items():
            page.query_params[name] = value
        page.run()
        assert not page.exception, page.exception
        return page

    return run


STATES = [
    ("empty", "has the cards that its players held"),
    ("one", "has the cards that its players held"),
    ("fresh", "None of these hands is analysed yet"),
    ("partly", "1 of 2"),
]


@pytest.mark.parametrize(("club", "words"), STATES)
def test_how_far_the_club_is_analysed_is_said(opened: Opened, club: str, words: str) -> None:
    assert words in said(opened("accuracy", club))


@pytest.mark.parametrize("look", ["bidding", "review", "luck", "calibration"])
def test_every_look_opens_by_its_link(opened: Opened, look: str) -> None:
    assert "How bids are judged" in str(opened("accuracy", "partly", look=look).expander)


def test_nobody_who_only_looks_can_start_a_run(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    def buttons() -> list[str]:
        return [button.label for button in opened("accuracy", "partly").button]

    assert "Analyse the rest" in buttons()
    monkeypatch.setenv("BIDWHIST_READ_ONLY", "1")
    assert "Analyse the rest" not in buttons()


def test_a_hand_says_what_its_calls_were_worth(opened: Opened, clubs: dict[str, Club]) -> None:
    newest = questions(clubs["partly"])[0].id
    page = opened("hand", "partly", id=newest)
    assert "From the cards" in said(page)
    assert "With all cards seen the bidders take" in said(page)
    fresh = opened("hand", "fresh", id=newest)
    assert "Analyse this hand" in [button.label for button in fresh.button]


ADVICE = [
    ("", "Type the cards you hold"),
    ("AS KS", "Expected 12 different cards, got 2"),
    ("AS KZ", "KZ"),
    (CARDS, "of the time"),
]


@pytest.mark.parametrize(("cards", "words"), ADVICE)
def test_the_adviser_says_what_to_bid_or_what_is_wrong(
    opened: Opened, cards: str, words: str
) -> None:
    assert words in said(opened("adviser", "empty", cards=cards))


def test_a_call_that_is_not_allowed_is_refused(opened: Opened) -> None:
    page = opened("adviser", "empty", cards=CARDS, calls="5 up, 4 down")
    assert "Expected more than the '5 up' that stands" in said(page)
