"""What each page of the dashboard asks of a million hands, beside a pandas frame of the same hands.

    python -m tests.benchmarks.bench_stats [HANDS | CLUB]

A club of so many simulated hands is made, or the folder of one is given. Each question of a page,
with its funnel of hands used, is asked once to warm up and then `ROUNDS` times; the median counts,
and a page is as quick as the median of its questions. It is asked of all hands and of those that
match `FILTERED`. The pandas frame holds the same columns, text as categories; where no plain pandas
question gives the same figures (ratings, weights, calls told apart, lists of hands), pandas is not
asked. Then one hand is entered and looked for, and taken out again.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median

import pandas as pd
import polars as pl

from analytics.accuracy.season import season as judged
from analytics.accuracy.store import Store
from analytics.ask import answer
from analytics.choices import choices
from analytics.evening import evening, evenings
from analytics.facts import Facts, facts
from analytics.filters import Filters
from analytics.game_list import game_list, one_game
from analytics.hand_list import hand_list, noted
from analytics.house_rules.compare import Comparison, compare
from analytics.house_rules.load import hands_of_club, rows_of
from analytics.population import funnel
from analytics.profile import profile, swings
from analytics.ratings import ratings
from analytics.records import quarantine, sources, unsettled, versions
from analytics.simulation.people import CLUB, Person
from analytics.simulation.season import reduced, simulate_season, thursdays
from analytics.standings import standings
from recorder.club import Club
from recorder.hand import DETAILS, HandRecord, frame_of
from recorder.one_hand import one_hand
from recorder.rules import load_rules

HANDS = 1_000_000
ROUNDS = 5
LIMIT = 300
"""Milliseconds a page may wait for its figures."""

CIRCLES = 25
"""Groups of sixteen people who play among themselves, each its own season."""
THURSDAYS = 20
SETS = ("pagat", "card_sharks", "parlett")
FILTERED = "people=Denise Walker,level=4|5"
CHAIRS = ["north", "east", "south", "west"]
PERSON, PAIR = "Denise Walker", "Denise Walker & Hector Salas"


def season(circle: int) -> Iterator[HandRecord]:
    """What one circle plays in `THURSDAYS` evenings; some write less down than others."""
    people = CLUB
    if circle:
        people = tuple(
            Person(f"{one.name} ({circle + 1})", one.skill, one.boldness) for one in CLUB
        )
    plan = thursdays(THURSDAYS, rules=SETS[circle % len(SETS)])
    for at, hand in enumerate(simulate_season(circle, plan, people=people)):
        record = reduced(hand, DETAILS[circle % 2])
        tags = '["late"]' if at % 100 == 0 else None
        yield replace(record, table=f"{circle + 1}.{hand.table}", tags=tags)


def many_hands(wanted: int) -> Iterator[pl.DataFrame]:
    """The seasons of all circles, and then again at later evenings, in other games and events."""
    seasons = pl.concat(frame_of(season(circle)) for circle in range(CIRCLES))
    left, copy = wanted, 0
    while left:
        day = pl.col("date").str.to_date() + pl.duration(days=7 * THURSDAYS * copy)
        frame = seasons.head(left).with_columns(
            date=day.dt.to_string(),
            game=pl.format("{}/{}", pl.lit(copy), "game"),
            event=pl.lit(f"Cup {copy + 1}"),
        )
        yield frame
        left, copy = left - frame.height, copy + 1


def make_club(folder: Path, wanted: int) -> None:
    """A new club of so many hands."""
    file = folder / "hands.parquet"
    pl.concat(many_hands(wanted)).write_parquet(file)
    Club.create(folder / "club", f"{wanted:,} hands").import_path(file)
    file.unlink()


Ask = Callable[[Filters], object]
Asked = tuple[Ask, Ask | None]
"""A question, and the same asked of pandas where it is possible."""


def pages(club: Club, known: Facts, pandas: "Pandas") -> Mapping[str, Mapping[str, Asked]]:
    """What each page and its looks ask."""
    last, day = known.hands["id"][-1], known.hands["evening"][-1]
    played = hands_of_club(club)

    def usual(name: str, theirs: Ask | None = None) -> Asked:
        return lambda where: answer(known, name, where=where), theirs

    def figures(name: str, *by: str, theirs: Ask | None = None) -> Asked:
        return lambda where: answer(known, name, by=by, where=where), theirs

    def bids(*by: str) -> Asked:
        return figures("bids", *by, theirs=lambda where: pandas.bids(where, *by))

    def sets(*by: str) -> Asked:
        return figures("sets", *by, theirs=lambda where: pandas.sets(where, *by))

    def kitty(*by: str) -> Asked:
        return figures("kitty", *by, theirs=lambda where: pandas.kitty(where, *by))

    def ours(question: Ask) -> Asked:
        return question, None

    def listed(**asked: str) -> Asked:
        return ours(lambda where: hand_list(known, where, **asked))

    def compared(where: Filters) -> Comparison:
        wanted = known.hands.filter(where.on_hands())["hand_id"]
        sets = [load_rules("pagat"), load_rules("parlett")]
        return compare(played, sets, focus=rows_of(played, wanted))

    two_sets = compared(Filters())
    everywhere = {
        "filters to choose": ours(lambda where: choices(known)),
        "hands that match": ours(lambda where: funnel(known, where, "all")),
    }
    sentence = {"bids": bids(), "sets": sets()}
    partnerships = usual("partnerships", pandas.partnerships)
    margins = figures("margins", theirs=pandas.margins)
    one_pair = Filters(bidders=(PAIR,))
    return {
        "every page": everywhere,
        "club": {
            **sentence,
            "bids by level, kind": bids("level", "kind"),
            "sets by level": sets("level"),
            "partnerships": partnerships,
            "not readable": ours(lambda where: quarantine(club)),
        },
        "bids": {
            **sentence,
            "bids by level, kind": bids("level", "kind"),
            "bids by position": bids("position"),
            "bids by forced": bids("forced"),
            "suits": figures("suits", "trump", theirs=pandas.suits),
            "margins": margins,
            "form": figures("form", "date"),
        },
        "sets": {
            "sets": sets(),
            **{
                f"sets by {by}": sets(by)
                for by in ("level", "kind", "defenders", "partnership", "position")
            },
            "margins": margins,
        },
        "auction": {
            "by player": figures("auction", "player"),
            "by partnership": figures("auction", "partnership"),
            "sets": sets(),
        },
        "kitty": {
            "kitty": kitty(),
            **{f"kitty by {by}": kitty(by) for by in ("trumps_found", "bidder", "partnership")},
        },
        "bidding accuracy": {
            "judged so far": ours(
                lambda where: judged(club, known, Store(club.path), where.on_hands())
            )
        },
        "partnerships": {
            "all": partnerships,
            "bids": bids(),
            "one: bids": ours(lambda where: answer(known, "bids", where=one_pair)),
            "one: profile": ours(lambda where: profile(known, PAIR, where)),
            "one: form": ours(lambda where: answer(known, "form", by=["date"], where=one_pair)),
            "one: best and worst": ours(lambda where: swings(known, PAIR, where)),
            "one: opponents": usual("heads", pandas.heads),
        },
        "players": {
            "players": figures("players", "player", theirs=pandas.roles),
            "bids": bids(),
            "with whom": figures("players", "player", "partner"),
            "from which chair": usual("roles", pandas.roles),
        },
        "games": {
            "games": figures("games", theirs=pandas.games),
            "list": ours(lambda where: game_list(known, where)),
            "games by evening": figures("games", "evening", theirs=pandas.games_by_evening),
            "bids by evening": bids("evening"),
            "one game": ours(lambda where: one_game(known, last)),
        },
        "standings": {
            "wins first": ours(lambda where: standings(known, where, "wins")),
            "points first": ours(lambda where: standings(known, where, "points")),
            "all games": usual("standings"),
        },
        "hands": {
            **{f"{order} first": listed(order=order) for order in ("latest", "worst", "best")},
            "a name": listed(text=PERSON),
            "a tag": listed(text="late"),
            "words of a note": ours(lambda where: noted(club, "never said")),
            "bids": bids(),
        },
        "one hand": {
            "hand": ours(lambda where: one_hand(club, last)),
            "versions": ours(lambda where: versions(club, last)),
            "history": ours(lambda where: club.history(last)),
        },
        "an evening": {
            "evenings": ours(lambda where: evenings(known)),
            "one": ours(lambda where: evening(known, day)),
        },
        "records": {
            "coverage": figures("coverage", theirs=pandas.coverage),
            "coverage by month": figures("coverage", "month"),
            "findings": usual("findings"),
            "to settle": ours(lambda where: unsettled(club)),
            "files": ours(lambda where: sources(club)),
        },
        "people": {"people": ours(lambda where: club.people())},
        "under other rules": {
            "two rule sets": ours(compared),
            "sets": ours(lambda where: two_sets.sets()),
            "pairs": ours(lambda where: two_sets.pairs()),
        },
    }


class Pandas:
    """The same counts and sums as pandas gathers them, without intervals."""

    def __init__(self, known: Facts) -> None:
        columns = [name for name in known.hands.columns if name not in ("tags", "id", "date")]
        self.hands: pd.DataFrame = known.hands.select(columns).to_pandas()
        self.all_games: pd.DataFrame = known.games.to_pandas()

    def asked(self, where: Filters) -> pd.DataFrame:
        """The bids that match; of filters, only those of `FILTERED` are understood."""
        return self.hands[self.hands.is_bid & self.match(where)]

    def match(self, where: Filters) -> "pd.Series[bool]":
        hands = self.hands
        if not where:
            return hands.hand_id.notna()
        sat = [hands[chair] == name for name in where.people for chair in CHAIRS]
        return pd.concat(sat, axis=1).any(axis=1) & hands.level.isin(where.level)

    def grouped(self, frame: pd.DataFrame, by: tuple[str, ...], **sums: tuple[str, str]) -> object:
        names = {"partnership": "partnership_bidders", "defenders": "partnership_defenders"}
        names["trumps_found"] = "kitty_trumps"
        if not by:
            return frame.agg(**{name: (column, what) for name, (column, what) in sums.items()})
        return frame.groupby([names.get(name, name) for name in by], observed=True).agg(**sums)

    def bids(self, where: Filters, *by: str) -> object:
        return self.grouped(
            self.asked(where),
            by,
            n=("made", "size"),
            made=("made", "sum"),
            margin=("margin", "mean"),
            net=("net_bidders", "mean"),
            spread=("net_bidders", "std"),
        )

    def suits(self, where: Filters) -> object:
        return self.bids(where, "trump")

    def sets(self, where: Filters, *by: str) -> object:
        return self.grouped(
            self.asked(where),
            by,
            n=("made", "size"),
            made=("made", "sum"),
            games=("game_id", "nunique"),
        )

    def margins(self, where: Filters) -> object:
        return self.asked(where).groupby("margin").size()

    def kitty(self, where: Filters, *by: str) -> object:
        found = self.asked(where).dropna(subset=["kitty_jokers"])
        kinds = ("jokers", "winners", "trumps")
        return self.grouped(
            found,
            by,
            n=("made", "size"),
            made=("made", "sum"),
            **{f"{what}": (f"kitty_{what}", "mean") for what in kinds},
            **{f"{what}_kept": (f"kept_{what}", "mean") for what in kinds},
        )

    def seen_by(self, where: Filters, *keys: tuple[str, ...]) -> object:
        bids = self.asked(where)
        return [
            self.grouped(
                bids, by, n=("made", "size"), made=("made", "sum"), net=("net_bidders", "mean")
            )
            for by in keys
        ]

    def partnerships(self, where: Filters) -> object:
        return self.seen_by(where, ("partnership",), ("defenders",))

    def heads(self, where: Filters) -> object:
        return self.seen_by(where, ("partnership", "defenders"), ("defenders", "partnership"))

    def roles(self, where: Filters) -> object:
        return self.seen_by(where, ("bidder",), ("partner",), ("lho",), ("rho",))

    def games_of(self, where: Filters) -> pd.DataFrame:
        games = self.all_games
        sat = [games[chair] == name for name in where.people for chair in CHAIRS]
        return games[pd.concat(sat, axis=1).any(axis=1)] if sat else games

    def games(self, where: Filters) -> object:
        return self.games_of(where).agg(n=("hands", "size"), hands=("hands", "mean"))

    def games_by_evening(self, where: Filters) -> object:
        games = self.games_of(where)
        return games.groupby("evening").agg(n=("hands", "size"), hands=("hands", "mean"))

    def coverage(self, where: Filters) -> object:
        matching = self.hands[self.match(where)]
        return matching.groupby(["detail", "status"], observed=True).size()


def milliseconds(ask: Callable[[], object]) -> float:
    ask()
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        ask()
        times.append(1000 * (time.perf_counter() - start))
    return median(times)


def memory() -> str:
    """What this process holds now, and held at most."""
    said = dict(
        line.split(":\t", 1)
        for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    )
    now, most = (int(said[name].split()[0]) / 1e6 for name in ("VmRSS", "VmHWM"))
    return f"{now:.2f} GB of memory, {most:.2f} at most"


def seconds(what: str, work: Callable[[], object]) -> None:
    start = time.perf_counter()
    work()
    print(f"{what}: {time.perf_counter() - start:.2f} s")


def main(path: Path) -> None:
    club = Club.open(path)
    seconds("first look at the club", lambda: facts(club))
    known = facts(club)
    size = known.hands.estimated_size() / 1e6
    print(f"{known.hands.height:,} hands, {known.games.height:,} games, {size:,.0f} MB of facts")
    seconds("ratings, once for each run of games", lambda: ratings(known))
    seconds("hands for other rules, once for each state of the club", lambda: hands_of_club(club))
    print(f"{memory()}, before pandas\n")
    asked = pages(club, known, Pandas(known))
    print(f"milliseconds {'all hands':>24}{'pandas':>8}{FILTERED:>32}{'pandas':>8}")
    slow = [name for page, questions in asked.items() for name in timed(page, questions)]
    print(f"\nover {LIMIT} ms: {', '.join(slow) or 'none'}")
    # A number that no hand of the game has had, however often this is run on a club.
    number = int(time.time())
    last = replace(club.hand(known.hands["id"][-1]), file=None, line=None, hand=number)
    hand = club.enter(last).hand
    seconds("the look after a hand was entered", lambda: facts(club))
    assert facts(club).hands.height == known.hands.height + 1
    club.void(hand)
    seconds("the look after it was taken out", lambda: facts(club))


def timed(page: str, questions: Mapping[str, Asked]) -> Iterator[str]:
    """Print how long each question of a page takes; names those above the limit."""
    print(page)
    taken: dict[str, list[float]] = {"": [], FILTERED: []}
    for name, (ours, theirs) in questions.items():
        line = f"  {name:26}"
        for text, times in taken.items():
            where = Filters.parse(text)
            times.append(milliseconds(partial(ours, where)))
            line += f"{times[-1]:{24 if text else 9}.0f}"
            if theirs is None:
                line += " " * 16
            else:
                other = milliseconds(partial(theirs, where))
                line += f"{other:8.0f}{other / times[-1]:7.1f}×"
            if times[-1] > LIMIT:
                yield f"{page}: {name}"
        print(line.rstrip(), flush=True)
    for summary in (median, max):
        whole, filtered = (f"{summary(times):.0f}" for times in taken.values())
        name = "median" if summary is median else "slowest"
        print(f"  {name:26}{whole:>9}{'':16}{filtered:>24}")


if __name__ == "__main__":
    argument = sys.argv[1] if len(sys.argv) > 1 else str(HANDS)
    if argument.isdecimal():
        with tempfile.TemporaryDirectory() as scratch:
            with get_context("spawn").Pool(1) as pool:
                pool.apply(make_club, (Path(scratch), int(argument)))
            main(Path(scratch) / "club")
    else:
        main(Path(argument))
