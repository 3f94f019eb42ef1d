"""What goes out of a club comes into another as the same club, and what cannot is said."""

from pathlib import Path
from typing import Any

import pytest

from recorder.club import Club
from recorder.formats import WRITERS
from recorder.hand import FACTS
from tests.club.hands import entered, game, hand, hand_id, lines, new_club
from tests.club.test_command_line import run

TEAMS = "Team #,Team Name,R1 W/L,R1 Points,R2 W/L,R2 Points\n1,=Aces,W,12,L,-4\n2,Kings,L,2,W,14\n"
LONG = "round,table,team_a,team_b,score_a,score_b,winner\n1,3,Aces,Kings,7,-2,Aces\n"
TABLES = ("replay", "score", "game", "finding")
_NAMES = ", ".join(f'"{name}"' for name in FACTS)


def tables(club: Club, *names: str) -> dict[str, list[tuple[Any, ...]]]:
    """Rows of tables, without the number of the file that they came from."""
    found = {}
    for name in names or TABLES:
        columns = club.query(f"from {name} limit 0").columns
        kept = [f'"{one}"' for one in columns if one not in ("source_id", "rules_from")]
        # What was said of a hand's rules outside its record goes into the record.
        where = "where code <> 'rules_unknown'" if name == "finding" else ""
        found[name] = club.query(
            f"select {', '.join(kept)} from {name} {where} order by all"
        ).rows()
    return found


def facts(club: Club, *but: str) -> list[tuple[Any, ...]]:
    """Every record that stands or contradicts one that does."""
    names = ", ".join(f'"{name}"' for name in FACTS if name not in but)
    return club.query(
        f"select hand_id, state, {names} from hand where state in ('current', 'conflict') "
        "order by all"
    ).rows()


@pytest.fixture
def full(club: Club) -> Club:
    """A club with something of everything that happens to hands."""
    odd = [
        hand(1, game="odd", note='Lights, "out"\n=1+1', players={"N": "-Ann", "E": "Bø 🎴"}),
        hand(2, game="odd", deal={"S": "BJ AS KS QS JS TS 9S 8S 7S 6S 5S 4S"}, tags=["b", "a"]),
        hand(3, game="odd", tricks=["S: 4S KS QS LJ > E"], books=None, points={"NS": -4, "EW": 0}),
        hand(4, game="odd", bid=None, bidder=None, books=None, status="passed_out"),
        hand(5, game="odd", _kept={"a": [None, 1]}, reneges=[{"by": "E", "trick": 5}]),
        {"bid": "4 up", "bidder": "E", "books": 9},
        {"bid": "4 up", "bidder": "E", "books": 9},
    ]
    club.import_bytes(lines(odd), "odd.jsonl")
    club.import_bytes(game(rules=None), "a.jsonl", rules="pagat,game.target=11")
    club.import_bytes(game(2, game="B", rules="ours"), "b.jsonl")
    club.save_rules("ours", "pagat,auction.min_level=3")
    club.import_bytes(lines([hand(2, game="B", books=7)]), "b again.jsonl")
    club.correct(hand_id_of(club, "B", 1), {"books": 8, "note": "as Di says"})
    club.tag(hand_id_of(club, "A", 2), "review")
    club.tag(hand_id_of(club, "odd", 2), "b", on=False)
    club.note(hand_id_of(club, "A", 3), "look again")
    return club


def hand_id_of(club: Club, name: str, number: int) -> str:
    found = club.query(
        "select hex_id(hand_id) as id from hand where game = $1 and hand = $2 limit 1",
        [name, number],
    )
    return str(found["id"].item())


