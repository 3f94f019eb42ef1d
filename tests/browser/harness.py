"""A dashboard to look at and a Chromium to look with; shared by the tests and the screenshots."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, Playwright

ROOT = Path(__file__).parents[2]
WIDTHS = {"wide": (1280, 900), "phone": (390, 844)}
THEMES = ("light", "dark")
KINDS = ("sample", "empty", "one-hand")

ONE_HAND = """\
format = "bidwhist/1"
date = 2026-11-26
game = "2026-11-26/1/1"
rules = "pagat"
players = { N = "Ann", E = "Bo", S = "Cy", W = "Di" }

[[hand]]
hand = 1
dealer = "S"
bidder = "E"
bid = "4 up"
trump = "S"
books = 11
"""

# The dashboard must start without asking the network for anything.
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium() -> str | None:
    """Where Debian's Chromium is, if it is."""
    return shutil.which("chromium")


def launch(playwright: Playwright, executable: str) -> Browser:
    return playwright.chromium.launch(executable_path=executable, args=CHROMIUM_ARGUMENTS)


def bidwhist(*arguments: str | Path) -> None:
    """Run the command line; CalledProcessError with its words when it fails."""
    command = [sys.executable, "-c", "from recorder.cli import main; main()", *map(str, arguments)]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    subprocess.run(command, check=True, capture_output=True, text=True, env=environment)


def make_club(kind: str, folder: Path) -> Path:
    """A club of one of `KINDS`, made in a new folder."""
    club = folder / kind
    if kind == "sample":
        bidwhist("demo", "--no-serve", "--club", club)
        return club
    bidwhist("new", club, "--name", f"The {kind} club")
    if kind == "one-hand":
        sheet = folder / "one.toml"
        sheet.write_text(ONE_HAND, encoding="utf-8")
        bidwhist("import", sheet, "--club", club)
    return club


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


@contextmanager
def serving(club: Path, *arguments: str) -> Iterator[str]:
    """The address of a club's dashboard, served as `bidwhist serve` does while the block runs."""
    with running("dashboard", "--club", club, "--no-browser", *arguments, port="--port") as address:
        yield address


@contextmanager
def running(module: str, *arguments: str | Path, port: str) -> Iterator[str]:
    """The address at which a module listens while the block runs; `port` is its option for that."""
    free = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", module, *map(str, arguments), port, str(free)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    try:
        wait_until_healthy(free, process)
        yield f"http://127.0.0.1:{free}"
    finally:
        process.terminate()
        process.communicate()


def wait_until_healthy(port: int, process: subprocess.Popen[bytes], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health"):
                return
        except OSError:
            time.sleep(0.1)
    process.kill()
    raise RuntimeError(f"the dashboard did not start: {process.communicate()[1].decode()}")


def open_page(browser: Browser, address: str, *, width: str = "wide", theme: str = "light") -> Page:
    """A settled page in a fresh session of that width and theme."""
    across, down = WIDTHS[width]
    page = browser.new_page(
        viewport={"width": across, "height": down},
        color_scheme="dark" if theme == "dark" else "light",
        has_touch=width == "phone",
        device_scale_factor=2 if width == "phone" else 1,
    )
    page.goto(address)
    settle(page)
    return page


def settle(page: Page) -> None:
    """Wait until the script has run and every chart has been drawn."""
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')
    page.wait_for_function(
        """() => !document.querySelector(
                '[data-testid="stAppSkeleton"], [data-testid="stSkeleton"], [data-stale="true"]')
            && [...document.querySelectorAll('[data-testid="stVegaLiteChart"]')]
                .every(chart => chart.querySelector('canvas, svg'))"""
    )


def stretch(page: Page) -> None:
    """Make the window as tall as what it holds, for the page scrolls inside the app."""
    held = "document.querySelector('[data-testid=stMain]').scrollHeight"
    size = page.viewport_size
    assert size is not None
    while (tall := page.evaluate(held)) > size["height"]:
        size = {"width": size["width"], "height": tall}
        page.set_viewport_size(size)
        settle(page)


def page_paths(page: Page) -> list[str]:
    """The paths of the dashboard's pages in the order of its menu."""
    links = page.locator('[data-testid="stSidebarNav"] a, [data-testid="stTopNav"] a')
    found: list[str] = links.evaluate_all("links => links.map(link => new URL(link.href).pathname)")
    return list(dict.fromkeys(found))


def faults(page: Page) -> list[str]:
    """What must be on no page: a traceback, text that scrolls sideways."""
    found: list[str] = page.evaluate(
        """() => [
            ...[...document.querySelectorAll('[data-testid="stException"]')].map(e => e.innerText),
            ...[...document.querySelectorAll('[data-testid="stMain"]')]
                .filter(main => main.scrollWidth > main.clientWidth + 1)
                .map(main => `${main.scrollWidth - main.clientWidth} px too wide`),
        ]"""
    )
    return found
