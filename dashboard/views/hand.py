"""One hand, trick by trick, with everything that was ever said about it."""

from datetime import date, datetime

import polars as pl
import streamlit as st

from analytics.records import versions
from dashboard import (
    cards,
    charts,
    hand_accuracy,
    hand_table,
    hand_words,
    replayer,
    showing,
    source,
    words,
)
from dashboard.record import mend
from recorder.club import Change
from recorder.errors import ClubError
from recorder.formats import write
from recorder.hand import frame_of
from recorder.one_hand import OneHand, one_hand

__all__ = ["page"]

FIELDS = {
    "player_n": "North",
    "player_e": "East",
    "player_s": "South",
    "player_w": "West",
    "points_ns": "points N-S",
    "points_ew": "points E-W",
    "score_ns": "score N-S",
    "score_ew": "score E-W",
    "deal_n": "North’s cards",
    "deal_e": "East’s cards",
    "deal_s": "South’s cards",
    "deal_w": "West’s cards",
    "tricks": "the play",
}
STEPS = {
    "import": "brought in with a file",
    "hand": "entered",
    "void": "made void",
    "unvoid": "counts again",
    "settle": "settled",
    "note": "noted",
    "tag": "tagged",
    "assign_rules": "given its rules",
}


def page() -> None:
    asked = st.query_params.get("id") or latest()
    if asked is None:
        showing.say("No hand yet. The first one that is entered or brought in shows here.")
        showing.link("enter", "Enter a hand", {}, ":material/dialpad:")
        return
    try:
        one = source.kept(f"hand {asked}", lambda: one_hand(source.club(), asked))
    except ClubError as problem:
        st.warning(words.plain(f"{words.sentence(str(problem))}."))
        showing.link("hands", "Look for it among all hands", {}, ":material/list:")
        return
    neighbours(one)
    showing.say(hand_words.headline(one))
    running = hand_words.running(one)
    if running:
        showing.say(running, small=True)
    evening = source.kept(f"evening of {one.id}", lambda: evening_of(one.id))
    showing.say(hand_words.place(one, evening), small=True)
    settle(one)
    show_cards(one)
    differences(one)
    hand_accuracy.show(one.id)
    if one.findings:
        st.subheader("What the replay found" if one.play.tricks else "What was found")
        for found in one.findings:
            st.markdown(f"- {words.plain(hand_words.finding(one, found))}")
    game(one)
    history(one)
    mend.show(one)
    keep(one)


def latest() -> str | None:
    """The last hand played, for a look without an address."""
    hands = source.facts().hands
    return None if hands.is_empty() else str(hands["id"][-1])


def evening_of(hand: str) -> date | None:
    """The evening a hand belongs to; None where it counts nowhere or has no date."""
    evenings = source.facts().hands.lazy().filter(pl.col("id") == hand).select("evening").collect()
    return evenings.item() if evenings.height else None


def neighbours(one: OneHand) -> None:
    with st.container(horizontal=True):
        if one.before:
            showing.link("hand", "Hand before", {"id": one.before}, ":material/arrow_back:")
        if one.after:
            showing.link("hand", "Next hand", {"id": one.after}, ":material/arrow_forward:")
        if one.game.height > 1:
            first = one.game["id"][0]
            showing.link("games", "The whole game", {"of": first}, ":material/show_chart:")


def show_cards(one: OneHand) -> None:
    """The replayer where tricks are known; the table as it sat where they are not."""
    said = hand_words.calls(one)
    if said:
        spoken = ", ".join(f"{one.name(seat)} {call}" for seat, call in said)
        showing.say(f"The calls: {spoken}.", small=True)
    replay = hand_table.replay(one, hand_accuracy.costs(one.id))
    if replay.tricks:
        step = st.query_params.get("trick", "")
        # A picture of the whole hand first: who looks wants to see how it went.
        replayer.show(replay, key=f"replay_{one.id}", trick=int(step) if step.isdecimal() else 0)
        if any(chair.could for chair in replay.chairs.values()):
            showing.say(
                "Dotted cards could have been played instead. Arrow keys step, the space bar "
                "plays by itself.",
                small=True,
            )
        if any(play.cost for trick in replay.tricks for play in trick.plays):
            showing.say(
                "A small −1 on a card: seen with all cards open, which nobody did, it cost a book.",
                small=True,
            )
        return
    bid = f'<p class="bw-bid">{words.html(middle(one))}</p>'
    st.html(cards.table(replay.chairs, middle=bid, kitty=replay.kitty, discards=replay.discards))
    if not any(chair.cards for chair in replay.chairs.values()):
        showing.say("No cards were written down for this hand.", small=True)


def middle(one: OneHand) -> str:
    return hand_words.contract(one) if one.hand["level"] else "No bid"


