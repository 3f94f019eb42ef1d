"""Big files come in pieces; what stands in the tables must not depend on where they were cut."""

import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from recorder.club import Club
from recorder.scorebook import from_files
from recorder.scorebook import standing as standing_module
from tests.club.hands import game, hand, lines, standing

ORDERS = ["in order", "newest first", "shuffled"]


def big_file(order: str, games: int = 30) -> bytes:
    hands = [one for number in range(games) for one in game(7, game=f"G{number}").splitlines(True)]
    # Some say no place, some say the same again, and one contradicts.
    bare = lines([{"bidder": "S", "bid": "4 up", "books": 10}]).splitlines(True)
    hands += bare * 9 + hands[3:6] + lines([hand(1, game="G1", books=7)]).splitlines(True)
    if order == "newest first":
        hands.reverse()
    if order == "shuffled":
        Random(1).shuffle(hands)
    return b"".join(hands)


@pytest.mark.parametrize("order", ORDERS)
def test_a_file_in_pieces_stands_as_in_one(
    club: Club, order: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    club.import_bytes(game(2, game="G2"), "before.jsonl")
    with monkeypatch.context() as patch:
        patch.setattr(from_files, "CHUNK", 5_000)
        patch.setattr(from_files._WholeSeries, "MANY", 5)
        patch.setattr(from_files, "PART", 11)
        patch.setattr(standing_module, "PART", 13)
        report = club.import_bytes(big_file(order), "big.jsonl")
    assert (report.stored, report.already_there, report.conflicts) == (30 * 7 - 2 + 9, 5, 1)
    assert club.verify() == []
    club.correct(_first_of(club, "G9"), {"books": 7})
    assert club.verify() == []


def _first_of(club: Club, label: str) -> str:
    return str(
        club.query(
            "select hex_id(hand_id) from hand where game = $1 and hand = 1 and state = 'current'",
            [label],
        ).item()
    )


IMPORT = """
import sys
from recorder.club import Club
from recorder.scorebook import from_files
from_files.CHUNK = 50_000
club = Club.open(sys.argv[1])
print("ready", flush=True)
print(club.import_path(sys.argv[2], progress=lambda n: print(n, flush=True)).stored)
"""


def test_an_interrupted_import_leaves_the_club_as_it_was(club: Club, tmp_path: Path) -> None:
    file = tmp_path / "big.jsonl"
    file.write_bytes(b"".join(game(7, game=f"G{number}") for number in range(600)))
    with subprocess.Popen(
        [sys.executable, "-c", IMPORT, club.path, file],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
        writer.stdout.readline()
        time.sleep(0.05)
        writer.send_signal(signal.SIGINT)
        writer.communicate()
    again = Club.open(club.path)
    assert len(standing(again)) in (0, 4200)
    if not standing(again):
        assert list((club.path / "sources").iterdir()) == []
    assert again.import_path(file).stored in (0, 4200)
    assert again.verify() == []
