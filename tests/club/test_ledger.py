"""The ledger under torn writes, flipped bits, full disks, other writers and clocks set back."""

import datetime
import errno
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from recorder import ledger as ledger_module
from recorder.club import Club
from recorder.errors import ClubError
from recorder.ledger import Fact, Ledger
from tests.club.hands import entered, everything, game, hand_id, standing


def filled(club: Club, count: int = 5) -> Path:
    for number in range(1, count + 1):
        club.enter(entered(number))
    return club.path / "ledger.jsonl"


def test_a_fact_is_read_as_it_was_written() -> None:
    fact = Fact(7, "2026-11-26T21:04:11Z", "Ann 🃏", "note", {"hand": "9f", "text": 'a "b"\n}'})
    assert Fact.read(fact.line().rstrip(b"\n")) == fact


@pytest.mark.parametrize("kept", [1, 40, -2], ids=["a byte", "a beginning", "all but its end"])
def test_a_torn_last_line_is_set_aside_and_said(club: Club, kept: int) -> None:
    ledger = filled(club)
    whole = ledger.read_bytes()
    torn = Fact(6, "now", None, "void", {"hand": hand_id(club, 1)}).line()[:kept]
    ledger.write_bytes(whole + torn)
    again = Club.open(club.path)
    assert len(standing(again)) == 5
    again.enter(entered(6))
    assert len(standing(again)) == 6
    assert (club.path / "ledger.torn-1").read_bytes() == torn
    assert ledger.read_bytes().startswith(whole)
    assert any("ledger.torn-1" in sentence for sentence in again.faults)
    assert Club.open(club.path).verify() == []


def test_a_last_line_that_lacks_only_its_end_is_kept(club: Club) -> None:
    ledger = filled(club)
    ledger.write_bytes(ledger.read_bytes().rstrip(b"\n"))
    again = Club.open(club.path)
    again.enter(entered(6))
    assert len(standing(again)) == 6


def test_any_flipped_bit_costs_one_fact_and_is_named(club: Club) -> None:
    ledger = filled(club)
    whole = ledger.read_bytes()
    ends = [match.start() for match in re.finditer(b"\n", whole)]
    start = ends[1] + 1
    for at in range(start, ends[2], 7):
        damaged = bytearray(whole)
        damaged[at] ^= 1 << (at % 8)
        folder = Ledger(club.path)
        ledger.write_bytes(damaged)
        folder.refresh()
        assert [fact.seq for fact in folder.facts] == [1, 2, 4, 5], at
        assert any(fault.startswith("ledger.jsonl:3: ") for fault in folder.faults), at


def test_a_damaged_end_of_a_line_costs_no_fact(club: Club) -> None:
    ledger = filled(club)
    whole = ledger.read_bytes()
    at = whole.index(b"\n")
    ledger.write_bytes(whole[:at] + b"\x0b" + whole[at + 1 :])
    folder = Ledger(club.path)
    folder.refresh()
    assert [fact.seq for fact in folder.facts] == [1, 2, 3, 4, 5]


def test_a_club_with_a_damaged_fact_goes_on(club: Club) -> None:
    ledger = filled(club)
    ledger.write_bytes(ledger.read_bytes().replace(b'"hand":3,', b'"hand":8,', 1))
    again = Club.open(club.path)
    assert [row[0] for row in standing(again)] == [1, 2, 4, 5]
    again.enter(entered(6))
    assert [row[0] for row in standing(again)] == [1, 2, 4, 5, 6]
    assert [problem.split(":")[1] for problem in again.verify()] == ["3"]


def test_the_order_is_the_seq_whatever_the_clock_says(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    class SetBack(datetime.datetime):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> "SetBack":
            return cls(1999, 1, 1, tzinfo=tz)

    club.import_bytes(game(), "a.jsonl")
    third = hand_id(club, 3)
    club.correct(third, {"books": 9})
    monkeypatch.setattr(ledger_module, "datetime", SetBack)
    club.correct(third, {"books": 11})
    moments = [fact.moment[:4] for fact in club._ledger.facts]
    assert moments[-1] == "1999" < moments[0]
    club.rebuild()
    assert club.hand(third).books == 11
    assert club.verify() == []


FAILURES = {
    "the disk is full after some bytes": ("write", errno.ENOSPC),
    "the disk takes only a part": ("short", 0),
    "nothing can be made durable": ("fsync", errno.EIO),
}


@pytest.mark.parametrize("failure", FAILURES.values(), ids=FAILURES)
def test_a_disk_that_refuses_leaves_the_club_as_it_was(
    club: Club, monkeypatch: pytest.MonkeyPatch, failure: tuple[str, int]
) -> None:
    filled(club, 2)
    club.import_bytes(game(2, game="B"), "b.jsonl")
    before, rows = everything(club.path), standing(club)
    what, number = failure
    real = os.write

    def write(handle: int, data: bytes) -> int:
        real(handle, data[:20])
        if what == "write":
            raise OSError(number, os.strerror(number))
        return 20

    def fsync(handle: int) -> None:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        if what == "fsync":
            patch.setattr(ledger_module.os, "fsync", fsync)
        else:
            patch.setattr(ledger_module.os, "write", write)
        with pytest.raises(ClubError):
            club.enter(entered(3))
        with pytest.raises(ClubError):
            club.import_bytes(game(3, game="C"), "c.jsonl")
    assert everything(club.path) == before
    assert standing(club) == rows
    assert club.enter(entered(3)).verdict == "stored"
    assert Club.open(club.path).verify() == []


FILL = """
import resource, sys
from pathlib import Path
from recorder.club import Club
from recorder.errors import ClubError
club = Club.open(sys.argv[1])
limit = int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
try:
    report = club.import_bytes(Path(sys.argv[3]).read_bytes(), "big.jsonl")
    print("stored", report.stored)
except ClubError as error:
    print("refused", error)
"""


@pytest.mark.parametrize("limit", [2_000, 40_000, 600_000])
def test_no_room_for_a_big_import_loses_nothing(club: Club, tmp_path: Path, limit: int) -> None:
    filled(club, 2)
    rows = standing(club)
    big = tmp_path / "big.jsonl"
    big.write_bytes(b"".join(game(5, game=f"G{number}") for number in range(300)))
    done = subprocess.run(
        [sys.executable, "-c", FILL, club.path, str(limit), big], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    again = Club.open(club.path)
    told = done.stdout.split()[0]
    assert len(standing(again)) == (len(rows) + 1500 if told == "stored" else len(rows))
    assert again.verify() == []


HOLD = """
import sys, time
from recorder.ledger import Ledger
from pathlib import Path
with Ledger(Path(sys.argv[1])).writing("a long import"):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_writer_waits_and_says_who_is_at_work(club: Club) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, club.path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        mine = Ledger(club.path)
        with (
            pytest.raises(ClubError, match=rf"process {other.pid} .*\(a long import\)"),
            mine.writing("mine", wait=0.2),
        ):
            pytest.fail("two writers at once")
        other.communicate("")
    with mine.writing("mine", wait=10):
        pass
