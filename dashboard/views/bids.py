"""How often bids are made: by level and kind, seat, trump, margin, and over time."""

import polars as pl
import streamlit as st

from analytics.ask import Answer
from analytics.filters import Filters
from dashboard import asking, charts, showing, words
from dashboard.source import answer
from dashboard.views.club import in_a_sentence

__all__ = ["page"]

LOOKS = {
    "map": "Level and kind",
    "kind": "Kind",
    "position": "Seat",
    "forced": "Forced",
    "trump": "Trump",
    "margin": "Margin",
    "time": "Over time",
}
SEATS = {
    "first": "First to speak",
    "second": "Second to speak",
    "third": "Third to speak",
    "dealer": "Dealer, last to speak",
}
SUITS = {"S": "♠ spades", "H": "♥ hearts", "D": "♦ diamonds", "C": "♣ clubs", "no": "No trump"}


def page() -> None:
    asked = asking.bar()
    whole = answer("bids", by=())
    if whole.frame.is_empty():
        asking.nothing_matches(asked)
        showing.about(whole)
        return
    [row] = whole.frame.to_dicts()
    showing.say(in_a_sentence(asked))
    look = showing.choose("look", "Look at bids by", tuple(LOOKS), LOOKS.__getitem__)
    {
        "map": by_level_and_kind,
        "kind": by_kind,
        "position": by_position,
        "forced": by_forced,
        "trump": by_trump,
        "margin": by_margin,
        "time": over_time,
    }[look](asked, row["success_rate"])


def by_level_and_kind(asked: Filters, _: float) -> None:
    found = answer("bids", by=("level", "kind"))
    left, right = st.columns([9, 11], gap="medium")
    with left:
        tapped = showing.chart(
            lambda: charts.bid_map(found.frame, showing.colours()),
            "bids",
            found.frame,
            picks="cell",
        )
    with right:
        listed(found)
    if tapped:
        showing.hands(showing.narrowed(asked, tapped), "cell")
    showing.about(found)


def listed(found: Answer) -> None:
    frame = found.frame.with_columns(
        bid=pl.struct("level", "kind").map_elements(
            lambda row: words.bid(f"{row['level']} {row['kind']}" if row["kind"] else row["level"]),
            return_dtype=pl.String,
        )
    )
    titles = {
        "bid": "Bid",
        "n": showing.number("Bids"),
        "success_rate": showing.percent("Made"),
        "mean_margin": showing.number("Over", "Books over the bid", decimals=1, signed=True),
        "net_points": showing.number("Points", "A bid, net, on average", decimals=1, signed=True),
    }
    showing.table(frame, "bids_table", titles, first="bid")


def dots(
    found: Answer, name: str, labels: pl.Series, asked: Filters, club: float, thing: str
) -> None:
    """A dot a row, named by `labels`; a tap lists its hands by the filter `name`."""
    if found.frame.is_empty():
        showing.say("None of these hands says enough for that.", small=True)
        showing.about(found)
        return
    frame = found.frame.with_columns(label=labels)
    tapped = showing.chart(
        lambda: charts.rate_dots(frame, "label", showing.colours(), average=club, thing=thing),
        f"bids_{name}",
        found.frame,
        picks="row",
    )
    if tapped:
        [row] = frame.filter(pl.col("label") == tapped["label"]).to_dicts()
        value = {True: "yes", False: "no"}.get(row[name], row[name])
        showing.hands(showing.narrowed(asked, {name: value}), "row")
    showing.about(found)


def by_kind(asked: Filters, club: float) -> None:
    found = answer("bids", by=("kind",))
    names = {kind: words.sentence(said) for kind, said in words.KINDS.items()}
    labels = found.frame["kind"].replace_strict(names, return_dtype=pl.String)
    dots(found, "kind", labels, asked, club, "kind")


def by_position(asked: Filters, club: float) -> None:
    found = answer("bids", by=("position",))
    labels = found.frame["position"].replace_strict(SEATS, return_dtype=pl.String)
    dots(found, "position", labels, asked, club, "seat")


def by_forced(asked: Filters, club: float) -> None:
    found = answer("bids", by=("forced",))
    names = {True: "Forced on the dealer", False: "Bid freely"}
    labels = found.frame["forced"].replace_strict(names, return_dtype=pl.String)
    dots(found, "forced", labels, asked, club, "way to get the bid")


def by_trump(asked: Filters, club: float) -> None:
    found = answer("suits", by=("trump",))
    labels = found.frame["trump"].replace_strict(SUITS, return_dtype=pl.String)
    dots(found, "trump", labels, asked, club, "trump")


def by_margin(asked: Filters, _: float) -> None:
    found = answer("margins", by=())
    if found.frame.is_empty():
        showing.say("Of none of these hands the books are known.", small=True)
    else:
        tapped = showing.chart(
            lambda: charts.margin_strip(found.frame, showing.colours()),
            "margins",
            found.frame,
            picks="bar",
        )
        if tapped:
            showing.hands(showing.narrowed(asked, tapped), "bar")
    showing.about(found)


def over_time(asked: Filters, club: float) -> None:
    found = answer("form", by=("date",))
    dated = found.frame.filter(~pl.col("few"))
    if dated.height < 2:
        showing.say("Form needs ten bids on each of two evenings.", small=True)
    else:
        tapped = showing.chart(
            lambda: charts.form_band(dated, showing.colours(), average=club),
            "form",
            dated,
            picks="point",
        )
        if tapped:
            showing.hands(showing.narrowed(asked, tapped), "point")
    showing.about(found)
