"""Were the bids sound? What each was worth from the bidder's own cards, over a season."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl
import streamlit as st

from analytics.accuracy import calibration, profiles
from analytics.accuracy.classes import RULES
from analytics.accuracy.definition import ACCURACY
from analytics.accuracy.season import Season
from dashboard import accuracy_charts, asking, judged, showing, words

__all__ = ["page"]

EVERYBODY = "Everybody"
LOOKS = {
    "bidding": "Who bids how",
    "review": "To look at again",
    "luck": "Luck and play",
    "calibration": "Do the chances hold?",
}
SPELLED_OUT, REVIEWED = 8, 200
SHARES = {
    "sound": "Sound",
    "too_high": "Too high",
    "better_named": "Better named",
    "missed": "Missed",
}
TITLES = {
    "bids": showing.number("Bids"),
    "sound_rate": showing.percent("Sound", "Of bids not forced"),
    "too_high_rate": showing.percent("Too high", colour="set"),
    "better_named_rate": showing.percent("Better named", colour="set"),
    "passes": showing.number("Passes"),
    "missed_rate": showing.percent("Missed", "Of passes: a bid was clearly worth it", colour="set"),
    "thrown_away": showing.number("Thrown away", "Expected points a bid or pass", decimals=2),
    "mean_chance": showing.percent("Bid on", "Mean chance of the bids made: low is bold"),
    "made_rate": showing.percent("Made"),
}
LUCK_TITLES = {
    "partnership": "Partnership",
    "n": showing.number("Bids"),
    "net": showing.number("Points a bid", decimals=1, signed=True),
    "bid_worth": showing.number(
        "Worth", "Expected from the bidder’s cards", decimals=1, signed=True
    ),
    "cards": showing.number("Cards", "How the others’ lay: luck", decimals=1, signed=True),
    "play": showing.number("Play", "Both sides’, hindsight", decimals=1, signed=True),
    "rest": showing.number("Penalties", decimals=1, signed=True),
}


def page() -> None:
    asked = asking.bar()
    season = judged.season(asked, heeds_calls=chosen_to_heed())
    if season.total == 0:
        showing.say("No hand here has the cards that its players held, so no bid can be judged.")
        showing.say(
            "Bids are judged from the twelve cards of whoever bid: records of online games have "
            "them, and a table can write down the bidder’s hand.",
            small=True,
        )
        if asked:
            asking.nothing_matches(asked)
        showing.link("adviser", "Try the adviser on a hand", {}, ":material/lightbulb:")
        return
    if season.calls.is_empty():
        showing.say(
            "None of these hands is analysed yet. Once they are, this page says which bids were "
            "sound, which too high, and which passes missed one."
        )
        judged.progress(season.analysed, season.total)
        return
    club = profiles.bidding(season).row(0, named=True)
    who = choose_whose(season)
    own = season if who == EVERYBODY else profiles.calls_of(season, who)
    showing.say(sentence(own, who, club))
    judged.progress(season.analysed, season.total)
    look = showing.choose("look", "Look at", list(LOOKS), LOOKS.__getitem__)
    match look:
        case "review":
            review(own)
        case "luck":
            luck(season)
        case "calibration":
            reliability(season)
        case _ if who == EVERYBODY:
            bidding(season, club)
        case _:
            form(own, club)
    meaning(season)


def chosen_to_heed() -> bool:
    """Whether the others' calls are heeded; asked only where some bids were judged so."""
    results = judged.store()
    results.refresh()
    return results.has_heeded and st.toggle(
        "Heed what the others said",
        key="accuracy_heeds",
        help="Bids judged with deals that go well with the others’ calls weighing more.",
    )


def choose_whose(season: Season) -> str:
    """Everybody's calls or those of one player or partnership, kept in the address as `who`."""
    names = {*season.calls["player"], *season.calls["partnership"]} - {None}
    options = [EVERYBODY, *sorted(names)]
    asked = st.query_params.get("who")
    st.session_state["accuracy_who"] = asked if asked in options else EVERYBODY

    def changed() -> None:
        st.query_params["who"] = st.session_state["accuracy_who"]

    chosen: str = st.selectbox("Whose bids", options, key="accuracy_who", on_change=changed)
    return chosen


def sentence(own: Season, who: str, club: Mapping[str, Any]) -> str:
    """Bids and passes in two sentences, beside the club's where they are not all."""
    row = profiles.bidding(own).row(0, named=True)
    is_all = who == EVERYBODY
    parts = []
    if row["free_bids"]:
        sound = words.rate(row["sound"], row["free_bids"], row["sound_low"], row["sound_high"])
        beside = "" if is_all else f", the club’s {words.percent(club['sound_rate'])}"
        parts.append(
            f"{sound} of bids were sound{beside}; {words.percent(row['too_high_rate'])} were too "
            f"high, {words.percent(row['better_named_rate'])} better named otherwise."
        )
    if row["passes"]:
        missed = words.rate(row["missed"], row["passes"], row["missed_low"], row["missed_high"])
        beside = "" if is_all else f", the club {words.percent(club['missed_rate'])}"
        parts.append(f"{missed} of passes missed a bid worth making{beside}.")
    return " ".join(parts) if is_all else f"{who}: {' '.join(parts)}"


def bidding(season: Season, club: Mapping[str, Any]) -> None:
    """Shares of each class beside the club's, for players or partnerships."""
    with st.container(horizontal=True):
        by = showing.choose("by", "By", ["player", "partnership"], str.capitalize)
        share = showing.choose("class", "Class", list(SHARES), SHARES.__getitem__)
    draw(season, by, share, club)


