"""Every page of the dashboard, wide and on a phone, light and dark, for each kind of club.

`python -m tests.browser.screenshots FOLDER [KIND...]` writes FOLDER/KIND/PAGE-WIDTH-THEME.png.
"""

import sys
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from tests.browser import harness


def shoot(browser: Browser, address: str, folder: Path) -> None:
    """Write a picture of each page; a page with a fault is named on standard error."""
    first = harness.open_page(browser, address)
    paths = harness.page_paths(first) or ["/"]
    first.close()
    folder.mkdir(parents=True, exist_ok=True)
    for path, width, theme in product(paths, harness.WIDTHS, harness.THEMES):
        page = harness.open_page(browser, address + path, width=width, theme=theme)
        harness.stretch(page)
        name = f"{path.strip('/') or 'first'}-{width}-{theme}.png"
        page.screenshot(path=folder / name)
        for fault in harness.faults(page):
            print(f"{folder.name}/{name}: {fault}", file=sys.stderr)
        page.close()


def main(folder: str, *kinds: str) -> None:
    executable = harness.chromium()
    if executable is None:
        sys.exit("Chromium is not installed here (apt-get install chromium)")
    with TemporaryDirectory() as clubs, sync_playwright() as playwright:
        browser = harness.launch(playwright, executable)
        for kind in kinds or harness.KINDS:
            with harness.serving(harness.make_club(kind, Path(clubs))) as address:
                shoot(browser, address, Path(folder) / kind)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
