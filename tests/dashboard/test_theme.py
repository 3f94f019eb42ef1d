"""Colours can be read, told apart by everybody, and are the same in the page and in the charts."""

import tomllib
from itertools import combinations
from pathlib import Path

import pytest

from dashboard import theme
from dashboard.theme import DARK, LIGHT, Palette

CONFIG = tomllib.loads(
    (Path(__file__).parents[2] / ".streamlit/config.toml").read_text(encoding="utf-8")
)
PALETTES = {"light": LIGHT, "dark": DARK}
TEXT = ("ink", "gray", "accent", "made", "set", "uptown", "downtown", "no_trump")
ON_CARDS = ("spade", "heart", "diamond", "club", "big_joker", "little_joker")
TOLD_APART = [
    ("made", "set"),
    *combinations(("uptown", "downtown", "no_trump"), 2),
    *combinations(("spade", "heart", "diamond", "club"), 2),
]
# Viénot, Brettel and Mollon 1999: linear RGB as people without red or green cones see it.
COLOUR_BLIND = {
    "protanopia": ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1)),
    "deuteranopia": ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1)),
}


def linear(colour: str) -> tuple[float, ...]:
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)


def contrast(colour: str, ground: str) -> float:
    """The ratio of WCAG 2, 1 to 21."""
    dark, light = sorted(
        sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear(x), strict=True))
        for x in (colour, ground)
    )
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
@pytest.mark.parametrize("name", TEXT)
@pytest.mark.parametrize("ground", ["paper", "panel"])
def test_text_has_the_contrast_of_aa(palette: Palette, name: str, ground: str) -> None:
    assert contrast(getattr(palette, name), getattr(palette, ground)) >= 4.5


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
@pytest.mark.parametrize("name", ON_CARDS)
def test_a_card_has_the_contrast_of_aa(palette: Palette, name: str) -> None:
    assert contrast(getattr(palette, name), palette.face) >= 4.5


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
@pytest.mark.parametrize("sight", COLOUR_BLIND)
@pytest.mark.parametrize(("one", "other"), TOLD_APART)
def test_colours_are_told_apart_without_red_or_green(
    palette: Palette, sight: str, one: str, other: str
) -> None:
    def seen(name: str) -> list[float]:
        rgb = linear(getattr(palette, name))
        rows = COLOUR_BLIND[sight]
        mixed = [sum(w * c for w, c in zip(row, rgb, strict=True)) for row in rows]
        return [max(c, 0) ** (1 / 2.4) for c in mixed]

    apart = sum((a - b) ** 2 for a, b in zip(seen(one), seen(other), strict=True)) ** 0.5
    assert apart > 0.08


@pytest.mark.parametrize("name", PALETTES)
def test_page_and_charts_share_their_colours(name: str) -> None:
    page, palette = CONFIG["theme"][name], PALETTES[name]
    assert page["primaryColor"] == palette.accent
    assert page["backgroundColor"] == palette.paper
    assert page["secondaryBackgroundColor"] == palette.panel
    assert page["textColor"] == palette.ink
    assert page["borderColor"] == palette.line
    assert CONFIG["theme"]["font"] == theme.FONT


def test_nothing_is_sent_and_nobody_else_looks_in() -> None:
    assert CONFIG["browser"]["gatherUsageStats"] is False
    assert CONFIG["server"]["address"] == "127.0.0.1"


def test_styles_ask_the_network_for_nothing() -> None:
    assert "http" not in theme.style_sheet().replace("http://www.w3.org/2000/svg", "")
    assert "fontFaces" not in CONFIG["theme"]
