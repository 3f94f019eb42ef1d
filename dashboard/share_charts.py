"""Charts of shares beside the club's: who sets whom, who plays well with whom."""

from collections.abc import Sequence
from typing import Any

import altair as alt
import polars as pl

from dashboard import words
from dashboard.charts import average_line, dots, dots_height
from dashboard.headlines import Headline
from dashboard.theme import LIGHT, Palette, dress, tooltips

__all__ = ["partner_matrix", "set_share_dots"]

CELL = 30  # px
PAIRS_NAMED = 2
NONE_CLEAR = "No pair wins or loses points beyond luck"
AXIS: dict[str, Any] = {"ticks": False, "domain": False, "labelLimit": 0, "labelFontSize": 12}


def set_share_dots(
    frame: pl.DataFrame,
    label: str,
    colours: Palette = LIGHT,
    *,
    average: float,
    title: str,
    thing: str = "partnership",
) -> alt.LayerChart:
    """How often bids are set, by anything: a dot and its interval, most often first.

    `frame` is `sets` by one group, renamed to `label`. A click selects it under the name `row`.
    """
    rows = frame.sort("set_rate", descending=True).select(
        pl.col(label).cast(pl.String),
        "few",
        n="bids",
        rate="set_rate",
        low="set_low",
        high="set_high",
    )
    subtitle = f"{words.n_of(int(frame['sets'].sum()), int(frame['bids'].sum()), 'bid')} set."
    layers = [
        *average_line(average, colours),
        *dots(rows, label, thing, colours.set, colours, did="set"),
    ]
    headline = Headline(title, f"{subtitle} Dot: share set; line: likely range.")
    return dress(layers, headline, colours, dots_height(rows[label]))


def partner_matrix(
    frame: pl.DataFrame, names: Sequence[str], colours: Palette = LIGHT
) -> alt.LayerChart:
    """Net points a hand of each two players together, in the order of `names`.

    `frame` is `players` by player and partner. A click selects `player` and `partner` under the
    name `cell`.
    """
    rows = frame.filter(pl.col("hands") > 0, pl.col("net_per_hand").is_not_null()).with_columns(
        sign=pl.when("few")
        .then(pl.lit("·"))
        .when(pl.col("net_low") > 0)
        .then(pl.lit("+"))
        .when(pl.col("net_high") < 0)
        .then(pl.lit(words.MINUS))
        .otherwise(pl.lit("")),
        said=pl.col("net_per_hand").map_elements(
            lambda net: f"{words.signed(net, 1)} points a hand", return_dtype=pl.String
        ),
        counted=pl.col("hands").map_elements(
            lambda n: words.count(n, "hand"), return_dtype=pl.String
        ),
    )
    order = list(names)
    chosen = alt.selection_point(name="cell", fields=["player", "partner"], empty=False)
    base = alt.Chart(rows).encode(
        alt.X("partner:N").sort(order).axis(title=None, orient="top", labelAngle=-90, **AXIS),
        alt.Y("player:N").sort(order).axis(title=None, **AXIS),
        tooltip=tooltips(player="Player", partner="Partner", said="Together", counted="Counted"),
    )
    spread = max([1.0, *(abs(net) for net in rows["net_per_hand"].drop_nulls())])
    shade = (
        alt.Color("net_per_hand:Q")
        .scale(
            domain=[-spread, 0, spread],
            range=[colours.set, colours.panel, colours.made],
            interpolate="lab",
        )
        .legend(None)
    )
    title = "; ".join(
        f"{words.join(pairs)} {did} points beyond luck"
        if len(pairs) <= PAIRS_NAMED
        else f"{len(pairs)} pairs {did} points beyond luck"
        for did, pairs in (("win", clear(rows, "+")), ("lose", clear(rows, words.MINUS)))
        if pairs
    )
    subtitle = (
        f"Points a hand. Blue wins, orange loses; + or {words.MINUS}: clear of luck; "
        "·: too few hands."
    )
    layers = [
        base.mark_rect(cornerRadius=3, cursor="pointer", strokeWidth=2)
        .encode(
            color=shade,
            opacity=alt.condition("datum.few", alt.value(0.45), alt.value(1)),
            stroke=alt.condition(chosen, alt.value(colours.accent), alt.value("transparent")),
        )
        .add_params(chosen),
        base.mark_text(fontSize=15, fontWeight=700, color=colours.ink).encode(text="sign:N"),
    ]
    return dress(
        layers, Headline(title or NONE_CLEAR, subtitle), colours, CELL * max(len(order), 1)
    )


def clear(rows: pl.DataFrame, sign: str) -> list[str]:
    """The pairs that carry a sign, each once."""
    found = rows.filter(pl.col("sign") == sign, pl.col("player") < pl.col("partner"))
    return [f"{one} & {other}" for one, other in found.select("player", "partner").iter_rows()]
