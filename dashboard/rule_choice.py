"""Choosing rule sets: presets, the club's own, and single rules flipped on the spot."""

import streamlit as st

from dashboard import source, words
from recorder.errors import RulesError
from recorder.rules import FIELDS, PRESETS, RuleSet, load_rules

__all__ = ["known", "several"]


def known() -> dict[str, RuleSet]:
    """Every rule set that has a name here, the club's own first."""
    club = source.club()
    saved = source.kept("saved rules", club.saved_rules)
    sets = {club.rules: club.house_rules} | saved
    return sets | {name: load_rules(name) for name in PRESETS if name not in sets}


def several() -> tuple[RuleSet, list[RuleSet]]:
    """The rule set to compare with, and the others; all kept in the address (`a`, `b`, `flip`)."""
    sets = known()
    names = list(sets)
    query = st.query_params
    base_name = query.get("a", names[0])
    with st.container(horizontal=True, vertical_alignment="bottom", key="rule_choice"):
        base_name = st.selectbox(
            "Compare with",
            names,
            index=names.index(base_name) if base_name in names else 0,
            key="rules_a",
        )
        chosen = st.multiselect(
            "these rule sets",
            [name for name in names if name != base_name],
            default=[name for name in query.get_all("b") if name in names and name != base_name],
            key="rules_b",
        )
    base = sets[base_name]
    flips = flipped_rules(base, query.get_all("flip"))
    query["a"] = base_name
    query["b"] = chosen
    query["flip"] = [name.split(",", 1)[1] for name in flips]
    return base, [*(sets[name] for name in chosen), *flips.values()]


def flipped_rules(base: RuleSet, before: list[str]) -> dict[str, RuleSet]:
    """Single rules flipped on top of `base`, said in words; contradictions are refused."""
    offered = {}
    for name, field in FIELDS.items():
        if not field.has_effect or name.startswith("deck."):
            continue
        for value in field.choices:
            if value != base.rules.get(name):
                offered[f"{name}={field.text(value)}"] = words.sentence(field.say(value))
    picked = st.multiselect(
        "or flip a rule",
        list(offered),
        default=[change for change in before if change in offered],
        format_func=offered.__getitem__,
        placeholder="Downtown over uptown, a target of five, …",
        key="rules_flip",
    )
    sets = {}
    for change in picked:
        try:
            changed = load_rules(f"{base.spec},{change}")
        except RulesError as problem:
            st.warning(words.plain(f"{words.sentence(str(problem))}."))
        else:
            sets[f"{base.name},{change}"] = changed
    return sets
