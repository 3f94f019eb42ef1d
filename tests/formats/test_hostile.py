"""Whatever comes in, only our own errors come out, and no input costs more than its size."""

import contextlib
import io
import time
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recorder.errors import BidWhistError, RecordError
from recorder.formats import FORMATS, WRITERS, locate, read, write
from recorder.formats.toml import MAX_CHUNK
from recorder.hand import records_of

HANDS = read(Path("tests/vectors/hands.jsonl").read_bytes(), "hands").hands[:3]
SHEET = (
    "Date,Game,Hand,Dealer,Bidder,Bid,Trump,Books,Result,Us,Them\n"
    '11/26/2026,1,1,N,S,"4 up",H,10,made,+4,0\n'
    "26.11.2026,1,2,E,S,5 down,♠,9,set by 2,4,−5\n"
)
GAMES = "Team #,Team Name,R1 W/L,R1 Points,R1 Hands,R1 Boston,Wins\n1,Aces,W,12,3,0,1\n"
SEEDS = [
    *(write(HANDS, form) for form in ("toml", "jsonl", "ptn", "csv")),
    Path("tests/formats/logs/trickster_54_stopped.ptn").read_bytes(),
    SHEET.encode(),
    GAMES.encode(),
]
PIECES = [
    *(b"", b"\n", b'"', b"[", b"{", b"]", b"}", b",", b";", b"\t", b"=", b".", b"\\", b"\0", b"'"),
    *(b"\xff", b"\xe2\x99\xa0", b"\xe2", b"-", b"9" * 30, b"null", b"[[hand]]\n", b"% PTN\n"),
    *(b"[[" * 40, b"\\ud800", b"1e999", b"NaN", b"true", b" ", b":", b"??", b"\r", b"\xef\xbb\xbf"),
]


def read_all_of(data: bytes, form: str | None) -> None:
    """Read, show every fault, and write again what was read."""
    try:
        reading = read(data, "file", format=form)
    except BidWhistError:
        return
    for fault in reading.quarantined:
        assert fault.reason
        assert locate(fault).startswith("file")
    for form_out in WRITERS:
        assert read(write(reading.hands, form_out), "again", format=form_out).quarantined == ()
    assert len(records_of(reading.hands)) == reading.hands.height


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.binary(max_size=300), form=st.sampled_from(FORMATS) | st.none())
def test_any_bytes(data: bytes, form: str | None) -> None:
    read_all_of(data, form)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    seed=st.sampled_from(SEEDS),
    edits=st.lists(
        st.tuples(st.floats(0, 1), st.integers(0, 12), st.sampled_from(PIECES)), max_size=4
    ),
)
def test_files_with_bytes_changed(seed: bytes, edits: list[tuple[float, int, bytes]]) -> None:
    data = seed
    for where, gone, piece in edits:
        at = int(where * len(data))
        data = data[:at] + piece + data[at + gone :]
    read_all_of(data, None)


REFUSED = {
    "empty": (b"", "is empty"),
    "a million empty lines": (b"\n" * 1_000_000, "is empty"),
    "ten megabytes of one letter": (b"x" * 10_000_000, "holds no record of Bid Whist"),
    "zero bytes": (b"\0\1\2" * 50, "zero bytes"),
    "a table whose columns are called A and B": (b"a,b,c\n1,2,3\n", "holds no record of Bid Whist"),
    "a workbook that is none": (b"PK\x03\x04" + b"x" * 99, "damaged workbook"),
    "Parquet that is none": (b"PAR1" + b"x" * 99, "no Parquet file"),
    "a newer format": (b'format = "bidwhist/2"\n[[hand]]\nbooks = 9\n', "a newer one is needed"),
    "the top is not TOML": (b"date = 2026-13-45\n[[hand]]\nbooks = 9\n", "file:1"),
}