def form(own: Season, club: Mapping[str, Any]) -> None:
    """One player's or partnership's classes month by month, beside the club's."""
    share = showing.choose("class", "Class", list(SHARES), SHARES.__getitem__)
    draw(profiles.by_month(own), "month", share, club)


def draw(season: Season, by: str, share: str, club: Mapping[str, Any]) -> None:
    frame = profiles.bidding(season, (by,)).filter(pl.col(by).is_not_null())
    average = club[f"{share}_rate"]
    of = "passes" if share == "missed" else "free_bids"
    if average is not None and frame[of].sum():
        drawn = accuracy_charts.class_dots(frame, by, share, average, showing.colours())
        tapped = showing.chart(drawn, f"bidding_{by}_{share}", frame, picks="row")
        if tapped and by == "month":
            showing.hands(showing.narrowed(asking.filters(), {"month": tapped["month"]}), "month")
        elif tapped:
            st.query_params["who"] = tapped[by]
            st.rerun()
    showing.table(frame, f"profiles_{by}", {by: by.capitalize(), **TITLES}, first=by)


def review(season: Season) -> None:
    """The dearest calls, worst first, each with its reason and its hand."""
    worst = profiles.reviews(season)
    if worst.is_empty():
        showing.say("No bid or pass here was clearly wrong.")
        return
    showing.say(
        f"{words.n_of(worst.height, season.calls.height, 'call')} threw away "
        f"{worst['thrown_away'].sum():,.0f} expected points in all. The dearest:",
        small=True,
    )
    for one in worst.head(SPELLED_OUT).to_dicts():
        with st.container(border=True):
            when = f", {words.day(one['evening'])}" if one["evening"] else ""
            showing.say(f"{one['player'] or one['seat']}{when}: {one['verdict']}")
            showing.say(words.sentence(one["reason"]), small=True)
            showing.link("hand", "Open the hand", {"id": one["id"]}, ":material/playing_cards:")
    table = worst.head(REVIEWED)
    showing.table(
        table,
        "reviews",
        {
            "evening": st.column_config.DateColumn("Evening", format="D MMM"),
            "player": "Player",
            "verdict": "Class",
            "thrown_away": showing.number("Thrown away", "Expected points", decimals=1),
            "reason": st.column_config.TextColumn("Why", width="large"),
        },
    )


def luck(season: Season) -> None:
    """Results taken apart: judgement, luck, play."""
    if season.luck.is_empty():
        showing.say("No bid here was played out with all cards written down.")
        return
    frame = profiles.luck(season)
    names = frame["partnership"].to_list()
    who = st.selectbox("Partnership", names, key="luck_who")
    row = frame.row(names.index(who), named=True)
    drawn = accuracy_charts.luck_bars(row, who, row["n"], showing.colours())
    showing.chart(drawn, "luck", frame)
    if row["few"]:
        showing.say(words.too_few(row["n"]), small=True)
    showing.table(frame, "luck_table", LUCK_TITLES, first="partnership")
    st.subheader("Books given away in play")
    showing.say(
        "Hindsight: against the best card with all four hands in view, which nobody had.",
        small=True,
    )
    given = profiles.given_away(season).filter(pl.col("player").is_not_null())
    showing.table(
        given,
        "given_away",
        {
            "player": "Player",
            "role": "As",
            "n": showing.number("Hands"),
            "given_away": showing.number("Books a hand", decimals=2),
            "given_away_low": showing.number("likely from", decimals=2),
            "given_away_high": showing.number("to", decimals=2),
        },
        first="player",
    )


def reliability(season: Season) -> None:
    """Predicted chances beside what happened."""
    bids = season.calls.filter(pl.col("is_bid"), pl.col("made").is_not_null())
    if bids.is_empty():
        showing.say("No judged bid here has a result.")
        return
    frame = calibration.reliability(bids["chance"], bids["made"])
    enough = bids.height >= calibration.ENOUGH
    corrected = pl.DataFrame(schema={"predicted": pl.Float64, "made": pl.Float64})
    if enough:
        chances, made = bids["chance"].to_numpy(), bids["made"].to_numpy().astype(np.float64)
        corrected = pl.DataFrame(
            {"predicted": chances, "made": calibration.corrected(chances, made)}
        ).sort("predicted")
    drawn = accuracy_charts.reliability(frame, corrected, showing.colours())
    showing.chart(drawn, "reliability", frame)
    showing.say(
        "The steps correct the predicted chances by what became of these bids."
        if enough
        else f"From {calibration.ENOUGH} bids on, a correction is fitted and drawn; so far there "
        f"are {bids.height}.",
        small=True,
    )


def meaning(season: Season) -> None:
    lost = season.allowance
    with st.expander("How bids are judged", icon=":material/info:"):
        st.markdown(f"**{words.plain(ACCURACY.sentence)}**")
        st.markdown(
            words.plain(
                "The cards that the bidder did not see are dealt at random many times, buried by a "
                "fixed policy, and played out with best play by all. Points are the bidders’ less "
                "the other side’s, by the rules the hand was played by."
            )
        )
        st.markdown(
            words.plain(
                "Best play with all cards seen takes more books than a table does. So "
                f"{lost.trumps:.1f} books are taken off with trumps and {lost.no_trump:.1f} at no "
                "trump: what makes the bids here come out as they did."
            )
        )
        for verdict, rule in RULES.items():
            st.markdown(f"- **{words.sentence(str(verdict))}**: {words.plain(rule)}")
        st.markdown(
            words.plain(
                "Passing counts zero while nobody has bid; over a bid it counts what such bids "
                "bring to the passer’s side in this club."
            )
        )
        st.markdown(words.plain(ACCURACY.caveat))
