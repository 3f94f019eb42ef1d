"""One hand's bidding and play as analysed: from the cards to the class, each step stated."""

from collections.abc import Mapping

import polars as pl
import streamlit as st

from analytics.accuracy import analyse
from analytics.accuracy.classes import RULES
from analytics.accuracy.questions import Question
from analytics.accuracy.season import JudgedCall
from analytics.accuracy.store import KeptPlay
from analytics.accuracy.words import bid_words, choice_words
from dashboard import cards, hand_words, judged, showing, source, words
from dashboard.hand_table import Costs
from recorder.cards import cards_in, cards_text
from recorder.seats import Seat

__all__ = ["costs", "show"]

CHAIRS = ("north", "east", "south", "west")


def show(hand: str) -> None:
    """What the calls of a hand were worth, and what its cards cost; nothing where none is known."""
    question = judged.question(hand)
    if question is None or (question.bidding_key is None and question.play_key is None):
        return
    st.subheader("What it was worth")
    judge = judged.judge(question)
    calls = list(judge.judged(question))
    play = judge.store.play(question.play_key)
    if not judge.is_done(question):
        if source.is_read_only():
            showing.say("This hand is not analysed yet.", small=True)
        else:
            st.button(
                "Analyse this hand",
                on_click=analyse.analyse_one,
                args=(judge.store, question),
                icon=":material/query_stats:",
            )
    names = {str(seat): judge.about[question.id][CHAIRS[seat]] or str(seat) for seat in Seat}
    for one in calls:
        show_call(one, question, names, judge.allowance)
    if play is not None and play.bidder is not None:
        show_play(play, names)


def costs(hand: str) -> Costs:
    """What each card gave away that did, where the play of the hand is analysed."""
    question = judged.question(hand)
    if question is None or question.play_key is None:
        return {}
    results = judged.store()
    results.refresh()
    play = results.play(question.play_key)
    cards = () if play is None else play.cards
    return {(card.trick, card.seat): (card.cost, card.best) for card in cards if card.cost}


def show_call(
    one: JudgedCall, question: Question, names: Mapping[str, str], allowance: tuple[float, float]
) -> None:
    seat = Seat.parse(one.call.seat)
    who = names[one.call.seat]
    verdict = one.judgement.verdict
    with st.expander(words.plain(f"{who}: {verdict}. {words.sentence(one.reason)}")):
        held = question.spoken.held[seat]
        if held is not None:
            showing.say(f"From the cards {who} held, and nothing else:", small=True)
            st.html(cards.cards(cards_text(cards_in(held)).split(), small=True))
        for step in steps(one, allowance):
            st.markdown(f"- {words.plain(step)}")
        st.markdown(words.plain(f"{words.sentence(str(verdict))}: {RULES[verdict]}"))


def steps(one: JudgedCall, allowance: tuple[float, float]) -> list[str]:
    """The figures in the order in which they are found."""
    judgement, choice, call = one.judgement, one.choice, one.call
    told = ["Nobody had bid." if call.over is None else f"Over {bid_words(call.over)}"]
    if call.over is not None:
        told[0] += " by partner." if call.over_partner else " by the other side."
    if choice is None or judgement.odds is None:
        return [*told, "No bid that was allowed was worth a closer look."]
    books = choice.books
    lost = allowance[choice.is_no_trump]
    points = judgement.odds.points
    told += [
        f"{choice_words(choice)}: the unseen cards dealt {choice.n} times and played out with all "
        f"cards seen, {books.mean():.1f} books or more on average.",
        f"Less {lost:.1f} books that a table loses by not seeing them.",
        f"Made {words.percent(judgement.odds.chance.value)} of the time "
        f"({words.likely(judgement.odds.chance.low, judgement.odds.chance.high)}).",
        f"Points, less the other side’s: {words.signed(points.value, 1)} (likely "
        f"{words.signed(points.low, 1)} to {words.signed(points.high, 1)}); passing "
        f"{words.signed(judgement.passing, 1)}.",
    ]
    gain, other = judgement.gain, one.other
    if gain is not None and other is not None:
        told.append(
            f"The best other naming, {choice_words(other)}, on {other.n} of the same deals: "
            f"{words.signed(gain.value, 1)} points beside it (likely {words.signed(gain.low, 1)} "
            f"to {words.signed(gain.high, 1)}), each at the lowest level allowed."
        )
    return told


def show_play(play: KeptPlay, names: Mapping[str, str]) -> None:
    """Hindsight: which cards cost books with all four hands in view."""
    showing.say(play_sentence(play))
    costly = [card for card in play.cards if card.cost]
    if not costly:
        showing.say("No card cost a book.", small=True)
        return
    table = pl.DataFrame(
        {
            "trick": [card.trick for card in costly],
            "who": [names[card.seat] for card in costly],
            "card": [hand_words.spoken(card.card) for card in costly],
            "cost": [card.cost for card in costly],
            "better": [hand_words.spoken(card.best) for card in costly],
        }
    )
    titles = {
        "trick": showing.number("Trick"),
        "who": "Player",
        "card": "Played",
        "cost": showing.number("Books lost"),
        "better": "Cost nothing",
    }
    showing.table(table, "card_costs", titles)
    showing.say("Hindsight: nobody at the table saw all four hands.", small=True)


def play_sentence(play: KeptPlay) -> str:
    worth = words.count(play.double_dummy, "book")
    took = "" if play.taken is None else f"; {play.taken} were taken"
    said = f"With all cards seen the bidders take {worth}, {play.needed} needed{took}."
    made = play.taken is not None and play.taken >= play.needed
    if made and play.double_dummy < play.needed:
        return f"{said} The defence let it through."
    if not made and play.until is not None and play.taken is not None:
        return f"{said} It could have been made until trick {play.until}."
    return said
