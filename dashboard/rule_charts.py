"""Charts of house rules: one game under two rule sets, and which single rule matters."""

from collections.abc import Sequence

import altair as alt
import polars as pl

from dashboard import words
from dashboard.charts import dots, dots_height
from dashboard.headlines import Headline
from dashboard.theme import LIGHT, Palette, dress, haloed, tooltips

__all__ = ["side_by_side", "switch_dots"]


def switch_dots(frame: pl.DataFrame, base: str, colours: Palette = LIGHT) -> alt.LayerChart:
    """Each rule flipped alone: the share of games with another winner, and where it likely lies.

    `frame` has words, games, flipped, flipped_rate, _low and _high, most games flipped first.
    """
    rows = frame.select(
        rule=pl.col("words").map_elements(words.sentence, return_dtype=pl.String),
        n="games",
        few=pl.col("games") < 10,
        rate="flipped_rate",
        low="flipped_rate_low",
        high="flipped_rate_high",
    )
    first = frame.row(0, named=True)
    title = (
        f"{words.sentence(first['words'])}: that alone gives "
        f"{words.n_of(first['flipped'], first['games'], 'game')} another winner"
        if first["flipped"]
        else "No single rule gives any game another winner"
    )
    subtitle = f"Each rule of {base} changed alone. Dot: share of games that flip; line: likely."
    layers = dots(rows, "rule", "rule", colours.accent, colours, did="flip", counted="game")
    return dress(layers, Headline(title, subtitle), colours, dots_height(rows["rule"]))


def side_by_side(
    lines: pl.DataFrame, rules: Sequence[str], colours: Palette = LIGHT
) -> alt.LayerChart:
    """One game's lead (N-S minus E-W), hand by hand, a line for each of two rule sets.

    `lines` has rules, place, score_ns, score_ew, over; what came after an end is dotted.
    """
    frame = lines.with_columns(lead=pl.col("score_ns") - pl.col("score_ew")).drop_nulls("lead")
    ends = frame.filter(~pl.col("over")).group_by("rules").agg(pl.all().sort_by("place").last())
    said = {
        row["rules"]: f"{'N-S' if row['lead'] > 0 else 'E-W'} {words.score(row['score_ns'])} to "
        f"{words.score(row['score_ew'])}"
        for row in ends.to_dicts()
    }
    x = alt.X("place:Q").title("hand").axis(tickMinStep=1, format="d", grid=False)
    y = alt.Y("lead:Q").title("points ahead, North-South").axis(tickMinStep=1)
    colour = (
        alt.Color("rules:N")
        .scale(domain=list(rules), range=[colours.gray, colours.accent])
        .legend(None)
    )
    base = alt.Chart(frame).encode(x, y, color=colour)
    level = alt.Chart(pl.DataFrame({"lead": [0]})).mark_rule(color=colours.ink)
    layers = [
        level.encode(y),
        base.transform_filter("datum.over").mark_point(size=40, opacity=0.5),
        base.transform_filter("!datum.over").mark_line(strokeWidth=3),
        base.transform_filter("!datum.over")
        .mark_point(size=80, filled=True, opacity=1)
        .encode(tooltip=tooltips(place="Hand", rules="Under", lead="Points ahead, N-S")),
        *haloed(
            alt.Chart(ends)
            .mark_text(align="right", dy=-14, fontSize=14, fontWeight=600)
            .encode(x, y, text="rules", color=colour),
            colours,
        ),
    ]
    title = "; ".join(f"under {name} {said[name]}" for name in rules if name in said)
    subtitle = "The lead after each hand; faint: hands after the game was over."
    return dress(layers, Headline(words.sentence(title), subtitle), colours, 300)
