"""Score sheets as six people keep them, a row for each hand."""

import datetime as dt
import io
import sys
import zipfile

import openpyxl
import pytest

from recorder.errors import RecordError
from recorder.formats import read
from recorder.formats.reading import Reading
from recorder.hand import HandRecord, records_of
from recorder.problems import problems
from recorder.rules import load_rules

ANSWERS = {"us": "NS", "figures": "points", "kitty": "counted"}


def sheet(text: str, **answers: str) -> Reading:
    return read(text.encode(), "sheet.csv", dialect=answers or None)


def only(reading: Reading) -> HandRecord:
    assert reading.quarantined == ()
    (record,) = records_of(reading.hands)
    return record


def one(header: str, row: str, **answers: str) -> HandRecord:
    return only(sheet(f"{header}\n{row}\n", **(ANSWERS | answers)))


def test_a_whole_row() -> None:
    record = one(
        "Date,Game,Hand,Dealer,Bidder,Bid,Trump,Books,Result,Us,Them,Mood",
        "2026-11-26,12,3,N,S,4 up,♥,11,made,+5,0,good",
    )
    assert (record.date, record.game, record.hand) == ("2026-11-26", "12", 3)
    assert (record.dealer, record.bidder, record.bid, record.trump) == ("N", "S", "4 up", "H")
    assert (record.books, record.made) == (11, True)
    assert (record.points_ns, record.points_ew, record.score_ns) == (5, 0, None)
    assert record.extra == '{"Mood":"good"}'


HEADERS = {
    "any case and order": "BOOKS,bid,Bidder",
    "tabs": "books\tbid\tbidder",
    "semicolons": "Books;Bid;Bidder",
    "other words": "Tricks taken;Contract;Declarer",
    "signs": "# Books;Winning Bid;Bid-by",
    "quotes": '"Books","Bid","Bidder"',
}


@pytest.mark.parametrize("header", HEADERS.values(), ids=HEADERS.keys())
def test_headers(header: str) -> None:
    sign = "\t" if "\t" in header else ";" if ";" in header else ","
    record = one(header, sign.join(["10", "5 down", "W"]))
    assert (record.books, record.bid, record.bidder) == (10, "5 down", "W")


ENCODINGS = {
    "UTF-8": lambda text: text.encode(),
    "byte order mark": lambda text: text.encode("utf-8-sig"),
    "UTF-16": lambda text: text.encode("utf-16"),
    "UTF-16 without a mark": lambda text: text.encode("utf-16-le"),
    "UTF-16 the other way round": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "CR LF": lambda text: text.replace("\n", "\r\n").encode(),
    "CR": lambda text: text.replace("\n", "\r").encode(),
}


@pytest.mark.parametrize("encode", ENCODINGS.values(), ids=ENCODINGS.keys())
def test_encodings(encode: object) -> None:
    assert callable(encode)
    text = "North,Bidder,Bid,Trump,Books\nZoë,N,4 ↑,♠,10\n"
    record = only(read(encode(text), "s", dialect="kitty=counted"))
    assert (record.player_n, record.bid, record.trump) == ("Zoë", "4 up", "S")


def test_windows_text_and_suits_encoded_twice_are_read_and_said() -> None:
    windows = read("North,Bidder,Bid\nZoë,N,4 up\n".encode("cp1252"), "s")
    assert only(windows).player_n == "Zoë"
    assert [note.code for note in windows.notes] == ["encoding"]
    twice = "Bidder,Bid,Trump\nN,4 up,♠\n".encode().decode("cp1252").encode()
    assert only(read(twice, "s")).trump == "S"
    assert [note.code for note in read(twice, "s").notes] == ["encoding"]


def test_one_windows_line_does_not_spoil_the_others() -> None:
    data = "North,Bidder,Bid\nZoë,N,4 up\n".encode() + "José,N,4 up\n".encode("cp1252")
    assert read(data, "s").hands["player_n"].to_list() == ["Zoë", "José"]


FIGURES = {"+4": 4, "4.0": 4, "−5": -5, "-5": -5, " 4 ": 4, "0": 0}


@pytest.mark.parametrize(("written", "number"), FIGURES.items())
def test_bare_numbers(written: str, number: int) -> None:
    assert one("Bidder,Bid,NS points", f"N,4 up,{written}").points_ns == number


SIDES = {
    "us and them": ("Us,Them", {}, "points"),
    "we and they": ("We,They", {}, "points"),
    "compass": ("N-S,E-W", {}, "points"),
    "compass, another way": ("NS,E/W", {}, "points"),
    "running": ("Us total,Them total", {}, "score"),
    "running, as answered": ("N/S,E/W", {"figures": "score"}, "score"),
    "points by name": ("NS points,EW points", {}, "points"),
    "partners": ("Ann & Cy,Bo & Di", {}, "points"),
    "partners with a stroke": ("Ann/Cy,Bo/Di", {}, "points"),
}


