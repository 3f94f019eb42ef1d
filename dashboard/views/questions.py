"""Plain questions; each opens the page that answers it, with the right hands."""

from dataclasses import dataclass, field

import streamlit as st

from dashboard import asking, showing, source

__all__ = ["QUESTIONS", "Question", "page"]

EVERYBODY = "All of the club"


@dataclass(frozen=True)
class Question:
    """What somebody asks, and the page and query that answer it."""

    text: str
    page: str
    query: dict[str, str] = field(default_factory=dict)
    ours: str | None = None
    """Where the partnership goes that asks: a filter, `who`, or nowhere."""

    def of(self, we: str | None) -> dict[str, str]:
        """The query as asked by a partnership, or by the whole club."""
        if we is None or self.ours is None:
            return self.query
        return self.query | {self.ours: we if self.ours == "who" else we.replace("|", "\\|")}


QUESTIONS = {
    "Bidding": [
        Question("How often do we make a bid of five?", "bids", {"level": "5"}, "bidders"),
        Question("How often do we make our bids?", "bids", ours="bidders"),
        Question("Is no trump worth it?", "bids", {"kind": "no"}, "bidders"),
        Question("Do we make more bids uptown or downtown?", "bids", {"look": "kind"}, "bidders"),
        Question("Do forced dealers lose?", "bids", {"look": "forced"}, "bidders"),
        Question("Does it matter where the bidder sits?", "bids", {"look": "position"}, "bidders"),
        Question("Which trumps do best?", "bids", {"look": "trump"}, "bidders"),
        Question(
            "Do we bid too little? How often is there a book to spare?",
            "bids",
            {"look": "margin", "made": "yes"},
            "bidders",
        ),
        Question("Are we getting better?", "bids", {"look": "time"}, "bidders"),
    ],
    "Sets": [
        Question("How often are we set, and how deep?", "sets", {"look": "depth"}, "bidders"),
        Question("Who sets us?", "sets", {"look": "defenders"}, "bidders"),
        Question("Who is set most often?", "sets", {"look": "partnership"}),
        Question("Which bids are set?", "sets", {"look": "level"}, "bidders"),
    ],
    "People": [
        Question("What should we work on?", "partnerships", ours="who"),
        Question("Which partnership does best?", "partnerships"),
        Question("Who plays well with whom?", "players", {"look": "partners"}),
        Question("Who is the best player?", "players"),
        Question("Am I better as bidder or as partner?", "players", {"look": "roles"}),
        Question("Who opens, overcalls, steals the bid?", "auction"),
        Question("What did the kitty bring?", "kitty", ours="bidders"),
        Question("Were our bids sound, card for card?", "accuracy", ours="who"),
        Question("What should I bid with these cards?", "adviser"),
    ],
    "Games": [
        Question("How long are our games, and how do they end?", "games", {"look": "ends"}),
        Question("Who won the tournament?", "standings"),
        Question("What were our worst hands?", "hands", {"sort": "worst"}, "partnership"),
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
    we = who_asks()
    for group, questions in QUESTIONS.items():
        st.subheader(group)
        for question in questions:
            query = showing.asked_texts() | question.of(we)
            showing.link(question.page, question.text, query, ":material/arrow_forward:")


def who_asks() -> str | None:
    """The partnership that says "we", kept in the address; None for the whole club."""
    pairs = source.kept("pairs", lambda: showing.pairs(source.facts()))
    if not pairs:
        return None
    asked = st.query_params.get("who")
    st.session_state["we"] = asked if asked in pairs else EVERYBODY

    def changed() -> None:
        if st.session_state["we"] == EVERYBODY:
            st.query_params.pop("who", None)
        else:
            st.query_params["who"] = st.session_state["we"]

    chosen: str = st.selectbox(
        "Who are “we”?", [EVERYBODY, *pairs], key="we", on_change=changed, width=420
    )
    return None if chosen == EVERYBODY else chosen
