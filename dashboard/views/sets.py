"""How often bids are set, how deep, and by whom."""

import polars as pl

from analytics.filters import Filters
from dashboard import asking, charts, sentences, showing, words
from dashboard.share_charts import set_share_dots
from dashboard.source import answer
from dashboard.views.bids import SEATS

__all__ = ["page"]

LOOKS = {
    "level": "Level",
    "kind": "Kind",
    "depth": "How deep",
    "defenders": "Who sets",
    "partnership": "Who is set",
    "position": "Seat",
}


def page() -> None:
    asked = asking.bar()
    whole = answer("sets", by=())
    if whole.frame.is_empty():
        asking.nothing_matches(asked)
        showing.about(whole)
        return
    [row] = whole.frame.to_dicts()
    showing.say(sentences.sets(row, asked.words()))
    look = showing.choose("look", "Look at sets by", tuple(LOOKS), LOOKS.__getitem__)
    if look == "level":
        by_level(asked)
    elif look == "depth":
        depth(asked)
    else:
        by(look, asked, row["set_rate"])


def by_level(asked: Filters) -> None:
    found = answer("sets", by=("level",))
    tapped = showing.chart(
        lambda: charts.set_dots(found.frame, showing.colours()), "sets", found.frame, picks="row"
    )
    if tapped:
        level = words.LEVELS.index(tapped["name"])
        showing.hands(showing.narrowed(asked, {"level": level, "made": "no"}), "row")
    showing.about(found)


def by(name: str, asked: Filters, overall: float) -> None:
    """Sets by any other group; a tap lists the hands that were set."""
    found = answer("sets", by=(name,))
    if found.frame.is_empty():
        showing.say("None of these hands says enough for that.", small=True)
        showing.about(found)
        return
    said = {"kind": words.KINDS, "position": SEATS}.get(name, {})
    labels = found.frame[name].replace(said)
    frame = found.frame.with_columns(label=labels)
    # Those of whom there is hardly anything to tell would push the others off a phone.
    told = frame.filter(~pl.col("few"))
    shown = told if told.height else frame
    tapped = showing.chart(
        lambda: set_share_dots(
            shown,
            "label",
            showing.colours(),
            average=overall,
            title=title(shown, name, overall),
            thing={"kind": "kind", "position": "seat"}.get(name, "partnership"),
        ),
        f"sets_{name}",
        found.frame,
        picks="row",
    )
    if tapped:
        [row] = frame.filter(pl.col("label") == tapped["label"]).to_dicts()
        field = {"partnership": "bidders"}.get(name, name)
        showing.hands(showing.narrowed(asked, {field: row[name], "made": "no"}), "row")
    if frame.height > shown.height:
        left_out = words.count(frame.height - shown.height, "partnership")
        showing.say(
            f"{left_out} with fewer than ten bids not drawn; they are in the CSV.", small=True
        )
    showing.about(found)


def title(frame: pl.DataFrame, name: str, overall: float) -> str:
    """Who sets, or is set, clearly more or less often than all together."""
    most = frame.filter(pl.col("set_low") > overall).sort("set_rate", descending=True)["label"]
    least = frame.filter(pl.col("set_high") < overall).sort("set_rate")["label"]
    verb = "set the bid" if name == "defenders" else "are set"
    parts = [
        f"{words.join(list(names[:3]))} {verb} {how} often"
        for names, how in ((most, "more"), (least, "less"))
        if len(names)
    ]
    if parts:
        return words.sentence("; ".join(parts))
    who = {"defenders": "No partnership sets the bid", "partnership": "No partnership is set"}
    return f"{who.get(name, 'None is set')} clearly more or less often than the others"


def depth(asked: Filters) -> None:
    found = answer("margins", by=(), where=Filters.of(asked.texts() | {"made": "no"}))
    if found.frame.is_empty():
        showing.say("Of no set the books are known.", small=True)
    else:
        tapped = showing.chart(
            lambda: charts.margin_strip(found.frame, showing.colours()),
            "depth",
            found.frame,
            picks="bar",
        )
        if tapped:
            showing.hands(showing.narrowed(asked, {"margin": tapped["margin"]}), "bar")
    showing.about(found)
