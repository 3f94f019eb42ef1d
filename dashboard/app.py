"""The frame of the dashboard: one look, one menu, and the club it shows."""

import streamlit as st

from dashboard import theme

st.set_page_config(page_title="Bid Whist", page_icon="♠", layout="wide")
st.html(theme.style_sheet())
st.title("Bid Whist")
