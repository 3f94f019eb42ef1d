"""Charts of games as a whole: how they end."""

import altair as alt
import polars as pl

from dashboard import words
from dashboard.headlines import Headline
from dashboard.theme import LIGHT, Palette, dress, tooltips

__all__ = ["endings"]

ROW = 52  # px
ENDED = {
    "target": "reached the target",
    "negative_target": "fell to the negative target",
    "set_limit": "were set too often",
    "hands": "played the agreed hands",
    "extra_hand": "played an extra hand",
    "boston": "a Boston",
    "defenders_odd": "the defenders’ seventh book",
    "renege": "a renege",
}


def endings(frame: pl.DataFrame, colours: Palette = LIGHT) -> alt.LayerChart:
    """What ended how many games; `frame` is `games` by nothing, one row."""
    [row] = frame.to_dicts()
    counted = [(said, row[f"ended_by_{end}"]) for end, said in ENDED.items()]
    rows = pl.DataFrame(
        [
            {"end": said, "n": n, "said": words.n_of(n, row["n"], "game")}
            for said, n in sorted(counted, key=lambda pair: -pair[1])
            if n
        ],
        schema={"end": pl.String, "n": pl.Int64, "said": pl.String},
    )
    base = alt.Chart(rows).encode(
        alt.Y("end:N").sort(rows["end"].to_list()).axis(None),
        tooltip=tooltips(end="Ended by", said="Games"),
    )
    left = base.encode(x=alt.value(0))
    layers = [
        base.mark_bar(color=colours.accent, height=14, yOffset=12, cornerRadius=3).encode(
            alt.X("n:Q").axis(None)
        ),
        left.mark_text(align="left", dy=-8, fontSize=14, fontWeight=600).encode(text="end"),
        base.mark_text(align="right", dy=-8, color=colours.gray).encode(
            x=alt.value("width"), text="said"
        ),
    ]
    most = rows["end"][0] if rows.height else "nothing yet"
    length = "" if row["mean_hands"] is None else f" {row['mean_hands']:.1f} hands a game."
    headline = Headline(
        f"Most often what ends a game: {most}",
        f"{words.count(row['n'], 'finished game')}.{length}",
    )
    return dress(layers, headline, colours, ROW * max(rows.height, 1))
