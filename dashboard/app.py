"""The frame of the dashboard: one look, one menu, and the club it shows."""

import streamlit as st

from dashboard import address, showing, sign_in, source, theme, watching, words
from dashboard.views import (
    accuracy,
    adviser,
    auction,
    bids,
    bring_in,
    club,
    data,
    evening,
    games,
    grid,
    hand,
    hands,
    house_rules,
    kitty,
    partnerships,
    people,
    players,
    questions,
    record,
    rule_sets,
    sets,
    standings,
)
from recorder.errors import BidWhistError

PAGES = {
    "Club": [
        st.Page(club.page, title="Club", url_path="club", icon=":material/home:", default=True),
        st.Page(questions.page, title="Questions", url_path="questions", icon=":material/help:"),
        st.Page(people.page, title="People", url_path="people", icon=":material/badge:"),
    ],
    "Bidding": [
        st.Page(bids.page, title="Bids", url_path="bids", icon=":material/grid_on:"),
        st.Page(sets.page, title="Sets", url_path="sets", icon=":material/trending_down:"),
        st.Page(auction.page, title="Auction", url_path="auction", icon=":material/forum:"),
        st.Page(kitty.page, title="Kitty", url_path="kitty", icon=":material/inventory_2:"),
        st.Page(
            accuracy.page, title="Bidding accuracy", url_path="accuracy", icon=":material/target:"
        ),
        st.Page(adviser.page, title="Adviser", url_path="adviser", icon=":material/lightbulb:"),
    ],
    "Play": [
        st.Page(
            partnerships.page,
            title="Partnerships",
            url_path="partnerships",
            icon=":material/group:",
        ),
        st.Page(players.page, title="Players", url_path="players", icon=":material/person:"),
        st.Page(games.page, title="Games", url_path="games", icon=":material/show_chart:"),
        st.Page(standings.page, title="Standings", url_path="standings", icon=":material/trophy:"),
        st.Page(hands.page, title="Hands", url_path="hands", icon=":material/list:"),
        st.Page(hand.page, title="One hand", url_path="hand", icon=":material/playing_cards:"),
    ],
    "Record": [
        st.Page(
            record.page, title="Write a game down", url_path="enter", icon=":material/dialpad:"
        ),
        st.Page(grid.page, title="Type in an evening", url_path="grid", icon=":material/table:"),
        st.Page(evening.page, title="An evening", url_path="evening", icon=":material/event:"),
        st.Page(bring_in.page, title="Bring in", url_path="import", icon=":material/upload_file:"),
        st.Page(data.page, title="Records", url_path="data", icon=":material/fact_check:"),
    ],
    "Rules": [
        st.Page(
            house_rules.page,
            title="Under other rules",
            url_path="house-rules",
            icon=":material/balance:",
        ),
        st.Page(rule_sets.page, title="Rule sets", url_path="rule-sets", icon=":material/gavel:"),
    ],
}

st.set_page_config(page_title="Bid Whist", page_icon="♠", layout="wide")
st.html(theme.style_sheet())
sign_in.gate()
pages = [page for group in PAGES.values() for page in group]
st.session_state["pages"] = {page.url_path or "club": page for page in pages}
chosen = st.navigation(PAGES, expanded=True)
try:
    with st.container(horizontal=True, key="whose", vertical_alignment="center"):
        st.markdown(words.plain(source.club().name), width="content")
        if source.is_simulated() and "simulated" not in source.club().name:
            st.badge("simulated", icon=":material/science:", color="gray")
        if source.is_read_only():
            st.badge("only to look at", icon=":material/visibility:", color="gray")
    st.title(chosen.title, anchor=False)
    showing.told()
    address.carry(chosen.url_path)
    chosen.run()
    watching.follow(chosen.url_path)
except BidWhistError as problem:
    # A club that is busy or damaged is told in its own sentence.
    st.warning(words.plain(f"{words.sentence(str(problem))}."), icon=":material/hourglass_empty:")
    st.button("Look again", icon=":material/refresh:")
