"""The pages that write: for an empty club, read-only, and where people put things right."""

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.record import drafts
from dashboard.record.drafts import Draft
from recorder.club import Club
from recorder.club.game_hands import enter_hand, hands_of_game
from recorder.hand import HandRecord
from recorder.seats import Seat
from recorder.sitting import Sitting, evening_now

Opened = Callable[..., AppTest]
PLAYERS = ("Ann <b>", "Bo", "Cy", "Di")
VIEWS = ("record", "grid", "evening", "people")


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return Club.create(tmp_path / "club", "Thursday")


@pytest.fixture
def opened(club: Club, monkeypatch: pytest.MonkeyPatch) -> Opened:
    def run(view: str, **query: str) -> AppTest:
        monkeypatch.setenv("BIDWHIST_CLUB", str(club.path))
        script = f"from dashboard.views import {view}\n{view}.page()"
        page = AppTest.from_string(script, default_timeout=60)
        for name, value in query.items():
            page.query_params[name] = value
        return ran(page)

    return run


def ran(page: AppTest) -> AppTest:
    page.run()
    assert not page.exception, page.exception
    return page


def said(page: AppTest) -> str:
    parts = [getattr(one, "value", None) or one.proto.body for one in page.get("html")]
    parts += [one.value for one in (*page.markdown, *page.warning, *page.error)]
    return "\n".join(parts)


def sitting(club: Club, rules: str = "pagat") -> Sitting:
    return Sitting(evening_now(club.time_zone).isoformat(), "1", 1, PLAYERS, rules, Seat.S)


def entered(club: Club, *hands: HandRecord, rules: str = "pagat") -> Sitting:
    where = sitting(club, rules)
    for number, hand in enumerate(hands, 1):
        enter_hand(club, where.record(number, Seat.S, hand))
    drafts.save(club.path, Draft(where))
    return where


SET = HandRecord(bidder="E", bid="4 up", books=8)
MADE = HandRecord(bidder="N", bid="3 up", books=9)


@pytest.mark.parametrize("view", VIEWS)
def test_an_empty_club_says_what_to_do_first(opened: Opened, view: str) -> None:
    assert "bw-say" in said(opened(view))


@pytest.mark.parametrize("view", VIEWS)
def test_nothing_can_be_written_where_it_is_only_to_look_at(
    club: Club, opened: Opened, view: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    entered(club, MADE)
    monkeypatch.setenv("BIDWHIST_READ_ONLY", "1")
    page = opened(view)
    assert "bw-say" in said(page)
    assert [button.label for button in page.button] == []


def test_a_table_that_is_gone_leads_back_to_the_tables(opened: Opened) -> None:
    assert "Who sits where?" in said(opened("record", at="2026-11-26/nowhere"))


def test_four_people_who_are_written_down_already_are_offered_their_table(
    club: Club, opened: Opened
) -> None:
    where = entered(club, MADE)
    page = opened("record")
    # A second scorer starts anew, and seats them in another order.
    for seat, name in zip("NESW", reversed(PLAYERS), strict=True):
        page.selectbox(key=f"new_{seat}").set_value(name)
    page = ran(page)
    assert "These four are being written down at table 1" in said(page)
    page.button(key=f"join_{where.evening}/1").click()
    assert "Table 1, game 1" in said(ran(page))


def test_tables_being_played_are_offered_and_shown(club: Club, opened: Opened) -> None:
    entered(club, MADE)
    labels = [button.label for button in opened("record").button]
    assert any("against Bo and Di" in label for label in labels)
    told = said(opened("evening"))
    assert "Table 1, game 1: Ann &lt;b&gt; and Cy 3, Bo and Di 0" in told


def test_a_set_costs_the_seats_where_people_rise_and_fly(club: Club, opened: Opened) -> None:
    where = entered(club, SET, rules="pagat,session.rise_and_fly=on_set")
    page = opened("record", at=f"{where.evening}/1")
    assert "Bo and Di give up their seats" in said(page)
    chairs = {box.label: box.value for box in page.selectbox}
    assert (chairs["North"], chairs["East"]) == ("Ann <b>", None)


def test_a_hand_is_put_right_taken_out_and_brought_back(club: Club, opened: Opened) -> None:
    where = entered(club, MADE)
    (kept,) = hands_of_game(club, where.evening, where.game)
    page = opened("hand", id=kept.id)
    page.session_state["mend_what"] = "result"
    ran(page)
    page.text_input(key="mended_by").input("Secretary")
    page.text_input(key=f"mend_{kept.id}_books").input("12")
    next(button for button in page.button if button.label == "Save").click()
    ran(page)
    assert club.hand(kept.id).books == 12
    change = club.history(kept.id)[-1]
    assert (change.by, change.field, change.before, change.after) == ("Secretary", "books", 9, 12)

    page.session_state["mend_what"] = "void"
    ran(page)
    page.button(key="void").click()
    ran(page)
    assert hands_of_game(club, where.evening, where.game) == []
    page.button(key="unvoid").click()
    ran(page)
    assert len(hands_of_game(club, where.evening, where.game)) == 1


def test_what_cannot_be_read_is_said_and_changes_nothing(club: Club, opened: Opened) -> None:
    where = entered(club, MADE)
    (kept,) = hands_of_game(club, where.evening, where.game)
    page = opened("hand", id=kept.id)
    page.session_state["mend_what"] = "result"
    ran(page)
    page.text_input(key=f"mend_{kept.id}_bid").input("nine up")
    next(button for button in page.button if button.label == "Save").click()
    ran(page)
    assert "nine up" in page.error[0].value
    assert club.hand(kept.id).bid == "3 up"


def test_a_forgotten_hand_is_put_in(club: Club, opened: Opened) -> None:
    where = entered(club, MADE, SET)
    first, _ = hands_of_game(club, where.evening, where.game)
    page = opened("hand", id=first.id)
    page.session_state["mend_what"] = "order"
    ran(page)
    page.text_input[-1].input("Bo 5 down made")
    next(button for button in page.button if button.label == "Put it in").click()
    ran(page)
    kept = [one.record for one in hands_of_game(club, where.evening, where.game)]
    assert [(one.hand, one.bid) for one in kept] == [(1, "5 down"), (2, "3 up"), (3, "4 up")]


def test_two_spellings_become_one_person_and_come_apart_again(club: Club, opened: Opened) -> None:
    names = ("Ann", "ANN", "Cy", "Di")
    club.enter(HandRecord(player_n=names[0], player_e=names[1], bid="4 up", bidder="N", books=10))
    page = opened("people")
    page.button(key="same_Ann_ANN").click()
    ran(page)
    assert club.people()["names"].to_list() == [["ANN", "Ann"]]
    page = opened("people", person="Ann")
    page.button(key="unalias_ANN").click()
    ran(page)
    assert sorted(club.people()["name"]) == ["ANN", "Ann"]
