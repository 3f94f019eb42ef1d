"""The club's season at a glance."""

from typing import Any

import polars as pl
import streamlit as st

from analytics.filters import Filters
from analytics.game_list import game_list
from analytics.records import quarantine
from dashboard import asking, charts, headlines, sentences, showing, source, words
from dashboard.source import answer

__all__ = ["in_a_sentence", "page", "what_pays"]

GAMES_SHOWN = 6
PARTNERSHIPS_SHOWN = 8


def page() -> None:
    if source.facts().hands.is_empty():
        empty()
        return
    asked = asking.bar()
    whole = answer("bids", by=())
    if whole.frame.is_empty():
        asking.nothing_matches(asked)
        left_out()
        return
    showing.say(in_a_sentence(asked))
    bids = answer("bids", by=("level", "kind"))
    if paid := what_pays(bids.frame):
        showing.say(paid, small=True)
    own()
    left, right = st.columns(2, gap="large")
    with left:
        tapped = showing.chart(
            lambda: charts.bid_map(bids.frame, showing.colours()), "bids", bids.frame, picks="cell"
        )
    with right:
        sets = answer("sets", by=("level",))
        tapped_level = showing.chart(
            lambda: charts.set_dots(sets.frame, showing.colours()), "sets", sets.frame, picks="row"
        )
    if tapped:
        showing.hands(showing.narrowed(asked, tapped), "cell")
    if tapped_level:
        level = words.LEVELS.index(tapped_level["name"])
        showing.hands(showing.narrowed(asked, {"level": level, "made": "no"}), "level")
    showing.about(bids)
    left, right = st.columns(2, gap="large")
    with left:
        partnerships()
    with right:
        latest_games(asked)
    left_out()


def in_a_sentence(asked: Filters) -> str:
    """The season in two sentences, or what the filters leave of it beside the whole."""
    [bids] = answer("bids", by=()).frame.to_dicts()
    if asked:
        club = answer("bids", by=(), where=Filters()).frame["success_rate"].item()
        return sentences.bids(bids, asked.words(), club)
    [sets] = answer("sets", by=()).frame.to_dicts()
    return sentences.season(bids, sets)


def what_pays(bids: pl.DataFrame) -> str:
    """Which bids win and which lose most points; `bids` is by level and kind.

    Empty while fewer than two of them are enough to tell.
    """
    told = bids.filter(~pl.col("few"), pl.col("net_points").is_not_null()).sort("net_points")
    if told.height < 2:
        return ""
    least, most = told.row(0, named=True), told.row(-1, named=True)
    how = "costs most" if least["net_points"] < 0 else "pays least"
    return (
        f"{words.sentence(headlines.named(most))} pays most: {showing.points(most, 'net_points')}; "
        f"{headlines.named(least)} {how}: {showing.points(least, 'net_points')}."
    )


def own() -> None:
    """The shortest way to what people come for: how the two of them do."""
    pairs = source.kept("pairs", lambda: showing.pairs(source.facts()))
    if not pairs:
        return
    chosen = st.selectbox(
        "How does your partnership do?",
        pairs,
        index=None,
        placeholder="Choose the two of you",
        key="own_pair",
        width=420,
    )
    if chosen:
        showing.go("partnerships", {"who": chosen})


def partnerships() -> None:
    found = answer("partnerships").frame.filter(pl.col("bids") > 0)
    if found.is_empty():
        return
    [club] = answer("bids", by=()).frame["success_rate"]
    ranked = found.filter(pl.col("rank").is_not_null())
    shown = (ranked if ranked.height else found).head(PARTNERSHIPS_SHOWN)
    tapped = showing.chart(
        lambda: charts.rate_dots(
            shown, "partnership", showing.colours(), count="bids", average=club
        ),
        "best_partnerships",
        shown,
        picks="row",
    )
    if tapped:
        showing.go("partnerships", {"who": tapped["partnership"]})
    if found.height > shown.height:
        showing.link("partnerships", f"All {found.height} partnerships", showing.asked_texts())


def latest_games(asked: Filters) -> None:
    games = source.kept(
        f"games {asked}", lambda: game_list(source.facts(), asked, limit=GAMES_SHOWN)
    )
    if not games.n:
        return
    st.subheader("Latest games")
    evening = None
    for game in games.frame.to_dicts():
        if game["evening"] != evening:
            evening = game["evening"]
            showing.say(words.day(evening), small=True)
        place = f"Table {game['table']}: " if game["table"] else ""
        showing.link("games", f"{place}{score(game)}", {"of": game["id"]})
    if games.n > games.frame.height:
        everything = f"All {words.count(games.n, 'game')}"
        showing.link("games", everything, showing.asked_texts(), ":material/show_chart:")


def score(game: dict[str, Any]) -> str:
    """Winner first; a game broken off says so."""
    if game["score_ns"] is None or game["score_ew"] is None:
        return f"{game['ns'] or 'North-South'} against {game['ew'] or 'East-West'}: without a score"
    ns, ew = (
        f"{game[side] or name} {words.score(game[f'score_{side}'])}"
        for side, name in (("ns", "North-South"), ("ew", "East-West"))
    )
    match game["winner"]:
        case "EW":
            return f"{ew}, {ns}"
        case "NS":
            return f"{ns}, {ew}"
        case "drawn":
            return f"{ns}, {ew}: a draw"
        case _:
            return f"{ns}, {ew}: not finished"


def left_out() -> None:
    """What could not be used, and why; with the way to mend it."""
    funnel = answer("bids", by=()).funnel
    waiting = source.kept("quarantine", lambda: quarantine(source.club())).height
    reasons = [(n, why) for why, n in funnel.reasons]
    if waiting:
        reasons.append((waiting, "could not be read, wait to be mended"))
    if not reasons:
        return
    st.subheader("What could not be used")
    st.markdown("\n".join(f"- {words.count(n, 'hand')}: {words.plain(why)}" for n, why in reasons))
    showing.link("data", "Look at the records", {})


def empty() -> None:
    """A club without a hand: what it can do first."""
    showing.say("No hand yet. Bring one in, and this page says how often this club makes its bids.")
    for column, (way, what, path) in zip(st.columns(3), WAYS, strict=True):
        with column, st.container(border=True):
            st.markdown(f"**{way}**")
            st.markdown(what)
            showing.link(path, "Begin", {}, ":material/arrow_forward:")


WAYS = (
    ("Enter a hand", "Seat, bid, trump, books: a few taps on a phone at the table.", "enter"),
    (
        "Bring in a file",
        "A spreadsheet, a score sheet kept as text, or a log of an online game.",
        "import",
    ),
    (
        "Look at a sample",
        "`bidwhist demo` makes a simulated club with a whole season, to look round in.",
        "",
    ),
)
