"""Every page opens, for every kind of club, wide and on a phone, and talks to nobody else."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser import harness

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("kind", harness.KINDS)
@pytest.mark.parametrize(("width", "theme"), [("wide", "light"), ("phone", "dark")])
def test_every_page_opens(
    served: Callable[[str], str],
    open_page: Callable[..., Page],
    kind: str,
    width: str,
    theme: str,
) -> None:
    address = served(kind)
    page = open_page(address, width=width, theme=theme)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for path in harness.page_paths(page) or ["/"]:
        page.goto(address + path)
        harness.settle(page)
        assert harness.faults(page) == [], path
        assert page.locator("h1").first.inner_text(), path
    elsewhere = [url for url in asked if not url.startswith((address, "data:", "blob:"))]
    assert elsewhere == []


def test_the_page_follows_the_system_from_light_to_dark(
    served: Callable[[str], str], open_page: Callable[..., Page]
) -> None:
    grounds = {
        theme: open_page(served("empty"), theme=theme).evaluate(
            "getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor"
        )
        for theme in harness.THEMES
    }
    assert grounds == {"light": "rgb(251, 249, 244)", "dark": "rgb(21, 25, 30)"}