@pytest.mark.parametrize(("columns", "answers", "name"), SIDES.values(), ids=SIDES.keys())
def test_whose_figures(columns: str, answers: dict[str, str], name: str) -> None:
    record = one(f"N,E,S,W,Bidder,Bid,{columns}", "Ann,Bo,Cy,Di,N,4 up,6,-2", **answers)
    assert (getattr(record, f"{name}_ns"), getattr(record, f"{name}_ew")) == (6, -2)


def test_us_is_relative_to_who_kept_the_sheet() -> None:
    assert one("Bidder,Bid,Us,Them", "N,4 up,6,-2", us="EW").points_ns == -2


def test_partners_without_seats_face_each_other() -> None:
    record = one("Bidder,Bid,Ann & Bo,Cy/Di", "cy,4 up,0,4")
    assert (record.player_n, record.player_s) == ("Ann", "Bo")
    assert (record.player_e, record.player_w) == ("Cy", "Di")
    assert (record.bidder, record.points_ew) == ("E", 4)


ASKED = {
    "a date": ("Date,Bidder,Bid", "8/3/2026,N,4 up", "date", "mdy"),
    "4S": ("Bidder,Bid,Trump", "N,4S,C", "s", "special"),
    "4D": ("Bidder,Bid,Trump", "N,4D,C", "d", "down"),
    "books, with the kitty's or not": ("Bidder,Bid,Books", "N,4 up,11", "kitty", "left_out"),
    "us": ("Bidder,Bid,Us points", "N,4 up,4", "us", "EW"),
    "points or running": ("Bidder,Bid,NS,EW", "N,4 up,4,0", "figures", "score"),
}


@pytest.mark.parametrize(("header", "row", "key", "answer"), ASKED.values(), ids=ASKED.keys())
def test_what_reads_two_ways_is_asked_by_name(header: str, row: str, key: str, answer: str) -> None:
    asking = sheet(f"{header}\n{row}\n")
    (fault,) = asking.quarantined
    assert fault.code == "dialect_needed"
    assert f"{key}=" in fault.reason
    (question,) = asking.questions
    assert question.key == key
    assert answer in question.choices
    assert only(sheet(f"{header}\n{row}\n", **{key: answer})).bid is not None


KITTY = {
    "13 in sum": ("9-4", "", "", 9),
    "12 in sum, the kitty's is the bidders'": ("9/3", "", "", 10),
    "12 in sum, the kitty's is nobody's": ("9-3", "", "columbus", 9),
    "answered: counted": ("9", "counted", "", 9),
    "answered: left out": ("9", "left_out", "", 10),
    "nobody's, so nothing to ask": ("9", "", "columbus", 9),
}


@pytest.mark.parametrize(("written", "answer", "rules", "books"), KITTY.values(), ids=KITTY.keys())
def test_books(written: str, answer: str, rules: str, books: int) -> None:
    answers = {"kitty": answer} if answer else {}
    text = f"Bidder,Bid,Rules,Books\nN,4 up,{rules},{written}\n"
    assert only(sheet(text, **answers)).books == books


def test_a_result_may_prove_how_books_are_counted() -> None:
    reading = sheet("Bidder,Bid,Books,Result\nN,4 up,9,made\nS,5 up,8,set\n")
    assert reading.hands["books"].to_list() == [10, 9]
    assert [note.code for note in reading.notes] == ["books_sum"]
    # Proofs that contradict each other prove nothing.
    both = sheet("Bidder,Bid,Books,Result\nN,4 up,9,made\nS,5 up,10,set\n")
    assert len(both.quarantined) == 2


def test_books_of_two_sides() -> None:
    assert one("Bidder,Bid,NS books,EW books", "E,4 up,4,9").books == 9
    contradicts_itself = one("Bidder,Bid,NS books,EW books", "E,4 up,5,9")
    assert contradicts_itself.books == 9
    found = problems(contradicts_itself, load_rules("pagat").rules)
    assert "books_sum" in [finding.code for finding in found]


RESULTS = {
    "made": (True, None),
    "Set": (False, None),
    "+1": (True, 11),
    "-2": (False, 8),
    "−2": (False, 8),
    "set by 2": (False, 8),
    "down 1": (False, 9),
    "made +2": (True, 12),
}


@pytest.mark.parametrize(("written", "found"), RESULTS.items())
def test_results(written: str, found: tuple[bool, int | None]) -> None:
    record = one("Bidder,Bid,Result", f"N,4 up,{written}")
    assert (record.made, record.books) == found


def test_a_hand_that_was_passed_out() -> None:
    assert one("Dealer,Bidder,Bid", "N,,passed out").status == "passed_out"
    assert one("Dealer,Bidder,Bid", ",,thrown in").status == "passed_out"


DATES = {
    "2026-11-26": "2026-11-26",
    "11/26/2026": "2026-11-26",
    "26.11.2026": "2026-11-26",
    "Nov 26, 2026": "2026-11-26",
    "26 November 2026": "2026-11-26",
    "26-Nov-26": "2026-11-26",
    "2026/11/26": "2026-11-26",
    "5/5/2026": "2026-05-05",
}


