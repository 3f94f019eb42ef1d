"""What leaves a page, and what a mark under a fault points at."""

import polars as pl
import pytest

from dashboard import showing, words
from dashboard.views.set_aside import marked


def test_no_cell_of_an_export_is_a_formula() -> None:
    frame = pl.DataFrame({"name": ["=1+1", "+A1", "-2", "@x", "\tx", "Ann"], "points": [-4] * 6})
    lines = showing.csv(frame).decode("utf-8-sig").splitlines()
    assert lines == ["name,points", "'=1+1,-4", "'+A1,-4", "'-2,-4", "'@x,-4", "'\tx,-4", "Ann,-4"]


FIGURES = [
    (showing.number("x", decimals=1, signed=True), -1.26, "−1.3"),
    (showing.number("x", signed=True), 4, "+4"),
    (showing.number("x", signed=True), 0, "0"),
    (showing.number("x"), 1288.0, "1,288"),
    (showing.number("x", decimals=1), -0.5, "−0.5"),
]


@pytest.mark.parametrize(("figure", "value", "said"), FIGURES)
def test_a_figure_in_a_table(figure: showing.Figure, value: float, said: str) -> None:
    assert figure.say(value) == said


MARKED = [
    ("the place", (4, 3, 4, "a,b,c"), "a,b,c\n  ^"),
    ("no one place", (4, None, 4, "a\nb"), "a\nb"),
    ("a later line of the hand", (5, 1, 4, "a\nb\nc"), "a\nb\n^\nc"),
    ("far along a long line", (1, 100, 1, "x" * 99 + "!" + "y" * 99),
     "…" + "x" * 29 + "!" + "y" * 30 + "…\n" + " " * 30 + "^"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("given", "wanted"), [row[1:] for row in MARKED], ids=[row[0] for row in MARKED]
)
def test_the_caret_stands_under_the_fault(given: tuple[int, int, int, str], wanted: str) -> None:
    assert marked(*given) == wanted


NAMES = ["*Ann*", "_Bo_", "[x](y)", "`Cy`", "$1$", ":red[Di]", "# Ed", "1. Flo", "a\\b", "~Gus~"]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_no_markdown(name: str) -> None:
    escaped = words.plain(name)
    assert escaped.replace("\\", "") == name.replace("\\", "")
    assert all(escaped[at - 1] == "\\" for at, ch in enumerate(escaped) if ch in "*_[]`$:#~")
