"""People and the names they were written down by: nothing said about them changes a record."""

import pytest

from recorder.club import Club
from recorder.errors import ClubError
from tests.club.hands import game, hand_id

SEATS = (
    "select name, person from seat join hand using (hand_id) where hand.hand = $1 and seat = 'N'"
)


def north(club: Club, number: int) -> tuple[str, str]:
    """The name written down and the person it stands for."""
    row = club.query(SEATS, [number]).row(0)
    return str(row[0]), str(row[1])


@pytest.fixture
def club_with_bobs(club: Club) -> Club:
    club.import_bytes(game(2), "a.jsonl")
    club.correct(hand_id(club, 2), {"player_n": "Annie"})
    return club


def test_one_person_has_several_names_until_it_is_undone(club_with_bobs: Club) -> None:
    club = club_with_bobs
    club.alias("Annie", "Ann", by="Bo")
    assert [north(club, 1), north(club, 2)] == [("Ann", "Ann"), ("Annie", "Ann")]
    club.unalias("Annie")
    assert north(club, 2) == ("Annie", "Annie")
    with pytest.raises(ClubError, match="nobody's other name"):
        club.unalias("Annie")
    assert club.verify() == []


def test_two_people_share_a_name(club_with_bobs: Club) -> None:
    club = club_with_bobs
    club.correct(hand_id(club, 2), {"player_n": "Ann"})
    club.alias("Ann", "Ann (daughter)", scope="hand", value=hand_id(club, 2)[:9])
    club.rename("Ann (daughter)", "Ann")
    people = club.query(
        "select distinct person_id, person from seat where name = 'Ann' order by all"
    )
    assert people["person"].to_list() == ["Ann", "Ann"]
    assert people["person_id"].n_unique() == 2
    club.unalias("Ann", scope="hand", value=hand_id(club, 2))
    assert club.query("select count(distinct person_id) from seat where name = 'Ann'").item() == 1
    assert club.verify() == []


@pytest.mark.parametrize("scope", ["evening", "source"])
def test_a_name_means_somebody_else_in_one_evening_or_file(club: Club, scope: str) -> None:
    club.import_bytes(game(1), "a.jsonl")
    club.import_bytes(game(1, game="B", date="2026-12-03", hand=7), "b.jsonl")
    value = {
        "evening": "2026-12-03",
        "source": club.query("select sha256 from source where name = 'b.jsonl'").item(),
    }[scope]
    club.alias("Ann", "Ann Other", scope=scope, value=value)
    assert [north(club, 1), north(club, 7)] == [("Ann", "Ann"), ("Ann", "Ann Other")]


def test_people_are_merged_and_renamed(club_with_bobs: Club) -> None:
    club = club_with_bobs
    club.merge("Annie", "Ann")
    shown = "Anna O'Neil, Jr. 🃏"
    club.rename("Ann", shown)
    club.set_guest("Ann")
    row = club.people().filter(key="Ann").row(0, named=True)
    assert (row["name"], row["guest"], row["names"]) == (
        "Anna O'Neil, Jr. 🃏",
        True,
        ["Ann", "Annie"],
    )
    assert club.query("select distinct player_n from hand where state = 'current' order by 1")[
        "player_n"
    ].to_list() == ["Ann", "Annie"]
    club.unalias("Annie")
    assert club.people().filter(key="Annie").height == 1
    with pytest.raises(ClubError, match="nobody here"):
        club.merge("Zed", "Ann")
    assert club.verify() == []


def test_a_name_stands_for_somebody_in_the_end(club_with_bobs: Club) -> None:
    club = club_with_bobs
    with pytest.raises(ClubError, match="a name stands for itself"):
        club.alias("Ann", "Ann ")
    assert club.alias("Annie", "Ann") == "Ann"
    with pytest.raises(ClubError, match="'Annie' stands for 'Ann' already"):
        club.alias("Ann", "Annie")
    with pytest.raises(ClubError, match="one of the names"):
        club.merge("Ann", "Annie")
    assert club.alias("Nan", "Annie") == "Ann"
    assert club.people().filter(key="Ann")["names"].to_list() == [["Ann", "Annie", "Nan"]]
    assert club.verify() == []