@pytest.mark.parametrize("ending", WRITERS)
def test_an_export_makes_an_equal_club(full: Club, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"all.{ending}"
    made = full.export(file)
    assert (made.hands, made.versions) == (14, 1)
    other = new_club(tmp_path / "other")
    report = other.import_path(file)
    assert (report.stored, report.conflicts, report.quarantined) == (14, 1, ())
    assert tables(other) == tables(full)
    beside = ("rules", "note", "tags")
    assert facts(other, *beside) == facts(full, *beside)
    assert tables(other, "tag") == tables(full, "tag")
    assert other.hand(hand_id_of(other, "A", 3)).note == "look again"
    assert other.hand(hand_id_of(other, "A", 3)).rules == "pagat,game.target=11"
    again = other.import_path(file)
    assert (again.stored, again.superseded, again.conflicts) == (0, 0, 0)
    assert full.import_path(file).stored == 0
    assert tables(full) == tables(other)


def test_games_of_sheets_go_out_and_come_in(club: Club, tmp_path: Path) -> None:
    club.import_bytes(TEAMS.encode(), "Spring Open.csv")
    club.import_bytes(LONG.encode(), "long.csv")
    file = tmp_path / "games.csv"
    assert club.export(tmp_path / "all.csv", games=file).games == 5
    other = new_club(tmp_path / "other")
    report = other.import_path(file)
    assert (report.games, report.quarantined, report.remarks) == (5, (), ())
    known = "select * exclude (source_id, line, event) from game_sheet order by all"
    assert other.query(known).rows() == club.query(known).rows()
    assert set(other.query("from game_sheet")["event"]) == {"Spring Open", "long"}
    once_more = tmp_path / "again.csv"
    other.export(tmp_path / "all.csv", games=once_more)
    assert once_more.read_bytes() == file.read_bytes()


def test_what_an_export_leaves_out_is_said(
    club: Club, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    club.import_bytes(game(), "a.jsonl")
    club.import_bytes(b"{broken\n" + lines([{"bid": "4 up", "bidder": "E", "books": 9}]), "b.jsonl")
    club.import_bytes(LONG.encode(), "long.csv")
    club.void(hand_id(club, 5))
    club.alias("Bo", "Robert")
    out = ("export", "--to", str(tmp_path / "all.csv"), "--club", str(club.path))
    status, _, said = run(capsys, *out)
    assert status == 0
    assert "5 hands written" in said
    assert (
        "Not in the file: 1 void hand, 1 unreadable text, 1 other name of a person and "
        "1 row of a game sheet." in said
    )
    assert "`bidwhist backup` keeps everything" in said
    _, _, said = run(capsys, *out, "--games", str(tmp_path / "games.csv"))
    assert "1 game of sheets written" in said
    assert "row of a game sheet" not in said


def test_an_export_of_all_there_is_says_nothing_more(
    club: Club, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    club.import_bytes(game(), "a.jsonl")
    _, _, said = run(capsys, "export", "--to", str(tmp_path / "all.toml"), "--club", str(club.path))
    assert said.count("\n") == 1


def test_rules_that_only_the_club_knows_are_said(club: Club, tmp_path: Path) -> None:
    sheet = b"Bidder,Bid,NS books,EW books\nN,4 up,10,3\n"
    club.import_bytes(sheet, "a.csv", rules="detroit")
    (said,) = club.export(tmp_path / "all.jsonl").left_out
    assert said == (
        "1 hand does not say the rules, which are 'detroit': import the file with --rules detroit."
    )
    other = new_club(tmp_path / "other")
    other.import_path(tmp_path / "all.jsonl", rules="detroit")
    assert tables(other) == tables(club)


@pytest.mark.parametrize(
    "change", [{"books": 9}, {"player_n": "Zoe"}, {"date": "2026-02-03", "game": "C", "hand": 2}]
)
@pytest.mark.parametrize("place", [{}, {"date": None, "game": None}])
def test_a_corrected_hand_comes_back_as_itself(
    club: Club, tmp_path: Path, place: dict[str, Any], change: dict[str, Any]
) -> None:
    one = club.enter(entered(1, **place)).hand
    club.enter(entered(1, **place))
    club.correct(one, change)
    before = facts(club)
    club.export(tmp_path / "all.jsonl")
    data = (tmp_path / "all.jsonl").read_bytes()
    for number in range(2):
        report = club.import_bytes(b"\n" * number + data, f"{number}.jsonl")
        assert (report.stored, report.superseded, report.conflicts) == (0, 0, 0)
    assert facts(club) == before
    assert club.verify() == []


def test_equal_hands_beside_a_corrected_one_are_all_there(club: Club) -> None:
    wrong, right = ({"bid": "4 up", "bidder": "E", "books": books} for books in (8, 9))
    club.import_bytes(lines([wrong]), "a.jsonl")
    (one,) = club.query("select hex_id(hand_id) as id from hand")["id"]
    club.correct(one, {"books": 9})
    assert club.import_bytes(lines([right]), "b.jsonl").stored == 0
    assert club.import_bytes(lines([right, right]), "c.jsonl").stored == 1
    assert club.import_bytes(lines([wrong, right, right, right]), "d.jsonl").stored == 1
    assert club.verify() == []
