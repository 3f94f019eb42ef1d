"""Small frames in the shape that analytics hands to the charts."""

import json
from typing import Any

import polars as pl


def title(drawn: dict[str, Any]) -> str:
    """What stands above a chart; its lines depend on the width, its words do not."""
    wide, narrow = drawn["title"]["text"]["expr"].partition(" ? ")[2].split("] : [")
    said = " ".join(json.loads(f"{wide}]"))
    assert said == " ".join(json.loads(f"[{narrow}"))
    return said


def rate(n: int, made: int, low: float, high: float, **keys: Any) -> dict[str, Any]:
    return keys | {
        "n": n,
        "made": made,
        "sets": n - made,
        "success_rate": made / n,
        "success_low": low,
        "success_high": high,
        "set_rate": 1 - made / n,
        "few": n < 10,
    }


BIDS = pl.DataFrame(
    [
        rate(184, 118, 0.57, 0.71, level=4, kind="up"),
        rate(40, 10, 0.14, 0.40, level=5, kind="no"),
        rate(7, 1, 0.03, 0.51, level=6, kind="down"),
    ]
)
ALIKE = pl.DataFrame(
    [
        rate(20, 11, 0.34, 0.74, level=4, kind="up"),
        rate(20, 9, 0.26, 0.66, level=5, kind="up"),
    ]
)
LEVELS_ONLY = BIDS.with_columns(kind=pl.lit(None, pl.String))
PARTNERSHIPS = pl.DataFrame(
    [
        rate(80, 28, 0.25, 0.46, partnership="Flo & Gus"),
        rate(120, 86, 0.63, 0.79, partnership="Ann & Bo"),
        rate(7, 4, 0.25, 0.84, partnership="Cy & Di"),
    ]
)
SETS = pl.DataFrame(
    {
        "level": [5, 4],
        "bids": [80, 184],
        "sets": [52, 59],
        "set_rate": [0.65, 0.32],
        "set_low": [0.54, 0.26],
        "set_high": [0.75, 0.39],
        "few": [False, False],
    }
)
MARGINS = pl.DataFrame({"margin": [-2, -1, 0, 1], "n": [4, 12, 20, 9]})
GAME = pl.DataFrame(
    {
        "hand": [1, 2, 3],
        "score_ns": [4, 4, 9],
        "score_ew": [0, -5, -5],
        "bid": ["4 up", "5 no", "5 down"],
        "by": ["NS", "EW", "NS"],
        "made": [True, False, True],
    }
)
FORM = pl.DataFrame(
    {
        "date": ["2026-11-05", "2026-11-12", "2026-11-19"],
        "success_fast": [0.5, 0.6, 0.7],
        "success_slow": [0.5, 0.52, 0.55],
        "success_low": [0.3, 0.4, 0.6],
        "success_high": [0.7, 0.8, 0.8],
    }
).with_columns(pl.col("date").str.to_date())
GAMES = pl.DataFrame(
    {
        "game": ["a", "a", "b", "b"],
        "rules": ["pagat", "fahrenheit"] * 2,
        "lead": [7, 4, 3, -2],
        "flipped": [False, False, True, True],
    }
)
