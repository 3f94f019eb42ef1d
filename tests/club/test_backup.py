"""A club in one file, and back; what is no backup is refused in a sentence."""

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from recorder.club import Club
from recorder.errors import ClubError
from tests.club.hands import entered, everything, game, hand_id, standing


@pytest.fixture
def backup(club: Club, tmp_path: Path) -> Path:
    club.import_bytes(game(), "a.jsonl")
    club.correct(hand_id(club, 3), {"books": 9})
    club.enter(entered(9))
    club.backup(tmp_path / "club.zip")
    return tmp_path / "club.zip"


def test_a_restored_club_is_the_club(club: Club, backup: Path, tmp_path: Path) -> None:
    restored = Club.restore(backup, tmp_path / "elsewhere")
    assert everything(restored.path) == everything(club.path)
    assert standing(restored) == standing(club)
    assert restored.verify() == []
    assert "scorebook" not in " ".join(zipfile.ZipFile(backup).namelist())


def with_part(name: str) -> Callable[[Path], object]:
    def spoil(backup: Path) -> None:
        with zipfile.ZipFile(backup, "a") as parts:
            parts.writestr(name, "x")

    return spoil


def without_ledger(backup: Path) -> None:
    with zipfile.ZipFile(backup, "w") as parts:
        parts.writestr("club.toml", "name = 'x'")


SPOILS: dict[str, Callable[[Path], object]] = {
    "cut in half": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "no archive": lambda path: path.write_text("Dear Ann"),
    "gone": Path.unlink,
    "without a ledger": without_ledger,
    "a name that climbs out": with_part("../escaped.txt"),
    "an absolute name": with_part("/tmp/escaped.txt"),
    "a source that is not what it says": with_part(f"sources/{'0' * 64}"),
}


@pytest.mark.parametrize("spoil", SPOILS.values(), ids=SPOILS)
def test_a_bad_backup_makes_no_club(
    backup: Path, tmp_path: Path, spoil: Callable[[Path], object]
) -> None:
    spoil(backup)
    before = set(tmp_path.iterdir())
    with pytest.raises(ClubError):
        Club.restore(backup, tmp_path / "elsewhere")
    assert set(tmp_path.iterdir()) == before


def test_a_folder_in_use_is_not_restored_into(club: Club, backup: Path) -> None:
    before = everything(club.path)
    with pytest.raises(ClubError, match="expected an empty folder"):
        Club.restore(backup, club.path)
    assert everything(club.path) == before


def test_a_backup_is_not_left_half_written(club: Club, tmp_path: Path) -> None:
    with pytest.raises(ClubError, match="cannot write the backup"):
        club.backup(tmp_path / "no such folder" / "club.zip")
