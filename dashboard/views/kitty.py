"""The kitty: what it brought, what was kept of it, and what that was worth."""

import polars as pl

from analytics.filters import Filters
from dashboard import asking, charts, game_charts, showing, source, words
from dashboard.game_charts import Bar
from dashboard.headlines import Headline
from dashboard.source import answer

__all__ = ["page"]

LOOKS = {"trumps_found": "Trumps found", "bidder": "Bidders", "partnership": "Partnerships"}
FOUND = {
    "trumps": "Trumps, jokers among them",
    "winners": "Cards that head their suit",
    "jokers": "Jokers",
}


def page() -> None:
    if source.facts().hands.is_empty():
        showing.say("No hand yet. Hands recorded with the kitty show here what it brought.")
        showing.link("enter", "Enter a hand", {}, ":material/dialpad:")
        return
    asked = asking.bar()
    whole = answer("kitty", by=())
    if whole.frame.is_empty():
        if asked:
            asking.nothing_matches(asked)
        else:
            showing.say("No hand here has its kitty and the bidder’s cards written down.")
        showing.about(whole)
        return
    look = showing.choose("look", "By", tuple(LOOKS), LOOKS.__getitem__)
    found = answer("kitty", by=(look,))
    showing.say(in_a_sentence(whole.frame, answer("kitty").frame))
    brought(whole.frame)
    [club] = whole.frame["success_rate"]
    frame = named(found.frame, look)
    if look == "trumps_found":
        drawn = game_charts.kitty_dots(frame, showing.colours(), average=club)
        tapped = showing.chart(drawn, "kitty_trumps", frame, picks="row")
        if tapped:
            [n] = frame.filter(pl.col("name") == tapped["name"])["trumps_found"]
            showing.hands(showing.narrowed(asked, {"trumps_found": n}), "kitty_hands")
    else:
        by_people(frame, look, asked, club)
    table(frame, look)
    showing.about(found)


def by_people(frame: pl.DataFrame, look: str, asked: Filters, club: float) -> None:
    """How often each makes the bid; a tap on one lists the hands."""
    drawn = charts.rate_dots(frame, "name", showing.colours(), average=club, thing=look)
    tapped = showing.chart(drawn, f"kitty_{look}", frame, picks="row")
    if tapped:
        field = "bidder" if look == "bidder" else "bidders"
        showing.hands(showing.narrowed(asked, {field: tapped["name"]}), "kitty_hands")


def in_a_sentence(whole: pl.DataFrame, by_trumps: pl.DataFrame) -> str:
    """What a kitty brings, and how bids do with none and with several trumps in it."""
    [row] = whole.to_dicts()
    found = [one_in(row["jokers"])]
    if row["trumps"] is not None:
        found.insert(0, f"{row['trumps']:.1f} trumps on average")
    kitties = words.count(row["n"], "kitty", "kitties")
    said = f"In {kitties} the bidders found {words.join(found)}."
    enough = by_trumps.filter(~pl.col("few")).to_dicts()
    if len(enough) < 2:
        return said
    low, high = enough[0], enough[-1]
    return (
        f"{said} With {trumps(low['trumps_found'])} {words.percent(low['success_rate'])} of the "
        f"bids were made, with {trumps(high['trumps_found'])} "
        f"{words.percent(high['success_rate'])}."
    )


def one_in(mean: float) -> str:
    """
    >>> one_in(0.25), one_in(0), one_in(1.5)
    ('a joker in one of 4', 'no joker', 'more than a joker each')
    """
    if not mean:
        return "no joker"
    return f"a joker in one of {1 / mean:.0f}" if mean < 1 else "more than a joker each"


def trumps(n: int) -> str:
    return f"{words.count(n, 'trump') if n else 'not one trump'} found"


def brought(frame: pl.DataFrame) -> None:
    [row] = frame.to_dicts()
    rows = [
        Bar(name, row[what], f"{row[what]:.2f} found, {row[f'{what}_kept']:.2f} kept")
        for what, name in FOUND.items()
        if row[what] is not None
    ]
    n = words.count(row["n"], "kitty", "kitties")
    headline = Headline("What a kitty brings, and what stays in the hand", f"Means over {n}.")
    showing.chart(game_charts.bars(rows, headline, showing.colours()), "kitty_brought", frame)


def named(frame: pl.DataFrame, look: str) -> pl.DataFrame:
    """The rows with a name to show."""
    if look != "trumps_found":
        return frame.with_columns(name=look)
    return frame.with_columns(
        name=pl.Series([words.sentence(trumps(n)) for n in frame[look]], dtype=pl.String)
    )


def table(frame: pl.DataFrame, look: str) -> None:
    titles = {
        "name": LOOKS[look].removesuffix("s") if look != "trumps_found" else LOOKS[look],
        "n": showing.number("Bids"),
        "success_rate": showing.percent("Made"),
        "trumps": showing.number("Trumps found", decimals=2),
        "trumps_kept": showing.number("Trumps kept", decimals=2),
        "winners": showing.number("Heads found", "Cards that head their suit", decimals=2),
        "winners_kept": showing.number("Heads kept", decimals=2),
        "jokers": showing.number("Jokers found", decimals=2),
        "jokers_kept": showing.number("Jokers kept", decimals=2),
    }
    if look == "trumps_found":  # the rows themselves say how many
        del titles["trumps"]
    showing.table(frame, f"kitties_{look}", titles, first="name")
