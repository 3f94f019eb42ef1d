"""Ctrl-C, or a request to end: what is under way is undone, and said in words."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from recorder.club import Club
from tests.club.hands import everything, game

# The import is done but for its last step, the fact in the ledger.
IMPORTING = """
import sys, time
from recorder.cli import main
from recorder.scorebook import Book

finish = Book.finish

def wait(self):
    finish(self)
    print("ready", flush=True)
    time.sleep(600)

Book.finish = wait
main(["import", sys.argv[1], "--club", sys.argv[2]])
"""
# DuckDB makes an error of its own of a question that is broken off.
ASKING = """
import sys
import duckdb
from recorder.cli import main
from recorder.scorebook import Book

def ask(self):
    print("ready", flush=True)
    try:
        self.con.execute("select sum(a.i * b.i) from range(10000000) a(i), range(100000) b(i)")
    except BaseException:
        self.con.execute("select 1")

Book.finish = ask
main(["import", sys.argv[1], "--club", sys.argv[2]])
"""
STARTING = """
import sys, time
from recorder.cli import main

class Slow:
    def find_spec(self, name, *more):
        if name == "typer":
            print("ready", flush=True)
            time.sleep(600)

sys.meta_path.insert(0, Slow())
main(["import", sys.argv[1], "--club", sys.argv[2]])
"""


def stopped(program: str, how: signal.Signals, *arguments: Path) -> tuple[int, str]:
    """Exit status and stderr of a program that gets a signal once it says that it is ready."""
    with subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(how)
        _, said = process.communicate()
    return process.returncode, said


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(
    "program", [IMPORTING, ASKING, STARTING], ids=["importing", "asking", "starting"]
)
def test_an_import_that_is_stopped_never_was(
    club: Club, tmp_path: Path, how: signal.Signals, program: str
) -> None:
    file = tmp_path / "a.jsonl"
    file.write_bytes(b"".join(game(5, game=f"G{number}") for number in range(40)))
    before = everything(club.path)
    status, said = stopped(program, how, file, club.path)
    assert status == 2
    assert "bidwhist: stopped" in said
    assert "Traceback" not in said
    assert everything(club.path) == before
    report = Club.open(club.path).import_path(file)
    assert (report.stored, report.already_there) == (200, 0)
    assert Club.open(club.path).verify() == []


def test_what_a_killed_process_left_goes_with_the_next_import(club: Club) -> None:
    left = [club.path / "sources" / ".draft-1", club.path / ".draft-1.duckdb.wal"]
    for path in left:
        path.write_bytes(b"half")
    club.import_bytes(game(1), "a.jsonl")
    club.rebuild()
    assert not any(path.exists() for path in left)
