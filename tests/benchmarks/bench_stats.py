"""What each page of the dashboard asks of a million hands, beside a pandas frame of the same hands.

    python -m tests.benchmarks.bench_stats [HANDS | CLUB]

A club of so many simulated hands is made, or the folder of one is given. Each question of a page,
with its funnel of hands used, is asked once to warm up and then `ROUNDS` times; the median counts.
A page is as quick as the median of its questions. The pandas frame holds the same columns, text as
categories; where no plain pandas question gives the same figures (ratings, weights, calls told
apart, lists of hands), pandas is not asked.
"""

import gc
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from statistics import median

import pandas as pd
import polars as pl

from analytics.ask import answer
from analytics.evening import evening, evenings
from analytics.facts import Facts, facts
from analytics.filters import Filters
from analytics.game_list import game_list, one_game
from analytics.hand_list import hand_list, noted
from analytics.profile import profile, swings
from analytics.ratings import ratings
from analytics.records import quarantine, sources, unsettled, versions
from analytics.simulation.people import CLUB, Person
from analytics.simulation.season import reduced, simulate_season, thursdays
from analytics.standings import standings
from dashboard.asking import _known
from recorder.club import Club
from recorder.hand import DETAILS, HandRecord, frame_of
from recorder.one_hand import one_hand

HANDS = 1_000_000
ROUNDS = 5
LIMIT = 300
"""Milliseconds a page may wait for its figures."""

CIRCLES = 25
"""Groups of sixteen people who play among themselves, each its own season."""
THURSDAYS = 20
SETS = ("pagat", "card_sharks", "parlett")
FILTERED = "people=Denise Walker,level=4|5"
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


@dataclass(frozen=True)
class Page:
    """What a page and its looks ask, by what a row of the answer is about."""

    questions: Mapping[str, Ask]
    pandas: Mapping[str, Ask]
    """The same questions asked of pandas, where that is possible."""


