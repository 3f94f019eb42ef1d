"""Filters in the address: a pasted link shows the same hands, another page keeps them."""

from collections.abc import Mapping
from dataclasses import fields

import streamlit as st

from analytics.errors import QuestionError
from analytics.filters import Filters

__all__ = ["along", "carry", "filters", "in_address", "only", "put"]

NAMES = tuple(field.name for field in fields(Filters))


def filters() -> Filters:
    """The filters in the address; what cannot be read there is left out."""
    asked = Filters()
    for name, text in in_address().items():
        try:
            asked = Filters.of(asked.texts() | {name: text})
        except QuestionError:
            continue
    return asked


def in_address() -> dict[str, str]:
    """The filters of the address as they are written there."""
    return {name: st.query_params[name] for name in NAMES if name in st.query_params}


def put(asked: Filters) -> None:
    """Write filters into the address, beside what else a page keeps there."""
    texts = asked.texts()
    for name in NAMES:
        if name in texts:
            st.query_params[name] = texts[name]
        elif name in st.query_params:
            del st.query_params[name]


def carry(page: str) -> None:
    """Bring the filters along from the page before, unless the link that led here has its own."""
    before = st.session_state.get("asked", (page, {}))
    if before[0] != page and not in_address():
        put(Filters.of(before[1]))
    st.session_state["asked"] = (page, filters().texts())


def along(query: Mapping[str, str]) -> dict[str, str]:
    """The query of a link to another page: as it is, or with the filters of now where it has none.

    A page that writes filters into its own address while it opens would leave an address between
    itself and the page before, and Back would lead there.
    """
    if any(name in query for name in NAMES):
        return dict(query)
    return filters().texts() | dict(query)


def only(**texts: str) -> dict[str, str]:
    """The query of a link that narrows the filters of now."""
    return filters().texts() | texts
