"""Who won which event: places, and what told them apart."""

import polars as pl
import streamlit as st

from analytics.filters import Filters
from analytics.standings import standings
from dashboard import asking, game_charts, showing, source, words
from dashboard.source import answer

__all__ = ["page"]

ORDERS = {"wins": "Games won first", "points": "Points first"}


def page() -> None:
    facts = source.facts()
    if facts.games.is_empty() and facts.sheets.is_empty():
        showing.say("No event yet. Hands or game sheets that name one make its table here.")
        showing.link("import", "Bring in a file", {}, ":material/upload_file:")
        return
    asked = asking.bar()
    order = showing.choose("order", "What counts first", tuple(ORDERS), ORDERS.__getitem__)
    frame = source.kept(
        f"standings {order} {asked}", lambda: standings(source.facts(), asked, order)
    )
    if frame.is_empty():
        no_event(asked)
    for number, event in enumerate(frame["event"].unique(maintain_order=True)):
        one(frame.filter(pl.col("event") == event), str(event), order, number)
    showing.about(answer("standings"))


def no_event(asked: Filters) -> None:
    if asked:
        asking.nothing_matches(asked)
    else:
        showing.say("None of the games says which event it belongs to, so there is no table.")


def one(table: pl.DataFrame, event: str, order: str, number: int) -> None:
    named = words.short(event, 60)
    st.subheader(words.plain(named), help=None if named == event else words.plain(event))
    showing.say(in_a_sentence(table, order))
    drawn = game_charts.standing_bars(table, order, showing.colours())
    tapped = showing.chart(drawn, f"standings_{number}", table, picks="row")
    titles = {
        "place": showing.number("Place"),
        "partnership": "Partnership",
        "games": showing.number("Games"),
        "won": showing.number("Won", "A win that counts for two games counts as two"),
        "points_for": showing.number("Points"),
        "points_against": showing.number("Against"),
        "bostons": showing.number("Bostons"),
        "tie_break": st.column_config.Column(
            "Told from the next by", help="Empty where the first figure is enough"
        ),
    }
    told = table.with_columns(pl.col("tie_break").fill_null(""))
    if told["points_against"].is_null().all():
        titles.pop("points_against")
    showing.table(told, f"places_{number}", titles, first="partnership")
    if tapped:
        name = str(tapped["name"]).partition(". ")[2]
        showing.hands(Filters(event=(event,), partnership=(name,)), f"hands_{number}")


def in_a_sentence(table: pl.DataFrame, order: str) -> str:
    first = table.filter(pl.col("place") == 1).to_dicts()
    names = words.join([row["partnership"] for row in first])
    top = first[0]
    won = words.n_of(top["won"], top["games"], "game")
    points = words.count(top["points_for"], "point")
    figures = f"{won} and {points}" if order == "wins" else f"{points} and {won}"
    if len(first) > 1:
        return f"{names} share first place, each with {figures}."
    behind = f", ahead on {top['tie_break']}" if top["tie_break"] else ""
    return f"{names} won with {figures}{behind}."
