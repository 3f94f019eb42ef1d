"""`bidwhist log`: one line a hand, the rest follows from the game."""

from collections.abc import Callable
from pathlib import Path

import pytest

from recorder.cli import main
from recorder.club import Club
from recorder.hand import HandRecord, records_of

Log = Callable[..., tuple[int, str, str]]
PLAYERS = "Ann, Bo, Cy, Di"


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return Club.create(tmp_path / "club", "Thursday")


@pytest.fixture
def log(club: Club, capsys: pytest.CaptureFixture[str]) -> Log:
    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            main(["log", *arguments, "--club", str(club.path)])
        out, err = capsys.readouterr()
        return int(left.value.code or 0), out, " ".join(err.split())

    return run


def hands(club: Club) -> list[HandRecord]:
    return records_of(club.records())


def test_hands_follow_in_the_game_that_was_begun(club: Club, log: Log) -> None:
    status, out, err = log("S 3 down 10", "--players", PLAYERS, "--dealer", "W", "--by", "Ann")
    assert (status, len(out.strip())) == (0, 16)
    assert "Score N-S 4, E-W 0" in err
    assert "Score N-S 4, E-W -4" in log("Bo 4 up -1")[2]
    first, second = hands(club)
    assert (first.hand, first.dealer, first.bidder, first.player_w) == (1, "W", "S", "Di")
    assert (second.hand, second.dealer, second.books) == (2, "N", 9)
    assert [change.by for change in club.history(out.strip())] == ["Ann"]


def test_after_a_game_the_next_one_begins(club: Club, log: Log) -> None:
    assert "NS won the game" in log("S 4 no 12", "--players", PLAYERS, "--dealer", "W")[2]
    log("Bo 4 up made")
    assert [hand.game.rpartition("/")[2] for hand in hands(club) if hand.game] == ["1", "2"]
    assert hands(club)[1].dealer == "N"


def test_a_hand_of_no_game_is_kept(club: Club, log: Log) -> None:
    assert log("S 4 up 10")[0] == 0
    (hand,) = hands(club)
    assert (hand.game, hand.bid, hand.books) == (None, "4 up", 10)


def test_what_the_rules_do_not_allow_is_said_and_recorded(club: Club, log: Log) -> None:
    status, _, err = log("S 2 up 10")
    assert (status, len(hands(club))) == (1, 1)
    assert "The rules say: expected a level from 3 to 7, got '2 up'" in err


REFUSED = [
    ("a line nobody can read", ("S 4s 10",), "reads two ways"),
    ("three players", ("S 4 up 10", "--players", "Ann, Bo, Cy"), "expected four names"),
    ("rules nobody knows", ("S 4 up 10", "--rules", "bridge"), "bridge"),
    ("a dealer nobody knows", ("S 4 up 10", "--dealer", "X"), "expected a seat"),
]


@pytest.mark.parametrize(
    ("arguments", "words"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_nothing_is_recorded_of_a_line_that_is_refused(
    club: Club, log: Log, arguments: tuple[str, ...], words: str
) -> None:
    status, _, err = log(*arguments)
    assert status == 2
    assert words in err
    assert hands(club) == []


def test_nobody_sits_in_two_seats(club: Club, log: Log) -> None:
    status, out, err = log("S 4 up 10", "--players", "Ann, Bo, ann, Di")
    assert (status, out) == (2, "")
    assert "expected four people at N, E, S, W, got 'Ann' in two seats" in err
    assert hands(club) == []
