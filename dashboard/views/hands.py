"""All the hands: looked through, narrowed, the costliest first; each opens on its own page."""

import polars as pl
import streamlit as st

from analytics.filters import Filters
from analytics.hand_list import HandList, hand_list, noted
from dashboard import asking, hand_rows, showing, source, words
from dashboard.source import answer

__all__ = ["page"]

ORDERS = {"latest": "Latest first", "worst": "Costliest first", "best": "Best first"}


def page() -> None:
    if source.facts().hands.is_empty():
        showing.say("No hand yet. Those that are entered or brought in are listed here.")
        showing.link("enter", "Enter a hand", {}, ":material/dialpad:")
        showing.link("import", "Bring in a file", {}, ":material/upload_file:")
        return
    asked = asking.bar()
    text = search()
    order = showing.choose("sort", "Which first", tuple(ORDERS), ORDERS.__getitem__)
    found = source.kept(f"list {asked} {order} {text}", lambda: listed(asked, text, order))
    if not found.n:
        if text:
            showing.say(f"No hand has “{text}” in its names, its place, its tags or its notes.")
        else:
            asking.nothing_matches(asked)
        return
    showing.say(in_a_sentence(found, asked, text, order))
    rows, question = shown(found.frame), f"{asked} {order} {text}"
    picked = showing.table(rows, "hands", titles(asked), first="bid", picks=True, of=question)
    tip = "A tap on a row opens the hand."
    if found.frame.height < found.n:
        tip += f" The first {found.frame.height:,} are listed; a search or a filter finds the rest."
    showing.say(tip, small=True)
    showing.about(answer("bids", by=()))
    if picked is not None:
        showing.go("hand", {"id": found.frame["id"][picked]})


def search() -> str:
    """What to look for, kept in the address."""
    st.session_state["search"] = st.query_params.get("q", "")

    def changed() -> None:
        if st.session_state["search"]:
            st.query_params["q"] = st.session_state["search"]
        else:
            st.query_params.pop("q", None)

    return st.text_input(
        "Search",
        key="search",
        placeholder="A name, an event, a tag, words of a note",
        on_change=changed,
        icon=":material/search:",
        label_visibility="collapsed",
    ).strip()


def listed(asked: Filters, text: str, order: str) -> HandList:
    also = noted(source.club(), text) if text else None
    return hand_list(source.facts(), asked, text=text, order=order, also=also)


def in_a_sentence(found: HandList, asked: Filters, text: str, order: str) -> str:
    first = words.count(found.n, "hand")
    if asked:
        first += f" {asked.words()}"
    if text:
        first += f", with “{text}”"
    if order == "latest":
        [when] = found.frame["evening"].head(1)
        return f"{first}; the last was played on {words.day(when)}." if when else f"{first}."
    [top] = found.frame.head(1).to_dicts()
    said = {"worst": "The costliest", "best": "The best"}[order]
    bid = f"{hand_rows.bid(top)} by {top['bidder'] or 'somebody'}"
    return f"{first}. {said}: {bid}, {came_to(top)}, {words.signed(top['net'])} points."


def shown(frame: pl.DataFrame) -> pl.DataFrame:
    """The columns as people read them; the figures behind them are in the file to save."""
    rows = frame.to_dicts()
    return frame.select(
        pl.Series("bid", [hand_rows.bid(row) for row in rows], dtype=pl.String),
        "bidder",
        pl.Series("came_to", [came_to(row) for row in rows], dtype=pl.String),
        "books",
        points="net",
        ns="ns",
        ew="ew",
        evening="evening",
        table="table",
        event="event",
        hand="hand",
        recorded=pl.Series(
            [words.detail(row["detail"]) if row["detail"] else None for row in rows],
            dtype=pl.String,
        ),
        tags="tags",
        id="id",
    )


def titles(asked: Filters) -> dict[str, object]:
    whose = asked.partnership[0] if len(asked.partnership) == 1 else "The bidders"
    return {
        "bid": "Bid",
        "bidder": "Bidder",
        "came_to": "Came to",
        "books": st.column_config.ProgressColumn(
            "Books", help="The bidders’ books of 13", format="%d", min_value=0, max_value=13
        ),
        "points": showing.number("Points", f"{whose}’s, less the other side’s", signed=True),
        "ns": "North-South",
        "ew": "East-West",
        "evening": st.column_config.DateColumn("Evening", format="D MMM YYYY"),
        "table": "Table",
        "event": "Event",
        "hand": "Hand",
        "recorded": "Recorded",
        "tags": st.column_config.ListColumn("Tags"),
    }


def came_to(row: dict[str, object]) -> str:
    """What became of it, and whether it waits to be settled."""
    said = hand_rows.came_to(row)
    waits = not row["counts"] and row["status"] != "invalid"
    return f"{said}, not settled" if waits else said
