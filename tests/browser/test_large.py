"""Every page opens on a club of many hands; `tests.browser.large` does so with a million."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.large import large_club, open_all

pytestmark = pytest.mark.browser


def test_every_page_opens(
    browser: Browser, tmp_path: Path, serve_folder: Callable[[Path], str]
) -> None:
    took = open_all(browser, serve_folder(large_club(2_500, tmp_path)))
    assert len(took) > 15
