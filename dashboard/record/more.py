"""What people may say of a hand beyond the bid and the books, out of the way until wanted."""

import streamlit as st

from dashboard.record.state import Table

__all__ = ["show"]


def show(table: Table) -> None:
    st.toggle("More about this hand", key="more")
