"""Pure frame -> chart functions; each title is a finding (headlines.py), each rate has its count.

Every function takes a frame of analytics, a palette, and returns a dressed chart as wide as its
place. Columns are those of the statistics registry.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import polars as pl

from dashboard import headlines, words
from dashboard.bid_map import bid_map
from dashboard.theme import DASHES, LIGHT, Palette, dress, haloed, tooltips, wrapped

__all__ = [
    "bid_map",
    "form_band",
    "margin_strip",
    "rate_dots",
    "rule_slopes",
    "running_score",
    "set_dots",
]

ROW = 62  # px a row: a name, its figures, its interval
LINE = 18  # px a further line of a long name
NAME = 36  # letters that fit a phone's width
SHARE = alt.Scale(domain=[0, 1], nice=False)


def rate_dots(
    frame: pl.DataFrame,
    label: str,
    colours: Palette = LIGHT,
    *,
    count: str = "n",
    average: float | None = None,
    thing: str = "partnership",
) -> alt.LayerChart:
    """How often each `label` makes its bids: a dot and its interval, best first.

    `frame` has `label`, success_rate, success_low, success_high, few, and the bids in `count`;
    `average` is the club's share. A click selects the `label` under the name `row`.
    """
    frame = frame.with_columns(n=count)
    rows = frame.sort("success_rate", descending=True, nulls_last=True).select(
        pl.col(label).cast(pl.String),
        "n",
        "few",
        rate="success_rate",
        low="success_low",
        high="success_high",
    )
    headline = headlines.rates(frame, label, average, thing)
    layers = dots(rows, label, thing, colours.made, colours, did="made")
    if average is not None:
        layers = [*average_line(average, colours), *layers]
    return dress(layers, headline, colours, dots_height(rows[label]))


def set_dots(frame: pl.DataFrame, colours: Palette = LIGHT) -> alt.LayerChart:
    """How often bids of each level are set, lowest level first.

    `frame` is `sets` by level: level, bids, sets, set_rate, set_low, set_high, few. A click selects
    the `name` ("fives") under the name `row`.
    """
    rows = frame.sort("level").select(
        "few", n="bids", rate="set_rate", low="set_low", high="set_high"
    )
    names = [words.level(level) for level in frame["level"].sort()]
    rows = rows.with_columns(name=pl.Series(names, dtype=pl.String))
    layers = dots(rows, "name", "bids", colours.set, colours, did="set")
    return dress(layers, headlines.sets(frame), colours, dots_height(rows["name"]))


def dots(
    rows: pl.DataFrame,
    label: str,
    thing: str,
    colour: str,
    colours: Palette,
    *,
    did: str,
    counted: str = "bid",
) -> list[alt.Chart]:
    """A name, its figures and its interval a row, in the order of the rows.

    The share is of those that `did`: `68 % of 56 bids made`.
    """
    said = [said_rate(row, counted, did) for row in rows.to_dicts()]
    rows = rows.with_columns(said=pl.Series(said, dtype=pl.String))
    names = [wrapped(name, NAME) for name in rows[label]]
    base = alt.Chart(rows).encode(alt.Y(f"{label}:N").sort(rows[label].to_list()).axis(None))
    share = (
        alt.X("rate:Q")
        .scale(SHARE)
        .axis(format=".0%", title=None, tickCount=5, domain=False, ticks=False)
    )
    drawn = alt.condition("datum.few", alt.value(colours.gray), alt.value(colour))
    chosen = alt.selection_point(name="row", fields=[label], empty=False)
    return [
        base.mark_rule(strokeWidth=4, yOffset=18, strokeCap="round").encode(
            alt.X("low:Q").scale(SHARE),
            x2="high",
            color=drawn,
            strokeDash=alt.condition("datum.few", alt.value(DASHES), alt.value([1, 0])),
        ),
        base.mark_point(size=130, yOffset=18, filled=True, opacity=1).encode(
            share,
            fill=alt.condition("datum.few", alt.value(colours.paper), alt.value(colour)),
            stroke=drawn,
            strokeWidth=alt.condition(chosen, alt.value(6), alt.value(2)),
        ),
        *(
            layer
            for up in range(max(map(len, names), default=1))
            for layer in haloed(name_line(base, rows, names, up), colours)
        ),
        *haloed(
            base.mark_text(align="left", dy=1, color=colours.gray).encode(
                x=alt.value(0), text="said"
            ),
            colours,
        ),
        # Above all the others, so that a tap anywhere in a row finds it.
        base.mark_rect(fill="transparent", cursor="pointer")
        .encode(
            x=alt.value(0),
            x2=alt.value("width"),
            tooltip=tooltips(**{label: thing.capitalize(), "said": "Share"}),
        )
        .add_params(chosen),
    ]


def dots_height(names: pl.Series) -> int:
    lines = max((len(wrapped(name, NAME)) for name in names), default=1)
    return (ROW + LINE * (lines - 1)) * max(len(names), 1)


def name_line(
    base: alt.Chart, rows: pl.DataFrame, names: Sequence[list[str]], up: int
) -> alt.Chart:
    """The lines of all names that stand `up` lines above their last."""
    texts = [name[-1 - up] if up < len(name) else "" for name in names]
    line = base.properties(data=rows.with_columns(text=pl.Series(texts, dtype=pl.String)))
    named: alt.Chart = line.mark_text(
        align="left", fontSize=14, fontWeight=600, dy=-15 - LINE * up
    ).encode(x=alt.value(0), text="text")
    return named


def said_rate(row: Mapping[str, Any], counted: str, did: str) -> str:
    if row["few"]:
        return words.too_few(row["n"], counted)
    return f"{words.percent(row['rate'])} of {words.count(row['n'], counted)} {did}"


def average_line(average: float, colours: Palette, whose: str = "club") -> list[alt.Chart]:
    """The share of all as a labelled line, behind everything else."""
    line = alt.Chart(
        pl.DataFrame({"average": [average], "said": [f"{whose} {words.percent(average)}"]})
    )
    x = alt.X("average:Q").scale(SHARE)
    return [
        line.mark_rule(color=colours.ink, strokeDash=[2, 3]).encode(x),
        line.mark_text(align="left", dx=4, dy=-2, baseline="bottom", color=colours.ink).encode(
            x, y=alt.value(0), text="said"
        ),
    ]


def margin_strip(frame: pl.DataFrame, colours: Palette = LIGHT) -> alt.LayerChart:
    """Hands by books over or under the bid, around exactly made; `frame` has margin and n.

    A click selects the `margin` under the name `bar`.
    """
    rows = frame.sort("margin")
    rows = rows.with_columns(
        is_set=pl.col("margin") < 0,
        said=pl.Series(map(words.margin, rows["margin"]), dtype=pl.String),
    )
    chosen = alt.selection_point(name="bar", fields=["margin"])
    labels = {margin: words.books_over(margin) for margin in rows["margin"]}
    base = alt.Chart(rows).encode(
        alt.X("margin:O")
        .title("books under or over the bid")
        .axis(
            labelExpr=f"({json.dumps(labels)})[datum.value]",
            labelAngle=0,
            domain=False,
            ticks=False,
        ),
        alt.Y("n:Q").axis(None),
        tooltip=tooltips(said="Hand", n="Hands"),
    )
    layers = [
        base.mark_bar(cornerRadius=3, cursor="pointer")
        .encode(
            color=alt.condition("datum.is_set", alt.value(colours.set), alt.value(colours.made)),
            stroke=alt.condition(
                "datum.margin == 0", alt.value(colours.ink), alt.value("transparent")
            ),
            strokeWidth=alt.value(2),
            opacity=alt.condition(chosen, alt.value(1), alt.value(0.35)),
        )
        .add_params(chosen),
        base.mark_text(dy=-8).encode(text=alt.Text("n:Q", format=",")),
    ]
    return dress(layers, headlines.margins(frame), colours, 180)


def running_score(
    frame: pl.DataFrame,
    names: Sequence[str],
    colours: Palette = LIGHT,
    *,
    target: int | None = None,
    winner: str | None = None,
    here: int | None = None,
) -> alt.LayerChart:
    """A game as two lines, N-S and E-W, with each bid as a mark on its bidders' line.

    The hand `here` is set off. A click selects the `hand` under the name `point`.
    `frame` has hand, score_ns, score_ew, bid, by (`NS` or `EW`, null when passed out), made.
    """
    start = [{"hand": 0, "side": side, "score": 0, "mark": None} for side in ("NS", "EW")]
    points = [
        {
            "hand": row["hand"],
            "side": side,
            "score": row[f"score_{side.lower()}"],
            "mark": row["made"] if row["by"] == side else None,
        }
        for row in frame.to_dicts()
        for side in ("NS", "EW")
    ]
    lines = pl.DataFrame([*start, *points], infer_schema_length=None)
    side_colour = (
        alt.Color("side:N")
        .scale(domain=["NS", "EW"], range=[colours.ink, colours.gray])
        .legend(None)
    )
    x = alt.X("hand:Q").title("hand").axis(tickMinStep=1, grid=False, format="d")
    y = alt.Y("score:Q").title(None).axis(tickMinStep=1, tickCount=6)
    base = alt.Chart(lines).encode(x, y)
    ends = lines.filter(pl.col("hand") == pl.col("hand").max()).with_columns(
        name=pl.col("side").replace_strict(dict(zip(("NS", "EW"), names, strict=True)))
    )
    marked = [
        alt.Chart(lines.filter(pl.col("mark") == is_made))
        .mark_point(shape=shape, size=110, strokeWidth=2.5, filled=is_made, color=colour, opacity=1)
        .encode(x, y)
        for is_made, shape, colour in (
            (True, "circle", colours.made),
            (False, "M-1,-1L1,1M1,-1L-1,1", colours.set),
        )
    ]
    told = [
        {
            "hand": row["hand"],
            "said": f"{words.bid(row['bid'])}, {'made' if row['made'] else 'set'}"
            if row["by"] and row["bid"]
            else "no bid",
            "score": f"{words.score(row['score_ns'])} to {words.score(row['score_ew'])}",
        }
        for row in frame.to_dicts()
    ]
    # As tall as the drawing, so that a finger finds it.
    anywhere = (
        alt.Chart(pl.DataFrame(told))
        .mark_rule(strokeWidth=26, opacity=0, cursor="pointer")
        .encode(x, tooltip=tooltips(hand="Hand", said="Bid", score="N-S to E-W"))
        .add_params(alt.selection_point(name="point", fields=["hand"], empty=False))
    )
    this = alt.Chart(pl.DataFrame({"hand": [] if here is None else [here]}, {"hand": pl.Int64}))
    layers = [
        *target_lines(target, colours),
        this.mark_rule(color=colours.accent, strokeWidth=14, opacity=0.2).encode(x),
        base.mark_line(strokeWidth=3).encode(
            color=side_colour,
            strokeDash=alt.condition("datum.side == 'EW'", alt.value([6, 3]), alt.value([1, 0])),
        ),
        *marked,
        *haloed(
            alt.Chart(ends)
            .mark_text(align="right", dy=-14, fontSize=14, fontWeight=600)
            .encode(x, y, text="name", color=side_colour),
            colours,
        ),
        anywhere,
    ]
    return dress(layers, headlines.running(frame, names, winner), colours, 300)


def target_lines(target: int | None, colours: Palette) -> list[alt.Chart]:
    if target is None:
        return []
    ends = alt.Chart(pl.DataFrame({"score": [target, -target]}))
    return [
        ends.mark_rule(color=colours.accent, strokeDash=DASHES, strokeWidth=2).encode(y="score")
    ]


def form_band(
    frame: pl.DataFrame, colours: Palette = LIGHT, *, average: float | None = None
) -> alt.LayerChart:
    """Success over time; `frame` has date and success_fast, _slow, _low, _high.

    A click selects the `evening`, an ISO date, under the name `point`.
    """
    rows = frame.with_columns(
        evening=pl.col("date").dt.to_string("%Y-%m-%d"),
        when=pl.Series(map(words.day, frame["date"]), dtype=pl.String),
        share=pl.Series(map(words.percent, frame["success_fast"]), dtype=pl.String),
        likely=pl.Series(
            map(words.likely, frame["success_low"], frame["success_high"]), dtype=pl.String
        ),
    )
    chosen = alt.selection_point(name="point", fields=["evening"], empty=False)
    days = alt.X("date:T").title(None).axis(grid=False, tickCount=5, format="%-d %b")
    base = alt.Chart(rows).encode(days)
    share = alt.Y("success_fast:Q").scale(SHARE).axis(format=".0%", title=None, tickCount=5)
    layers = [
        base.mark_area(color=colours.made, opacity=0.22).encode(
            alt.Y("success_low:Q"), y2="success_high"
        ),
        base.mark_line(color=colours.gray, strokeWidth=1.5).encode(alt.Y("success_slow:Q")),
        base.mark_line(color=colours.made, strokeWidth=3).encode(share),
        base.mark_point(color=colours.made, size=70, filled=True, opacity=1).encode(
            share, strokeWidth=alt.condition(chosen, alt.value(6), alt.value(0))
        ),
        # As tall as the drawing, so that a finger finds it.
        base.mark_rule(strokeWidth=22, opacity=0, cursor="pointer")
        .encode(tooltip=tooltips(when="Up to", share="Made of late", likely="True share"))
        .add_params(chosen),
    ]
    return dress(layers, headlines.form(frame, average), colours, 240)


def rule_slopes(
    frame: pl.DataFrame, rules: Sequence[str], colours: Palette = LIGHT
) -> alt.LayerChart:
    """One line a game from rule set to rule set; a game that another side wins is bold.

    `frame` has game, rules, lead (N-S points minus E-W points at the end), flipped.
    """
    x = alt.X("rules:N").sort(list(rules)).title(None).axis(labelAngle=0, labelFontSize=14)
    y = alt.Y("lead:Q").title("points ahead, North-South")
    base = alt.Chart(frame).encode(
        x, y, detail="game:N", tooltip=tooltips(game="Game", lead="Ahead")
    )
    level = alt.Chart(pl.DataFrame({"lead": [0]})).mark_rule(color=colours.ink)
    layers = [level.encode(y), base.mark_line(color=colours.gray, strokeWidth=1, opacity=0.6)]
    if frame["flipped"].any():
        flipped = base.transform_filter("datum.flipped")
        layers += [
            flipped.mark_line(color=colours.accent, strokeWidth=3.5),
            flipped.mark_point(color=colours.accent, filled=True, size=70, opacity=1),
        ]
    return dress(layers, headlines.flips(frame, rules), colours, 320)