@pytest.mark.parametrize(("data", "words"), REFUSED.values(), ids=REFUSED.keys())
def test_a_useless_file_is_refused_in_a_sentence(data: bytes, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        read(data, "file")


BOMBS = {
    "JSON nested deep": (b'{"note": ' + b"[" * 100_000, "nested too deep"),
    "a JSON line of two megabytes": (b'{"note": "' + b"x" * 2_000_000 + b'"}', "more than 1.0 MB"),
    "TOML nested deep": (b"[[hand]]\na = " + b"[" * 50_000, "nested too deep"),
    "a TOML key of many parts": (b"[[hand]]\n" + b"a." * 30_000 + b"a = 1", "64 parts"),
    "a TOML hand of many kilobytes": (b"[[hand]]\n" + b"#\n" * MAX_CHUNK, "is no hand"),
    "a time before the calendar": (b'{"date": "0001-01-01T00:00:00+14:00"}', "from 2 to 9998"),
    "a number of many digits": (b'{"books": ' + b"9" * 10_000 + b"}", "not JSON"),
}


@pytest.mark.parametrize(("data", "words"), BOMBS.values(), ids=BOMBS.keys())
def test_a_bomb_is_one_hand_set_aside(data: bytes, words: str) -> None:
    reading = read(data, "file")
    assert [words in fault.reason for fault in reading.quarantined] == [True]
    assert len(reading.quarantined[0].raw) <= 100_000


GAP = b" " * 60_000
SLOW = {
    "a line of spaces": GAP * 20 + b"x",
    "empty lines before rules": b'[[hand]]\nx = """' + b"\n" * 60_000 + b'"""\n',
    "words after a hand that is not TOML": b"[[hand]]\nx\n" + b"\n```a b c\n" * 5000,
    "a bid with a gap": b'{"bid": "4 x' + GAP + b'y"}',
    "a trump with a gap": b"Bidder,Bid,Trump\nN,4 up,x" + GAP + b"y\n",
    "a date with a gap": b"Date,Bidder,Bid\nx" + GAP + b"y,N,4 up\n",
    "a header with a gap": b"Bidder,Bid,Ann" + GAP + b"x" + GAP[:4000] + b"Bo\nN,4 up,1\n",
    "a target with a gap": b'% PTN\n[Event "Bid Whist to' + GAP + b'x"]\n[GameCode "Whist"]\n',
    "a name with a gap": b'% PTN\n[GameCode "Whist"]\n[West "x' + GAP + b'(y"]\n',
    "a call with a gap": b"Bidder,Bid,Calls\nN,4 up,4 x" + GAP + b"y\n",
}


@pytest.mark.parametrize("data", SLOW.values(), ids=SLOW.keys())
def test_no_pattern_takes_quadratic_time(data: bytes) -> None:
    # A few milliseconds each; two seconds of processor time are far beyond any noise.
    start = time.process_time()
    with contextlib.suppress(BidWhistError):
        read(data, "file")
    assert time.process_time() - start < 2


def test_a_workbook_that_unpacks_to_too_much_is_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(3):
            archive.writestr(f"xl/{number}.xml", b" " * (100 << 20))
    with pytest.raises(RecordError, match="unpacks to"):
        read(out.getvalue(), "bomb.xlsx")


def test_a_record_names_no_rule_file() -> None:
    reading = read(b'{"rules": "/etc/passwd.toml", "books": 9}', "file")
    assert "not a file" in reading.quarantined[0].reason


def test_csv_runs_nothing_and_keeps_numbers() -> None:
    (row,) = write(
        read(b'{"players": {"N": "=cmd()"}, "points": {"NS": -7}}', "file").hands, "csv"
    ).splitlines()[1:]
    assert b",'=cmd()," in row
    assert b",-7," in row


ZEROS = {
    "csv": b"Hand,Bidder,Bid,Trump,NS books,EW books,No\0te,Ex\0tra\n"
    b"1,N,4 up,S,10,3,,\n2,N,4 up,S,10,3,lights\0out,\n3,N,4 up,S,10,3,,a\n",
    "tsv": b"Hand\tBidder\tBid\tBooks\n1\tN\t4 up\t10-3\n2\tN\t4\0up\t10-3\n3\tN\t4 up\t9-4\n",
    "toml": b'format = "bidwhist/1"\n'
    b'[[hand]]\nbid = "4 up"\nbidder = "N"\nbooks = 9\n'
    b'[[hand]]\nbid = "4 up"\nbidder = "N"\nbo\0oks = 9\n'
    b'[[hand]]\nbid = "4 up"\nbidder = "S"\nbooks = 9\n',
    "jsonl": b'{"bid":"4 up","bidder":"E","books":9}\n{"bid":"4 up","bidder":"\0","books":9}\n'
    b'{"bid":"4 up","bidder":"W","books":9}\n',
    "ptn": b"".join(
        b'%% PTN\n[Event "A"]\n[GameCode "Whist"]\n[South "C%sy"]\n[Declarer "S"]\n'
        b'[Contract "4\xe2\x86\x91"]\n\n' % zero
        for zero in (b"", b"\0", b"")
    ),
}


@pytest.mark.parametrize("ending", ZEROS)
def test_a_zero_byte_costs_the_hand_it_is_in(ending: str) -> None:
    reading = read(ZEROS[ending], f"a.{ending}")
    assert reading.hands.height == 2
    (fault,) = reading.quarantined
    at = ZEROS[ending].rindex(b"\0")
    assert fault.line <= 1 + ZEROS[ending].count(b"\n", 0, at) <= fault.line + 4
    assert "\0" in fault.raw
