"""Plain questions; each opens the page that answers it, with the right hands."""

from dataclasses import dataclass, field

import streamlit as st

from dashboard import asking, showing

__all__ = ["QUESTIONS", "page"]


@dataclass(frozen=True)
class Question:
    """What somebody asks, and the page and query that answer it."""

    text: str
    page: str
    query: dict[str, str] = field(default_factory=dict)


QUESTIONS = {
    "Bidding": [
        Question("How often do we make a bid of five?", "bids", {"level": "5"}),
        Question("How often do we make our bids?", "bids"),
        Question("Is no trump worth it?", "bids", {"kind": "no"}),
        Question("Do we make more bids uptown or downtown?", "bids", {"look": "map"}),
        Question("Do forced dealers lose?", "bids", {"look": "forced"}),
        Question("Does it matter where the bidder sits?", "bids", {"look": "position"}),
        Question("Which trumps do best?", "bids", {"look": "trump"}),
        Question(
            "Do we bid too little? How often is there a book to spare?", "bids", {"look": "margin"}
        ),
        Question("Are we getting better?", "bids", {"look": "time"}),
    ],
    "Sets": [
        Question("How often are we set, and how deep?", "sets", {"look": "depth"}),
        Question("Who sets us?", "sets", {"look": "defenders"}),
        Question("Who is set most often?", "sets", {"look": "partnership"}),
        Question("Which bids are set?", "sets", {"look": "level"}),
    ],
    "People": [
        Question("Which partnership does best?", "partnerships"),
        Question("Who plays well with whom?", "players", {"look": "partners"}),
        Question("Who is the best player?", "players"),
        Question("Am I better as bidder or as partner?", "players", {"look": "roles"}),
        Question("Who opens, overcalls, steals the bid?", "auction"),
        Question("What did the kitty bring?", "kitty"),
        Question("Were our bids sound, card for card?", "accuracy"),
        Question("What should I bid with these cards?", "adviser"),
    ],
    "Games": [
        Question("How long are our games, and how do they end?", "games"),
        Question("Who won the tournament?", "standings"),
        Question("What were our worst hands?", "hands", {"sort": "worst"}),
        Question("Would other rules have changed who won?", "house-rules"),
    ],
    "Records": [
        Question("What could not be used, and why?", "data", {"look": "coverage"}),
        Question("Who reneged?", "data", {"look": "findings"}),
        Question("What waits to be settled?", "data", {"look": "conflicts"}),
        Question("What does that number mean?", "data", {"look": "meanings"}),
    ],
}


def page() -> None:
    asked = asking.bar()
    about = f" about the hands {asked.words()}" if asked else ""
    showing.say(f"Ask{about}, and the page that answers opens.")
    for group, questions in QUESTIONS.items():
        st.subheader(group)
        for question in questions:
            query = showing.asked_texts() | question.query
            showing.link(question.page, question.text, query, ":material/arrow_forward:")