def pages(club: Club, known: Facts, pandas: "Pandas") -> dict[str, dict[str, tuple[Ask, Ask | None]]]:
    """Each page's questions, with what pandas is asked beside it."""
    last = known.hands["id"][-1]
    day = known.hands["evening"][-1]

    def figures(name: str, *by: str, theirs: Ask | None = None) -> tuple[Ask, Ask | None]:
        return lambda where: answer(known, name, by=by, where=where), theirs

    def usual(name: str, theirs: Ask | None = None) -> tuple[Ask, Ask | None]:
        return lambda where: answer(known, name, where=where), theirs

    def bids(*by: str) -> tuple[Ask, Ask | None]:
        return figures("bids", *by, theirs=lambda where: pandas.bids(where, *by))

    def sets(*by: str) -> tuple[Ask, Ask | None]:
        return figures("sets", *by, theirs=lambda where: pandas.sets(where, *by))

    def ours(question: Ask) -> tuple[Ask, Ask | None]:
        return question, None

    margins = figures("margins", theirs=pandas.margins)
    form = figures("form", "date")
    partnerships = usual("partnerships", pandas.partnerships)
    choices = ours(lambda where: _known(known))
    found = {
        "club": {
            "filters to choose": choices,
            "bids": bids(),
            "sets": sets(),
            "bids by level, kind": bids("level", "kind"),
            "sets by level": sets("level"),
            "partnerships": partnerships,
            "not readable": ours(lambda where: quarantine(club)),
        },
        "bids": {
            "bids by level, kind": bids("level", "kind"),
            "bids by position": bids("position"),
            "bids by forced": bids("forced"),
            "suits": figures("suits", "trump", theirs=pandas.suits),
            "margins": margins,
            "form": form,
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
        },
        "kitty": {
            "kitty": figures("kitty", theirs=pandas.kitty),
            **{
                f"kitty by {by}": figures(
                    "kitty", by, theirs=lambda where, by=by: pandas.kitty(where, by)
                )
                for by in ("trumps_found", "bidder", "partnership")
            },
        },
        "partnerships": {
            "all": partnerships,
            "profile of one": ours(lambda where: profile(known, PAIR, where)),
            "form of one": ours(
                lambda where: answer(
                    known, "form", by=("date",), where=replace(where, bidders=(PAIR,))
                )
            ),
            "best and worst hands": ours(lambda where: swings(known, PAIR, where)),
            "opponents": usual("heads", pandas.heads),
        },
        "players": {
            "players": figures("players", "player", theirs=pandas.players),
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
            order: ours(lambda where, order=order: standings(known, where, order))
            for order in ("wins", "points")
        },
        "hands": {
            **{
                f"{order} first": ours(
                    lambda where, order=order: hand_list(known, where, order=order)
                )
                for order in ("latest", "worst", "best")
            },
            "a name": ours(lambda where: hand_list(known, where, text=PERSON)),
            "a tag": ours(lambda where: hand_list(known, where, text="late")),
            "words of a note": ours(lambda where: noted(club, "never said")),
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
    }
    return found


class Pandas:
    """The same counts and sums as pandas gathers them, without intervals."""

    def __init__(self, known: Facts) -> None:
        columns = [name for name in known.hands.columns if name not in ("tags", "id", "date")]
        self.hands: pd.DataFrame = known.hands.select(columns).to_pandas()
        self.all_games: pd.DataFrame = known.games.to_pandas()

    def asked(self, where: Filters) -> pd.Series:
        """The bids that match; only the filters of `FILTERED` are understood."""
        hands = self.hands
        mask = hands.is_bid
        if where:
            chairs = ("north", "east", "south", "west")
            sat = [hands[chair] == name for name in where.people for chair in chairs]
            mask = mask & pd.concat(sat, axis=1).any(axis=1) & hands.level.isin(where.level)
        return hands[mask]

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

    def players(self, where: Filters) -> object:
        return self.roles(where)

    def roles(self, where: Filters) -> object:
        return self.seen_by(where, ("bidder",), ("partner",), ("lho",), ("rho",))

    def games(self, where: Filters) -> object:
        return self.all_games.agg(n=("hands", "size"), hands=("hands", "mean"))

    def games_by_evening(self, where: Filters) -> object:
        return self.all_games.groupby("evening").agg(n=("hands", "size"), hands=("hands", "mean"))

    def coverage(self, where: Filters) -> object:
        return self.hands.groupby(["detail", "status"], observed=True).size()


def milliseconds(ask: Callable[[], object]) -> float:
    ask()
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        ask()
        times.append(1000 * (time.perf_counter() - start))
    return median(times)


def memory() -> float:
    """GB that this process holds now."""
    pages_held = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages_held * 4096 / 1e9


def main(path: Path) -> None:
    club = Club.open(path)
    start = time.perf_counter()
    known = facts(club)
    size = known.hands.estimated_size() / 1e6
    print(f"{known.hands.height:,} hands, {known.games.height:,} games, {size:,.0f} MB of facts")
    print(f"first look {time.perf_counter() - start:.1f} s, {memory():.2f} GB")
    start = time.perf_counter()
    ratings(known)
    print(f"ratings, once for each run of games: {time.perf_counter() - start:.1f} s\n")
    held = None
    pandas = Pandas(known)
    wheres = {"all hands": Filters(), FILTERED: Filters.parse(FILTERED)}
    print(f"{'':30}{'ms':>6}{'pandas':>8}{'':8}{'filtered':>10}{'pandas':>8}")
    slow, medians = [], {}
    for page, questions in pages(club, known, pandas).items():
        print(page)
        for name, (ours, theirs) in questions.items():
            line = f"  {name:26}"
            for at, where in enumerate(wheres.values()):
                took = milliseconds(lambda w=where: ours(w))
                medians.setdefault((page, at), []).append(took)
                line += f"{took:{10 if at else 8}.0f}"
                if theirs is not None:
                    other = milliseconds(lambda w=where: theirs(w))
                    line += f"{other:8.0f}{other / took:7.1f}x"
                else:
                    line += " " * 16
                if took > LIMIT:
                    slow.append(f"{page}: {name}")
            print(line, flush=True)
        print(f"  {'median':26}" + "".join(f"{median(medians[page, at]):{10 if at else 8}.0f}{'':16}" for at in (0, 1)))
    print(f"\nover {LIMIT} ms: {', '.join(slow) or 'none'}")


if __name__ == "__main__":
    argument = sys.argv[1] if len(sys.argv) > 1 else str(HANDS)
    if argument.isdecimal():
        with tempfile.TemporaryDirectory() as scratch, get_context("spawn").Pool(1) as pool:
            pool.apply(make_club, (Path(scratch), int(argument)))
            main(Path(scratch) / "club")
    else:
        main(Path(argument))
