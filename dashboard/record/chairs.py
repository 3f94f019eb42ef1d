"""Who sits where: the people of the club, and new ones on the spot."""

import streamlit as st

from dashboard import source
from dashboard.record.live import PLACES
from recorder.seats import Seat

__all__ = ["known_names", "player"]


def known_names() -> list[str]:
    """The names to write for the people of the club."""

    def names() -> list[str]:
        rows = source.club().people().iter_rows(named=True)
        # A name that nobody ever wrote down would make a new person.
        return sorted({r["name"] if r["name"] in r["names"] else r["key"] for r in rows})

    return source.kept("names", names)


def player(seat: Seat, name: str | None, names: list[str], key: str) -> str | None:
    """Who sits in a chair: one of the club, or somebody new."""
    options = names if name is None or name in names else [name, *names]
    chosen: str | None = st.selectbox(
        PLACES[seat],
        options,
        index=options.index(name) if name else None,
        placeholder="Choose or type a new name",
        accept_new_options=True,
        key=f"{key}_{seat}",
    )
    return chosen.strip() or None if chosen else None
