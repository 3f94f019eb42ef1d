"""Who may look: where the club says so, people sign in with the provider they know first.

The club's folder then holds a `secrets.toml` with Streamlit's own `[auth]` section; without one the
dashboard asks nobody, and listens on this machine only.
"""

import streamlit as st
from streamlit.errors import StreamlitSecretNotFoundError

__all__ = ["gate", "is_asked_for", "name"]


def is_asked_for() -> bool:
    try:
        return "auth" in st.secrets
    except StreamlitSecretNotFoundError:
        return False


def gate() -> None:
    """Show nothing but the door until somebody has signed in; then a way out."""
    if not is_asked_for():
        return
    if not st.user.get("is_logged_in"):
        st.title("Bid Whist")
        st.write("This club’s hands are for its members.")
        st.button("Sign in", on_click=st.login, icon=":material/login:", type="primary")
        st.stop()
    st.sidebar.button("Sign out", on_click=st.logout, icon=":material/logout:")


def name() -> str | None:
    """Who is looking, as their provider calls them; None where nobody signs in."""
    if not is_asked_for():
        return None
    said = st.user.get("name") or st.user.get("email")
    return None if said is None else str(said)
