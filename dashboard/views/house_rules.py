"""The same hands under other house rules: what would have changed, and what nobody can know."""

import polars as pl
import streamlit as st

from analytics.house_rules.compare import CAVEAT, Comparison, compare
from analytics.house_rules.load import hands_of_club, rows_of
from analytics.house_rules.switches import switches
from dashboard import address, asking, charts, rule_charts, rule_choice, showing, source, words
from recorder.rules import RuleSet, difference

__all__ = ["page"]

SOME_GAMES = 400
SOME_SWITCHES = 12
BY = {"game": "Games as they were played", "evening": "Each evening cut into games again"}


def page() -> None:
    asked = asking.bar()
    if source.facts().hands.is_empty():
        showing.say(
            "No hand yet. Once some are recorded, every argument about house rules can be settled "
            "here with the hands to look at."
        )
        showing.link("enter", "Enter a hand", {}, ":material/dialpad:")
        showing.link("import", "Bring in a file", {}, ":material/upload_file:")
        return
    base, others = rule_choice.several()
    by = showing.choose("by", "Compare", tuple(BY), BY.__getitem__)
    if not others:
        showing.say(
            f"Choose another rule set, or flip a single rule: each game is scored again and told "
            f"beside {base.name}."
        )
        which_rule_matters(base)
        return
    sets = (base, *others)
    comparison = compared(sets, by)
    if not comparison.focus.any():
        asking.nothing_matches(asked)
        return
    showing.say(in_a_sentence(comparison, sets))
    showing.say(CAVEAT, small=True)
    for other in others:
        with st.expander(f"What differs: {words.plain(other.name)}", icon=":material/rule:"):
            for sentence in difference(base, other) or ["Nothing: the two rule sets are the same."]:
                st.markdown(f"- {words.plain(sentence)}")
    rule_sets(comparison)
    slopes(comparison)
    for at, other in enumerate(others, 1):
        pair(comparison, at, base, other)
    left_out(comparison)
    which_rule_matters(base)


def compared(sets: tuple[RuleSet, ...], by: str) -> Comparison:
    """The comparison under the filters of the address."""
    asked = address.filters()
    names = " ".join(one.spec for one in sets)

    def make() -> Comparison:
        hands = hands_of_club(source.club())
        wanted = source.facts().hands.filter(asked.on_hands())["hand_id"]
        return compare(hands, sets, by=by, focus=rows_of(hands, wanted))

    return source.kept(f"compare {names} by {by} where {asked}", make)


def in_a_sentence(comparison: Comparison, sets: tuple[RuleSet, ...]) -> str:
    """What the first two rule sets make of the games, and how many cannot be told."""
    row = comparison.pairs().row(0, named=True)
    decided = row["same"] + row["flipped"]
    thing = "game" if comparison.by == "game" else "evening at a table"
    things = "games" if comparison.by == "game" else "evenings at a table"
    if not decided:
        return (
            f"No {thing} is decided under both {sets[0].name} and {sets[1].name}: "
            f"{row['unknown']:,} hold a hand that cannot be known, {row['unfinished']:,} would "
            "not have ended."
        )
    likely = words.likely(row["flipped_rate_low"], row["flipped_rate_high"])
    return (
        f"{row['flipped']:,} of {words.count(decided, thing, things)} would have another winner "
        f"under {sets[1].name} than under {sets[0].name} ({likely}); "
        f"{row['hands_differ']:,} of {words.count(row['hands'], 'hand')} score differently."
    )


def rule_sets(comparison: Comparison) -> None:
    frame = comparison.sets()
    titles = {
        "rules": "Rules",
        "used": showing.number("Hands scored"),
        "set_rate": showing.percent("Set", colour="set"),
        "net_points": showing.number(
            "Points a bid", "The bidders’ less the other side’s", decimals=1, signed=True
        ),
        "won_ns": showing.number("Won N-S"),
        "won_ew": showing.number("Won E-W"),
        "unfinished": showing.number("Unfinished", "No side reaches the end in these hands"),
        "unknown": showing.number("Not knowable", "They hold a hand that cannot be known"),
        "mean_hands": showing.number("Hands a game", decimals=1),
        "unused_hands": showing.number("Hands not needed", "The game had ended before them"),
        "ended_by": "How games end",
    }
    showing.table(frame, "rule_sets", titles, first="rules")


def slopes(comparison: Comparison) -> None:
    """The latest games that every rule set decides, from rule set to rule set."""
    leads = comparison.leads()
    if leads.is_empty():
        return
    latest = leads["game"].unique().sort().tail(SOME_GAMES)
    frame = leads.filter(pl.col("game").is_in(latest.implode()))
    showing.chart(charts.rule_slopes(frame, comparison.names, showing.colours()), "slopes", frame)


