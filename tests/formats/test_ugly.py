"""Files as they come out of other people's hands: no hand is lost, doubled or made of words."""

import io
from collections.abc import Callable
from typing import Any

import openpyxl
import pytest

from recorder.formats import read

HEAD = "Hand,Bidder,Bid,NS books,EW books"
PTN = (
    '% PTN ---\n[Event "Friday"]\n[GameCode "Whist"]\n[Declarer "S"]\n[Contract "4♠↑"]\n'
    '[Auction "S"]\n4↑ Pass Pass Pass\n'
)

# Why, the text, the lines of the hands that are read, the lines that are set aside.
UGLY: list[tuple[str, str, list[int], list[int]]] = [
    ("every kind of line end", f"{HEAD}\r\n1,N,4 up,10,3\r2,N,4 up,9,4\n3,E,4 up,3,10\r\n",
     [2, 3, 4], []),
    ("sums at the end", f"{HEAD}\n1,N,4 up,10,3\nTotal,,,10,3\nGrand total,,,10,3\n,Sum,,10,3\n",
     [2], []),
    ("a sum without a word", "Hand,Bidder,Bid,N-S points,E-W points\n1,N,4 up,4,0\n,,,4,0\n",
     [2], []),
    ("a hand whose note is total", "Bidder,Bid,NS books,EW books,Note\nN,4 up,10,3,Total\n",
     [2], []),
    ("rows prepared for hands to come",
     "Date,Hand,Dealer,Bidder,Bid,NS books,EW books\n"
     "2026-03-05,1,N,E,4 up,3,10\n2026-03-05,2,E,,,,\n2026-03-05,3,S,,,,\n",
     [2], []),
    ("the heading on every page", f"{HEAD}\n1,N,4 up,10,3\n\n{HEAD}\n2,N,4 up,9,4\n", [2, 5], []),
    ("another table below, its columns elsewhere",
     f"{HEAD}\n1,N,4 up,10,3\n\nHand,Bidder,Bid,EW books,NS books\n2,E,4 up,10,3\n", [2, 5], []),
    ("files put together with their marks", f"\ufeff{HEAD}\n1,N,4 up,10,3\n\ufeff{HEAD}\n"
     "\ufeff2,N,4 up,10,3\n", [2, 4], []),
    ("a table as people type it in a forum",
     "| Hand | Bidder | Bid | NS books | EW books |\n|---|:--|---|---|--:|\n"
     "| 1 | N | 4 up | 10 | 3 |\n", [3], []),
    ("a chat of one kind",
     f"[12/03/2026, 21:14:03] Ann: 😀 here\n[12/03/2026, 21:14:09] Ann: {HEAD}\n"
     "[12/03/2026, 21:14:10] Ann: 1,N,4 up,10,3\n[12/03/2026, 21:15:12] Bo: lol 🎉\n", [3], []),
    ("a chat of another kind",
     f"3/12/26, 9:14\u202fPM - Ann: {HEAD}\n3/12/26, 9:15\u202fPM - Ann: 1,N,4 up,10,3\n"
     "12.03.26, 21:16 - Bo Diddley: 2,E,4 up,3,10\n", [2, 3], []),
    ("the books of one side", f"{HEAD}\n1,N,4 up,10,\n2,N,4 up,,3\n3,N,4 up,10,3\n", [4], [2, 3]),
    ("headings of hands with a space or a comment",
     '[[hand]]\nbid = "4 up"\nbidder = "N"\nbooks = 10\n[[ hand ]]\nbid = "4 up"\nbidder = "S"\n'
     'books = 10\n[[hand]]  # the third\nbid = "4 up"\nbidder = "E"\nbooks = 10\n'
     '[[HAND]]\nbid = "4 up"\nbidder = "W"\nbooks = 10\n', [1, 5, 9, 13], []),
    ("a table that is no hand",
     '[[hand]]\nbid = "4 up"\nbidder = "N"\nbooks = 10\n[[hands]]\nbid = "4 up"\n[[hand]]\n'
     'bid = "4 up"\nbidder = "S"\nbooks = 10\n', [7], [5]),
    ("hands without a gap", PTN + PTN + PTN, [1, 8, 15], []),
    ("a hand whose line ends were lost", PTN.replace("\n", " ") + "\n" + PTN, [2], [1]),
    ("two such hands", PTN + (PTN + PTN).replace("\n", " ") + "\n" + PTN, [1, 9], [8]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "hands", "set_aside"), [one[1:] for one in UGLY], ids=[one[0] for one in UGLY]
)
def test_every_hand_is_read_or_set_aside(text: str, hands: list[int], set_aside: list[int]) -> None:
    reading = read(text.encode(), "ugly", dialect="figures=points")
    assert reading.hands["line"].to_list() == hands
    assert [fault.line for fault in reading.quarantined] == set_aside
    assert reading.hands["bid"].to_list() == ["4 up"] * len(hands)
    assert reading.hands["extra"].drop_nulls().str.contains("[0-9]{2}:").sum() == 0


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-8-sig", "utf-16-be"])
def test_encodings(encoding: str) -> None:
    data = f"{HEAD},North\n1,N,4 up,10,3,Zoë 🎴\n".encode(encoding)
    assert read(data, "a.csv").hands["player_n"].to_list() == ["Zoë 🎴"]


