"""An evening as one HTML file: nothing to load, good on paper, safe to send round."""

from collections.abc import Iterable, Sequence
from dataclasses import fields
from pathlib import Path

import polars as pl

from analytics.evening import Evening
from dashboard import evening_words, theme, words

__all__ = ["report"]

HERE = Path(__file__).parent


def report(club: str, one: Evening) -> str:
    """The whole file; every name in it is escaped."""
    title = f"{club}: {evening_words.title(one)}"
    parts = [
        f"<h1>{words.html(title)}</h1>",
        f'<p class="lead">{words.html(evening_words.headline(one))}</p>',
        f"<p>{words.html(evening_words.leader(one))}</p>",
        section("Partnerships", places(one.places)),
        section("Games", games(one.games)),
        section("Biggest swings", listed(map(evening_words.swing, rows(one.swings)))),
        section("Bostons", listed(map(evening_words.boston, rows(one.bostons)))),
        *(game(row, one.hands) for row in rows(one.games)),
        "<footer>Points are what the club’s rules make of the hands; made by bidwhist.</footer>",
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{words.html(title)}</title><style>{style()}</style></head>"
        f"<body>{''.join(parts)}</body></html>\n"
    )


def style() -> str:
    """The palette of the dashboard as variables, light and dark, and the look of the paper."""
    colours = (
        f"--{field.name.replace('_', '-')}: "
        f"light-dark({getattr(theme.LIGHT, field.name)}, {getattr(theme.DARK, field.name)});"
        for field in fields(theme.Palette)
    )
    sheet = (HERE / "report.css").read_text(encoding="utf-8")
    return f":root {{ color-scheme: light dark; {' '.join(colours)} }}\n{sheet}"


def rows(frame: pl.DataFrame) -> Iterable[dict[str, object]]:
    return frame.iter_rows(named=True)


def section(title: str, body: str) -> str:
    return f"<section><h2>{words.html(title)}</h2>{body}</section>" if body else ""


def listed(lines: Iterable[str]) -> str:
    items = "".join(f"<li>{words.html(line)}</li>" for line in lines)
    return f"<ul>{items}</ul>" if items else ""


def table(heads: Sequence[str], lines: Iterable[Sequence[str]], *, texts: int) -> str:
    """A table whose first `texts` columns are words and the rest numbers."""
    looks = ["" if n < texts else ' class="n"' for n in range(len(heads))]
    head = "".join(
        f'<th scope="col"{look}>{words.html(text)}</th>'
        for text, look in zip(heads, looks, strict=True)
    )
    body = "".join(
        "<tr>"
        + "".join(
            f"<td{look}>{words.html(text)}</td>" for text, look in zip(line, looks, strict=True)
        )
        + "</tr>"
        for line in lines
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>" if body else ""


def places(frame: pl.DataFrame) -> str:
    heads = ("Partnership", "Games", "Won", "Points", "Against", "Bids", "Made", "Set", "Bostons")
    lines = (
        [str(row["partnership"]), *(words.score(row[name]) for name in frame.columns[1:])]
        for row in frame.iter_rows(named=True)
    )
    return table(heads, lines, texts=1)


def games(frame: pl.DataFrame) -> str:
    lines = (
        [
            row["table"] or "",
            row["ns"] or "",
            row["ew"] or "",
            evening_words.ending(row),
            str(row["hands"]),
            evening_words.score(row),
        ]
        for row in frame.iter_rows(named=True)
    )
    heads = ("Table", "North-South", "East-West", "How it ended", "Hands", "Score")
    return table(heads, lines, texts=4)


def game(row: dict[str, object], hands: pl.DataFrame) -> str:
    """One game hand by hand."""
    lines = (
        [
            str(hand["hand"] or ""),
            *evening_words.hand(hand),
            words.signed(hand["points_ns"]),
            words.signed(hand["points_ew"]),
            evening_words.score(hand),
        ]
        for hand in hands.filter(pl.col("game_id") == row["game_id"]).iter_rows(named=True)
    )
    place = f"Table {row['table']}: " if row["table"] else ""
    heads = ("Hand", "Bid", "Came to", "N-S", "E-W", "Score")
    return section(
        f"{place}{row['ns'] or 'North-South'} against {row['ew'] or 'East-West'}",
        table(heads, lines, texts=3),
    )
