"""Charts of plain counts: how games end, who stands where, what people say in the auction."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import altair as alt
import polars as pl

from dashboard import words
from dashboard.charts import average_line, dots, dots_height
from dashboard.game_words import ENDINGS
from dashboard.headlines import Headline
from dashboard.theme import LIGHT, Palette, dress, tooltips, wrapped

__all__ = ["Bar", "bars", "endings", "kitty_dots", "standing_bars"]

ROW = 52  # px
LINE = 18  # px a further line of a long name
PHONE = 352  # px
NAME_LETTER, SAID_LETTER = 7.4, 6.6  # px, at the sizes below


@dataclass(frozen=True)
class Bar:
    name: str
    length: float
    said: str
    """The figures behind the length."""
    few: bool = False


def bars(
    rows: Sequence[Bar], headline: Headline, colours: Palette = LIGHT, *, thing: str = "name"
) -> alt.LayerChart:
    """A bar a row, in that order; a click selects the `name` under the name `row`."""
    # The figures stand beside the last line of the name, on a phone too.
    said = max((len(row.said) for row in rows), default=0)
    names = [wrapped(row.name, int((PHONE - SAID_LETTER * said) / NAME_LETTER)) for row in rows]
    lines = max(map(len, names), default=1)
    frame = pl.DataFrame(
        {
            "name": [row.name for row in rows],
            "n": [max(float(row.length), 0.0) for row in rows],
            "said": [row.said for row in rows],
            "few": [row.few for row in rows],
        },
        schema={"name": pl.String, "n": pl.Float64, "said": pl.String, "few": pl.Boolean},
    )
    base = alt.Chart(frame).encode(alt.Y("name:N").sort(frame["name"].to_list()).axis(None))
    chosen = alt.selection_point(name="row", fields=["name"], empty=False)
    text = [
        base.properties(data=frame.with_columns(line=pl.Series(part, dtype=pl.String)))
        .mark_text(align="left", dy=-8 - LINE * up, fontSize=14, fontWeight=600)
        .encode(x=alt.value(0), text="line:N")
        for up in range(lines)
        if (part := [name[-1 - up] if up < len(name) else "" for name in names])
    ]
    layers = [
        base.mark_bar(height=14, yOffset=12, cornerRadius=3).encode(
            alt.X("n:Q").axis(None),
            color=alt.condition("datum.few", alt.value(colours.line), alt.value(colours.accent)),
            strokeWidth=alt.condition(chosen, alt.value(3), alt.value(0)),
            stroke=alt.value(colours.ink),
        ),
        *text,
        base.mark_text(align="right", dy=-8, color=colours.gray).encode(
            x=alt.value("width"), text="said:N"
        ),
        # Above all the others, so that a tap anywhere in a row finds it.
        base.mark_rect(fill="transparent", cursor="pointer")
        .encode(
            x=alt.value(0),
            x2=alt.value("width"),
            tooltip=tooltips(name=thing.capitalize(), said="Counted"),
        )
        .add_params(chosen),
    ]
    return dress(layers, headline, colours, (ROW + LINE * (lines - 1)) * max(frame.height, 1))


def endings(frame: pl.DataFrame, colours: Palette = LIGHT) -> alt.LayerChart:
    """What ended how many games; `frame` is `games` by nothing, one row."""
    [row] = frame.to_dicts()
    counted = [(ending.thing, row[f"ended_by_{end}"]) for end, ending in ENDINGS.items()]
    rows = [
        Bar(said, n, words.n_of(n, row["n"], "game"))
        for said, n in sorted(counted, key=lambda pair: -pair[1])
        if n
    ]
    length = "" if row["mean_hands"] is None else f" {row['mean_hands']:.1f} hands a game."
    title = f"What ends most games: {rows[0].name}" if rows else "No game has ended yet"
    headline = Headline(title, f"{words.count(row['n'], 'finished game')}.{length}")
    return bars(rows, headline, colours, thing="ended by")


def standing_bars(frame: pl.DataFrame, order: str, colours: Palette = LIGHT) -> alt.LayerChart:
    """One event, best first; `frame` is `standings` of it, told by `wins` or by `points`."""
    column = "won" if order == "wins" else "points_for"
    rows = [
        Bar(
            f"{row['place']}. {row['partnership']}",
            row[column],
            f"{row['won']} won, {words.score(row['points_for'])}\N{NO-BREAK SPACE}points",
        )
        for row in frame.to_dicts()
    ]
    first = frame.filter(pl.col("place") == 1)["partnership"].to_list()
    title = f"{words.join(first)} {'share first place' if len(first) > 1 else 'come first'}"
    how = "games won, then points" if order == "wins" else "points, then games won"
    games = words.count(int(frame["games"].max() or 0), "game")  # type: ignore[arg-type]
    return bars(rows, Headline(title, f"By {how}; at most {games} each."), colours, thing="place")


def kitty_dots(frame: pl.DataFrame, colours: Palette = LIGHT, *, average: float) -> alt.LayerChart:
    """How often bids are made by the trumps found in the kitty, fewest first.

    `frame` is `kitty` by trumps_found, each named in `name`.
    """
    rows = frame.sort("trumps_found").select(
        "name", "n", "few", rate="success_rate", low="success_low", high="success_high"
    )
    enough = rows.filter(~pl.col("few")).to_dicts()
    title = "Trumps found in the kitty do not clearly tell which bids are made"
    if any(fewer["high"] < more["low"] for fewer, more in combinations(enough, 2)):
        title = "With more trumps in the kitty, more bids are made"
    subtitle = f"{words.count(int(rows['n'].sum()), 'bid')}. Dot: share made; line: likely range."
    layers = [
        *average_line(average, colours, "all of these"),
        *dots(rows, "name", "kitty", colours.made, colours, did="made"),
    ]
    return dress(layers, Headline(title, subtitle), colours, dots_height(rows["name"]))
