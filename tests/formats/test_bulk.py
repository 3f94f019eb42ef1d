"""Reading in columns is only faster: every line comes out as the reader of single lines has it."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recorder.formats import bulk, iter_read, json_chunk, read, write
from recorder.formats.columns import record_of_cells
from recorder.formats.jsonl import read_lines
from recorder.formats.parquet import write_parquet
from recorder.formats.reading import Reading, UnreadableError
from recorder.formats.scan import cut_lines, scan, survey
from recorder.formats.vocabulary import KEYS, record_mapping
from recorder.hand import COLUMNS, FACTS, HandRecord, frame_of
from tests.formats.strategies import names, records

ODD_VALUES: st.SearchStrategy[Any] = st.sampled_from(
    [
        *(None, "", " ", "x", "NT", "4♠", "n", "AS  KS", "AS AS", "?", "as", "S: 4S | E: 5S"),
        *(0, -1, 7.0, 2**31, 2**31 - 1, True, [], [None], [""], ["pass, pass"], ["4U"]),
        *(["S: 4S", "E: KD > W"], ["S:4S"], ["S: 4S KS QS LJ BJ"], {"N": "AS KS", "E": None}),
        *({"X": "AS"}, {"NS": 4}, {}, "bidwhist/2", "bidwhist/1", "pagat,a.b=c"),
        *({"base": "pagat"}, "\u00a0Ann", "Ann\u3000", "É"),
    ]
)
ODD_LINES = r"""
{"books": 01}
{"books": 1, "books": 2}
{"books": 1.5}
{"books": -0}
{"made": tru}
{"hand": 1,}
{"hand": 1}{"hand": 2}
{}
{"deal": {"N": "AS", "N": "KS"}}
{
[]
{"players": {"N": "A\u00e9", "E": "x"}}
{"deal": {"N": "AS"}, "deal": null}
{"calls": ["pass",]}
{"calls": ["pass" "pass"]}
{"note": "	"}
{"note": "a\"b"}
{"tricks": ["S: 4S KS QS LJ > E", "E: QD"]}
{"hand" : 1 , "books":9}
""".strip().split("\n")
ODD_LINES += [f"  {line} " for line in ODD_LINES]
LINES = st.builds(
    lambda record, odd, ascii_only, gap: json.dumps(
        record_mapping(record) | odd, ensure_ascii=ascii_only, separators=(f",{gap}", f":{gap}")
    ),
    records(),
    st.dictionaries(st.sampled_from([*KEYS, "format", "_x", "odd"]), ODD_VALUES, max_size=2),
    st.booleans(),
    st.sampled_from(["", " ", "\t", "\u00a0"]),
) | st.sampled_from(ODD_LINES)


def equal(one: Reading, other: Reading) -> bool:
    return (
        one.hands.equals(other.hands)
        and one.quarantined == other.quarantined
        and one.notes == other.notes
        and one.questions == other.questions
    )


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(lines=st.lists(LINES | names.filter(lambda name: "\n" not in name), max_size=6))
def test_columns_read_what_single_lines_read(lines: list[str]) -> None:
    # The first line is a hand, so that none of the others is taken for words around them.
    lines = ['{"hand": 1}', *lines, '{"hand": 2}']
    singly = read_lines([(n, line) for n, line in enumerate(lines, 1) if line.strip()], "f")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_chunk, "FEW", 0)
        together = json_chunk.read_jsonl("\n".join(lines), "f")
    assert equal(together, singly)


ODD_TEXTS = st.sampled_from(
    [
        *("", " ", " x", "x\n", "a\0b", "a\rb", "\u3000x", "NT", "4♠", "n", "as", "AS AS", "2C AS"),
        *("?", "pass,4 up", "pass", "S: 4S KS", "S:4S", "S: 4S | E: KD > W", "4U", "[]", "{}"),
        "2026-13-01",
    ]
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    record=records(),
    odd=st.dictionaries(
        st.sampled_from([name for name in FACTS if COLUMNS[name] == pl.String]),
        ODD_TEXTS,
        max_size=2,
    ),
)
def test_parquet_in_columns_is_parquet_row_by_row(record: HandRecord, odd: dict[str, str]) -> None:
    hands = frame_of([record]).with_columns(**{name: pl.lit(text) for name, text in odd.items()})
    reading = read(write_parquet(hands), "f")
    faults, singly = [], []
    try:
        singly.append(record_of_cells(hands.row(0, named=True), file="f", line=1))
    except UnreadableError as fault:
        faults.append(fault.reason)
    assert [each.reason for each in reading.quarantined] == faults
    assert reading.hands.equals(frame_of(singly))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"hand": 1, "calls": ["pass", "4 up"], "deal": {"N": "AS"}, "made": true}', "plain"),
        ('{"hand": null, "books":-4 , "tricks" : [ ] }', "null, a minus and spaces are plain"),
    ],
    ids=lambda value: value if " " not in value[:12] else None,
)
def test_scan_takes(line: str, why: str) -> None:
    assert len(scan(line.encode(), *cut_lines(line.encode())).lines) == 1, why


@given(
    st.lists(st.sampled_from([b"\n", b"a", b"aaaaaaa", b"\r", b"\0", "é".encode(), b"\x0b\x8a"]))
)
def test_lines_are_cut_where_they_end(parts: list[bytes]) -> None:
    data = b"".join(parts)
    starts, ends = cut_lines(data)
    cut = [data[start:end] for start, end in zip(starts, ends, strict=True)]
    assert cut == data.split(b"\n")
    is_plain = data.isascii() and b"\r" not in data and b"\0" not in data
    assert survey(data) == (data.count(b"\n"), is_plain)


@pytest.mark.parametrize("length", range(20))
def test_the_last_bytes_of_all_are_read(length: int) -> None:
    """Texts are looked at eight bytes at a time, as long as there are eight."""
    text = "abcdefghijklmnopqrst"[:length]
    for end in ("", "\n"):
        data = f'{{"note":"{text}","calls":["{text}","b"]}}{end}'.encode()
        scanned = scan(data, *cut_lines(data))
        assert scanned.text("note").to_pylist() == [text]
        assert scanned.joined("calls", ", ")[0].to_pylist() == [f"{text}, b"]
        assert not len(scan(data[:-3], *cut_lines(data[:-3])).lines)


@pytest.mark.parametrize("chunk", [100, 1000, 5000, 1 << 20])
def test_chunks_together_hold_the_whole_file(
    tmp_path: Path, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_chunk, "FEW", 0)
    data = Path("tests/vectors/hands.jsonl").read_bytes()
    path = tmp_path / "hands.jsonl"
    path.write_bytes(b"Dear all,\n\n" + data + b"nonsense {\n" + data + b"\nbye\n")
    whole = read(path.read_bytes(), path.name)
    parts = list(iter_read(path, chunk))
    assert pl.concat([part.hands for part in parts]).equals(whole.hands)
    assert whole.hands.height == 280
    assert [fault for part in parts for fault in part.quarantined] == list(whole.quarantined)
    assert [fault.line for fault in whole.quarantined] == [143]


def test_a_line_of_a_hundred_megabytes_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    with path.open("wb") as file:
        file.write(b'{"hand": 1}\n{"note": "')
        for _ in range(100):
            file.write(b"x" * 1_000_000)
        file.write(b'"}\n{"hand": 2}\n')
    parts = list(iter_read(path, 1 << 20))
    assert pl.concat([part.hands for part in parts])["hand"].to_list() == [1, 2]
    (fault,) = [fault for part in parts for fault in part.quarantined]
    assert fault.line == 2
    assert fault.code == "too_large"
    assert len(fault.raw) <= 100_000
    assert bulk.CHUNK >= 1 << 20


def test_a_stretch_ends_between_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = [HandRecord(hand=number, books=9) for number in range(1, 200)]
    monkeypatch.setattr(json_chunk, "STRETCH", 300)
    reading = read(write(hands, "jsonl"), "f")
    assert reading.hands["hand"].to_list() == list(range(1, 200))
    assert reading.hands["line"].to_list() == list(range(1, 200))
