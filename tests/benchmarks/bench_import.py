"""Fully played hands from a JSON-lines file into a club, beside DuckDB merely loading the file.

    python -m tests.benchmarks.bench_import [HANDS…]

Each row is measured in processes of their own. Ours are parsed, checked, replayed, scored and
durably stored: copy of the file, ledger and scorebook. DuckDB's are loaded into a table on disk.
"""

import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import duckdb
import numpy as np

from recorder.club import Club
from recorder.evaluate import evaluate
from recorder.formats.jsonl import write_jsonl
from recorder.hand import HandRecord, frame_of
from recorder.rules import Rules
from recorder.seats import Seat
from tests.strategies import random_hand

DISTINCT = 20_000
"""Deals; beyond that they come again at other tables, as in a duplicate tournament."""
HANDS_A_SITTING, TABLES = 24, 50
FIRST = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"]
LAST = ["Ash", "Beck", "Cole", "Dean", "Eads", "Fry", "Gray", "Hunt"]
NAMES = [f"{first} {last}" for first in FIRST for last in LAST]
SEATS = "NESW"


def turned(record: HandRecord, by: int) -> HandRecord:
    """The record with everybody `by` seats further to the left."""
    to = dict(zip(SEATS, SEATS[by:] + SEATS[:by], strict=True))
    tricks = [to[trick[0]] + trick[1:] for trick in str(record.tricks).split(" | ")]
    deal = {f"deal_{to[seat].lower()}": record.holding(Seat[seat]) for seat in SEATS}
    dealer = to[str(record.dealer)]
    return replace(record, dealer=dealer, tricks=" | ".join(tricks), **deal)


def records(count: int) -> Iterator[HandRecord]:
    """Whole hands, each at a place of its own; the deal goes round the table."""
    rng = Random(1)
    rules = Rules()
    played = [random_hand(rng, rules.values()).record for _ in range(min(count, DISTINCT))]
    dealt_by = [
        [turned(one, (seat - SEATS.index(str(one.dealer))) % 4) for one in played]
        for seat in range(4)
    ]
    written = []
    for turn in dealt_by:
        scored = evaluate(frame_of(turn), [rules]).hands
        written.append(
            [
                replace(record, points_ns=ns, points_ew=ew, rules="pagat")
                for record, ns, ew in zip(
                    turn, scored["points_ns"], scored["points_ew"], strict=True
                )
            ]
        )
    start = np.datetime64("1990-01-04")
    for number in range(count):
        sitting, hand = divmod(number, HANDS_A_SITTING)
        evening, table = divmod(sitting, TABLES)
        four = [NAMES[(4 * table + 7 * evening + seat) % len(NAMES)] for seat in range(4)]
        yield replace(
            written[hand % 4][number % len(played)],
            date=str(start + 7 * evening),
            club="Eastside",
            table=str(table + 1),
            hand=hand + 1,
            **dict(zip(("player_n", "player_e", "player_s", "player_w"), four, strict=True)),
        )


def write_file(path: Path, count: int) -> None:
    with path.open("w", encoding="utf-8") as file:
        batch: list[HandRecord] = []
        for record in records(count):
            batch.append(record)
            if len(batch) == 10_000:
                file.write(write_jsonl(batch))
                batch.clear()
        file.write(write_jsonl(batch))


def load_with_duckdb(file: Path, folder: Path) -> dict[str, float]:
    start = time.perf_counter()
    with duckdb.connect(folder / "plain.duckdb") as con:
        con.execute("set enable_progress_bar = false")
        con.execute(f"create table hands as from read_json('{file}', format='newline_delimited')")
    return {"seconds": time.perf_counter() - start}


def import_into_club(file: Path, folder: Path) -> dict[str, float]:
    warm = Club.create(folder / "warm", "Warm")
    with file.open("rb") as lines:
        warm.import_bytes(b"".join(next(lines) for _ in range(8)), "warm.jsonl")
    start = time.perf_counter()
    club = Club.create(folder / "club", "Big")
    report = club.import_path(file)
    seconds = time.perf_counter() - start
    counted = club.query("select count(*) from replay join score using (hand_id)").item()
    assert counted == report.stored, (counted, report.stored)
    return {"seconds": seconds, "size": club.scorebook.stat().st_size}


def apart(run: Callable[[Path, Path], dict[str, float]], *paths: Path) -> dict[str, float]:
    """Run in a process of its own; adds its peak of memory in bytes."""
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(_measured, (run, *paths))


def _measured(run: Callable[..., dict[str, float]], *paths: Any) -> dict[str, float]:
    found = run(*paths)
    return found | {"memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024}


def main(counts: list[int]) -> None:
    print(
        f"{'hands':>9} {'read_json/s':>12} {'import/s':>10} {'ratio':>6} "
        f"{'peak MB':>8} {'file B/hand':>12} {'scorebook B/hand':>17}"
    )
    for count in counts:
        with tempfile.TemporaryDirectory() as scratch:
            folder, file = Path(scratch), Path(scratch) / "hands.jsonl"
            write_file(file, count)
            theirs = apart(load_with_duckdb, file, folder)
            ours = apart(import_into_club, file, folder)
            speeds = f"{count / theirs['seconds']:>12,.0f} {count / ours['seconds']:>10,.0f}"
            print(
                f"{count:>9,} {speeds} "
                f"{theirs['seconds'] / ours['seconds']:>6.2f} {ours['memory'] / 1e6:>8,.0f} "
                f"{file.stat().st_size / count:>12,.0f} {ours['size'] / count:>17,.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main([int(text) for text in sys.argv[1:]] or [10_000, 100_000, 1_000_000])
