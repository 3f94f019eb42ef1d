"""Sheets of games and tournaments: they hold no hands."""

import pytest

from recorder.formats import GAMES, read

WIDE = (
    "Summer Open\n"
    "Team #,Team Name,R1 W/L,R1 Points,R1 Hands,R1 Boston,R2 W/L,R2 Points,R2 Hands,R2 Boston,"
    "Wins,Points,Hands,Bostons\n"
    "1,Aces,W,12,3,1,L,4,1,0,1,16,4,1\n"
    "2,Kings,L,2,1,0,W,14,3,0,1,17,4,0\n"
    "3,Jacks,X,2,1,0,W,14,3,0,1,16,4,0\n"
)
LONG = (
    "match_id,round,table,team_a,team_b,score_a,score_b,hands_a,hands_b,boston_a,boston_b,"
    "winner,status,entered_by\n"
    "m1,1,3,Aces,Kings,7,-2,3,1,1,0,Aces,final,Jo\n"
    "m2,1,4,Jacks,Tens,x,7,,,,,Tens,final,Jo\n"
    "m3,2,4,Jacks,Tens,3,7,,,,,Queens,final,Jo\n"
    "m4,2,4,Jacks,Tens,,,,,,,,unplayed,\n"
)


def test_wide() -> None:
    reading = read(WIDE.encode(), "open.csv")
    assert reading.format == "games"
    assert reading.hands.is_empty()
    assert reading.games.columns == list(GAMES)
    rows = reading.games.select("line", "round", "team_a", "score_a", "hands_a", "winner").rows()
    assert rows == [
        (3, 1, "Aces", 12, 3, "a"),
        (3, 2, "Aces", 4, 1, "b"),
        (4, 1, "Kings", 2, 1, "b"),
        (4, 2, "Kings", 14, 3, "a"),
    ]
    assert reading.games["bostons_a"].to_list() == [1, 0, 0, 0]
    assert [note.code for note in reading.notes] == ["totals_differ"]
    assert "Kings: 17 points are written, its rounds come to 16" in reading.notes[0].message
    (fault,) = reading.quarantined
    assert (fault.line, fault.column) == (5, 9)


def test_long() -> None:
    reading = read(LONG.encode(), "open.csv")
    rows = reading.games.select("game", "team_a", "team_b", "score_a", "score_b", "winner").rows()
    assert rows == [
        ("m1", "Aces", "Kings", 7, -2, "a"),
        ("m4", "Jacks", "Tens", None, None, None),
    ]
    assert [(fault.line, fault.column) for fault in reading.quarantined] == [(3, 19), (4, 27)]


@pytest.mark.parametrize("sign", [";", "\t"])
def test_other_delimiters(sign: str) -> None:
    assert read(LONG.replace(",", sign).encode(), "f").games.height == 2


TITLES = [
    ("a title", "Eastside Spring Open, 12 April 2026\n\n", "Eastside Spring Open, 12 April 2026"),
    ("two lines", "Spring Open,,,\n12 April 2026,,,\n", "Spring Open, 12 April 2026"),
    ("none", "", None),
    ("words of a letter", "Hi all,\nhere is Saturday:\n", None),
    ("too many lines", "One\nTwo\nThree\n", None),
    ("a zero byte", "Spring\0Open\n", None),
]


@pytest.mark.parametrize(
    ("above", "event"), [one[1:] for one in TITLES], ids=[t[0] for t in TITLES]
)
def test_the_title_above_a_sheet_is_its_event(above: str, event: str | None) -> None:
    sheet = f"{above}{WIDE.partition(chr(10))[2]}"
    assert read(sheet.encode(), "open.csv").games["event"].unique().to_list() == [event]
    with_event = f"{above}team_a,team_b,score_a,score_b,event\nAces,Kings,7,2,Cup\n"
    assert read(with_event.encode(), "cup.csv").games["event"].to_list() == ["Cup"]
