"""Which rules some hands fit, asked for while they are looked at before they are brought in."""

import polars as pl
import streamlit as st

from dashboard import source, words
from recorder.hand import COLUMNS
from recorder.infer import Inference, infer

__all__ = ["offer"]

SHOWN = 5


def offer(preview: pl.DataFrame, mark: str) -> None:
    """For hands that do not say their rules: the rule sets that contradict the fewest of them."""
    silent = preview.filter(pl.col("rules").is_null())
    if silent.is_empty():
        return
    label = f"{words.count(silent.height, 'hand')} without rules: which fit?"
    with st.expander(label, icon=":material/search:"):
        if not st.toggle("Look for the rules that fit", key=f"infer_{mark}"):
            st.caption("Bids, tricks, books, points and the ends of games are held to every set.")
            return
        with st.spinner("Trying every rule set …"):
            named = silent.with_columns(file=pl.lit(mark))
            hands = named.select(list(COLUMNS)).cast(pl.Schema(COLUMNS))
            found = source.kept(f"rules that fit {mark}", lambda: infer(hands))
        _say(found)


def _say(found: Inference) -> None:
    for fit in found.fits[:SHOWN]:
        against = (
            f"{words.n_of(fit.contradicted, fit.hands, 'hand')} contradict it"
            if fit.contradicted
            else f"all {words.count(fit.hands, 'hand')} fit"
        )
        st.markdown(f"- `{fit.rules.spec}`: {against}")
    if found.disagree:
        st.caption(
            f"Those that fit best pay {words.count(found.disagree, 'hand')} differently, "
            "so it matters which it was."
        )
