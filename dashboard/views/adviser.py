"""Twelve cards, dealt or typed: what each bid would come to, and why."""

import random
from dataclasses import replace

import polars as pl
import streamlit as st

from analytics.accuracy.adviser import Advice, advise, read_holding
from analytics.accuracy.words import bid_words, choice_words, naming_words
from analytics.simulation.naming import deck_mask
from dashboard import cards, judged, rule_choice, showing, source, words
from recorder.auction import Bid, check_call, read_bid
from recorder.cards import cards_in, cards_text
from recorder.errors import BidWhistError
from recorder.rules import Rules, RuleSet

__all__ = ["page"]

SAMPLES = 100
HOPELESS = 0.005  # a chance not worth a line
TITLES = {
    "bid": "Bid",
    "named": "With",
    "chance": showing.percent("Made"),
    "points": showing.number("Points", "Expected, less the other side’s", decimals=1, signed=True),
    "low": showing.number("likely from", decimals=1, signed=True),
    "high": showing.number("to", decimals=1, signed=True),
    "books": showing.number(
        "Books", "On average; below the lowest bid counts as one short of it", decimals=1
    ),
    "why": "Why",
}


def page() -> None:
    rules = chosen_rules()
    text = st.query_params.get("cards", "")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        typed = st.text_input(
            f"Your {rules.deck.hand_size} cards",
            text,
            placeholder="AS KS QS 9S AH KH 5H 7D 6D 4C 2C BJ",
            key=f"typed_{text}",
        )
        st.button("Deal a hand", on_click=deal, args=(rules,), icon=":material/shuffle:")
    said = st.text_input(
        "Said before you, from the dealer’s left",
        st.query_params.get("calls", ""),
        placeholder="pass, 3 up",
        key="said",
    )
    heeds_calls = bool(said.strip()) and st.toggle(
        "Heed what the others said",
        key="heeds_calls",
        help="Deals that go well with their calls weigh more.",
    )
    st.query_params["cards"], st.query_params["calls"] = typed, said
    if not typed.strip():
        showing.say("Type the cards you hold, or deal a hand, and see what each bid is worth.")
        return
    try:
        held = read_holding(typed, rules)
        calls = read_calls(said, rules)
    except BidWhistError as problem:
        st.warning(words.plain(f"{words.sentence(str(problem))}."))
        return
    st.html(cards.cards(cards_text(cards_in(held)).split()))
    advice = source.kept(
        f"advice {held} {calls} {rules.hash} {heeds_calls}",
        lambda: advise(
            held,
            rules,
            calls,
            samples=SAMPLES,
            allowance=judged.judge().allowance,
            heeds_calls=heeds_calls,
        ),
    )
    show(advice)


def chosen_rules() -> Rules:
    sets: dict[str, RuleSet] = rule_choice.known()
    names = list(sets)
    asked = st.query_params.get("by_rules", names[0])
    name = st.selectbox(
        "Rules", names, index=names.index(asked) if asked in names else 0, key="adviser_rules"
    )
    st.query_params["by_rules"] = name
    return sets[name].rules


def deal(rules: Rules) -> None:
    deck = cards_in(deck_mask(rules))
    st.query_params["cards"] = cards_text(random.sample(deck, rules.deck.hand_size))


def read_calls(text: str, rules: Rules) -> tuple[Bid | None, ...]:
    """The calls before; IllegalError where the rules do not allow one."""
    calls: list[Bid | None] = []
    for said in text.split(","):
        if said.strip():
            call = read_bid(said)
            check_call(calls, call, rules)
            calls.append(call)
    return tuple(calls)


def show(advice: list[Advice]) -> None:
    if not advice:
        showing.say("No bid is left to make over what was said.")
        return
    best = advice[0]
    showing.say(sentence(best))
    showing.say(words.sentence(best.why), small=True)
    shown = [one for one in advice if one.odds.chance.value >= HOPELESS] or advice[:3]
    table = pl.DataFrame(
        [
            {
                "bid": words.sentence(bid_words(str(one.bid))),
                "named": naming_words(one.played),
                "chance": one.odds.chance.value,
                "points": one.odds.points.value,
                "low": one.odds.points.low,
                "high": one.odds.points.high,
                "books": one.mean_books,
                "why": words.sentence(one.why),
            }
            for one in shown
        ]
    )
    showing.table(table, "advice", TITLES, first="bid")
    showing.say(
        f"{SAMPLES} deals of the cards you do not see, the same for every bid, played out with "
        "best play by all less what a table loses by not seeing. A higher level never scores more "
        "at the same books: bid high only to keep the others out.",
        small=True,
    )


def sentence(best: Advice) -> str:
    odds = best.odds
    bid = choice_words(replace(best.played, bid=str(best.bid)))
    chance = words.percent(odds.chance.value)
    likely = (
        f"{words.signed(odds.points.value, 1)} points expected (likely "
        f"{words.signed(odds.points.low, 1)} to {words.signed(odds.points.high, 1)})"
    )
    if odds.points.low > 0:
        return f"Bid {bid}: made {chance} of the time, {likely}."
    if odds.points.high < 0:
        return f"Pass: even the best bid, {bid}, is made {chance} of the time, {likely}."
    return f"A close thing: {bid} is made {chance} of the time, {likely}."
