"""Reading, changing and saving rule sets; saying afterwards what was played by which."""

from dataclasses import asdict
from itertools import groupby
from typing import Any

import polars as pl
import streamlit as st

from analytics.records import sources
from dashboard import rule_choice, showing, source, words
from recorder.errors import BidWhistError, RulesError
from recorder.ladder import ladder
from recorder.rules import CHANGED, FIELDS, SOURCES, Field, RuleSet, Value, difference, load_rules

__all__ = ["page"]

SECTIONS = {
    "deck": "The deck",
    "deal": "The deal",
    "auction": "Bidding",
    "kitty": "The kitty",
    "play": "Play",
    "renege": "Reneges",
    "scoring": "Scoring",
    "game": "The game",
    "match": "The match",
    "session": "The session",
}


def page() -> None:
    sets = rule_choice.known()
    start = st.selectbox("Start from", list(sets), key="start_from")
    base = sets[start]
    showing.say(base.title)
    changes = chosen_values(base)
    try:
        rules = load_rules(",".join([base.spec, *changes]))
    except RulesError as problem:
        st.error(words.plain(f"{words.sentence(str(problem))}."), icon=":material/block:")
        return
    said = difference(base, rules)
    if said:
        st.subheader("What you changed")
        for sentence in said:
            st.markdown(f"- {words.plain(sentence)}")
    st.subheader("What each bid pays")
    rungs(rules, base)
    if not source.is_read_only():
        save(rules)
        assign(sets)


def chosen_values(base: RuleSet) -> list[str]:
    """The rules grouped as they are written; those set otherwise than in `base`, as changes."""
    changes = []
    for section, fields in groupby(FIELDS.values(), key=lambda field: field.section):
        with st.expander(SECTIONS[section], key=f"section_{section}"):
            for field in fields:
                value = choice(field, base)
                if value != base.rules.get(field.name):
                    changes.append(f"{field.name}={field.text(value)}")
    return changes


def choice(field: Field, base: RuleSet) -> Value:
    """One rule: its meaning, its values in words, where the value comes from."""
    current = base.rules.get(field.name)
    values = list(field.choices)
    if current not in values:
        values.insert(0, current)
    mark = "*" if field.name in base.unverified else ""
    origin = base.sources.get(field.name, "")
    letter = origin.partition(":")[0]
    told = "changed by the house" if origin == CHANGED else SOURCES.get(letter, origin)
    note = f"Source: {told}{mark}" + (
        ". The source does not state this; it was filled in." if mark else ""
    )
    if not field.has_effect:
        note += " Shown; it changes no score."
    value: Value = st.selectbox(
        field.meaning,
        values,
        index=values.index(current),
        format_func=lambda value: words.sentence(field.say(value)),
        help=words.plain(note),
        key=f"{base.spec} {field.name}",
    )
    return value


def rungs(rules: RuleSet, base: RuleSet) -> None:
    """The ladder of bids; a figure that differs from the base's is marked."""
    before = {(row.level, row.kind): asdict(row) for row in ladder(base.rules)}
    rows = []
    for rung in ladder(rules.rules):
        row = asdict(rung)
        old = before.get((rung.level, rung.kind), row)
        row["changed"] = "changed" if any(row[name] != old[name] for name in row) else ""
        row["kind"] = words.KINDS.get(rung.kind, rung.kind)
        rows.append(row)
    titles: dict[str, Any] = {
        "level": showing.number("Bid"),
        "kind": "Kind",
        "books_needed": showing.number("Needs", "Books that make it"),
        "books_set": showing.number("Set by", "Books of the others that set it"),
        "made_bidders": showing.number("Made", "To the bidders, made exactly", signed=True),
        "set_bidders": showing.number("Set", "To the bidders", signed=True),
        "set_defenders": showing.number("To the others", "When set", signed=True),
    }
    if any(row["changed"] for row in rows):
        titles["changed"] = "Beside the start"
    showing.table(pl.DataFrame(rows, infer_schema_length=None), "ladder", titles)


def save(rules: RuleSet) -> None:
    st.subheader("Keep it in the club")
    with st.form("save_rules", border=False):
        name = st.text_input("Name", placeholder="Thursday rules")
        if st.form_submit_button("Save these rules", icon=":material/save:"):
            try:
                source.club().save_rules(name, rules.spec)
            except BidWhistError as problem:
                st.warning(words.plain(f"{words.sentence(str(problem))}."))
            else:
                st.toast(f"Saved as {words.plain(name)}.")
                st.rerun()
    st.markdown(f"In a file or on the command line: `{rules.spec}`")


def assign(sets: dict[str, RuleSet]) -> None:
    """What an evening or a file was played by, said afterwards; the history keeps both."""
    club = source.club()
    days = source.facts().hands["evening"].drop_nulls().unique().sort(descending=True)
    files = source.kept("sources", lambda: sources(club))
    if days.is_empty() and files.is_empty():
        return
    st.subheader("Say what an evening or a file was played by")
    places = {f"evening:{day}": f"the evening of {words.day(day)}" for day in days}
    places |= {f"source:{row['sha256']}": f"the file {row['source']}" for row in files.to_dicts()}
    with st.form("assign_rules", border=False):
        place = st.selectbox("What", list(places), format_func=places.__getitem__)
        name = st.selectbox("was played by", list(sets), key="assign_rules_by")
        if st.form_submit_button("Score it by these rules", icon=":material/gavel:"):
            scope, _, value = place.partition(":")
            club.assign_rules(scope, value, name)
            st.toast(f"{words.sentence(places[place])} is now scored by {words.plain(name)}.")
            st.rerun()
