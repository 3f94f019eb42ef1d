"""TOML and JSON lines: inheritance, named rules, spellings, and where a fault is pointed at."""

import pytest

from recorder.formats import locate, read, write
from recorder.formats.reading import Quarantined, Reading
from recorder.hand import HandRecord, records_of

HEAD = """format = "bidwhist/1"
date = 2026-11-26
table = "3"
rules = "house"
players = { N = "Ann", E = "Bo", S = "Cy", W = "Di" }

[rules.house]
base = "pagat"
auction.min_level = 4
kitty.sport = "always"
"""
WHOLE = """
[[hand]]
hand = 8
dealer = "S"
calls = ["pass", "pass", "4 up", "5 down"]
trump = "S"
deal = { W = "?", S = "BJ AS 3S ??" }
kitty = "4S TS AD 8C 3D 5H"
tricks = ["S: 4S KS QS LJ > E", "E: QD 4D"]
books = 12
points = { NS = 5, EW = 0 }
reneges = [{ by = "E", trick = 5, ruling = "3 books" }]
tags = ["review"]
_seat_of_scorer = "N"
"""


def toml(text: str) -> Reading:
    return read(text.encode(), "evening.toml")


def only(reading: Reading) -> HandRecord:
    assert reading.quarantined == ()
    (record,) = records_of(reading.hands)
    return record


def test_a_hand_inherits_the_top_and_carries_its_rules_written_out() -> None:
    reading = toml(HEAD + WHOLE)
    record = only(reading)
    assert record.rules == "pagat,auction.min_level=4,kitty.sport=always"
    assert (record.date, record.table, record.player_w) == ("2026-11-26", "3", "Di")
    assert record.calls == "pass, pass, 4 up, 5 down"
    assert (record.deal_w, record.deal_s) == (None, "BJ AS 3S ??")
    assert record.tricks == "S: 4S KS QS LJ > E | E: QD 4D"
    assert record.reneges == '[{"by":"E","ruling":"3 books","trick":5}]'
    assert record.extra == '{"_seat_of_scorer":"N"}'
    assert reading.notes == ()
    assert set(reading.rules) == {"house"}


def test_the_least_useful_hand() -> None:
    record = only(toml('[[hand]]\nbid = "4 up"\nbidder = "E"\nbooks = 9\n'))
    assert (record.bid, record.bidder, record.books, record.date) == ("4 up", "E", 9, None)


SPELLINGS = {
    "ten": ("kitty", "10D", "kitty", "TD"),
    "lower case": ("kitty", "as th", "kitty", "AS TH"),
    "glyph behind": ("kitty", "A♠", "kitty", "AS"),
    "glyph before": ("kitty", "♠A", "kitty", "AS"),
    "big joker": ("kitty", "Little Joker, Big Joker", "kitty", "BJ LJ"),
    "a set of cards is sorted": ("kitty", "2C AS BJ", "kitty", "BJ AS 2C"),
    "uptown": ("bid", "4 uptown", "bid", "4 up"),
    "letter": ("bid", "4U", "bid", "4 up"),
    "arrow": ("bid", "4↑", "bid", "4 up"),
    "special": ("bid", "5 special", "bid", "5 down"),
    "low": ("bid", "5 low", "bid", "5 down"),
    "no trump": ("bid", "6NT↑", "bid", "6 no"),
    "a level alone": ("bid", 4, "bid", "4"),
    "a suit in words": ("trump", "Spades", "trump", "S"),
    "no trump outright": ("trump", "no", "trump", "no"),
    "a seat in words": ("bidder", "north", "bidder", "N"),
    "a whole number with a point": ("books", 9.0, "books", 9),
    "a minus of typographers": ("books", "\u22124", "books", -4),
    "made in words": ("made", "set", "made", False),
    "Z is an offset": ("date", "2026-11-26T20:00Z", "date", "2026-11-26T20:00:00+00:00"),
    "fourteen books are stored": ("books", 14, "books", 14),
}


@pytest.mark.parametrize(
    ("key", "written", "name", "read_as"), SPELLINGS.values(), ids=SPELLINGS.keys()
)
def test_spellings(key: str, written: object, name: str, read_as: object) -> None:
    text = f"[[hand]]\n{key} = {written!r}\n" if isinstance(written, str) else ""
    text = text or f"[[hand]]\n{key} = {written}\n"
    assert getattr(only(toml(text)), name) == read_as


FAULTS = {
    "a card in a deal": (
        'deal = { N = "AS KS", E = "QX AH" }',
        'deal = { N = "AS KS", E = "',
        "expected a card",
    ),
    "a card in a trick": (
        'tricks = ["S: 4S KS", "E: QD 1D"]',
        'tricks = ["S: 4S KS", "E: QD ',
        "1D",
    ),
    "a call": ('calls = ["pass", "9 up"]', 'calls = ["pass", "', "9 up"),
    "a seat": ('bidder = "Q"', 'bidder = "', "expected a seat"),
    "a date": ('date = "26.11.2026"', 'date = "', "expected a date"),
    "a table that is none": ('deal = "AS"', "deal = ", "expected a table"),
    "a truth that is a number": ("made = 3", "made = ", "expected true"),
    "a number that is a truth": ("books = true", "books = ", "whole number"),
    "a trick of five": ('tricks = ["S: 4S 5S 6S 7S 8S"]', 'tricks = ["', "one to four"),
    "a pass for a bid": ('bid = "pass"', 'bid = "', "expected a bid"),
}


