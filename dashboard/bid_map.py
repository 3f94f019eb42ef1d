"""The bid map: levels down, kinds across, and in each cell how often that bid is made."""

from collections.abc import Mapping
from typing import Any

import altair as alt
import polars as pl

from dashboard import headlines, words
from dashboard.theme import DASHES, LIGHT, Palette, dress, tooltips

__all__ = ["bid_map"]

CELL = 84  # px
BAR = 22  # px below the middle of a cell
KINDS = ("up", "down", "no")


def bid_map(frame: pl.DataFrame, colours: Palette = LIGHT) -> alt.LayerChart:
    """`frame` is `bids` by level and kind; a kind is null under rules that bid levels only.

    A click selects `level` and `kind` of a cell under the name `cell`.
    """
    kinds = KINDS if frame["kind"].is_not_null().any() else (None,)
    found = {(row["level"], row["kind"]): row for row in frame.to_dicts()}
    bid_levels = [level for level, _ in found]
    levels = range(min(bid_levels), max(bid_levels) + 1)
    cells = pl.DataFrame(
        [
            map_cell(level, kind, column, found.get((level, kind)))
            for level in levels
            for column, kind in enumerate(kinds)
        ],
        infer_schema_length=None,
    )
    headings = pl.DataFrame(
        [
            {
                "middle": column + 0.5,
                "said": words.kind(kind) if kind else "all bids",
                "colour": colours.kind(kind) if kind else colours.ink,
            }
            for column, kind in enumerate(kinds)
        ]
    )

    def x(field: str) -> alt.X:
        return alt.X(f"{field}:Q").scale(domain=[0, len(kinds)], nice=False).axis(None)

    y = (
        alt.Y("level:O")
        .title(None)
        .axis(labelFontSize=17, labelFontWeight=600, ticks=False, domain=False)
    )

    def boxes(data: pl.DataFrame, **look: Any) -> alt.Chart:
        mark = alt.Chart(data).mark_rect(cornerRadius=8, height=CELL - 8, **look)
        box: alt.Chart = mark.encode(x("left"), y, x2="right")
        return box

    bids, few = cells.filter("bid"), pl.col("few")
    chosen = alt.selection_point(name="cell", fields=["level", "kind"], empty=False)
    strength = alt.condition("datum.few", alt.value(0.4), alt.value(1))
    shade = alt.condition("datum.few", alt.value(colours.gray), alt.value(colours.ink))
    cell = alt.Chart(bids).encode(y=y)
    layers = [
        alt.Chart(headings)
        .mark_text(fontSize=15, fontWeight=600, dy=-8)
        .encode(x("middle"), y=alt.value(0), text="said", color=alt.Color("colour:N").scale(None)),
        boxes(bids.filter(~few), fill=colours.panel, stroke=colours.line),
        boxes(bids.filter(few), fill="transparent", stroke=colours.gray, strokeDash=DASHES),
        cell.mark_text(fontSize=22, fontWeight=600, dy=-18).encode(
            x("middle"), text="share", color=shade
        ),
        cell.mark_text(fontSize=12, dy=2, color=colours.gray).encode(x("middle"), text="counted"),
        cell.mark_bar(height=7, yOffset=BAR, color=colours.made).encode(
            x("bar"), x2="rate", opacity=strength
        ),
        cell.mark_bar(height=7, yOffset=BAR, color=colours.set).encode(
            x("rate"), x2="end", opacity=strength
        ),
        cell.mark_rule(strokeWidth=2, yOffset=BAR, color=colours.ink).encode(
            x("low"), x2="high", opacity=strength
        ),
        cell.mark_tick(thickness=2, size=15, yOffset=BAR, color=colours.ink).encode(
            x("rate"), opacity=strength
        ),
        alt.Chart(cells.filter(~pl.col("bid")))
        .mark_text(fontSize=13, fontStyle="italic", color=colours.gray)
        .encode(x("middle"), y, text=alt.value("never bid")),
        # Above all the others, so that a tap anywhere in a cell finds it.
        boxes(bids, fill="transparent", stroke=colours.accent, cursor="pointer")
        .encode(
            strokeWidth=alt.condition(chosen, alt.value(3), alt.value(0)),
            tooltip=tooltips(name="Bid", share="Made", counted="Counted", likely="True share"),
        )
        .add_params(chosen),
    ]
    return dress(layers, headlines.bids(frame), colours, CELL * len(levels))


def map_cell(
    level: int, kind: str | None, column: int, row: Mapping[str, Any] | None
) -> dict[str, Any]:
    """Where a cell of the bid map is drawn, and what it says."""
    bar, end = column + 0.12, column + 0.88
    cell: dict[str, Any] = {
        "level": level,
        "kind": kind,
        "name": words.bid(f"{level} {kind}" if kind else str(level)),
        "left": column + 0.04,
        "right": column + 0.96,
        "middle": column + 0.5,
        "bid": row is not None,
        "few": row is not None and row["few"],
    }
    if row is None:
        return cell | dict.fromkeys(("bar", "end", "rate", "low", "high", "share", "counted"))
    places = {name: bar + (end - bar) * row[f"success_{name}"] for name in ("rate", "low", "high")}
    return (
        cell
        | places
        | {
            "bar": bar,
            "end": end,
            "share": words.percent(row["success_rate"]),
            "counted": f"{row['made']:,} of {row['n']:,}",
            "likely": words.likely(row["success_low"], row["success_high"]),
        }
    )
