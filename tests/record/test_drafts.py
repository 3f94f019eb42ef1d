"""Half-entered hands: kept for each table, replaced in one step, never in another's way."""

from pathlib import Path

import pytest

from dashboard.record import drafts
from dashboard.record.drafts import Draft
from dashboard.record.half import half_of, record_of
from recorder.hand import HandRecord
from recorder.rules import load_rules
from recorder.seats import Seat
from recorder.sitting import Sitting


def sitting(table: str) -> Sitting:
    return Sitting("2026-11-26", table, 1, ("Ann", "Bo", "Cy", "Di"), "pagat", Seat.S)


def test_what_was_tapped_is_there_again(tmp_path: Path) -> None:
    draft = Draft(sitting("1")).tapped("1#3", {"bidder": "S", "level": 5})
    drafts.save(tmp_path, draft)
    assert drafts.find(tmp_path, draft.name) == draft
    assert draft.half("1#3") == {"bidder": "S", "level": 5}
    assert draft.half("1#4") == {}
    assert draft.without("1#3").half("1#3") == {}


@pytest.mark.parametrize("name", ["1", "../../1", "Küche / 2", "a.json", "%2e"])
def test_a_table_may_have_any_name(tmp_path: Path, name: str) -> None:
    club = tmp_path / "club"
    club.mkdir()
    draft = Draft(sitting(name))
    drafts.save(club, draft)
    assert [found.sitting.table for found in drafts.played(club)] == [name]
    assert [path.name for path in tmp_path.iterdir()] == ["club"]
    drafts.drop(club, draft.name)
    assert drafts.played(club) == []


def test_tables_do_not_disturb_each_other(tmp_path: Path) -> None:
    for table in ("1", "2"):
        drafts.save(tmp_path, Draft(sitting(table)).tapped("t", {"bidder": table}))
    assert {draft.half("t")["bidder"] for draft in drafts.played(tmp_path)} == {"1", "2"}


def test_a_draft_that_cannot_be_read_is_no_draft(tmp_path: Path) -> None:
    drafts.save(tmp_path, Draft(sitting("1")))
    file = next((tmp_path / "drafts").iterdir())
    file.write_bytes(file.read_bytes()[:20])
    assert drafts.find(tmp_path, "2026-11-26/1") is None
    assert drafts.played(tmp_path) == []


RECORDS = [
    ("uptown with its trump", "pagat", HandRecord(bidder="N", bid="4 up", trump="S", books=10)),
    ("no trump and its direction", "pagat",
     HandRecord(bidder="N", bid="4 no", direction="down", made=False)),
    ("no book at all", "pagat", HandRecord(bidder="N", bid="4 up", books=0)),
    ("a forced dealer", "pagat",
     HandRecord(bidder="S", bid="4 up", books=9, dealer="S", calls="pass, pass, pass, 4 up")),
    ("a level alone", "northeast",
     HandRecord(bidder="N", bid="4", trump="H", direction="down", aces="bad", books=10)),
    ("a level, then no trump", "northeast",
     HandRecord(bidder="N", bid="4", trump="no", direction="up", books=10)),
    ("thrown in", "pagat", HandRecord(status="passed_out", note="nobody dared")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "record"), [row[1:] for row in RECORDS], ids=[row[0] for row in RECORDS]
)
def test_the_keypad_shows_a_record_as_it_is(rules: str, record: HandRecord) -> None:
    assert record_of(half_of(record), load_rules(rules).rules) == record