@pytest.mark.parametrize(("line", "before", "words"), FAULTS.values(), ids=FAULTS.keys())
def test_a_fault_is_pointed_at_and_costs_one_hand(line: str, before: str, words: str) -> None:
    good = '\n[[hand]]\nbid = "4 up"\n'
    reading = toml(f"{HEAD}{good}\n[[hand]]\nhand = 2\n{line}\n{good}")
    assert reading.hands.height == 2
    (fault,) = reading.quarantined
    assert words in fault.reason
    assert fault.column == len(before) + 1
    assert fault.start == HEAD.count("\n") + 5
    assert fault.line == fault.start + 2
    shown = locate(fault).split("\n")
    assert shown[1] == f"  {line}"
    assert shown[2].index("^") == len(before) + 2


def test_a_syntax_error_costs_one_hand() -> None:
    reading = toml(f'{HEAD}\n[[hand]]\nbid = "4 up\nbooks = 9\n\n[[hand]]\nbid = "5 no"\n')
    assert reading.hands["bid"].to_list() == ["5 no"]
    (fault,) = reading.quarantined
    assert fault.code == "unreadable"
    assert fault.raw == '[[hand]]\nbid = "4 up\nbooks = 9'


@pytest.mark.parametrize("tail", ["boo", 'note = "Lights we', "tricks = ["])
def test_a_last_hand_that_breaks_off_is_possibly_cut_off(tail: str) -> None:
    (fault,) = toml(f'{HEAD}\n[[hand]]\nbid = "4 up"\n{tail}').quarantined
    assert fault.code == "cut_off"
    assert "possibly cut off" in fault.reason
    (fault,) = read(b'{"bid": "4 up"}\n{"bid": "5 u', "f.jsonl").quarantined
    assert (fault.code, fault.line) == ("cut_off", 2)


def test_unknown_keys_are_kept_with_a_remark() -> None:
    reading = toml('[[hand]]\nweather = "rain"\n_mine = 1\n')
    assert only(reading).extra == '{"_mine":1,"weather":"rain"}'
    assert [(note.code, note.line) for note in reading.notes] == [("unknown_key", 1)]


def test_a_key_that_every_hand_has_is_said_once() -> None:
    reading = read(b'{"weather": "rain"}\n' * 100, "f")
    assert [note.line for note in reading.notes] == [1]
    assert len(toml('[[hand]]\nweather = "rain"\n' * 100).notes) == 1


@pytest.mark.parametrize(
    ("bid", "choice", "read_as"), [("4S", "s=special", "4 down"), ("4D", "d=down", "4 down")]
)
def test_a_bid_that_reads_two_ways_is_asked_about(bid: str, choice: str, read_as: str) -> None:
    data = f'{{"bid": "{bid}"}}'.encode()
    asking = read(data, "f")
    assert asking.quarantined[0].code == "dialect_needed"
    key, _, answer = choice.partition("=")
    assert [(question.key, question.choices) for question in asking.questions] == [(key, (answer,))]
    assert only(read(data, "f", dialect=choice)).bid == read_as
    assert only(read(data, "f", dialect={key: answer})).bid == read_as


def test_a_key_given_twice_hides_nothing() -> None:
    (fault,) = read(b'{"books": 9, "books": 10}', "f").quarantined
    assert "'books' stands twice" in fault.reason


def test_rules_may_be_a_table_and_null_is_none() -> None:
    line = b'{"rules": {"base": "pagat", "game": {"negative_target": null}}, "books": 9}'
    assert only(read(line, "f")).rules == "pagat,game.negative_target=none"


def test_rules_that_nobody_knows_stay_as_written() -> None:
    assert only(read(b'{"rules": "our_own, kitty.size=9", "books": 9}', "f")).rules == (
        "our_own,kitty.size=9"
    )


def test_words_around_what_was_pasted_are_passed_over_and_said() -> None:
    pasted = f"Hi all,\nhere it is\n```\n{HEAD}{WHOLE}```\nBye, Bo\n"
    reading = toml(pasted)
    assert only(reading).books == 12
    assert [note.code for note in reading.notes] == ["passed_over", "passed_over"]
    lines = read(b'Hi!\n\n{"books": 9}\nwhat?\n{"books": 8}\nBye\n', "f")
    assert lines.hands.height == 2
    assert [fault.line for fault in lines.quarantined] == [4]


def test_what_all_hands_share_is_written_once() -> None:
    hands = [HandRecord(hand=n, table="3", bidder="N", bid="4 up", books=9 + n) for n in (1, 2)]
    assert write(hands, "toml").decode() == (
        'format = "bidwhist/1"\ntable = "3"\n\n'
        '[[hand]]\nhand = 1\nbidder = "N"\nbid = "4 up"\nbooks = 10\n\n'
        '[[hand]]\nhand = 2\nbidder = "N"\nbid = "4 up"\nbooks = 11\n'
    )


def test_a_long_line_is_shown_around_its_fault() -> None:
    raw = "x" * 500 + "\tBAD" + "y" * 500
    shown = locate(Quarantined("f", 1, 502, "no", raw)).split("\n")
    assert shown[0] == "f:1:502: no"
    assert len(shown[1]) < 110
    assert shown[1][shown[2].index("^") :].startswith("BAD")