def named_games(comparison: Comparison) -> pl.DataFrame:
    """`game` (a run) with its label in words and the partnerships."""
    runs = pl.DataFrame(
        {
            "game": comparison.hands.game if comparison.by == "game" else comparison.hands.evening,
            "hand_id": comparison.hands.hand_id,
        }
    )
    first = runs.group_by("game", maintain_order=True).first()
    facts = source.facts().hands.select(
        "hand_id", "evening", "table", "game", "partnership_ns", "partnership_ew"
    )
    found = first.join(facts.rename({"game": "label"}), on="hand_id", how="left")
    texts = [
        ", ".join(
            part
            for part in (
                words.day(row["evening"]) if row["evening"] else "undated",
                f"table {row['table']}" if row["table"] else "",
                f"game {row['label']}" if row["label"] and comparison.by == "game" else "",
                f"{row['partnership_ns'] or 'N-S'} v. {row['partnership_ew'] or 'E-W'}",
            )
            if part
        )
        for row in found.to_dicts()
    ]
    return found.select("game").with_columns(named=pl.Series(texts, dtype=pl.String))


def pair(comparison: Comparison, at: int, base: RuleSet, other: RuleSet) -> None:
    """The games that flip and the hands that score otherwise, to look at."""
    st.subheader(f"{words.plain(other.name)} against {words.plain(base.name)}")
    names = named_games(comparison)
    games = comparison.games(0, at).rename({"unit": "game"})
    flipped = games.filter("flipped").join(names, on="game", how="left")
    if flipped.height:
        said = dict(flipped.select("game", "named").iter_rows())
        chosen = st.selectbox(
            f"{words.count(flipped.height, 'game')} with another winner; look at one",
            list(said),
            format_func=said.__getitem__,
            key=f"flipped_{at}",
        )
        game_side_by_side(comparison, chosen, (0, at))
    else:
        st.markdown("No game that both rule sets decide has another winner.")
    hands = comparison.differing_hands(0, at)
    if hands.is_empty():
        return
    facts = source.facts().hands.select(
        "hand_id", "id", "evening", "bidder", "level", "kind", "margin"
    )
    shown = (
        hands.head(200)
        .join(facts, on="hand_id", how="left")
        .with_columns(
            bid=pl.format("{} {}", "level", pl.col("kind").replace_strict(words.KINDS, default="")),
            came=pl.col("margin").map_elements(words.margin, return_dtype=pl.String),
            under_a=pl.format("{} to {}", "points_ns_a", "points_ew_a").str.replace_all("-", "−"),
            under_b=pl.format("{} to {}", "points_ns_b", "points_ew_b").str.replace_all("-", "−"),
        )
    )
    titles = {
        "evening": st.column_config.DateColumn("Evening", format="D MMM YYYY"),
        "bidder": "Bidder",
        "bid": "Bid",
        "came": "Came to",
        "under_a": f"N-S to E-W, {base.name}",
        "under_b": f"N-S to E-W, {other.name}",
        "swing": showing.number("Swing to N-S", signed=True),
        "first_trick": showing.number("First trick that differs"),
    }
    st.markdown(
        f"{words.count(hands.height, 'hand')} that score differently, the biggest swings first; "
        "tap one to open it."
    )
    picked = showing.table(shown, f"differ_{at}", titles, picks=True)
    if picked is not None:
        row = shown.row(picked, named=True)
        showing.link("hand", "Open this hand", {"id": row["id"]}, ":material/playing_cards:")


def game_side_by_side(comparison: Comparison, unit: int, which: tuple[int, int]) -> None:
    """One game as its running score under two rule sets."""
    lines = comparison.score_lines(unit).filter(
        pl.col("rules").is_in([comparison.names[at] for at in which])
    )
    names = [comparison.names[at] for at in which]
    drawn = rule_charts.side_by_side(lines, names, showing.colours())
    showing.chart(drawn, f"side_by_side_{which[1]}", lines)


def left_out(comparison: Comparison) -> None:
    reasons = comparison.reasons()
    if reasons.is_empty():
        return
    total = int(reasons["n"].sum())
    with st.expander(
        f"Left out: {total:,} times a hand could not be scored", icon=":material/info:"
    ):
        for row in reasons.to_dicts():
            st.markdown(
                f"- {words.plain(row['rules'])}: {words.count(row['n'], 'hand')}: "
                f"{words.plain(row['reason'])}"
            )


def which_rule_matters(base: RuleSet) -> None:
    """Each rule flipped alone, by games with another winner."""
    st.subheader("Which single rule matters most")
    asked = address.filters()

    def make() -> pl.DataFrame:
        hands = hands_of_club(source.club())
        wanted = source.facts().hands.filter(asked.on_hands())["hand_id"]
        return switches(hands, base, focus=rows_of(hands, wanted))

    if not st.toggle(f"Flip every rule of {words.plain(base.name)}, one at a time", key="each"):
        return
    with st.spinner("Scoring every game under every rule, one change at a time …"):
        table = source.kept(f"switches {base.spec} where {asked}", make)
    some = table.filter(pl.col("games") > 0).head(SOME_SWITCHES)
    if some.is_empty():
        st.markdown("No game ends in these hands, so no rule can flip one.")
        return
    drawn = rule_charts.switch_dots(some, base.name, showing.colours())
    showing.chart(drawn, "switches", table)
