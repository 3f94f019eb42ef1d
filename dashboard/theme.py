"""Colours by meaning, in a light and a dark palette, and the common dress of every chart.

Colours never speak alone: a shape, a label or a position says the same thing.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import altair as alt

from dashboard.headlines import Headline

__all__ = [
    "DARK",
    "DASHES",
    "FONT",
    "LIGHT",
    "Palette",
    "dress",
    "haloed",
    "palette",
    "style_sheet",
    "tooltips",
    "wrapped",
]

FONT = (
    "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Liberation Sans', Arial, "
    "system-ui, sans-serif"
)

HERE = Path(__file__).parent
SHEETS = ("app.css", "cards.css", "record/record.css")
WIDE = 730  # px of drawing, from which on a title has the whole page
DASHES = [4, 3]  # the stroke of what is too few to tell, and of targets


@dataclass(frozen=True)
class Palette:
    """Every colour the dashboard uses, named by what it means."""

    paper: str  # the page
    panel: str  # what lies on the page
    line: str  # edges and grids
    ink: str  # text; us
    gray: str  # smaller text; them; too few to tell
    accent: str
    made: str
    set: str
    uptown: str
    downtown: str
    no_trump: str
    face: str  # a card
    back: str  # a card nobody saw
    spade: str
    heart: str
    diamond: str
    club: str
    big_joker: str
    little_joker: str

    def kind(self, kind: str) -> str:
        """The colour of `up`, `down` or `no`."""
        return {"up": self.uptown, "down": self.downtown, "no": self.no_trump}[kind]


LIGHT = Palette(
    paper="#fbf9f4",
    panel="#f0ece2",
    line="#d8d2c4",
    ink="#20242c",
    gray="#62676f",
    accent="#0b6b4f",
    made="#1b67a8",
    set="#b83a10",
    uptown="#8a6100",
    downtown="#4a47a3",
    no_trump="#52606d",
    face="#ffffff",
    back="#dcd5c5",
    spade="#17191d",
    heart="#cc1f2f",
    diamond="#b85c00",
    club="#007a4d",
    big_joker="#7a1fa2",
    little_joker="#5d6570",
)
DARK = Palette(
    paper="#15191e",
    panel="#20262d",
    line="#3a424b",
    ink="#ece8df",
    gray="#a3a9b1",
    accent="#45b88d",
    made="#6db5ee",
    set="#ff8f66",
    uptown="#e0b341",
    downtown="#aaa7f7",
    no_trump="#a9b4c0",
    face="#2a3139",
    back="#4a535d",
    spade="#f6f4ee",
    heart="#ff8080",
    diamond="#ffb35c",
    club="#6fd694",
    big_joker="#dda3f5",
    little_joker="#b4bcc6",
)


def palette(theme: str | None) -> Palette:
    """The palette of a theme as Streamlit names it; light where it does not know."""
    return DARK if theme == "dark" else LIGHT


def style_sheet() -> str:
    """The style of the page and of its cards, as HTML to show once.

    Colours are CSS variables such as `--made` that follow the page from light to dark.
    """
    variables = (
        f"--{field.name.replace('_', '-')}: "
        f"light-dark({getattr(LIGHT, field.name)}, {getattr(DARK, field.name)});"
        for field in fields(Palette)
    )
    sheets = (HERE.joinpath(name).read_text(encoding="utf-8") for name in SHEETS)
    return f"<style>:root {{ {' '.join(variables)} }}\n{''.join(sheets)}</style>"


def dress(
    layers: Sequence[alt.Chart], headline: Headline, colours: Palette, height: int
) -> alt.LayerChart:
    """Layers as one titled chart in the house's type and colours, as wide as its place.

    `height` is that of the drawing; title and axes add to it.
    """
    dressed: alt.LayerChart = (
        alt.LayerChart(layer=list(layers))
        .properties(
            # Only the title itself may depend on the width.
            title=alt.TitleParams(
                by_width(headline.title, 36, 76), subtitle=wrapped(headline.subtitle, 50)
            ),
            # Streamlit would leave 20 px below the drawing.
            padding={"left": 4, "right": 4, "top": 4, "bottom": 4},
            description=f"{headline.title}. {headline.subtitle}",
            width="container",
            height=height,
            autosize=alt.AutoSizeParams(type="fit-x", contains="padding"),
        )
        .configure(
            background="transparent",
            font=FONT,
            view=alt.ViewConfig(strokeWidth=0),
            title=alt.TitleConfig(
                anchor="start",
                frame="bounds",
                color=colours.ink,
                fontSize=17,
                fontWeight=600,
                subtitleColor=colours.gray,
                subtitleFontSize=14,
                subtitlePadding=6,
                offset=14,
            ),
            axis=alt.AxisConfig(
                labelColor=colours.gray,
                titleColor=colours.gray,
                labelFontSize=13,
                titleFontSize=13,
                titleFontWeight="normal",
                gridColor=colours.line,
                domainColor=colours.line,
                tickColor=colours.line,
                labelLimit=0,
            ),
            text=alt.MarkConfig(color=colours.ink, fontSize=13),
        )
    )
    return dressed


def wrapped(text: str, width: int) -> list[str]:
    """Lines of at most `width` letters: Vega does not wrap, and a phone is narrow."""
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def by_width(text: str, narrow: int, wide: int) -> alt.ExprRef:
    """The text in lines of so many letters on a phone or half a page, and across a whole page."""
    lines = (json.dumps(wrapped(text, letters)) for letters in (wide, narrow))
    return alt.ExprRef(f"width > {WIDE} ? {' : '.join(lines)}")


def haloed(text: alt.Chart, colours: Palette) -> list[alt.Chart]:
    """A text mark that stays readable over lines: the paper around its letters hides them."""
    halo = text.copy(deep=True)
    halo.mark.stroke = colours.paper
    halo.mark.strokeWidth = 4
    halo.mark.strokeJoin = "round"
    halo.encoding.color = alt.value(colours.paper)
    return [halo, text]


def tooltips(**titles: str) -> list[alt.Tooltip]:
    return [alt.Tooltip(f"{field}:N", title=title) for field, title in titles.items()]
