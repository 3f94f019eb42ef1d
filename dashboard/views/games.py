"""The games: a list to open one from, the evenings, how games end; and one game hand by hand."""

import polars as pl
import streamlit as st

from analytics.filters import Filters
from analytics.game_list import OneGame, game_list, one_game
from dashboard import asking, charts, game_charts, game_words, hand_rows, showing, source, words
from dashboard.source import answer

__all__ = ["page"]

LOOKS = {"games": "Games", "evenings": "Evenings", "ends": "How they end"}


def page() -> None:
    chosen = st.query_params.get("of")
    if chosen:
        game = source.kept(f"game {chosen}", lambda: one_game(source.facts(), chosen))
        if game is None:
            st.warning("No game here has that hand in it.")
            st.button("All games", icon=":material/list:", on_click=leave)
        else:
            one(game)
        return
    if source.facts().games.is_empty():
        showing.say("No game yet. The first hand that is entered or brought in begins one.")
        showing.link("enter", "Enter a hand", {}, ":material/dialpad:")
        return
    asked = asking.bar()
    look = showing.choose("look", "What to see", tuple(LOOKS), LOOKS.__getitem__)
    whole = answer("games", by=())
    if whole.frame.is_empty():
        asking.nothing_matches(asked)
        return
    showing.say(in_a_sentence(whole.frame, asked))
    {"games": listed, "evenings": evenings, "ends": ends}[look](asked)
    showing.about(whole)


def in_a_sentence(frame: pl.DataFrame, asked: Filters) -> str:
    [row] = frame.to_dicts()
    about = f" {asked.words()}" if asked else ""
    said = f"{words.count(row['n'], 'finished game')}{about}"
    if not row["n"]:
        return f"No finished game{about}; {words.count(row['unfinished'], 'game')} begun."
    said += (
        f", {row['mean_hands']:.1f} hands each: the winners end with {row['mean_score']:.1f} "
        f"points, the losers with {game_words.mean(row['mean_loser_score'])}."
    )
    if row["comebacks"]:
        back = words.count(row["comebacks"], "game was", "games were")
        said += f" {back} won after being seven points or more behind."
    return said


def listed(asked: Filters) -> None:
    games = source.kept(f"game list {asked}", lambda: game_list(source.facts(), asked))
    table(games.frame, "games")


def table(games: pl.DataFrame, key: str) -> None:
    """Games to open one of; `games` is a `game_list`."""
    frame = games.with_columns(
        scores=pl.Series([game_words.score(row) for row in games.to_dicts()], dtype=pl.String),
        who_won=pl.when(pl.col("winner") == "NS")
        .then(pl.lit("North-South"))
        .when(pl.col("winner") == "EW")
        .then(pl.lit("East-West"))
        .when(pl.col("winner") == "drawn")
        .then(pl.lit("a draw"))
        .otherwise(pl.lit("not finished")),
    )
    titles = {
        "evening": st.column_config.DateColumn("Evening", format="D MMM YYYY", pinned=True),
        "ns": "North-South",
        "scores": "Score",
        "ew": "East-West",
        "who_won": "Won by",
        "lead": st.column_config.ProgressColumn(
            "Apart",
            help="Points between the two scores at the end",
            format="%d",
            min_value=0,
            max_value=int(frame["lead"].max() or 1),  # type: ignore[arg-type]
        ),
        "hands": showing.number("Hands"),
        "table": "Table",
        "event": "Event",
    }
    picked = showing.table(frame, key, titles, picks=True)
    showing.say("A tap on a row opens the game.", small=True)
    if picked is not None:
        st.query_params["of"] = frame["id"][picked]
        st.rerun()


def evenings(asked: Filters) -> None:
    games = answer("games", by=("evening",)).frame
    bids = answer("bids", by=("evening",)).frame
    frame = games.join(
        bids.select("evening", bids="n", made="success_rate"), on="evening", how="left"
    ).sort("evening", descending=True)
    if frame.is_empty():
        showing.say("No game here has a date.", small=True)
        return
    titles = {
        "evening": st.column_config.DateColumn("Evening", format="ddd D MMM YYYY", pinned=True),
        "n": showing.number("Games", "Finished"),
        "unfinished": showing.number("Broken off"),
        "mean_hands": showing.number("Hands a game", decimals=1),
        "bids": showing.number("Bids"),
        "made": showing.percent("Made", "Share of the bids made"),
        "comebacks": showing.number("Comebacks", "Won after seven points or more behind"),
    }
    picked = showing.table(frame, "evenings", titles, picks=True)
    showing.say("A tap on a row shows the games of that evening.", small=True)
    if picked is not None:
        st.query_params["evening"] = frame["evening"][picked].isoformat()
        st.query_params["look"] = "games"
        st.rerun()


def ends(asked: Filters) -> None:
    frame = answer("games", by=()).frame
    if not frame["n"][0]:
        return
    drawn = game_charts.endings(frame, showing.colours())
    tapped = showing.chart(drawn, "endings", frame, picks="row")
    if tapped:
        things = {ending.thing: by for by, ending in game_words.ENDINGS.items()}
        games = source.kept(f"game list {asked}", lambda: game_list(source.facts(), asked)).frame
        ended = games.filter(pl.col("ended_by") == things[tapped["name"]])
        showing.say(f"{words.count(ended.height, 'game')} ended by {tapped['name']}.", small=True)
        table(ended, "ended")


def leave() -> None:
    """Back to the list: a link to the page that is open would leave the address as it is."""
    st.query_params.pop("of", None)


def one(game: OneGame) -> None:
    """One game as two lines, and its hands below."""
    about = game.game
    showing.say(game_words.story(about))
    showing.say(game_words.when(about), small=True)
    scored = game.hands.filter(pl.col("score_ns").is_not_null())
    if scored.height:
        drawn = charts.running_score(
            scored,
            ["North-South", "East-West"],
            showing.colours(),
            target=game.target,
            winner=about["winner"] if about["winner"] in ("NS", "EW") else None,
        )
        tapped = showing.chart(drawn, "game", scored, picks="point")
        if tapped:
            showing.go("hand", {"id": scored.filter(pl.col("hand") == tapped["hand"])["id"][0]})
    rows = game.hands.to_dicts()
    frame = game.hands.with_columns(
        said=pl.Series([hand_rows.bid(row) for row in rows], dtype=pl.String),
        came=pl.Series([hand_rows.came_to(row) for row in rows], dtype=pl.String),
        scores=pl.Series([game_words.score(row) for row in rows], dtype=pl.String),
    )
    titles = {
        "hand": st.column_config.NumberColumn("Hand", format="%d", pinned=True, width=60),
        "said": "Bid",
        "bidder": "Bidder",
        "came": "Came to",
        "points_ns": showing.number("N-S", signed=True),
        "points_ew": showing.number("E-W", signed=True),
        "scores": "Score",
    }
    picked = showing.table(frame, "game_hands", titles, picks=True)
    showing.say("A tap on a row opens the hand.", small=True)
    st.button("All games", icon=":material/list:", on_click=leave)
    if picked is not None:
        showing.go("hand", {"id": frame["id"][picked]})
