"""The club's season at a glance."""

import polars as pl
import streamlit as st

from analytics.filters import Filters
from analytics.records import quarantine
from dashboard import asking, charts, sentences, showing, source, words
from dashboard.source import answer

__all__ = ["page"]

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
    left, right = st.columns(2, gap="large")
    with left:
        bids = answer("bids", by=("level", "kind"))
        tapped = showing.chart(
            lambda: charts.bid_map(bids.frame, showing.colours()), "bids", bids.frame, picks="cell"
        )
    with right:
        sets = answer("sets", by=("level",))
        showing.chart(lambda: charts.set_dots(sets.frame, showing.colours()), "sets", sets.frame)
    if tapped:
        showing.hands(showing.narrowed(asked, tapped), "cell")
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


def partnerships() -> None:
    found = answer("partnerships").frame.filter(pl.col("bids") > 0)
    if found.is_empty():
        return
    [club] = answer("bids", by=()).frame["success_rate"]
    ranked = found.filter(pl.col("rank").is_not_null())
    shown = (ranked if ranked.height else found).head(PARTNERSHIPS_SHOWN)
    showing.chart(
        lambda: charts.rate_dots(
            shown, "partnership", showing.colours(), count="bids", average=club
        ),
        "partnerships",
        shown,
    )
    if found.height > shown.height:
        showing.link("partnerships", f"All {found.height} partnerships", showing.asked_texts())


def latest_games(asked: Filters) -> None:
    total, games = source.kept(f"games {asked}", lambda: latest(asked))
    if not total:
        return
    st.subheader("Latest games")
    rows = "".join(
        f"<li><span>{words.html(when(game))}</span><b>{words.html(score(game))}</b></li>"
        for game in games.to_dicts()
    )
    st.html(f'<ul class="bw-games">{rows}</ul>')
    if total > games.height:
        showing.link("games", f"All {words.count(total, 'game')}", showing.asked_texts())


def latest(asked: Filters) -> tuple[int, pl.DataFrame]:
    """How many games match, and the last of them."""
    games = source.facts().games.filter(asked.on_games())
    return games.height, games.tail(GAMES_SHOWN).reverse()


def when(game: dict[str, object]) -> str:
    day = words.day(game["evening"])  # type: ignore[arg-type]
    return f"{day}, table {game['table']}" if game["table"] else day


def score(game: dict[str, object]) -> str:
    """Winner first; a game broken off says so."""
    ns, ew = (
        f"{game[f'partnership_{side}'] or name} {words.score(game[f'score_{side}'])}"  # type: ignore[arg-type]
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
