"""Small clubs and files for the tests of this folder."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from recorder.club import Club
from recorder.hand import HandRecord

PLAYERS = {"N": "Ann", "E": "Bo", "S": "Cy", "W": "Di"}
RESULTS: Sequence[tuple[str, str, int]] = (
    ("S", "4 up", 11),
    ("W", "3 down", 8),
    ("N", "4 no", 10),
    ("E", "5 up", 12),
    ("S", "3 no", 11),
)
"""Bidder, bid, books of the hands of a game."""


def hand(number: int, **changes: Any) -> dict[str, Any]:
    """One hand that says where it belongs; a key set to None is left out."""
    bidder, bid, books = RESULTS[(number - 1) % len(RESULTS)]
    data = {
        "format": "bidwhist/1",
        "date": "2026-11-26",
        "table": "3",
        "game": "A",
        "hand": number,
        "rules": "pagat",
        "players": PLAYERS,
        "dealer": "NESW"[(number - 1) % 4],
        "bidder": bidder,
        "bid": bid,
        "books": books,
        **changes,
    }
    return {key: value for key, value in data.items() if value is not None}


def lines(hands: Iterable[dict[str, Any]]) -> bytes:
    return "".join(json.dumps(one) + "\n" for one in hands).encode()


def game(count: int = 5, **changes: Any) -> bytes:
    return lines(hand(number, **changes) for number in range(1, count + 1))


def entered(number: int, **changes: Any) -> HandRecord:
    """The same hands as people type them in."""
    bidder, bid, books = RESULTS[(number - 1) % len(RESULTS)]
    names = {f"player_{seat.lower()}": name for seat, name in PLAYERS.items()}
    facts = {"date": "2026-11-26", "table": "3", "game": "A", "rules": "pagat", **names, **changes}
    return HandRecord(hand=number, bidder=bidder, bid=bid, **({"books": books} | facts))


def new_club(path: Path) -> Club:
    return Club.create(path / "club", "Thursday", time_zone="America/Detroit")


def standing(club: Club) -> list[tuple[Any, ...]]:
    """Number, books as recorded and running score of every current hand, in order."""
    return club.query(
        "select hand.hand, hand.books, score.score_ns, score.score_ew from hand "
        "join score using (hand_id) where state = 'current' order by game, hand.hand, hand_id"
    ).rows()


def hand_id(club: Club, number: int) -> str:
    return str(
        club.query("select distinct hex_id(hand_id) as id from hand where hand = $1", [number])[
            "id"
        ].item()
    )


def everything(folder: Path) -> dict[str, bytes]:
    """The bytes of every file that is the club's truth."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "scorebook" not in path.name and not path.name.startswith(".")
    }


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return new_club(tmp_path)
