"""Every page of a large club, opened and timed; the gate opens a smaller one.

python -m tests.browser.large [HANDS | CLUB]
"""

import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from recorder.club import Club
from tests.benchmarks.bench_import import write_file
from tests.browser import harness

__all__ = ["large_club", "open_all"]

PATIENCE = 300_000
"""Milliseconds: the first look at a million hands reads them all."""


def large_club(hands: int, folder: Path) -> Path:
    """A club of so many fully played hands."""
    sheet = folder / "hands.jsonl"
    write_file(sheet, hands)
    club = Club.create(folder / "large", f"{hands:,} hands")
    club.import_path(sheet)
    sheet.unlink()
    return club.path


def open_all(browser: Browser, address: str) -> dict[str, list[float]]:
    """Seconds until each page has settled, the first and the second time; faults raise."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    harness.settle(page)
    took: dict[str, list[float]] = {path: [] for path in harness.page_paths(page)}
    for _ in ("first", "again"):
        for path, seconds in took.items():
            start = time.perf_counter()
            page.goto(address + path)
            page.wait_for_selector("h1")
            harness.settle(page)
            seconds.append(time.perf_counter() - start)
            faults = harness.faults(page)
            assert not faults, f"{path}: {faults}"
    page.close()
    return took


def memory_of(club: Path) -> tuple[float, float]:
    """GB that the process which serves the club holds now, and held at most."""
    for status in Path("/proc").glob("[0-9]*/status"):
        command = status.with_name("cmdline").read_bytes()
        if b"dashboard.quiet" in command and str(club.resolve()).encode() in command:
            said = dict(line.split(":\t", 1) for line in status.read_text().splitlines())
            now, most = (int(said[name].split()[0]) / 1e6 for name in ("VmRSS", "VmHWM"))
            return now, most
    raise RuntimeError(f"nothing serves {str(club)!r}")


def main(club: Path) -> None:
    with sync_playwright() as playwright:
        executable = harness.chromium()
        assert executable is not None, "Chromium is not installed here"
        browser = harness.launch(playwright, executable)
        with harness.serving(club) as address:
            for path, (first, again) in open_all(browser, address).items():
                print(f"{path:20} {first:6.2f} s {again:6.2f} s again")
            now, most = memory_of(club)
            print(f"memory of the dashboard {now:.2f} GB, at most {most:.2f} GB")


if __name__ == "__main__":
    asked = sys.argv[1] if len(sys.argv) > 1 else "1000000"
    if asked.isdecimal():
        with tempfile.TemporaryDirectory() as scratch:
            main(large_club(int(asked), Path(scratch)))
    else:
        main(Path(asked))
