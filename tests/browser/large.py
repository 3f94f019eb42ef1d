"""Every page of a large club, opened and timed; the gate opens a smaller one.

python -m tests.browser.large [HANDS]
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


def open_all(browser: Browser, address: str) -> dict[str, float]:
    """Seconds until each page has settled, the second time it is opened; faults raise."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    harness.settle(page)
    paths = harness.page_paths(page)
    took = {}
    for _ in ("first", "again"):
        for path in paths:
            start = time.perf_counter()
            page.goto(address + path)
            page.wait_for_selector("h1")
            harness.settle(page)
            took[path] = time.perf_counter() - start
            faults = harness.faults(page)
            assert not faults, f"{path}: {faults}"
    page.close()
    return took


def main(hands: int) -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        club = large_club(hands, Path(folder))
        executable = harness.chromium()
        assert executable is not None, "Chromium is not installed here"
        browser = harness.launch(playwright, executable)
        with harness.serving(club) as address:
            for path, seconds in open_all(browser, address).items():
                print(f"{path:20} {seconds:6.2f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
