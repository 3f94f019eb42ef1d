"""An evening's figures, the report of it, and people who are written in two ways."""

import re
from pathlib import Path

import polars as pl
import pytest

from analytics.evening import evening, evenings
from analytics.facts import facts
from analytics.people import look_alikes
from dashboard import evening_words
from dashboard.report import report
from recorder.cli import main
from recorder.club import Club
from recorder.club.game_hands import enter_hand
from recorder.hand import HandRecord
from recorder.seats import Seat
from recorder.sitting import Sitting

SITTING = Sitting("2026-11-26", "1", 1, ("Ann", "Bo", "Cy", "<b>Di</b>"), "pagat", Seat.S)
HANDS = [
    HandRecord(bidder="N", bid="5 up", trump="S", books=10),
    HandRecord(bidder="E", bid="4 no", books=13),
    HandRecord(status="passed_out"),
    HandRecord(bidder="W", bid="4 up", books=10),
]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Club:
    club = Club.create(tmp_path_factory.mktemp("evening") / "club", "Thursday & Co")
    for number, hand in enumerate(HANDS[:2], 1):
        enter_hand(club, SITTING.record(number, Seat.S, hand))
    following = SITTING.next_game(Seat.N)
    for number, hand in enumerate(HANDS[2:], 1):
        enter_hand(club, following.record(number, Seat.N, hand))
    return club


def test_games_places_and_swings_of_an_evening(club: Club) -> None:
    known = facts(club)
    (day,) = evenings(known)
    one = evening(known, day)
    assert (one.games.height, one.finished, one.hands.height) == (2, 1, 4)
    assert one.places.rows() == [
        ("<b>Di</b> & Bo", 2, 1, 18, -5, 2, 2, 0, 1),
        ("Ann & Cy", 2, 0, -5, 18, 1, 0, 1, 0),
    ]
    assert one.swings["points"].to_list() == [14, -5, 4]
    assert one.bostons["bid"].to_list() == ["4 no"]
    assert (one.bids, one.sets) == (3, 1)


def test_points_for_are_the_others_points_against(club: Club) -> None:
    known = facts(club)
    places = evening(known, evenings(known)[0]).places
    assert places["points_for"].sum() == places["points_against"].sum()
    assert (places["bids"] == places["made"] + places["sets"]).all()


def test_the_evening_is_told_in_words(club: Club) -> None:
    known = facts(club)
    one = evening(known, evenings(known)[0])
    plain = evening_words.headline(one).replace("\xa0", " ")
    assert plain == "4 hands in 2 games, 1 not finished; 1 of 3 bids set."
    assert evening_words.leader(one).startswith("<b>Di</b> & Bo are in front with 1 of 2")
    told = [evening_words.swing(row) for row in one.swings.iter_rows(named=True)]
    assert told[1] == "Ann 5 uptown ♠, set by 1: +5 for <b>Di</b> & Bo"


def test_the_report_is_one_file_that_asks_for_nothing(club: Club, tmp_path: Path) -> None:
    file = tmp_path / "evening.html"
    with pytest.raises(SystemExit) as left:
        main(["report", "--club", str(club.path), "--to", str(file)])
    assert not left.value.code
    html = file.read_text(encoding="utf-8")
    known = facts(club)
    assert html == report(club.name, evening(known, evenings(known)[0]))
    assert not re.search(r"https?:|//|<script|<link|@import|url\(", html)
    assert "<b>Di" not in html
    assert "Thursday &amp; Co: Thursday 26 November 2026" in html
    assert html.count("<section>") == 6


def test_an_evening_that_was_not_is_refused(club: Club, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["report", "--club", str(club.path), "--evening", "2026-11-27"])
    assert left.value.code == 2
    assert "such as 2026-11-26, got '2026-11-27'" in " ".join(capsys.readouterr().err.split())


def test_names_that_look_alike_are_asked_about_once() -> None:
    names = ["ANN LEE", "Ann Lee", "Ann-Lee", "Bo", "Zoé", "Zoe", "李"]
    people = pl.DataFrame({"key": names, "name": names})
    assert look_alikes(people) == [("Ann Lee", "Ann-Lee"), ("Ann Lee", "ANN LEE"), ("Zoe", "Zoé")]
