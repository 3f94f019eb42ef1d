"""Filters in the address: read, written, carried along, and never mixed up with a page's own."""

import re
from pathlib import Path

from streamlit.testing.v1 import AppTest

from dashboard import address

SOURCES = sorted((Path(__file__).parents[2] / "dashboard").rglob("*.py"))
# Where a page means the filter when it writes it.
MEANT = {("games.py", "evening")}
KEYS = re.compile(r'query_params(?:\.(?:get|pop))?[\[(]"(\w+)"|choose\("(\w+)"')

PAGE = """
import streamlit as st
from dashboard import address
address.carry(st.session_state.get("at", "bids"))
st.write(str(address.filters()))
"""


def test_no_page_keeps_its_own_state_under_the_name_of_a_filter() -> None:
    keys = {
        (path.name, one or other)
        for path in SOURCES
        for one, other in KEYS.findall(path.read_text(encoding="utf-8"))
    }
    assert ("bids.py", "look") in keys
    assert {(file, key) for file, key in keys if key in address.NAMES} <= MEANT


def opened(**query: str) -> AppTest:
    page = AppTest.from_string(PAGE)
    for name, value in query.items():
        page.query_params[name] = value
    return page.run()


def test_what_cannot_be_read_is_left_out_and_the_rest_is_kept() -> None:
    page = opened(level="4|5", since="last week", kind="up", look="map")
    assert page.markdown[0].value == "level=4|5,kind=up"


def test_another_page_keeps_the_filters() -> None:
    page = opened(level="5")
    page.session_state["at"] = "sets"
    page.query_params.clear()
    assert page.run().markdown[0].value == "level=5"


def test_a_link_with_filters_of_its_own_replaces_them() -> None:
    page = opened(level="5", kind="up")
    page.session_state["at"] = "sets"
    page.query_params.clear()
    page.query_params["level"] = "4"
    assert page.run().markdown[0].value == "level=4"


def test_on_the_same_page_none_in_the_address_means_none() -> None:
    page = opened(level="5")
    page.query_params.clear()
    assert page.run().markdown[0].value == ""