@pytest.mark.parametrize(("written", "date"), DATES.items())
def test_dates_that_read_one_way(written: str, date: str) -> None:
    assert one("Date;Bidder;Bid", f"{written};N;4 up").date == date


@pytest.mark.parametrize(("order", "date"), [("mdy", "2026-08-03"), ("dmy", "2026-03-08")])
def test_dates_in_a_declared_order(order: str, date: str) -> None:
    assert one("Date,Bidder,Bid", "8/3/2026,N,4 up", date=order).date == date
    assert one("Date,Bidder,Bid", "8/3/26,N,4 up", date=order).date == date


FAULTS = {
    "a spreadsheet made a date of 4-3": ("N,4-Mar,10", "a spreadsheet has made the date", "4-Mar"),
    "no such bid": ("N,9 up,10", "expected a bid", "9 up"),
    "no such player": ("Zed,4 up,10", "neither a seat", "Zed"),
    "a partnership for a player": ("Us,4 up,10", "names a partnership", "Us"),
    "books in words": ("N,4 up,ten", "whole number", "ten"),
    "a cell without a column": ("N,4 up,10,11", "no column", None),
    "a date that is none": ("N,4 up,2026-04-03", "a spreadsheet has made", "2026"),
    "a quote never closed": ('N,4 up,"10', "never closed", '"10'),
}


@pytest.mark.parametrize(("row", "words", "place"), FAULTS.values(), ids=FAULTS.keys())
def test_a_bad_row_costs_only_itself(row: str, words: str, place: str | None) -> None:
    text = f"Bidder,Bid,Books\nN,4 up,10\n{row}\nS,5 no,11\n"
    reading = sheet(text, kitty="counted")
    assert reading.hands["bid"].to_list() == ["4 up", "5 no"]
    (fault,) = reading.quarantined
    assert words in fault.reason
    assert (fault.line, fault.raw) == (3, row)
    if place is not None:
        assert fault.column is not None
        assert row[fault.column - 1 :].startswith(place)


def test_words_around_the_table_totals_and_notes_of_several_lines() -> None:
    text = (
        "Hi, here is Thursday:\n\nBidder,Bid,Books,Note\n"
        'N,4 up,10,"Lights went out,\nand came back"\n\nTotals,,10\nThanks!\n'
    )
    reading = sheet(text, kitty="counted")
    assert only(reading).note == "Lights went out,\nand came back"
    assert [note.code for note in reading.notes] == ["passed_over", "passed_over"]


def test_a_player_may_be_called_like_a_seat() -> None:
    header = "North,East,South,West,Bidder,Bid"
    assert one(header, "Pass,NT,Big C (host),John/Jane,big c (host),4 up").bidder == "S"
    (fault,) = sheet(f"{header}\nAnn,North,Cy,Di,North,4 up\n").quarantined
    assert "names two seats" in fault.reason


def workbook(*rows: list[object]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_a_workbook() -> None:
    data = workbook(
        ["Thursday"],
        ["Date", "Bidder", "Bid", "Books", "N-S"],
        [dt.datetime(2026, 11, 26), "N", "4 up", 10.0, -4],
        [dt.datetime(2026, 11, 26), "N", dt.datetime(2026, 4, 3), 10, 4],
    )
    reading = read(data, "evening.xlsx", dialect=ANSWERS)
    assert reading.format == "xlsx"
    (record,) = records_of(reading.hands)
    assert (record.date, record.books, record.points_ns) == ("2026-11-26", 10, -4)
    assert (record.file, record.line) == ("evening.xlsx#Sheet", 3)
    (fault,) = reading.quarantined
    assert fault.code == "spreadsheet_date"
    with pytest.raises(RecordError, match="no sheet of"):
        read(workbook(["Milk", "Eggs", "Bread"]), "list.xlsx")


@pytest.mark.parametrize("dialect", ["date", "date=ydm", "colour=blue", {"us": "south"}])
def test_a_dialect_that_answers_nothing_is_refused(dialect: str | dict[str, str]) -> None:
    with pytest.raises(RecordError, match="expected a dialect of s=special"):
        read(b"Bidder,Bid,Books\n", "f", dialect=dialect)


def test_a_workbook_without_its_reader_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = workbook(["Bidder", "Bid", "Books"])
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(RecordError, match=r"pip install 'bidwhist\[xlsx\]'"):
        read(data, "evening.xlsx")


def test_a_zip_that_is_no_workbook_is_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("hello.txt", "hello")
    with pytest.raises(RecordError, match="damaged workbook"):
        read(out.getvalue(), "evening.xlsx")


def test_a_long_sheet_asks_once() -> None:
    reading = sheet("Bidder,Bid,Books\n" + "N,4 up,11\n" * 500)
    assert len(reading.quarantined) == 500
    assert len(reading.questions) == 1
