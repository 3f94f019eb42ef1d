"""Which partnerships do best, and one of them beside the club."""

from collections.abc import Mapping
from typing import Any

import polars as pl
import streamlit as st

from analytics.filters import Filters
from analytics.profile import profile, swings
from dashboard import asking, charts, sentences, showing, source, words
from dashboard.source import answer
from dashboard.views.bids import SEATS, SUITS
from dashboard.views.club import what_pays

__all__ = ["page"]

EVERYBODY = "All partnerships"
SHOWN = 12
POINTS_SHOWN = 5
HANDS_SHOWN = 5
HANDS_ICON = ":material/list:"
TITLES = {
    "partnership": "Partnership",
    "rank": showing.number("Rank", "By bids made, drawn towards the club’s by fewness"),
    "games": showing.number("Games", "Finished"),
    "won": showing.number("Won"),
    "bids": showing.number("Bids"),
    "success_rate": showing.percent("Made"),
    "inflicted_rate": showing.percent(
        "Sets others", "Share of the other side’s bids set", colour="set"
    ),
    "net_per_hand": showing.number("Points a hand", decimals=1, signed=True),
    "rating": showing.number("Rating", "OpenSkill: a newcomer is 25", decimals=1),
    "rating_low": showing.number("at least", "What the rating is, very likely", decimals=1),
}


def page() -> None:
    asked = asking.bar()
    found = answer("partnerships", where=asked.without("partnership", "bidders", "defenders"))
    table = found.frame.filter(pl.col("hands") > 0)
    if table.is_empty():
        asking.nothing_matches(asked)
        showing.about(found)
        return
    names = table["partnership"].to_list()
    who = choose_one(names)
    if who == EVERYBODY:
        everybody(table)
        showing.about(found)
    else:
        one(who, table.row(names.index(who), named=True), asked)


def choose_one(names: list[str]) -> str:
    """Everybody or one partnership, kept in the address as `who`."""
    options = [EVERYBODY, *sorted(names)]
    asked = st.query_params.get("who")
    st.session_state["who"] = asked if asked in options else EVERYBODY

    def changed() -> None:
        if st.session_state["who"] == EVERYBODY:
            st.query_params.pop("who", None)
        else:
            st.query_params["who"] = st.session_state["who"]

    chosen: str = st.selectbox("Partnership", options, key="who", on_change=changed)
    return chosen


def everybody(table: pl.DataFrame) -> None:
    ranked = table.filter(pl.col("rank").is_not_null())
    showing.say(sentences.ranking(ranked.to_dicts(), "partnership"))
    [club] = answer("bids", by=()).frame["success_rate"].to_list() or [None]
    shown = (ranked if ranked.height else table.filter(pl.col("bids") > 0)).head(SHOWN)
    if shown.height:
        tapped = showing.chart(
            lambda: charts.rate_dots(
                shown, "partnership", showing.colours(), count="bids", average=club
            ),
            "partnerships",
            shown,
            picks="row",
        )
        if tapped:
            open_one(tapped["partnership"])
    unranked = table.height - ranked.height
    if unranked:
        showing.say(
            f"{words.count(unranked, 'partnership')} with fewer than five finished games: listed, "
            "not ranked.",
            small=True,
        )
    row = showing.table(table, "partnerships_table", TITLES, first="partnership", picks=True)
    if row is not None:
        open_one(table["partnership"][row])


def open_one(partnership: str) -> None:
    st.query_params["who"] = partnership
    for key in ("partnerships", "partnerships_table"):
        st.session_state.pop(key, None)
    st.rerun()


def one(who: str, row: Mapping[str, Any], asked: Filters) -> None:
    """A partnership's page: profile, strengths and leaks, form, hands, opponents."""
    everyone = asked.without("partnership", "bidders", "defenders")
    [whole] = answer("bids", by=(), where=everyone).frame.to_dicts()
    club = whole["success_rate"]
    showing.say(f"{who}: {sentences.pair(row, club)}")
    own = Filters.of(everyone.texts() | {"bidders": who.replace("|", "\\|")})
    bids = answer("bids", by=("level", "kind"), where=own)
    if paid := what_pays(bids.frame):
        showing.say(paid, small=True)
    standing_out(who, everyone)
    left, right = st.columns(2, gap="large")
    with left:
        tapped = None
        if bids.frame.height:
            tapped = showing.chart(
                lambda: charts.bid_map(bids.frame, showing.colours()),
                "own_bids",
                bids.frame,
                picks="cell",
            )
    with right:
        evening = form(own, row["success_rate"])
        auction_share(row, whole)
    if tapped:
        showing.hands(showing.narrowed(own, tapped), "cell")
    if evening:
        showing.hands(showing.narrowed(own, evening), "point")
    showing.about(bids)
    hands(who, everyone)
    opponents(who, everyone)


def standing_out(who: str, everyone: Filters) -> None:
    """Strengths and leaks, each with the numbers behind it."""
    found = source.kept(f"profile {who} {everyone}", lambda: profile(source.facts(), who, everyone))
    told = found.filter(~pl.col("few"))
    for verdict, title in (("strength", "Strengths"), ("leak", "To work on")):
        rows = told.filter(pl.col("verdict") == verdict).head(POINTS_SHOWN).to_dicts()
        if rows:
            st.subheader(title)
            for row in rows:
                showing.link("hands", in_words(row), hands_of(row, who, everyone), HANDS_ICON)
    if told.is_empty():
        showing.say("Too few bids yet to tell strengths from luck.", small=True)
    elif told["verdict"].is_null().all():
        nearest = told.row(0, named=True)
        showing.say(
            f"Nothing stands out from the club beyond luck. Nearest to it: {in_words(nearest)}.",
            small=True,
        )
    else:
        below = told.filter(pl.col("rate") < pl.col("club")).head(1).to_dicts()
        if below and "leak" not in told["verdict"].to_list():
            closest = f"Nothing is a leak beyond luck. Nearest to it: {in_words(below[0])}."
            showing.say(closest, small=True)
        showing.say(
            f"{told.height} comparisons with the club were made; by luck alone one in forty would "
            "look like a strength, and one in forty like a leak.",
            small=True,
        )


