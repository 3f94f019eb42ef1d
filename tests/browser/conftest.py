"""Browser tests need Debian's Chromium; `.ci/run` insists on it, elsewhere they are skipped."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import harness


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    executable = harness.chromium()
    if executable is None:
        reason = "Chromium is not installed here (apt-get install chromium), so no page is driven"
        if os.environ.get("BIDWHIST_NEEDS_BROWSER"):
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = harness.launch(playwright, executable)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], str]]:
    """Address of the dashboard of the club of a kind (`sample`, `empty`, `one-hand`)."""
    folder = tmp_path_factory.mktemp("clubs")
    with ExitStack() as stack:

        @cache
        def address(kind: str) -> str:
            return stack.enter_context(harness.serving(harness.make_club(kind, folder)))

        yield address


@pytest.fixture(scope="session")
def serve_folder() -> Iterator[Callable[[Path], str]]:
    """Address of the dashboard of a club that the test has made."""
    with ExitStack() as stack:
        yield lambda club: stack.enter_context(harness.serving(club))


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """`open_page(address, width="phone", theme="dark")`: a settled page, closed after the test."""
    pages: list[Page] = []

    def opened(address: str, **look: str) -> Page:
        pages.append(harness.open_page(browser, address, **look))
        return pages[-1]

    yield opened
    for page in pages:
        page.close()