def differences(one: OneHand) -> None:
    """What the table wrote beside what the replay says."""
    rows = hand_words.compared(one)
    if not rows:
        return
    st.subheader("What the table wrote")
    body = ""
    for row in rows:
        look = ' class="bw-differs"' if row.verdict == "differs" else ""
        cells = "".join(f"<td>{words.html(text)}</td>" for text in (row.written, row.found))
        what = f'<th scope="row">{words.html(row.what)}</th>'
        body += f"<tr{look}>{what}{cells}<td>{row.verdict}</td></tr>"
    worked_out = "Replayed" if one.play.tricks else "By the rules"
    st.html(
        '<table class="bw-sheet bw-short"><thead><tr><td></td><th scope="col">Written</th>'
        f'<th scope="col">{worked_out}</th><td></td></tr></thead><tbody>{body}</tbody></table>'
    )


def settle(one: OneHand) -> None:
    """Why the hand is out of the figures, and the way to let it in."""
    rivals = source.kept(f"versions {one.id}", lambda: versions(source.club(), one.id))
    if rivals.height > 1:
        several = words.count(rivals.height, "record")
        st.warning(f"{several} of this hand contradict each other. Which one is right?")
        st.html(side_by_side(rivals))
        if not source.is_read_only():
            with st.container(horizontal=True):
                for number, record in enumerate(rivals["record"], 1):
                    st.button(
                        f"Record {number} is right",
                        key=f"settle_{record}",
                        on_click=source.club().settle,
                        args=(one.id, record),
                    )
        return
    if one.counts or one.is_void:
        return
    conflicts = [found for found in one.findings if found.severity == "conflict"]
    if one.hand["status"] == "invalid":
        st.warning("This hand is out of the figures: it cannot have been played as written.")
    elif conflicts:
        st.warning("This hand is out of the figures until somebody has looked at it.")
        if not source.is_read_only():
            st.button(
                "I have looked: let it count",
                key="settle",
                on_click=source.club().settle,
                args=(one.id,),
            )


def side_by_side(rivals: pl.DataFrame) -> str:
    """The records in columns, with only what they disagree on."""
    names = [words.html(name or "entered by hand") for name in rivals["source"]]
    heads = "".join(
        f'<th scope="col">Record {number}<small>{name}</small></th>'
        for number, name in enumerate(names, 1)
    )
    fields = [name for name in rivals.columns if name not in ("record", "state", "source")]
    body = "".join(
        f'<tr><th scope="row">{words.html(FIELDS.get(name, name))}</th>'
        + "".join(f"<td>{words.html(written(value))}</td>" for value in rivals[name])
        + "</tr>"
        for name in fields
    )
    return (
        f'<table class="bw-sheet"><thead><tr><td></td>{heads}</tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )


def written(value: object) -> str:
    if value is None:
        return "not written"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return words.score(value) if isinstance(value, int) else str(value)


def game(one: OneHand) -> None:
    """The running score of its game, where there is more than this hand."""
    scored = one.game.filter(pl.col("score_ns").is_not_null())
    if scored.height < 2:
        return
    st.subheader("Its game")
    names = ["North-South", "East-West"]
    winner = scored["winner"].drop_nulls()
    drawn = charts.running_score(
        scored.with_columns(hand="place"),
        names,
        showing.colours(),
        target=one.rules.rules.game.target,
        winner=winner[0] if len(winner) else None,
        here=dict(one.game.select("id", "place").iter_rows()).get(one.id),
    )
    tapped = showing.chart(drawn, "game", scored, picks="point")
    if tapped:
        other = scored.filter(pl.col("place") == tapped["hand"])["id"][0]
        if other != one.id:
            showing.go("hand", {"id": other})


def history(one: OneHand) -> None:
    record = one.record
    notes = [record.note] if record.note else []
    notes += [f"{note.text} ({note.by or 'somebody'}, {moment(note.moment)})" for note in one.notes]
    if notes:
        st.subheader("Notes")
        for note in notes:
            showing.say(note)
    if one.tags:
        with st.container(horizontal=True):
            for tag in one.tags:
                st.badge(words.plain(tag), icon=":material/label:", color="gray")
    steps = source.kept(f"history {one.id}", lambda: source.club().history(one.id))
    with st.expander("Where it comes from, and what was changed", icon=":material/history:"):
        if record.file:
            line = f", line {record.line}" if record.line else ""
            st.markdown(words.plain(f"From {record.file}{line}."))
        for change in steps:
            st.markdown(f"- {words.plain(step(change))}")
        st.markdown(words.plain(f"Its id is {one.id}."))


def step(change: Change) -> str:
    what = STEPS.get(change.what, change.what)
    if change.field is not None:
        before, after = (
            "nothing" if value is None else str(value) for value in (change.before, change.after)
        )
        what = f"{FIELDS.get(change.field, change.field)} was {before}, is now {after}"
    elif change.after is not None and change.what in ("note", "tag"):
        what = f"{what}: {change.after}"
    return f"{moment(change.moment)}: {what}{f' by {change.by}' if change.by else ''}"


def moment(text: str) -> str:
    when = datetime.fromisoformat(text)
    return f"{words.day(when.date())} at {when:%H:%M}"


def keep(one: OneHand) -> None:
    st.download_button(
        "Save this hand",
        lambda: write(frame_of([one.record]), "toml"),
        file_name=f"hand-{one.id}.toml",
        mime="application/toml",
        icon=":material/download:",
        on_click="ignore",
    )
