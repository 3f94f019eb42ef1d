"""Who plays well, with whom, and from which chair."""

from typing import Any

import polars as pl
import streamlit as st

from analytics.filters import Filters
from dashboard import asking, charts, sentences, showing
from dashboard.share_charts import partner_matrix
from dashboard.source import answer
from dashboard.views import partnerships

__all__ = ["page"]

LOOKS = {"players": "Players", "partners": "With whom", "roles": "From which chair"}
SHOWN = 16


def page() -> None:
    asked = asking.bar()
    found = answer("players", by=("player",))
    table = found.frame.filter(pl.col("hands") > 0)
    if table.is_empty():
        asking.nothing_matches(asked)
        showing.about(found)
        return
    ranked = table.filter(pl.col("rank").is_not_null())
    showing.say(sentences.ranking(ranked.to_dicts(), "player"))
    look = showing.choose("look", "Look at", tuple(LOOKS), LOOKS.__getitem__)
    {"players": lambda known: players(known, asked), "partners": partners, "roles": roles}[look](
        table
    )


def players(table: pl.DataFrame, asked: Filters) -> None:
    found = answer("players", by=("player",))
    [club] = answer("bids", by=()).frame["success_rate"].to_list() or [None]
    ranked = table.filter(pl.col("rank").is_not_null())
    shown = (ranked if ranked.height else table.filter(pl.col("bids") > 0)).head(SHOWN)
    if shown.height:
        tapped = showing.chart(
            lambda: charts.rate_dots(
                shown, "player", showing.colours(), count="bids", average=club, thing="player"
            ),
            "players",
            shown,
            picks="row",
        )
        if tapped:
            showing.hands(showing.narrowed(asked, {"bidder": tapped["player"]}), "row")
    titles: dict[str, Any] = {"player": "Player"} | {
        name: title for name, title in partnerships.TITLES.items() if name != "partnership"
    }
    showing.table(table, "players_table", titles, first="player")
    showing.about(found)


def partners(table: pl.DataFrame) -> None:
    """Every two who played together; a tap opens their page."""
    found = answer("players", by=("player", "partner"))
    frame = found.frame.filter(
        pl.col("player").is_in(table["player"].to_list()), pl.col("hands") > 0
    )
    if frame.is_empty():
        showing.say("Of none of these hands the partners are known.", small=True)
        return
    names = sorted(set(frame["player"]) | set(frame["partner"]))
    tapped = showing.chart(
        lambda: partner_matrix(frame, names, showing.colours()), "partners", frame, picks="cell"
    )
    if tapped:
        pair = " & ".join(sorted((tapped["player"], tapped["partner"]), key=str.casefold))
        [row] = frame.filter(
            pl.col("player") == tapped["player"], pl.col("partner") == tapped["partner"]
        ).to_dicts()
        [club] = answer("bids", by=()).frame["success_rate"].to_list()
        showing.say(
            f"{tapped['player']}, with {tapped['partner']} opposite: {sentences.pair(row, club)}",
            small=True,
        )
        showing.link("partnerships", f"Open {pair}", showing.asked_texts() | {"who": pair})
    showing.about(found)


def roles(table: pl.DataFrame) -> None:
    """One player in each of the four chairs around the bidder."""
    found = answer("roles")
    names = sorted(set(found.frame["player"]) & set(table["player"]))
    if not names:
        showing.say("Of none of these hands the players are known.", small=True)
        return
    asked = st.query_params.get("who")
    st.session_state["role_of"] = asked if asked in names else names[0]

    def changed() -> None:
        st.query_params["who"] = st.session_state["role_of"]

    who = st.selectbox("Player", names, key="role_of", on_change=changed)
    rows = found.frame.filter(pl.col("player") == who)
    best = rows.filter(~pl.col("few")).sort("net_points", descending=True)
    if best.height:
        top = best.row(0, named=True)
        showing.say(
            f"{who} does best as {top['role']}: {showing.points(top, 'net_points')}.", small=True
        )
    titles = {
        "role": "Chair",
        "n": showing.number("Bids"),
        "net_points": showing.number("Points a bid", decimals=1, signed=True),
        "success_rate": showing.percent("Bid made"),
    }
    showing.table(rows, "roles", titles, first="role")
    showing.about(found)
