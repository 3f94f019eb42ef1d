"""Charts of judged bidding: who bids how beside the club, and predictions beside what happened."""

from collections.abc import Mapping
from typing import Any

import altair as alt
import polars as pl

from dashboard import words
from dashboard.charts import SHARE, average_line, dots, dots_height
from dashboard.headlines import Headline
from dashboard.theme import LIGHT, Palette, dress, tooltips

__all__ = ["class_dots", "luck_bars", "reliability"]

CLASSES = {
    "sound": ("free_bids", "bid", "sound"),
    "too_high": ("free_bids", "bid", "too high"),
    "better_named": ("free_bids", "bid", "better named otherwise"),
    "missed": ("passes", "turn", "missed"),
}
"""Of a class: what its share is of, in figures and in words, and what it is called."""
PARTS = {
    "bid_worth": "what the bid was worth",
    "cards": "how the other cards lay",
    "play": "play",
    "rest": "penalties",
}


def class_dots(
    frame: pl.DataFrame, label: str, share: str, average: float, colours: Palette = LIGHT
) -> alt.LayerChart:
    """The share of one of `CLASSES` for each `label`, most first; a click selects it as `row`."""
    of, thing, said = CLASSES[share]
    rows = (
        frame.filter(pl.col(of) > 0)
        .select(
            pl.col(label).cast(pl.String),
            few=pl.col(of) < 10,
            n=of,
            rate=f"{share}_rate",
            low=f"{share}_low",
            high=f"{share}_high",
        )
        .sort("rate", descending=True)
    )
    clear = rows.filter(~pl.col("few"), pl.col("low") > average)[label].to_list()
    title = (
        f"{words.join(clear[:3])}: {said} more often than the club’s"
        if clear
        else f"Nobody stands out: {said} about as often as the club’s"
    )
    counted = int(frame[share].sum()), int(frame[of].sum())
    things = "passes" if share == "missed" else "bids"
    subtitle = f"{counted[0]:,} of {counted[1]:,} {things} {said}. Dot: share; line: likely range."
    colour = colours.made if share == "sound" else colours.set
    layers = [
        *average_line(average, colours),
        *dots(rows, label, label, colour, colours, did=said, counted=thing),
    ]
    return dress(layers, Headline(title, subtitle), colours, dots_height(rows[label]))


def reliability(
    frame: pl.DataFrame, corrected: pl.DataFrame, colours: Palette = LIGHT
) -> alt.LayerChart:
    """Predicted chances against what was made; on the diagonal they agree.

    `frame` is `calibration.RELIABILITY`; `corrected` (predicted, made) is the fitted correction,
    empty while there are too few bids for one.
    """
    rows = frame.with_columns(
        said=pl.struct("made", "n").map_elements(
            lambda row: f"{row['made']} of {words.count(row['n'], 'bid')} made",
            return_dtype=pl.String,
        )
    )
    off = frame.filter(
        ~pl.col("few"),
        (pl.col("success_low") > pl.col("predicted"))
        | (pl.col("success_high") < pl.col("predicted")),
    ).height
    title = (
        "Bids come out as predicted, as far as can be told"
        if not off
        else "Predictions and results differ more than luck explains"
    )
    subtitle = (
        f"{words.count(int(frame['n'].sum()), 'bid')}, by the chance predicted. Dots: share made; "
        "lines: likely range; dashes: as predicted"
        + ("." if corrected.is_empty() else "; steps: the correction fitted.")
    )
    axis: dict[str, Any] = {"format": ".0%", "domain": False, "ticks": False, "tickCount": 5}
    base = alt.Chart(rows).encode(
        alt.X("predicted:Q").scale(SHARE).axis(title="predicted chance", **axis)
    )
    drawn = alt.condition("datum.few", alt.value(colours.gray), alt.value(colours.made))
    ends = pl.DataFrame({"x": [0.0, 1.0]})
    layers = [
        alt.Chart(ends)
        .mark_line(color=colours.ink, strokeDash=[2, 3], strokeWidth=1)
        .encode(alt.X("x:Q").scale(SHARE), alt.Y("x:Q").scale(SHARE)),
        alt.Chart(corrected)
        .mark_line(color=colours.accent, strokeWidth=2, interpolate="step-after")
        .encode(alt.X("predicted:Q").scale(SHARE), alt.Y("made:Q").scale(SHARE)),
        base.mark_rule(strokeWidth=4, strokeCap="round").encode(
            alt.Y("success_low:Q").scale(SHARE).axis(title="share made", **axis),
            y2="success_high",
            color=drawn,
        ),
        base.mark_point(size=130, filled=True, opacity=1).encode(
            alt.Y("success_rate:Q").scale(SHARE),
            fill=alt.condition("datum.few", alt.value(colours.paper), alt.value(colours.made)),
            stroke=drawn,
            tooltip=tooltips(said="Made"),
        ),
    ]
    return dress(layers, Headline(title, subtitle), colours, 300)


def luck_bars(row: Mapping[str, Any], who: str, n: int, colours: Palette = LIGHT) -> alt.LayerChart:
    """Points a bid of one pair, a row of `profiles.luck`; the parts add up to the whole."""
    parts = [{"part": said, "points": row[name]} for name, said in PARTS.items()]
    parts.append({"part": "together", "points": row["net"]})
    rows = pl.DataFrame(parts).with_columns(
        said=pl.col("points").map_elements(
            lambda value: words.signed(value, 1), return_dtype=pl.String
        )
    )
    order = rows["part"].to_list()
    base = alt.Chart(rows).encode(alt.Y("part:N").sort(order).axis(None))
    reach = max(abs(row["net"]), *(abs(row[name]) for name in PARTS), 1.0)
    x = alt.X("points:Q").scale(domain=[-reach * 1.25, reach * 1.25]).axis(None)
    colour = alt.condition("datum.points < 0", alt.value(colours.set), alt.value(colours.made))
    luck, low, high = row["cards"], row["cards_low"], row["cards_high"]
    is_clear = low is not None and (low > 0 or high < 0)
    title = (
        f"{who}: the cards lay {'kindly' if luck > 0 else 'badly'}, {words.signed(luck, 1)} a bid"
        if is_clear
        else f"{who}: no more luck with the other cards than chance brings"
    )
    layers = [
        base.mark_bar(height=10, yOffset=10, cornerRadius=2).encode(
            x, color=colour, tooltip=tooltips(part="Part", said="Points a bid")
        ),
        base.mark_text(align="left", dy=-8, fontWeight=600).encode(x=alt.value(0), text="part:N"),
        base.mark_text(align="right", dy=-8).encode(x=alt.value("width"), text="said:N"),
    ]
    subtitle = f"Points a bid, {words.count(n, 'bid')} played out with all cards known."
    return dress(layers, Headline(title, subtitle), colours, 46 * rows.height)
