"""What the commands of a club say when its files are not as they were left."""

import json
import os
import socket
from pathlib import Path

import duckdb
import pytest

from recorder.cli import main
from recorder.club import Club
from tests.club.hands import entered, game, hand, hand_id, lines


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int | str | None, str, str]:
    """Exit status, stdout and stderr of one command."""
    with pytest.raises(SystemExit) as left:
        main(list(arguments))
    said = capsys.readouterr()
    return left.value.code, said.out, said.err


def test_an_export_to_nowhere_is_refused_in_a_sentence(
    club: Club, capsys: pytest.CaptureFixture[str]
) -> None:
    club.enter(entered(1))
    target = str(club.path / "no folder" / "all.csv")
    status, out, err = run(capsys, "export", "--to", target, "--club", str(club.path))
    assert (status, out) == (2, "")
    assert "No such file or directory" in err
    assert err.count("\n") == 1


def test_a_damaged_line_of_the_ledger_is_said_by_every_command(
    club: Club, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in (1, 2):
        club.enter(entered(number))
    ledger = club.path / "ledger.jsonl"
    ledger.write_bytes(ledger.read_bytes().replace(b'"hand":2,', b'"hand":8,', 1))
    monkeypatch.setattr(os, "execve", lambda *command: None)
    monkeypatch.setattr(os, "chdir", lambda folder: None)
    for command in (
        ("players", "--json"),
        ("stats", "bids", "--json"),
        ("analyse", "--json"),
        ("report", "--to", str(club.path / "evening.html")),
        ("serve", "--no-browser"),
        ("demo", "--no-serve"),
    ):
        status, out, err = run(capsys, *command, "--club", str(club.path))
        assert status == 0
        assert "checksum" not in out
        assert err.count("ledger.jsonl:2: its checksum does not fit") == 1


def test_a_rebuild_from_a_missing_source_says_what_is_missing(
    club: Club, capsys: pytest.CaptureFixture[str]
) -> None:
    club.import_bytes(game(), "a.jsonl")
    assert run(capsys, "rebuild", "--club", str(club.path))[0] == 0
    [source] = (club.path / "sources").iterdir()
    source.unlink()
    status, _, err = run(capsys, "rebuild", "--club", str(club.path))
    assert status == 1
    assert f"sources/{source.name}: No such file or directory" in err


def test_a_port_that_is_none_is_refused(club: Club, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "serve", "--port", "99999", "--club", str(club.path))
    assert (status, out) == (2, "")
    assert "--port" in err


def test_what_fmt_makes_of_a_sheet_it_leaves_alone(
    club: Club, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = club.path.parent / "a.csv"
    sheet.write_text("Hand,Bidder,Bid,Trump,Books\n1,N,4 up,S,10\n")
    status, once, _ = run(capsys, "fmt", str(sheet), "--dialect", "kitty=counted")
    assert status == 0
    sheet.write_text(once)
    assert run(capsys, "fmt", str(sheet))[:2] == (0, once)
    club.import_bytes(game(), "a.jsonl")
    club.export(club.path.parent / "a.parquet")
    status, _, err = run(capsys, "fmt", str(club.path.parent / "a.parquet"))
    assert (status, "Traceback" in err) == (2, False)


def test_a_rebuild_over_missing_sources_keeps_the_book_that_knows_more(
    club: Club, capsys: pytest.CaptureFixture[str]
) -> None:
    club.import_bytes(b"Bidder,Bid,NS books,EW books\nN,4 up,10,3\n", "sheet.csv")
    for source in (club.path / "sources").iterdir():
        source.unlink()
    run(capsys, "rebuild", "--club", str(club.path))
    with duckdb.connect(club.path / "scorebook.before-damage.duckdb", read_only=True) as kept:
        assert kept.execute("select count(*) from hand").fetchall() == [(1,)]


def test_a_file_without_a_hand_is_not_imported(
    club: Club, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = tmp_path / "hand.toml"
    sheet.write_text('format = "bidwhist/1"\n[[hand]]\nbid = "4 up"\nbidder = "N"\nbooks = 9\n')
    status, _, said = run(capsys, "import", str(sheet), "--format", "ptn", "--club", str(club.path))
    assert status == 2
    assert "hand.toml" in said


def test_a_backup_replaces_no_file(
    club: Club, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = tmp_path / "there.zip"
    there.write_bytes(b"precious")
    status, _, said = run(capsys, "backup", str(there), "--club", str(club.path))
    assert (status, there.read_bytes()) == (2, b"precious")
    assert "there already" in said


def test_what_is_no_file_is_refused_and_never_waited_for(
    club: Club, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe, door = tmp_path / "pipe.csv", tmp_path / "door.csv"
    os.mkfifo(pipe)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(door))
        for path, what in (
            (pipe, "a pipe"),
            (door, "a socket"),
            (Path("/dev/zero"), "a device"),
            (tmp_path, "a folder"),
        ):
            for command in ("import", "check", "score"):
                where = ("--club", str(club.path)) if command == "import" else ()
                status, out, err = run(capsys, command, str(path), *where)
                assert (status, out) == (2, "")
                assert f"expected a file, '{path}' is {what}" in err
            status, _, err = run(capsys, "restore", str(path), str(tmp_path / "new"))
            assert (status, what in err) == (2, True)
    rules = tmp_path / "rules.toml"
    os.mkfifo(rules)
    status, _, err = run(capsys, "rules", "show", str(rules))
    assert (status, "a pipe" in err) == (2, True)


SIGNS = "\x1b[31mAnn\x07\u202e\x9b"
UNSEEN = set(SIGNS) - set("[31mAnn")


def test_signs_that_steer_a_terminal_are_shown_and_never_sent(
    club: Club, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named = {"N": SIGNS, "E": "Bo", "S": "Cy :cat:", "W": "Di"}
    one = hand(1, players=named, event=SIGNS, rules=SIGNS, note=SIGNS, points={"NS": 9, "EW": 9})
    file = tmp_path / f"{SIGNS}.jsonl"
    file.write_bytes(lines([one, hand(2, players=named, bid=SIGNS), hand(3, **{SIGNS: SIGNS})]))
    at = ("--club", str(club.path))
    said = [run(capsys, "import", str(file), *at), run(capsys, "import", str(file), "--json", *at)]
    assert club.hand(hand_id(club, 1)).player_n == SIGNS
    number = hand_id(club, 1)
    club.note(number, "\x9bnote\u202e")
    for command in (
        ("check", str(file)),
        ("score", str(file)),
        ("score", "--json", str(file)),
        ("import", "--dry-run", str(file), *at),
        ("import", str(tmp_path / f"no {SIGNS}"), *at),
        ("players", *at),
        ("players", "--json", *at),
        ("show", number, *at),
        ("show", number, "--json", *at),
        ("history", number, *at),
        ("correct", number, f"player_n={SIGNS}2", *at),
        ("alias", SIGNS[:-1], SIGNS, *at),
        ("log", f"{SIGNS} 4 up", *at),
        ("stats", "players", *at),
        ("stats", "players", "--where", f"player={SIGNS}", *at),
        ("export", "--to", str(tmp_path / f"{SIGNS}.toml"), *at),
    ):
        said.append(run(capsys, *command))
    for _, out, err in said:
        assert not UNSEEN & set(out + err)
    assert any("\\u001b[31mAnn" in out for _, out, _ in said)
    assert any("Cy :cat:" in out for _, out, _ in said)


def test_sentences_count_as_people_do(
    club: Club, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(capsys)
    assert (status, out) == (2, "")
    assert err.startswith("Usage: ")
    status, out, err = run(capsys, "void", "abc", "--club", str(club.path))
    assert (status, out) == (2, "")
    assert "four or more of the 16 signs (0-9, a-f)" in err
    assert "`bidwhist log` prints it" in err
    file = tmp_path / "a.jsonl"
    file.write_bytes("The evening of A\u00e2\u2122\u00a0\n".encode() + lines([hand(1, books=1)]))
    status, out, err = run(capsys, "check", str(file))
    assert "a line before the first hand holds no hand" in err
    assert "a sign was encoded twice" in err
    _, out, _ = run(capsys, "score", str(file))
    assert "1 book, set" in out
    run(capsys, "import", str(file), "--club", str(club.path))
    _, out, _ = run(capsys, "show", hand_id(club, 1), "--club", str(club.path))
    assert "set, 1 book:" in out
    club.correct(hand_id(club, 1), {"points_ns": 6})
    _, _, err = run(capsys, "stats", "bids", "--club", str(club.path))
    assert "not used: 1 (a conflict in the record is not settled)" in err


def test_remarks_beyond_the_tenth_are_counted_and_stand_in_the_json(
    club: Club, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = tmp_path / "evening.csv"
    words = "".join(f"word {number} about the evening\n" for number in range(14))
    sheet.write_text(f"Bidder,Bid,Books,Made\nN,4 up,10,yes\n{words}", "utf-8")
    at = ("import", str(sheet), "--dry-run", "--dialect", "kitty=counted", "--club", str(club.path))
    _, _, said = run(capsys, *at)
    assert said.count("is no hand [passed_over]") == 10
    assert "4 more remarks; --json gives them all" in said
    _, out, _ = run(capsys, *at, "--json")
    remarks = json.loads(out)["remarks"]
    assert [remark["line"] for remark in remarks] == list(range(3, 17))
    assert {remark["code"] for remark in remarks} == {"passed_over"}
