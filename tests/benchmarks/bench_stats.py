"""Every statistic over a million hands, beside the same question asked of a pandas frame.

    python -m tests.benchmarks.bench_stats [hands]

Each question, with its funnel of hands used, is asked once to warm up and then `ROUNDS` times; the
median counts. The pandas frame
holds the same columns, text as categories; where no plain pandas question gives the same figures
(ratings, weights, calls told apart), pandas is not asked.
"""

import resource
import sys
import time
from collections.abc import Callable
from statistics import median

import numpy as np
import pandas as pd
import polars as pl

from analytics.ask import answer
from analytics.facts import Facts, facts_of
from analytics.filters import Filters
from analytics.ratings import ratings
from analytics.registry import STATISTICS
from analytics.simulation.season import simulate_season, thursdays
from recorder.hand import frame_of
from recorder.rules import load_rules

HANDS = 1_000_000
ROUNDS = 5
LIMIT = 300
"""Milliseconds a page may wait for its figures."""

FILTERED = "people=Denise Walker,level=4|5"


def many_hands(wanted: int) -> Facts:
    """A simulated season again and again, each time in later games and evenings."""
    season = frame_of(simulate_season(1, thursdays(20))).with_row_index("row")
    copies = -(-wanted // season.height)
    day = pl.col("date").str.to_date() + pl.duration(days=7 * pl.col("copy"))
    whole = (
        pl.DataFrame({"copy": pl.int_range(copies, eager=True)})
        .join(season, how="cross")
        .with_columns(
            date=day.dt.to_string(), game=pl.format("{}/{}", "copy", "game"), event=pl.lit("Club")
        )
        .drop("copy", "row")
        .head(wanted)
    )
    return facts_of(whole, [load_rules("pagat")])


def milliseconds(ask: Callable[[], object]) -> float:
    ask()
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        ask()
        times.append(1000 * (time.perf_counter() - start))
    return median(times)


def in_pandas(facts: Facts) -> dict[str, Callable[[], object]]:
    """The same counts and sums as pandas gathers them, without intervals."""
    columns = [name for name in facts.hands.columns if name not in ("tags", "id", "date")]
    hands: pd.DataFrame = facts.hands.select(columns).to_pandas()
    games: pd.DataFrame = facts.games.to_pandas()

    def grouped(frame: pd.DataFrame, by: list[str], **sums: tuple[str, str]) -> object:
        return frame.groupby(by, observed=True).agg(**sums)

    sums = {
        "n": ("made", "size"),
        "made": ("made", "sum"),
        "margin": ("margin", "mean"),
        "net": ("net_bidders", "mean"),
        "spread": ("net_bidders", "std"),
    }

    def bids(by: list[str]) -> object:
        return grouped(hands[hands.is_bid], by, **sums)

    def filtered() -> object:
        sat = np.logical_or.reduce(
            [hands[c] == "Denise Walker" for c in ("north", "east", "south", "west")]
        )
        return grouped(hands[hands.is_bid & sat & hands.level.isin([4, 5])], ["level"], **sums)

    def of_both_sides(bidders: list[str], defenders: list[str]) -> object:
        made = hands[hands.is_bid]
        return [
            made.groupby(keys, observed=True).agg(
                n=("made", "size"), made=("made", "sum"), net=("net_bidders", "mean")
            )
            for keys in (bidders, defenders)
        ]

    def roles() -> object:
        made = hands[hands.is_bid]
        return [
            made.groupby(chair, observed=True).agg(
                made=("made", "sum"), net=("net_bidders", "mean")
            )
            for chair in ("bidder", "partner", "lho", "rho")
        ]

    us, them = "partnership_bidders", "partnership_defenders"
    return {
        "bids": lambda: bids(["level", "kind"]),
        "bids, filtered": filtered,
        "margins": lambda: hands[hands.is_bid].groupby("margin").size(),
        "sets": lambda: grouped(
            hands[hands.is_bid],
            ["level"],
            n=("made", "size"),
            made=("made", "sum"),
            games=("game_id", "nunique"),
        ),
        "partnerships": lambda: of_both_sides([us], [them]),
        "players": lambda: of_both_sides(["bidder"], ["lho"]),
        "heads": lambda: of_both_sides([us, them], [them, us]),
        "roles": roles,
        "suits": lambda: bids(["trump", "direction"]),
        "games": lambda: grouped(games, ["rules"], n=("hands", "size"), hands=("hands", "mean")),
        "coverage": lambda: hands.groupby(["detail", "status"], observed=True).size(),
    }


def main(wanted: int) -> None:
    start = time.perf_counter()
    facts = many_hands(wanted)
    size = facts.hands.estimated_size() / 1e6
    print(f"{facts.hands.height:,} hands, {facts.games.height:,} games, {size:,.0f} MB of facts")
    print(f"evaluated and gathered in {time.perf_counter() - start:.1f} s")
    start = time.perf_counter()
    ratings(facts)
    print(f"ratings, once a state of the club: {time.perf_counter() - start:.1f} s\n")
    pandas = in_pandas(facts)
    print(f"{'statistic':16}{'ms':>8}{'pandas':>8}")
    slow = []
    for name in (*STATISTICS, "bids, filtered"):
        statistic, _, is_filtered = name.partition(", ")
        where = Filters.parse(FILTERED if is_filtered else "")
        ours = milliseconds(lambda s=statistic, w=where: answer(facts, s, where=w))
        theirs = milliseconds(pandas[name]) if name in pandas else None
        told = f"{theirs:8.0f}{theirs / ours:7.1f}×" if theirs else ""
        print(f"{name:16}{ours:8.0f}{told}")
        slow += [name] if ours > LIMIT else []
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"\npeak memory of this run, pandas frame and evaluation included: {peak:.2f} GB")
    print(f"over {LIMIT} ms: {', '.join(slow) or 'none'}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else HANDS)
