"""What the commands of a club say when its files are not as they were left."""

import pytest

from recorder.cli import main
from recorder.club import Club
from tests.club.hands import entered, game


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
    club: Club, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in (1, 2):
        club.enter(entered(number))
    ledger = club.path / "ledger.jsonl"
    ledger.write_bytes(ledger.read_bytes().replace(b'"hand":2,', b'"hand":8,', 1))
    status, out, err = run(capsys, "players", "--json", "--club", str(club.path))
    assert status == 0
    assert "checksum" not in out
    assert "ledger.jsonl:2: its checksum does not fit" in err


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
