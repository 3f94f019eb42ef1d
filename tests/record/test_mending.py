"""A hand that could not be read is put right among the rest of its file."""

import io

import openpyxl
import polars as pl
import pytest

from analytics.records import quarantine, sources, unsettled, versions
from recorder.club import Club
from recorder.club.mending import source_bytes, with_mended
from recorder.errors import ClubError, RecordError

SHEET = """\
Date,Table,Game,Hand,North,East,South,West,Dealer,Bidder,Bid,Trump,Books
2026-03-05,1,1,1,Ann,Bo,Cy,Di,N,E,4 up,S,10
2026-03-05,1,1,2,Ann,Bo,Cy,Di,E,S,8 up,S,10
2026-03-05,1,1,3,Ann,Bo,Cy,Di,S,W,0 down,H,11
"""


@pytest.fixture
def club(tmp_path):
    club = Club.create(tmp_path / "club", "Thursday")
    club.answer({"kitty": "counted"})
    club.import_bytes(SHEET.encode("utf-8-sig"), "sheet.csv")
    return club


def mend(club, hand, text):
    mends = (hand["sha256"], hand["line"])
    data = with_mended(club, *mends, text)
    return club.import_bytes(data, hand["source"], mends=mends)


def test_it_is_read_under_the_headings_of_its_file_and_nothing_else_changes(club):
    first, second = quarantine(club).to_dicts()
    report = mend(club, first, first["raw"].replace("8 up", "5 up"))
    assert (report.stored, report.already_there, report.quarantined) == (1, 1, ())
    assert quarantine(club).to_dicts() == [second]
    report = mend(club, second, second["raw"].replace("0 down", "4 down"))
    assert (report.stored, report.already_there, report.quarantined) == (1, 1, ())
    assert quarantine(club).is_empty()
    assert sorted(club.records()["bid"]) == ["4 down", "4 up", "5 up"]


def test_a_mended_hand_outlives_a_rebuild(club):
    first, second = quarantine(club).to_dicts()
    mend(club, first, first["raw"].replace("8 up", "5 up"))
    club.rebuild()
    assert quarantine(club).to_dicts() == [second]
    assert club.records().height == 2


def test_a_line_without_a_fault_is_refused(club):
    sha = quarantine(club)["sha256"][0]
    with pytest.raises(RecordError, match="no hand that could not be read has its fault at line 1"):
        with_mended(club, sha, 1, "")


def test_a_file_that_was_never_imported_is_refused(club):
    with pytest.raises(ClubError, match="has imported no file"):
        source_bytes(club, "0" * 64)


def test_the_file_is_kept_byte_for_byte(club):
    assert source_bytes(club, quarantine(club)["sha256"][0]) == SHEET.encode("utf-8-sig")


def test_files_are_listed_with_what_they_brought(club):
    [row] = sources(club).to_dicts()
    assert (row["source"], row["hands"], row["games"], row["set_aside"]) == ("sheet.csv", 1, 0, 2)


def test_contradicting_records_are_listed_with_what_differs(club):
    other = SHEET.splitlines()[0] + "\n" + SHEET.splitlines()[1].replace(",10", ",9") + "\n"
    club.import_bytes(other.encode(), "other.csv")
    [hand] = unsettled(club).to_dicts()
    assert (hand["rivals"], hand["counts"]) == (1, True)
    known = versions(club, hand["id"])
    assert known.columns == ["record", "state", "source", "books"]
    assert sorted(known["books"]) == [9, 10]
    club.settle(hand["id"], known.filter(books=9)["record"][0])
    assert unsettled(club).is_empty()


def test_a_row_of_a_workbook_is_mended_under_its_headings(tmp_path):
    club = Club.create(tmp_path / "books", "Thursday")
    book = openpyxl.Workbook()
    for name, bids in (("Mai", ["4 up", "8 up", "9 no", "7 no"]), ("June", ["5 up", "8 down"])):
        sheet = book.create_sheet(name)
        sheet.append(["Sheet of", name])
        sheet.append(["Bidder", "Bid", "NS books", "EW books", "Note"])
        for bid in bids:
            sheet.append(["N", bid, 10, 3, 'a "quote"\n\tand a tab'])
    file = io.BytesIO()
    book.save(file)
    assert club.import_bytes(file.getvalue(), "book.xlsx").stored == 3
    one, other, hand = quarantine(club).sort("line", "raw").to_dicts()
    with pytest.raises(RecordError, match="line 4 cannot be read in 2 sheets"):
        mend(club, one, one["raw"].replace("8", "5"))
    report = mend(club, hand, hand["raw"].replace("9 no", "6 no"))
    assert (report.stored, report.already_there, report.quarantined) == (1, 2, ())
    assert quarantine(club).sort("line", "raw").to_dicts() == [one, other]
    assert sorted(club.records()["bid"]) == ["4 up", "5 up", "6 no", "7 no"]
    assert club.records()["note"].unique().to_list() == ['a "quote"\n\tand a tab']


def test_a_row_of_a_parquet_file_is_mended_as_its_columns(tmp_path):
    club = Club.create(tmp_path / "tables", "Thursday")
    rows = {"bid": ["4 up", "8 up", "4 up"], "bidder": ["N", "Q", "N"], "books": [10, 10, 10]}
    file = io.BytesIO()
    pl.DataFrame(rows).write_parquet(file)
    assert club.import_bytes(file.getvalue(), "a.parquet").stored == 2
    (hand,) = quarantine(club).to_dicts()
    assert hand["raw"] == '{"bid": "8 up", "bidder": "Q", "books": 10}'
    with pytest.raises(RecordError, match="as JSON"):
        mend(club, hand, "4 up, N, 10")
    with pytest.raises(RecordError, match="'bids' is no column of a hand"):
        mend(club, hand, '{"bids": "4 up"}')
    report = mend(club, hand, '{"bid": "4 up", "bidder": "N", "books": 10}')
    assert (report.stored, report.already_there, report.quarantined) == (1, 2, ())
    assert quarantine(club).is_empty()