def hands_of(row: Mapping[str, Any], who: str, everyone: Filters) -> dict[str, str]:
    """The query that lists what a strength or leak was counted from, the costliest first."""
    side = "bidders" if row["side"] == "bidding" else "defenders"
    value = {"true": "yes", "false": "no"}.get(row["value"], row["value"])
    own = {side: who.replace("|", "\\|"), row["subject"]: value, "sort": "worst"}
    return everyone.texts() | own


VALUES = {
    "position": SEATS,
    "forced": {"true": "Forced on the dealer", "false": "Bid freely"},
    "trump": SUITS,
}


def in_words(row: Mapping[str, Any]) -> str:
    """`Fives: 60 % made (12 of 20; likely 39 to 78 %), the club 45 %`."""
    match row["subject"]:
        case "level":
            what = words.level(int(row["value"])).capitalize()
        case "kind":
            what = words.kind(row["value"]).capitalize()
        case subject:
            what = VALUES[subject][row["value"]]
    if row["side"] == "defending":
        what = f"Against {what.lower()}"
    did = "made" if row["side"] == "bidding" else "set"
    likely = words.likely(row["low"], row["high"])
    return (
        f"{what}: {words.percent(row['rate'])} {did} ({row['good']:,} of {row['n']:,}; {likely}), "
        f"the club {words.percent(row['club'])}"
    )


def form(own: Filters, overall: float) -> dict[str, Any] | None:
    """How they do of late beside their share of the whole; the evening that was tapped."""
    found = answer("form", by=("date",), where=own).frame.filter(~pl.col("few"))
    if found.height < 2:
        return None
    return showing.chart(
        lambda: charts.form_band(found, showing.colours(), average=overall),
        "own_form",
        found,
        picks="point",
    )


def auction_share(row: Mapping[str, Any], club: Mapping[str, Any]) -> None:
    """How much and how high they bid beside the club, and how they defend."""
    parts = []
    if row["bid_share"] is not None:
        parts.append(f"They take the bid in {words.percent(row['bid_share'])} of their hands")
    if row["mean_level"] is not None:
        parts.append(
            f"at level {row['mean_level']:.1f} on average, where the club bids "
            f"{club['mean_level']:.1f}"
        )
    if parts:
        showing.say(", ".join(parts) + ".", small=True)
    if row["defended"]:
        showing.say(
            "When the others bid, they set "
            + words.rate(
                row["sets_inflicted"], row["defended"], row["inflicted_low"], row["inflicted_high"]
            )
            + ".",
            small=True,
        )


def hands(who: str, everyone: Filters) -> None:
    """The best and the worst, each with a link to it."""
    best, worst = source.kept(f"swings {who} {everyone}", lambda: extremes(who, everyone))
    left, right = st.columns(2, gap="large")
    for place, title, rows in ((left, "Best hands", best), (right, "Worst hands", worst)):
        with place:
            if rows.height:
                st.subheader(title)
            for row in rows.to_dicts():
                showing.link("hand", swing(row), {"id": row["id"]})
    theirs = everyone.texts() | {"partnership": who.replace("|", "\\|"), "sort": "worst"}
    showing.link("hands", "All their hands, the costliest first", theirs, ":material/list:")
    showing.link("accuracy", "Were their bids sound?", {"who": who}, ":material/target:")


def extremes(who: str, everyone: Filters) -> tuple[pl.DataFrame, pl.DataFrame]:
    found = swings(source.facts(), who, everyone)
    best, worst = found.filter(pl.col("points") > 0), found.filter(pl.col("points") < 0)
    return best.head(HANDS_SHOWN), worst.tail(HANDS_SHOWN).reverse()


def swing(row: Mapping[str, Any]) -> str:
    """`+12: Ann's 5 no trump, made with 1 over, Thursday 2 April 2026`."""
    bid = words.bid(f"{row['level']} {row['kind']}" if row["kind"] else str(row["level"]))
    if row["margin"] is not None:
        came = words.margin(row["margin"])
    else:
        came = "made" if row["made"] else "set"
    whose = f"{row['bidder']}’s " if row["bidder"] else ""
    return f"{words.signed(row['points'])}: {whose}{bid}, {came}, {words.day(row['evening'])}"


def opponents(who: str, everyone: Filters) -> None:
    found = answer("heads", where=everyone)
    rows = found.frame.filter(pl.col("partnership") == who, pl.col("hands") > 0)
    if rows.is_empty():
        return
    st.subheader("Opponents")
    titles = {
        "opponents": "Against",
        "games": showing.number("Games", "Finished"),
        "won": showing.number("Won"),
        "hands": showing.number("Hands"),
        "net_per_hand": showing.number("Points a hand", decimals=1, signed=True),
    }
    showing.table(rows.sort("hands", descending=True), "opponents", titles, first="opponents")
    showing.about(found, "about_heads")
