"""The frame of the dashboard: one look, one menu, and the club it shows."""

import streamlit as st

st.set_page_config(page_title="Bid Whist", page_icon="♠", layout="wide")
st.title("Bid Whist")
