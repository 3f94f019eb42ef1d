"""What a club promises: nothing lost, nothing twice, everything follows from the ledger."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from recorder.club import Club
from recorder.errors import ClubError, NotationError, RecordError
from recorder.formats import Reading, iter_read
from recorder.scorebook import from_files
from tests.club.hands import (
    entered,
    everything,
    game,
    hand,
    hand_id,
    lines,
    standing,
)


def counts(report: Any) -> tuple[int, int, int, int]:
    """Stored, already there, superseded, conflicts."""
    return report.stored, report.already_there, report.superseded, report.conflicts


DISGUISES: dict[str, Callable[[bytes], bytes]] = {
    "the same again": lambda data: data,
    "with a byte order mark and other line ends": lambda data: (
        b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n")
    ),
    "in another order": lambda data: b"\n".join(reversed(data.strip().split(b"\n"))),
    "in UTF-16": lambda data: data.decode().encode("utf-16"),
    "with blank lines": lambda data: data.replace(b"\n", b"\n\n\n"),
    "cards and bids spelled otherwise": lambda data: data.replace(b'"4 up"', b'"4 uptown"'),
}


def test_a_file_in_disguise_changes_nothing(club: Club) -> None:
    data = game() + lines([hand(0, date=None, game=None, hand=None, table=None)] * 2)
    assert counts(club.import_bytes(data, "a.jsonl")) == (7, 0, 0, 0)
    before = everything(club.path)
    for number, (why, disguise) in enumerate(DISGUISES.items()):
        report = club.import_bytes(disguise(data), f"disguise-{number}.jsonl")
        assert counts(report) == (0, 7, 0, 0), why
        assert everything(club.path) == before, why


def test_importing_b_never_touches_a(club: Club) -> None:
    club.import_bytes(game(), "a.jsonl")
    before = standing(club)
    assert counts(club.import_bytes(game(game="B"), "b.jsonl")) == (5, 0, 0, 0)
    assert standing(club)[:5] == before


def test_two_equal_lines_of_a_sheet_are_two_hands_and_the_longer_sheet_adds_three(
    club: Club,
) -> None:
    bare = {"bidder": "S", "bid": "4 up", "books": 10}
    assert counts(club.import_bytes(lines([bare] * 2), "sheet")) == (2, 0, 0, 0)
    assert counts(club.import_bytes(lines([bare] * 2), "again")) == (0, 2, 0, 0)
    assert counts(club.import_bytes(lines([bare] * 5), "longer")) == (3, 2, 0, 0)


def test_equal_hands_entered_without_a_place_are_several(club: Club) -> None:
    bare = entered(1, date=None, game=None, table=None)
    first, second = club.enter(bare), club.enter(bare)
    assert first.hand != second.hand
    assert second.verdict == "stored"
    assert club.verify() == []


def test_the_same_hand_entered_at_both_ends_of_a_table_is_noticed(club: Club) -> None:
    first = club.enter(entered(1))
    again = club.enter(entered(1))
    assert (again.hand, again.verdict) == (first.hand, "already_there")
    assert club.enter(entered(1, books=9)).verdict == "conflicts"


def test_the_same_deal_at_two_tables_is_two_hands(club: Club) -> None:
    others = {"N": "Ed", "E": "Flo", "S": "Gus", "W": "Hal"}
    club.import_bytes(lines([hand(1), hand(1, players=others)]), "duplicate.jsonl")
    assert len(standing(club)) == 2


def test_a_fuller_record_supersedes_and_the_poorer_is_kept(club: Club) -> None:
    club.import_bytes(game(), "poor.jsonl")
    fuller = hand(
        2, trump="S", points={"NS": 0, "EW": -3}, calls=["pass", "3 down", "pass", "pass"]
    )
    assert counts(club.import_bytes(lines([fuller]), "full.jsonl")) == (0, 0, 1, 0)
    states = club.query("select state, trump from hand where hand = 2 order by seq").rows()
    assert states == [("superseded", None), ("current", "S")]
    assert counts(club.import_bytes(game(), "poor again.jsonl")) == (0, 5, 0, 0)
    assert club.verify() == []


def test_two_records_that_know_different_things_are_joined(club: Club) -> None:
    club.import_bytes(lines([hand(1, books=None, trump="S")]), "who.jsonl")
    club.import_bytes(lines([hand(1, bid=None)]), "what.jsonl")
    whole = club.hand(hand_id(club, 1))
    assert (whole.trump, whole.bid, whole.books) == ("S", "4 up", 11)
    assert club.query("select distinct state, origin from hand order by all").rows() == [
        ("current", "derived"),
        ("superseded", "import"),
    ]


def test_a_contradicting_record_stands_beside_until_it_is_settled(club: Club) -> None:
    club.import_bytes(game(), "a.jsonl")
    before = standing(club)
    assert counts(club.import_bytes(lines([hand(3, books=11)]), "b.jsonl")) == (0, 0, 0, 1)
    assert standing(club) == before
    other = club.query(
        "select hex_id(record_id) as id from hand_record where state = 'conflict'"
    ).item()
    club.settle(hand_id(club, 3), other[:10], by="Ann")
    assert standing(club)[2][1] == 11
    assert standing(club)[4] != before[4]
    assert counts(club.import_bytes(game(), "a again.jsonl")) == (0, 5, 0, 0)
    assert club.verify() == []


def test_a_hand_at_odds_with_itself_is_out_of_the_figures_until_settled(club: Club) -> None:
    club.import_bytes(lines([hand(1, points={"NS": 9, "EW": 0})]), "a.jsonl")
    row = "select counts, excluded from replay"
    assert club.query(row).row(0) == (False, "points_differ")
    club.settle(hand_id(club, 1))
    assert club.query(row).row(0) == (True, None)
    club.correct(hand_id(club, 1), {"points_ns": 8})
    assert club.query(row).row(0) == (False, "points_differ"), "settled for another record"
    assert club.verify() == []


def test_correcting_hand_3_changes_everything_after_it(club: Club) -> None:
    club.import_bytes(game(), "a.jsonl")
    before = standing(club)
    changes = club.correct(hand_id(club, 3), {"books": "9"}, by="Ann")
    assert [(c.field, c.before, c.after, c.by) for c in changes] == [("books", 10, 9, "Ann")]
    after = standing(club)
    assert after[:2] == before[:2]
    assert all(one[2:] != other[2:] for one, other in zip(after[2:], before[2:], strict=True))
    game_rows = club.query("select winner, ended_by, sets_ns, counted from game").rows()
    assert game_rows == [("NS", "target", 1, 5)]


def test_a_corrected_hand_keeps_its_place_among_undated_hands(club: Club) -> None:
    rows = [hand(n, date=None, game=None, hand=None, table=None) for n in (1, 2, 3)]
    club.import_bytes(lines(rows), "sheet.jsonl")
    first = club.query("select hex_id(hand_id) from hand where line = 1").item()
    club.correct(first, {"books": 9})
    assert club.query("select place from score where hex_id(hand_id) = $1", [first]).item() == 1


def test_a_hand_moved_to_another_game_touches_both(club: Club) -> None:
    club.import_bytes(game(3) + game(2, game="B"), "a.jsonl")
    moved = club.query("select hex_id(hand_id) from hand where game = 'A' and hand = 3").item()
    club.correct(moved, {"game": "B"})
    assert club.query("select label, hands from game order by label").rows() == [("A", 2), ("B", 3)]
    assert club.verify() == []


def test_a_void_hand_is_out_and_comes_back(club: Club) -> None:
    club.import_bytes(game(), "a.jsonl")
    before, third = standing(club), hand_id(club, 3)
    club.void(third, by="Ann")
    assert len(standing(club)) == 4
    assert counts(club.import_bytes(game(), "again.jsonl")) == (0, 5, 0, 0)
    assert len(standing(club)) == 4
    with pytest.raises(ClubError, match="void already"):
        club.void(third)
    club.unvoid(third)
    assert standing(club) == before
    assert [step.what for step in club.history(third)] == ["import", "void", "unvoid"]


def test_what_people_say_survives_a_rebuild(club: Club) -> None:
    club.import_bytes(game(), "a.jsonl")
    first, second, third = (hand_id(club, number) for number in (1, 2, 3))
    club.correct(first, {"books": 10, "player_n": "Zed"}, by="Ann")
    club.void(second)
    club.note(third, "Lights went out", by="Bo")
    club.tag(third, "review")
    club.alias("Zed", "Ann")
    club.rename("Ann", "Annabel 🃏")
    club.save_rules("house", "pagat,auction.min_level=4")
    club.assign_rules("evening", "2026-11-26", "house")
    club.enter(entered(9), by="Cy")
    club.correct(first, {"books": 12})
    kept = {table: club.query(f"from {table} order by all").rows() for table in TABLES}
    club.rebuild()
    for table, rows in kept.items():
        assert club.query(f"from {table} order by all").rows() == rows, table
    assert club.verify() == []


TABLES = (
    *("hand", "replay", "score", "game", "finding", "correction", "source", "rule_set"),
    *("saved_rules", "assigned", "person", "alias", "note", "tagged", "seat", "tag"),
)


def test_a_fuller_record_does_not_undo_a_correction(club: Club) -> None:
    club.import_bytes(game(), "a.jsonl")
    first = hand_id(club, 1)
    club.correct(first, {"books": 12})
    report = club.import_bytes(lines([hand(1, trump="S")]), "fuller.jsonl")
    assert counts(report) == (0, 0, 1, 0)
    now = club.hand(first)
    assert (now.books, now.trump) == (12, "S")
    assert club.verify() == []


def test_a_cut_off_file_is_read_on_when_it_has_grown(club: Club) -> None:
    whole = game(3)
    cut = whole[: whole.rindex(b'"bidder"')]
    report = club.import_bytes(cut, "log.jsonl")
    assert (report.stored, len(report.partial)) == (2, 1)
    grown = club.import_bytes(whole, "log.jsonl")
    assert counts(grown) == (1, 2, 0, 0)
    assert club.query("select count(*) from quarantine where mended is null").item() == 0


def test_a_bad_hand_is_set_aside_once_and_mended(club: Club) -> None:
    bad = lines([hand(1), hand(2, dealer="Q"), hand(3)])
    report = club.import_bytes(bad, "a.jsonl")
    assert (report.stored, len(report.quarantined)) == (2, 1)
    club.import_bytes(bad.replace(b"\n", b"\r\n"), "b.jsonl")
    rows = club.query(
        "select sha256, line, raw from quarantine join source using (source_id)"
    ).rows()
    assert len(rows) == 1
    sha, line, raw = rows[0]
    club.import_bytes(raw.replace('"Q"', '"E"').encode(), "mended", mends=(sha, line))
    assert [row[0] for row in standing(club)] == [1, 2, 3]
    assert club.query("select count(*) from quarantine where mended is null").item() == 0
    assert club.verify() == []


def test_a_file_without_a_hand_is_not_imported(club: Club) -> None:
    before = everything(club.path)
    for data in (b"", b"no hand here\n", b"\x00\x01\x02" * 99):
        with pytest.raises(RecordError):
            club.import_bytes(data, "x.txt")
    assert everything(club.path) == before


def test_a_file_whose_name_is_no_utf8_is_imported(club: Club, tmp_path: Path) -> None:
    path = tmp_path / "evening-\udcff.jsonl"
    path.write_bytes(game())
    report = club.import_path(path)
    assert report.name == "evening-?.jsonl"
    assert club.verify() == []


def test_a_dry_run_shows_and_changes_nothing(club: Club) -> None:
    before = everything(club.path)
    report = club.import_bytes(game(), "a.jsonl", dry_run=True)
    assert counts(report) == (5, 0, 0, 0)
    assert report.preview["hand"].to_list() == [1, 2, 3, 4, 5]
    assert everything(club.path) == before
    assert standing(club) == []


def test_the_rules_of_a_hand_by_who_said_them(club: Club) -> None:
    said = "select rules_from, name from replay join rule_set using (rules_id)"
    club.import_bytes(lines([hand(1, rules=None)]), "a.jsonl")
    assert club.query(said).rows() == [("club", "pagat")]
    club.import_bytes(lines([hand(1, rules=None)]), "a.jsonl", rules="windows")
    assert club.query(said).rows() == [("import", "windows")]
    club.correct(hand_id(club, 1), {"rules": "parlett"})
    assert club.query(said).rows() == [("record", "parlett")]
    club.save_rules("house", "pagat,game.target=9")
    club.assign_rules("hand", hand_id(club, 1), "house")
    assert club.query(said).rows() == [("assigned", "house")]
    club.save_rules("house", "pagat,game.target=11")
    chosen = club.query("select spec from replay join rule_set using (rules_id)").item()
    assert chosen == "pagat,game.target=11"
    assert club.verify() == []


def test_rules_that_nobody_knows_are_noted_and_the_clubs_used(club: Club) -> None:
    club.import_bytes(lines([hand(1, rules="grandma")]), "a.jsonl")
    found = club.query("select code, message from finding").rows()
    assert [(code, "'grandma'" in text) for code, text in found] == [("rules_unknown", True)]
    club.save_rules("grandma", "windows")
    assert club.query("from finding").is_empty()
    assert club.verify() == []


REFUSED = {
    "a field that is none": {"book": 9},
    "a word for a number": {"books": "many"},
    "a seat that is none": {"dealer": "Q"},
    "cards that are none": {"kitty": "AS XX"},
}


@pytest.mark.parametrize("changes", REFUSED.values(), ids=REFUSED)
def test_a_correction_that_cannot_be_read_is_refused(club: Club, changes: dict[str, Any]) -> None:
    club.import_bytes(game(1), "a.jsonl")
    before = everything(club.path)
    with pytest.raises(NotationError):
        club.correct(hand_id(club, 1), changes)
    assert everything(club.path) == before


def test_a_hand_is_found_by_the_first_digits_of_its_id(club: Club) -> None:
    club.import_bytes(game(2), "a.jsonl")
    full = hand_id(club, 1)
    assert club.find(full[:8]) == full
    for wrong in ("zzzzzzzz", "ab", "0000000000000000"):
        with pytest.raises(ClubError, match=r"hand"):
            club.find(wrong)


def test_what_was_said_of_a_hand_stays_with_it_when_a_better_reader_sees_more(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Such hands are known by their content alone, which the newer reader changes.
    placeless = [{"bid": "4 up", "bidder": "E", "books": books} for books in (9, 10, 11)]
    report = club.import_bytes(lines(placeless), "a.jsonl")
    assert report.stored == 3
    before = dict(club.query("select line, hex_id(hand_id) from hand").rows())
    club.correct(before[1], {"books": 12, "note": "as Di says"}, by="Di")
    club.note(before[1], "look again")
    club.tag(before[1], "review")
    club.void(before[2])
    club.settle(before[3])

    def better(*arguments: Any, **options: Any) -> Iterator[Reading]:
        for reading in iter_read(*arguments, **options):
            yield replace(reading, hands=reading.hands.with_columns(trump=pl.lit("S")))

    monkeypatch.setattr(from_files, "iter_read", better)
    club.rebuild()
    after = dict(
        club.query("select line, hex_id(hand_id) from hand where origin = 'import'").rows()
    )
    assert set(before.values()).isdisjoint(after.values())
    stands = club.hand(after[1])
    assert (stands.trump, stands.books, stands.note) == ("S", 12, "as Di says")
    steps = [step.what for step in club.history(after[1])]
    assert steps == ["import", "correct", "correct", "note", "tag"]
    assert club.query("select text from note").rows() == [("look again",)]
    assert club.query("select hex_id(hand_id), tag from tag").rows() == [(after[1], "review")]
    void = club.query("select hex_id(hand_id) from hand where state = 'void'").rows()
    assert void == [(after[2],)]
    assert club.query("select hex_id(hand_id) from settled").rows() == [(after[3],)]
    assert club.query("from remark where code = 'lost_hand'").is_empty()


def test_a_hand_that_was_only_begun_waits_for_the_rest(club: Club) -> None:
    begun = b'[[hand]]\nbid = "4 up"\nbidder = "E"\nbooks = 9\n\n[[hand]]\n'
    report = club.import_bytes(begun, "a.toml")
    assert (report.stored, [fault.code for fault in report.quarantined]) == (1, ["cut_off"])
    assert club.import_bytes(begun + b'bid = "5 up"\nbidder = "S"\n', "a.toml").stored == 1
    assert club.query("select count(*) from quarantine where mended is null").item() == 0


def test_names_in_capitals_are_the_same_hand(club: Club) -> None:
    head = "Date,Game,Hand,North,East,South,West,Bidder,Bid,NS books,EW books,Note\n"
    row = "2026-11-26,{},1,{},Bo,Cy,Di,N,4 up,10,3,{}\n"
    club.import_bytes((head + row.format("t3", "Ann", "")).encode(), "a.csv")
    again = club.import_bytes((head + row.format("T3", "ANN", "")).encode(), "b.csv")
    assert (again.stored, again.already_there, again.conflicts) == (0, 1, 0)
    more = club.import_bytes((head + row.format("T3", "ann", "late")).encode(), "c.csv")
    assert (more.stored, more.superseded) == (0, 1)
    (hand,) = club.query("from hand where state = 'current'").to_dicts()
    assert (hand["game"], hand["player_n"], hand["note"]) == ("t3", "Ann", "late")
    assert club.verify() == []


GROWING = [
    ("csv", b"Bidder,Bid,Points NS\nE,4 up,-4\nS,5", b" down,5\nW,3 up,4\n"),
    ("csv", b"Bidder,Bid,Points NS\nE,4 up,-4\nS,5 up,1", b"0\nW,3 up,4\n"),
    (
        "toml",
        b'[[hand]]\nbidder = "E"\nbid = "4 up"\n\n[[hand]]\nbidder = "S"\nbid = "5 up"\n',
        b'books = 10\n\n[[hand]]\nbidder = "W"\nbid = "3 up"\n',
    ),
]


@pytest.mark.parametrize(("ending", "start", "rest"), GROWING)
def test_a_hand_half_typed_is_no_second_hand(
    club: Club, ending: str, start: bytes, rest: bytes
) -> None:
    assert club.import_bytes(start, f"a.{ending}").stored == 2
    report = club.import_bytes(start + rest, f"a.{ending}")
    assert (report.stored, report.superseded) == (2, 1)
    assert len(standing(club)) == 3
    assert club.import_bytes(start, f"again.{ending}").stored == 0
    assert club.import_bytes(b"\n" + start + rest, f"b.{ending}").stored == 0
    assert len(standing(club)) == 3
    assert club.verify() == []


def test_a_line_that_could_not_be_read_half_typed_is_not_left_waiting(club: Club) -> None:
    start = b"Bidder,Bid,Points NS\nE,4 up,-4\nS,5 up,-"
    assert len(club.import_bytes(start, "a.csv").quarantined) == 1
    assert club.import_bytes(start + b"5\n", "a.csv").stored == 1
    assert club.query("select count(*) from quarantine where mended is null").item() == 0
    assert club.verify() == []


def test_a_half_typed_hand_that_was_corrected_stays(club: Club) -> None:
    _, start, rest = GROWING[1]
    club.import_bytes(start, "a.csv")
    (one,) = club.query("select hex_id(hand_id) as id from hand where bidder = 'S'")["id"]
    club.correct(one, {"books": 10})
    club.import_bytes(start + rest, "a.csv")
    assert club.hand(one).books == 10
    assert club.verify() == []
