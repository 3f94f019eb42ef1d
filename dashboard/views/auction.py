"""The auction: who opens, overcalls, is forced to bid, steals the bid."""

from dataclasses import dataclass, replace

import polars as pl

from analytics.filters import Filters
from analytics.intervals import FEW
from dashboard import asking, game_charts, share_charts, showing, source, words
from dashboard.game_charts import Bar
from dashboard.headlines import Headline
from dashboard.source import answer

__all__ = ["page"]

WHO = {"player": "Players", "partnership": "Partnerships"}


@dataclass(frozen=True)
class Look:
    """A thing people do in the auction: its count, what it is counted from, and the words."""

    name: str
    part: str
    whole: str
    does: str
    of: str


LOOKS = {
    "opened": Look("Open", "opened", "chances", "opens", "turn"),
    "overcalled": Look("Overcall", "overcalled", "chances", "overcalls an opponent", "turn"),
    "stolen": Look("Steal", "stolen", "bids", "takes the bid from an opponent", "bid"),
    "over_partner": Look("Over partner", "over_partner", "chances", "bids over partner", "turn"),
    "forced": Look("Forced", "forced_sets", "forced_known", "is set when forced", "forced bid"),
}


def page() -> None:
    if source.facts().hands.is_empty():
        showing.say("No hand yet. Hands recorded with all their calls show here who bids how.")
        showing.link("enter", "Enter a hand", {}, ":material/dialpad:")
        return
    asked = asking.bar()
    who = showing.choose("by", "Whose", tuple(WHO), WHO.__getitem__)
    chosen = LOOKS[showing.choose("look", "What", tuple(LOOKS), lambda name: LOOKS[name].name)]
    found = answer("auction", by=(who,))
    frame = found.frame.filter(pl.col(chosen.whole) > 0)
    if frame.is_empty():
        nothing(asked)
    else:
        showing.say(in_a_sentence(frame, chosen, who, found.n))
        tapped = draw(frame, chosen, who)
        table(found.frame, who)
        if tapped:
            theirs = narrowed(asked, who, str(tapped))
            forced = replace(theirs, forced=True) if chosen.part == "forced_sets" else theirs
            showing.hands(forced, "auction_hands")
    showing.about(found)


def nothing(asked: Filters) -> None:
    if asked:
        asking.nothing_matches(asked)
    else:
        showing.say("No hand here has that in it: it takes records with all four calls.")


def bars(frame: pl.DataFrame, look: Look, who: str) -> list[Bar]:
    """Each name with its share, most often first; those with too few to tell come last."""
    rows = []
    for row in frame.to_dicts():
        part, whole = row[look.part], row[look.whole]
        few = whole < FEW
        said = f"{words.percent(part / whole)}, {words.n_of(part, whole, look.of)}"
        rows.append(
            Bar(row[who], part / whole, words.too_few(whole, look.of) if few else said, few)
        )
    return sorted(rows, key=lambda bar: (bar.few, -bar.length))


def in_a_sentence(frame: pl.DataFrame, look: Look, who: str, n: int) -> str:
    """Who does it most, who least, of those with enough to tell."""
    first = f"In {words.count(n, 'auction')}"
    told = [bar for bar in bars(frame, look, who) if not bar.few]
    if len(told) < 2:
        return f"{first} nobody has enough {look.of}s to be told from the others."
    most, least = told[0], told[-1]
    return (
        f"{first} {most.name} {look.does} most often ({most.said}), {least.name} least "
        f"({least.said})."
    )


def draw(frame: pl.DataFrame, look: Look, who: str) -> str | None:
    """The chart; the name that was tapped."""
    if look.part == "forced_sets":
        rows = frame.with_columns(
            bids="forced_known",
            sets="forced_sets",
            set_rate="forced_set_rate",
            set_low="forced_set_low",
            set_high="forced_set_high",
            few=pl.col("forced_known") < FEW,
        )
        [club] = answer("sets", by=()).frame["set_rate"]
        drawn = share_charts.set_share_dots(
            rows,
            who,
            showing.colours(),
            average=club,
            title="How often a forced dealer is set, beside all bids of the club",
            thing=who,
        )
        tapped = showing.chart(drawn, "forced", rows, picks="row")
        return str(tapped[who]) if tapped else None
    told = bars(frame, look, who)
    title = f"{told[0].name} {look.does} most often"
    if told[0].few:
        title = "Too few to tell one from another"
    headline = Headline(title, f"Of every {look.of}, most often first.")
    drawn = game_charts.bars(told, headline, showing.colours(), thing=who)
    tapped = showing.chart(drawn, f"auction_{look.part}", frame, picks="row")
    return str(tapped["name"]) if tapped else None


def table(frame: pl.DataFrame, who: str) -> None:
    titles = {
        who: WHO[who].removesuffix("s"),
        "n": showing.number("Auctions"),
        "chances": showing.number("Turns"),
        "opened": showing.number("Opened", "First bid of the hand"),
        "overcalled": showing.number("Overcalled", "A bid over an opponent’s"),
        "over_partner": showing.number("Over partner"),
        "bids": showing.number("Took the bid"),
        "stolen": showing.number("Stolen", "Bids taken when an opponent had bid too"),
        "dealer_took": showing.number("As dealer", "Took it last, not forced"),
        "forced_bids": showing.number("Forced", "Dealer after three passes"),
        "forced_sets": showing.number("Forced and set"),
        "mean_level": showing.number("Mean level", decimals=1),
    }
    showing.table(frame.sort("n", descending=True), "auction", titles, first=who)


def narrowed(asked: Filters, who: str, name: str) -> Filters:
    """The hands of now in which they took the bid."""
    if who == "player":
        return replace(asked, bidder=(name,))
    return replace(asked, bidders=(name,))
