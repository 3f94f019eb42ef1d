"""Which hands the pages are about: one bar of filters, for all of them, kept in the address."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

import streamlit as st

from analytics.choices import choices as choices_of
from analytics.filters import Filters
from analytics.rule_words import rule_words
from dashboard import showing, source, words
from dashboard.address import filters, in_address, put
from recorder.hand import DETAILS

__all__ = ["bar", "filters", "nothing_matches"]

LEVELS = tuple(range(1, 8))
YES_OR_NO = {
    "made": {"made": True, "set": False},
    "forced": {"forced on the dealer": True, "not forced": False},
}


def bar() -> Filters:
    """Draw the filters and say which hold; on a phone it is one button until something does."""
    asked = filters()
    with st.container(horizontal=True, key="filters", gap="small"):
        label = f"Filter ({len(asked.texts())})" if asked else "Filter"
        with st.popover(label, icon=":material/filter_alt:"):
            _choices(asked)
        for name, text in asked.texts().items():
            said = words.sentence(Filters.of({name: text}).words())
            shown = words.short(said)
            whole = "" if shown == said and name != "rules" else f"{said_in_full(name, text)}. "
            st.button(
                f"{words.plain(shown)} ✕",
                key=f"drop_{name}",
                help=words.plain(f"{whole}Ask for it no longer"),
                on_click=put,
                args=(asked.without(name),),
            )
    for name, text in in_address().items():
        if name not in asked.texts() and text:
            st.warning(words.plain(f"The link asks for {name} {text!r}, which cannot be read."))
    return asked


def said_in_full(name: str, text: str) -> str:
    """One filter with nothing left out, rules with all their changes."""
    if name == "rules":
        sets = [rule_words(one) for one in Filters.of({name: text}).rules]
        return words.sentence(f"by the rules {' or '.join(sets)}")
    return words.sentence(Filters.of({name: text}).words())


def _choices(asked: Filters) -> None:
    """Every filter that people choose by hand; others come with links and show as chips."""
    known = source.kept("choices", lambda: choices_of(source.facts()))
    _several("people", "At the table", known["people"], asked)
    _several("partnership", "Partnership, on either side", known["partnership"], asked)
    _several("bidders", "Partnership that took the bid", known["partnership"], asked)
    _tiles("level", "Level", LEVELS, str, asked)
    _tiles("kind", "Kind", tuple(words.KINDS), words.kind, asked)
    for name, choices in YES_OR_NO.items():
        _yes_or_no(name, choices, asked)
    with st.container(horizontal=True):
        _day("since", "From", asked)
        _day("until", "Until", asked)
    _several("evening", "Evening", known["evening"], asked, words.day)
    _several("event", "Event", known["event"], asked)
    _several("rules", "Rules played by", known["rules"], asked, rule_words)
    _several("tags", "Tags", known["tags"], asked)
    _one("detail", "Recorded at least", DETAILS, words.detail, asked)
    if asked:
        st.button("Show all hands", on_click=put, args=(Filters(),), width="stretch")


def _changed(name: str, read: Callable[[Any], Any]) -> None:
    value = read(st.session_state[f"ask_{name}"])
    texts = filters().without(name).texts()
    put(Filters.of(texts | ({name: _text(value)} if value not in (None, "", []) else {})))


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    values = value if isinstance(value, list) else [value]
    return "|".join(str(one).replace("|", "\\|") for one in values)


def _widget(name: str, value: Any, read: Callable[[Any], Any] = lambda chosen: chosen) -> Any:
    """The key, state and callback that tie a widget to its filter."""
    st.session_state[f"ask_{name}"] = value
    return {"key": f"ask_{name}", "on_change": _changed, "args": (name, read)}


def _several(
    name: str,
    label: str,
    options: Sequence[Any],
    asked: Filters,
    say: Callable[[Any], str] = str,
) -> None:
    chosen = list(getattr(asked, name))
    if not options and not chosen:
        return
    unknown = [one for one in chosen if one not in options]
    tie = _widget(name, chosen)
    st.multiselect(label, [*options, *unknown], format_func=say, placeholder="any", **tie)


def _tiles(
    name: str, label: str, options: Sequence[Any], say: Callable[[Any], str], asked: Filters
) -> None:
    tie = _widget(name, list(getattr(asked, name)))
    st.pills(label, options, selection_mode="multi", format_func=say, **tie)


def _yes_or_no(name: str, choices: dict[str, bool], asked: Filters) -> None:
    said = {value: text for text, value in choices.items()}
    tie = _widget(name, said.get(getattr(asked, name)), lambda text: choices.get(text))
    st.pills("Outcome" if name == "made" else "Auction", tuple(choices), **tie)


def _one(
    name: str, label: str, options: Sequence[str], say: Callable[[str], str], asked: Filters
) -> None:
    tie = _widget(name, getattr(asked, name))
    st.selectbox(label, options, format_func=say, placeholder="anything", index=None, **tie)


def _day(name: str, label: str, asked: Filters) -> None:
    value: date | None = getattr(asked, name)
    st.date_input(label, value=None, format="YYYY-MM-DD", width=160, **_widget(name, value))


def nothing_matches(asked: Filters) -> None:
    """Say so, and offer to loosen one filter at a time, those that help most first."""
    if not asked:
        showing.say("No hand here can be counted yet.")
        showing.link("enter", "Enter a hand", {}, ":material/dialpad:")
        showing.link("import", "Bring in a file", {}, ":material/upload_file:")
        return
    showing.say(f"No hand that can be used is {asked.words()}.")
    counted = [(source.matching(asked.without(name)), name) for name in asked.texts()]
    helping = sorted((pair for pair in counted if pair[0]), reverse=True)
    st.write("Loosen one of them:" if helping else "No single one is to blame:")
    with st.container(horizontal=True):
        for n, name in helping:
            said = Filters.of({name: asked.texts()[name]}).words()
            st.button(
                words.plain(f"Not only {words.short(said)}: {words.count(n, 'hand')}"),
                key=f"loosen_{name}",
                on_click=put,
                args=(asked.without(name),),
            )
        st.button("Show all hands", key="loosen", on_click=put, args=(Filters(),))
