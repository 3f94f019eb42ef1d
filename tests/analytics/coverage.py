"""How often the 95 % intervals hold the planted truth, over many simulated seasons.

    python -m tests.analytics.coverage [seasons]

People are all alike, so that the chance behind a bid hangs on level, kind and force alone and
every row has one truth. Writes coverage.md beside this file.
"""

import sys
from collections import defaultdict
from functools import cache
from pathlib import Path

import polars as pl

from analytics.bids import bids
from analytics.facts import facts_of
from analytics.filters import Filters
from analytics.intervals import FEW
from analytics.partnerships import partnerships
from analytics.sets import sets
from analytics.simulation import alike
from analytics.simulation.results import expected_points, success_chance
from analytics.simulation.season import simulate_season, thursdays
from recorder.hand import HandRecord, frame_of
from recorder.rules import load_rules

SEASONS = 300
REPORT = Path(__file__).with_name("coverage.md")
PAGAT = load_rules("pagat")
PEOPLE = alike()
BINS = ((FEW, 19), (20, 49), (50, 99), (100, 10**9))


@cache
def truth(level, kind, forced):
    """The planted chance to make such a bid, and its mean net points."""
    ann, bo, cy, di = PEOPLE[:4]
    record = HandRecord(
        dealer="N",
        bidder="N",
        bid=f"{level} {kind}",
        trump="no" if kind == "no" else "S",
        direction=kind if kind != "no" else "up",
        calls=f"pass, pass, pass, {level} {kind}" if forced else f"{level} {kind}",
        player_n=ann.name,
        player_e=bo.name,
        player_s=cy.name,
        player_w=di.name,
    )
    ours, theirs = expected_points(record, PAGAT.rules, PEOPLE)
    return success_chance(record, PEOPLE), ours - theirs


def season_hits(seed):
    """(figure, n, whether its interval holds the truth) for each row of one season."""
    records = simulate_season(seed, thursdays(8), people=PEOPLE)
    facts = facts_of(frame_of(records), [PAGAT])
    by = ("level", "kind", "forced")
    for row in bids(facts, by=by).filter(pl.col("n") >= FEW).iter_rows(named=True):
        chance, net = truth(*(row[name] for name in by))
        yield "bids: success", row["n"], row["success_low"] <= chance <= row["success_high"]
        yield "bids: net points", row["n"], row["net_low"] <= net <= row["net_high"]
    for row in sets(facts, by=by).filter(pl.col("n") >= FEW).iter_rows(named=True):
        chance, _ = truth(*(row[name] for name in by))
        yield "sets: set share", row["n"], row["set_low"] <= 1 - chance <= row["set_high"]
    fours = Filters.parse("level=4,kind=up,forced=no")
    chance, net = truth(4, "up", False)
    for row in partnerships(facts, fours).iter_rows(named=True):
        if row["bids"]:
            is_held = row["success_low"] <= chance <= row["success_high"]
            yield "partnerships: success of four uptown", row["bids"], is_held
        if row["defended"]:
            is_held = row["inflicted_low"] <= 1 - chance <= row["inflicted_high"]
            yield "partnerships: sets inflicted on four uptown", row["defended"], is_held


def tally(seasons):
    """figure -> bin -> [held, rows], for rows with `few` false."""
    counts = defaultdict(lambda: {bin_: [0, 0] for bin_ in BINS})
    for seed in range(seasons):
        for figure, n, is_held in season_hits(seed):
            for low, high in BINS:
                if low <= n <= high:
                    counts[figure][low, high][0] += is_held
                    counts[figure][low, high][1] += 1
    return counts


def share(held, rows):
    return f"{100 * held / rows:.1f} % of {rows:,}" if rows else "–"


def report(counts, seasons):
    heads = [f"n {low} to {high}" if high < 10**9 else f"n {low} or more" for low, high in BINS]
    lines = [
        "# How often the intervals hold the truth",
        "",
        f"Made by `python -m tests.analytics.coverage {seasons}`: {seasons} simulated seasons of "
        "people who are all alike, so that each row has one planted truth. An interval of 95 % "
        "should hold it in 93 to 97 of 100 rows.",
        "",
        f"| figure | {' | '.join(heads)} | all |",
        "|---|" + "---:|" * (len(BINS) + 1),
    ]
    for figure, bins in counts.items():
        total = [sum(pair[i] for pair in bins.values()) for i in (0, 1)]
        cells = [share(*pair) for pair in [*bins.values(), total]]
        lines.append(f"| {figure} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    seasons = int(sys.argv[1]) if len(sys.argv) > 1 else SEASONS
    REPORT.write_text(report(tally(seasons), seasons), encoding="utf-8")
    print(REPORT.read_text(encoding="utf-8"))
