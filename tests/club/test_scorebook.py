"""A scorebook that is missing, damaged, old or somebody else's is never a loss."""

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import pytest

from recorder.club import Club, keeper
from recorder.errors import ClubError
from recorder.scorebook import opened
from tests.club.hands import entered, everything, game, hand_id, standing


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def older(path: Path) -> None:
    with duckdb.connect(path) as con:
        con.execute("update meta set value = 'of another version' where key = 'engine'")
        con.execute("alter table hand rename column books to tricks_taken")


def other_ledger(path: Path) -> None:
    with duckdb.connect(path) as con:
        con.execute("update meta set value = 'ffff' where key = 'ledger'")
        con.execute("delete from score")


def scribble(path: Path) -> None:
    data = bytearray(path.read_bytes())
    for at in range(12_288, len(data), 97):
        data[at] ^= 0x55
    path.write_bytes(data)


ILLS: dict[str, Callable[[Path], object]] = {
    "deleted": Path.unlink,
    "cut in half": cut,
    "emptied": lambda path: path.write_bytes(b""),
    "something else": lambda path: path.write_bytes(b"not a scorebook\n" * 4000),
    "of another version": older,
    "of another ledger": other_ledger,
    "scribbled on": scribble,
}


@pytest.mark.parametrize("spoil", ILLS.values(), ids=ILLS)
def test_a_spoilt_scorebook_is_made_again(club: Club, spoil: Callable[[Path], object]) -> None:
    club.import_bytes(game(), "a.jsonl")
    club.correct(hand_id(club, 3), {"books": 9})
    rows = standing(club)
    spoil(club.scorebook)
    again = Club.open(club.path)
    assert standing(again) == rows
    assert again.enter(entered(9)).verdict == "stored"
    assert again.verify() == []


def test_an_older_scorebook_catches_up(club: Club) -> None:
    club.import_bytes(game(), "a.jsonl")
    old = club.scorebook.read_bytes()
    club.correct(hand_id(club, 3), {"books": 9})
    club.enter(entered(7))
    rows = standing(club)
    club.scorebook.write_bytes(old)
    assert standing(Club.open(club.path)) == rows


def test_verify_finds_a_row_that_was_changed(club: Club) -> None:
    club.import_bytes(game(), "a.jsonl")
    with opened(club.scorebook, read_only=False) as con:
        con.execute("update score set points_ns = 99 where place = 1")
    found = club.verify()
    assert len(found) == 2
    assert all(sentence.startswith("score: only") for sentence in found)


def test_verify_finds_a_source_that_was_changed_or_lost(club: Club) -> None:
    club.import_bytes(game(), "a.jsonl")
    source = next((club.path / "sources").iterdir())
    whole = source.read_bytes()
    source.write_bytes(whole.replace(b'"books": 11', b'"books": 13'))
    assert any("its checksum does not fit" in sentence for sentence in club.verify())
    source.unlink()
    assert any(sentence.startswith(f"sources/{source.name}") for sentence in club.verify())
    club.rebuild()
    assert "cannot be applied" in club.query("select message from remark").item()
    source.write_bytes(whole)
    club.rebuild()
    assert club.verify() == []


def test_the_clubs_own_rules_can_be_changed_in_its_file(club: Club) -> None:
    club.import_bytes(game(rules=None), "a.jsonl")
    file = club.path / "club.toml"
    file.write_text(file.read_text().replace('"pagat"', '"windows"'))
    names = Club.open(club.path).query("select name from rule_set")["name"].to_list()
    assert names == ["windows"]


WRONG = {
    "no folder": (lambda path: None, "found no club.toml"),
    "no toml": (lambda path: (path / "club.toml").write_text("name = ["), "is not TOML"),
    "no such rules": (
        lambda path: (path / "club.toml").write_text('rules = "grandma"'),
        "cannot be used",
    ),
    "no such time zone": (
        lambda path: (path / "club.toml").write_text('time_zone = "Mars"'),
        "expected a time zone",
    ),
    "a number for a name": (lambda path: (path / "club.toml").write_text("name = 7"), "text"),
}


@pytest.mark.parametrize(("spoil", "message"), WRONG.values(), ids=WRONG)
def test_what_is_no_club_is_refused_in_a_sentence(
    tmp_path: Path, spoil: Callable[[Path], object], message: str
) -> None:
    spoil(tmp_path)
    with pytest.raises(ClubError, match=message):
        Club.open(tmp_path)