@pytest.mark.parametrize(
    ("cell", "note"),
    [
        ('"he said "wow" ok"', 'he said "wow" ok'),
        ('"doubled ""wow"" ok"', 'doubled "wow" ok'),
        ('"Ann" (host)', "Ann (host)"),
        ('"a, b"', "a, b"),
        ('""', None),
        ('6" tall', '6" tall'),
    ],
)
def test_quotes_raw_and_doubled(cell: str, note: str | None) -> None:
    (row,) = read(
        f'Note,{HEAD},West\n{cell},1,N,4 up,10,3,"Di"\n'.encode(), "a.csv"
    ).hands.to_dicts()
    assert (row["note"], row["player_w"]) == (note, "Di")


def test_a_partnership_as_the_bidder_is_told_what_to_write() -> None:
    (fault,) = read(b"Bidder,Bid,NS books,EW books\nUs,4 up,10,3\n", "a.csv").quarantined
    assert fault.reason == (
        "the bidder 'Us' names a partnership: write which of the two players it was, "
        "as N, E, S, W or by name"
    )


def test_a_row_that_breaks_off_at_the_end_of_the_file_is_set_aside() -> None:
    start = "Date,Hand,North,South,Bidder,Bid,NS books,EW books,Note\n"
    whole = "2026-11-26,1,Ann,Cy,N,4 up,10,3,\n"
    reading = read(f"{start}{whole}2026-11-26,2,Ann,C".encode(), "a.csv")
    assert reading.hands["hand"].to_list() == [1]
    (fault,) = reading.quarantined
    assert (fault.line, fault.code) == (3, "cut_off")
    assert fault.reason == "the row breaks off after 'C'"
    # One that was prepared and never filled in has all its cells.
    prepared = read(f"{start}{whole}2026-11-26,2,Ann,Cy,,,,,\n".encode(), "a.csv")
    assert (prepared.hands.height, prepared.quarantined) == (1, ())


def test_two_tables_side_by_side_are_said_to_be_read_as_one() -> None:
    reading = read(b"Bidder,Bid,Made,,Bidder,Bid,Made\nN,4 up,yes,,E,5 up,no\n", "a.csv")
    assert reading.hands["bidder"].to_list() == ["N"]
    assert [remark.message for remark in reading.notes] == [
        f"'{name}' heads two columns: no hand is read from the second"
        for name in ("Bidder", "Bid", "Made")
    ]


def test_a_ptn_file_that_ends_inside_a_tag_waits_for_the_rest_of_its_hand() -> None:
    second = PTN.replace("Friday", "Saturday")
    for end in ('[GameCode "Wh', r'[GameOptionsJson "{\"bidderLeads\":tr'):
        start = f'{PTN}\n% PTN ---\n[Event "Saturday"]\n{end}'
        reading = read(start.encode(), "a.ptn")
        (fault,) = reading.quarantined
        assert (reading.hands.height, fault.code) == (1, "cut_off")
        assert fault.line == start.count("\n") + 1
    assert read(f"{PTN}\n{second}".encode(), "a.ptn").hands.height == 2


def test_a_ptn_hand_in_a_mail_that_was_passed_on_is_read() -> None:
    quoted = "".join(f"> {line}\n" for line in PTN.replace("Friday", "Saturday").split("\n"))
    reading = read(f"{PTN}\nAnd this one:\n{quoted}".encode(), "mail.txt")
    assert reading.hands["event"].to_list() == ["Friday", "Saturday"]
    assert [remark.code for remark in reading.notes if remark.code == "passed_over"] == [
        "passed_over"
    ]


@pytest.mark.parametrize("line", [b"{}", b'{"bid":null,"calls":[]}', b'{"format":"bidwhist/1"}'])
def test_a_line_that_says_nothing_is_no_hand(line: bytes) -> None:
    reading = read(b'{"hand":1}\n' + line + b'\n{"hand":2}\n', "a.jsonl")
    assert reading.hands["hand"].to_list() == [1, 2]
    assert [(fault.line, fault.code) for fault in reading.quarantined] == [(2, "no_hand")]


def workbook(fill: Callable[[Any], None]) -> bytes:
    book = openpyxl.Workbook()
    fill(book.active)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def test_cells_merged_downwards_hold_for_each_of_their_rows() -> None:
    def fill(sheet: Any) -> None:
        sheet.append(["Friday at the Eastside"])
        sheet.append(["Date", "Game", "North", "Hand", "Bidder", "Bid", "NS books", "EW books"])
        sheet.append(["2026-11-26", "T3", "Ann", 1, "N", "4 up", 10, 3])
        sheet.append([None, None, None, 2, "N", "4 up", 9, 4])
        for merged in ("A1:H1", "A3:A4", "B3:B4", "C3:C4"):
            sheet.merge_cells(merged)

    hands = read(workbook(fill), "a.xlsx").hands
    assert hands.select("date", "game", "player_n", "hand").rows() == [
        ("2026-11-26", "T3", "Ann", 1),
        ("2026-11-26", "T3", "Ann", 2),
    ]


def test_a_formula_whose_value_is_not_there_is_not_taken_for_an_empty_cell() -> None:
    def fill(sheet: Any) -> None:
        sheet.append(["Hand", "Bidder", "Bid", "NS books", "EW books"])
        sheet.append([1, "N", "4 up", 10, 3])
        sheet.append([2, "N", "4 up", "=13-E3", 3])

    reading = read(workbook(fill), "a.xlsx")
    assert reading.hands["hand"].to_list() == [1]
    (fault,) = reading.quarantined
    assert fault.line == 3
    assert "=13-E3" in fault.reason
