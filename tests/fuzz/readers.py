"""A coverage-guided run over every reader; hypothesis does the short one in the gate.

    pip install atheris
    python -m tests.fuzz.readers -max_total_time=600 CORPUS_FOLDER

The folder is seeded with one file of each format. Anything but an error of ours ends the run with
the input that did it; so does an input that takes longer than ten seconds.
"""

import contextlib
import sys
from pathlib import Path


def main() -> None:
    # Not at the top: the gate imports this file and has no fuzzer; and the fuzzer must come first.
    import atheris

    with atheris.instrument_imports(include=["recorder.formats"]):
        from recorder.formats import FORMATS, locate, read, write

    from recorder.errors import BidWhistError
    from tests.formats.test_hostile import SEEDS

    told = (None, *(name for name in FORMATS if name not in ("parquet", "xlsx")))

    def one_input(data: bytes) -> None:
        """The first byte chooses whether the format is told or found."""
        with contextlib.suppress(BidWhistError):
            reading = read(data[1:], "fuzz", format=told[data[0] % len(told)] if data else None)
            for fault in reading.quarantined:
                locate(fault)
            for name in ("toml", "jsonl", "ptn", "csv"):
                again = read(write(reading.hands, name), "again", format=name)
                assert again.hands.height == reading.hands.height, name

    for folder in (Path(argument) for argument in sys.argv[1:] if not argument.startswith("-")):
        folder.mkdir(parents=True, exist_ok=True)
        for number, seed in enumerate(SEEDS):
            (folder / f"seed-{number}").write_bytes(b"\0" + seed)
    atheris.Setup([*sys.argv, "-timeout=10", "-max_len=20000"], one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