def test_a_folder_that_is_in_use_is_not_made_a_club(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann")
    with pytest.raises(ClubError, match="expected an empty folder"):
        Club.create(tmp_path, "Thursday")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_can_be_looked_at(club: Club) -> None:
    club.import_bytes(game(), "a.jsonl")
    rows = standing(club)
    club.path.chmod(0o555)
    try:
        again = Club.open(club.path)
        assert standing(again) == rows
        with pytest.raises(ClubError, match="cannot be written"):
            again.enter(entered(9))
    finally:
        club.path.chmod(0o755)


def test_a_folder_that_refuses_a_lock_is_said_to(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    club.import_bytes(game(), "a.jsonl")
    before = everything(club.path)

    def refuse(self: object, timeout: float = 0) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("recorder.ledger.FileLock.acquire", refuse)
    with pytest.raises(ClubError, match="cannot be written: Permission denied"):
        club.enter(entered(9))
    assert len(standing(club)) == 5
    assert everything(club.path) == before


IMPORT = """
import sys
from pathlib import Path
from recorder.club import Club
club = Club.open(sys.argv[1])
print(club.import_path(sys.argv[2]).stored)
"""


def test_two_imports_at_once_and_somebody_looking(club: Club, tmp_path: Path) -> None:
    files = []
    for name in "AB":
        files.append(tmp_path / f"{name}.jsonl")
        files[-1].write_bytes(b"".join(game(5, game=f"{name}{n}") for n in range(20)))
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", IMPORT, club.path, file],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for file in files
    ]
    seen = {0}
    while any(writer.poll() is None for writer in writers):
        seen.add(len(standing(club)))
    told = [writer.communicate() for writer in writers]
    assert told == [("100\n", ""), ("100\n", "")]
    assert seen <= {0, 100, 200}, "nobody sees half a file"
    assert len(standing(club)) == 200
    assert club.verify() == []


def test_threads_share_a_club(club: Club) -> None:
    clubs = [club, Club.open(club.path)]
    start = threading.Barrier(4)

    def work(number: int) -> int:
        start.wait()
        for hand in range(3):
            clubs[number % 2].enter(entered(hand + 1, game=f"G{number}"))
            standing(clubs[number % 2])
        return number

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(work, range(4))) == [0, 1, 2, 3]
    assert len(standing(club)) == 12
    assert club.verify() == []


def test_the_generation_changes_with_everything_that_is_written(club: Club) -> None:
    seen = [club.generation]
    club.import_bytes(game(), "a.jsonl")
    seen.append(club.generation)
    club.note(hand_id(club, 1), "Lights out")
    seen.append(club.generation)
    other = Club.open(club.path)
    other.enter(entered(9))
    seen.append(club.generation)
    assert len(set(seen)) == 4
    standing(club)
    assert club.generation == seen[-1], "looking changes nothing"


def test_somebody_who_holds_the_scorebook_is_named(club: Club) -> None:
    club.import_bytes(game(), "a.jsonl")
    hold = (
        "import duckdb, sys\ncon = duckdb.connect(sys.argv[1])\n"
        "print('held', flush=True)\nsys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", hold, club.scorebook],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with (
            pytest.raises(ClubError, match=f"process {other.pid} holds it"),
            opened(club.scorebook, read_only=True, wait=0.2),
        ):
            pytest.fail("opened while somebody else writes")
        other.communicate("")
    assert len(standing(club)) == 5


def test_a_scorebook_that_cannot_follow_catches_up(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ledger took the fact, the scorebook's disk was full: the fact counts all the same."""
    club.import_bytes(game(), "a.jsonl")

    class Refusing:
        def __init__(self, con: duckdb.DuckDBPyConnection) -> None:
            self._con = con

        def commit(self) -> None:
            raise duckdb.IOException("no space left on device")

        def __getattr__(self, name: str) -> object:
            return getattr(self._con, name)

    real = keeper.Keeper.acknowledge
    monkeypatch.setattr(
        keeper.Keeper, "acknowledge", lambda self, con, fact: real(self, Refusing(con), fact)
    )
    club.enter(entered(9))
    monkeypatch.undo()
    assert [row[0] for row in standing(club)] == [1, 2, 3, 4, 5, 9]
    assert club.verify() == []


def test_an_open_club_follows_a_change_of_its_file(club: Club) -> None:
    club.import_bytes(game(rules=None), "a.jsonl")
    file = club.path / "club.toml"
    file.write_text(file.read_text().replace('"pagat"', '"windows"').replace("Thursday", "Friday"))
    assert club.query("select name from rule_set")["name"].to_list() == ["windows"]
    assert club.name == "Friday"


def test_a_spoilt_scorebook_costs_a_writer_one_try_at_most(club: Club) -> None:
    club.import_bytes(game(), "a.jsonl")
    scribble(club.scorebook)
    again = Club.open(club.path)
    with contextlib.suppress(ClubError):
        again.enter(entered(9))
    assert again.enter(entered(9)).verdict in ("stored", "already_there")
    assert [row[0] for row in standing(again)] == [1, 2, 3, 4, 5, 9]
    assert again.verify() == []
