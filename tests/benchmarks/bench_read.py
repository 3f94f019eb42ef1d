"""JSON lines of whole hands read into the declared columns, beside DuckDB loading the same file.

    python -m tests.benchmarks.bench_read [HANDS]

Also one hand written and read in each format, in microseconds of processor time.
"""

import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb

from recorder.formats import WRITERS, iter_read, read, read_path, write

VECTORS = Path("tests/vectors/hands.jsonl")


def lines(count: int) -> Iterator[str]:
    """Whole hands under named rule sets, each with a place of its own."""
    hands = [json.loads(line) for line in VECTORS.open()]
    plain = [hand for hand in hands if isinstance(hand["rules"], str)]
    for number in range(count):
        hand = plain[number % len(plain)]
        yield json.dumps(hand | {"game": f"g{number // 8}", "hand": number % 8 + 1}) + "\n"


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds by the clock and of the processor."""
    clock, processor = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - clock, time.process_time() - processor


def main(count: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hands.jsonl"
        with path.open("w") as file:
            file.writelines(lines(count))

        def load() -> None:
            with duckdb.connect(str(Path(folder) / "hands.duckdb")) as db:
                db.execute("create table hand as select * from read_json($1)", [str(path)])

        def ours() -> None:
            assert sum(reading.hands.height for reading in iter_read(path)) == count

        size = path.stat().st_size / 1e6
        read_path(path)
        print(f"{count:,} hands, {size:.0f} MB")
        for name, work in (("DuckDB read_json into a table", load), ("iter_read", ours)):
            clock, processor = timed(work)
            print(
                f"{name:32} {count / clock:12,.0f} hands a second  {processor:6.2f} s of processor"
            )

    hands = read_path(VECTORS).hands
    for form in WRITERS:
        data = write(hands, form)
        out = timed(lambda form=form: write(hands, form))[1]
        back = timed(lambda data=data, form=form: read(data, "f", format=form))[1]
        each = 1e6 / hands.height
        print(f"{form:8} written in {out * each:6.0f} us, read in {back * each:6.0f} us a hand")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200_000)
