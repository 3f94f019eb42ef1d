"""Who plays best: a two-against-two rating with its uncertainty, and rates shrunk to the club's.

Ratings are OpenSkill's Bradley-Terry model (Weng and Lin 2011), from the library of that name,
run over the games in the order they were played; a drawn game counts as half. The shrunk rate is
the mean of a beta-binomial posterior whose prior fits all partnerships (empirical Bayes).
"""

import math
from collections import defaultdict
from dataclasses import dataclass
from threading import Lock

import numpy as np
import numpy.typing as npt
import polars as pl
from openskill.models import BradleyTerryFull, BradleyTerryFullRating
from scipy.optimize import minimize_scalar
from scipy.special import betaincinv, betaln

from analytics.facts import Facts
from analytics.filters import EVERYTHING, Filters

__all__ = ["MIN_GAMES", "Rating", "beta_prior", "pair_rating", "ratings", "shrunk_rates"]

Floats = npt.NDArray[np.float64]

MIN_GAMES = 5
"""Finished games below which nobody is ranked."""


@dataclass(frozen=True, slots=True)
class Rating:
    """Skill as OpenSkill estimates it: a newcomer is 25 give or take 25/3."""

    mean: float
    spread: float

    @property
    def low(self) -> float:
        """What the skill is at least, very likely: three standard deviations below."""
        return self.mean - 3 * self.spread


@dataclass(frozen=True, slots=True)
class _Run:
    """Games that were rated, and where that left everybody."""

    games: pl.DataFrame
    people: dict[str, BradleyTerryFullRating]

    def begins(self, games: pl.DataFrame) -> bool:
        return self.games.equals(games.head(self.games.height))


_MODEL = BradleyTerryFull()
_SCORES = {"NS": [1.0, 0.0], "EW": [0.0, 1.0], "drawn": [1.0, 1.0]}
_RUNS_KEPT = 8
_AGAIN = 500
"""Games: a change among so few of the last ones has only these rated again."""
_runs: list[_Run] = []
_rating = Lock()


def ratings(facts: Facts, filters: Filters = EVERYTHING) -> dict[str, Rating]:
    """The rating of each person after the finished games that match.

    A run over games is kept, and goes on from there when games have come after them; so is the run
    over all but the last few, among which a game may change or come in between.
    """
    games = (
        facts.games.lazy()
        .filter(filters.on_games())
        .drop_nulls(["winner", "partnership_ns", "partnership_ew"])
        .select("north", "south", "east", "west", "winner")
        .collect()
    )
    with _rating:
        begun = [run for run in _runs if run.begins(games)]
        run = max(begun, key=lambda run: run.games.height, default=_Run(games.clear(), {}))
        for until in (games.height - _AGAIN, games.height):
            if until > run.games.height:
                run = _go_on(run, games.head(until))
                _runs[:] = [run, *_runs][:_RUNS_KEPT]
    return {name: Rating(skill.mu, skill.sigma) for name, skill in run.people.items()}


def _go_on(run: _Run, games: pl.DataFrame) -> _Run:
    later = games.slice(run.games.height).cast(pl.String)
    if later.is_empty():
        return run
    people = defaultdict(_MODEL.rating, run.people)
    for north, south, east, west, winner in later.iter_rows():
        ns, ew = [people[north], people[south]], [people[east], people[west]]
        rated = _MODEL.rate([ns, ew], scores=_SCORES[winner])
        (people[north], people[south]), (people[east], people[west]) = rated
    return _Run(games, dict(people))


def pair_rating(one: Rating | None, other: Rating | None) -> Rating | None:
    """The rating of two people as a partnership: the mean of theirs."""
    if one is None or other is None:
        return None
    return Rating((one.mean + other.mean) / 2, math.hypot(one.spread, other.spread) / 2)


def beta_prior(hits: Floats, tries: Floats) -> tuple[float, float]:
    """The beta distribution that rates seem to be drawn from: its mean is the rate of all
    together, its weight, in tries, the likeliest.

    Where rates differ no more than chance the prior weighs as much as all tries there were.
    """
    total, made = tries.sum(), hits.sum()
    if not total:
        return 1.0, 1.0
    mean = (made + 0.5) / (total + 1)

    def surprise(log_weight: float) -> float:
        a, b = mean * math.exp(log_weight), (1 - mean) * math.exp(log_weight)
        return -float(np.sum(betaln(hits + a, tries - hits + b) - betaln(a, b)))

    weight = math.exp(minimize_scalar(surprise, bounds=(0.0, math.log(total) + 1e-9)).x)
    return mean * weight, (1 - mean) * weight


def shrunk_rates(hits: pl.Series, tries: pl.Series) -> pl.DataFrame:
    """`success_shrunk`, `shrunk_low` and `shrunk_high` for counts of made bids and bids."""
    made = hits.cast(pl.Float64).to_numpy()
    bids = tries.cast(pl.Float64).to_numpy()
    a, b = beta_prior(made, bids)
    after, against = a + made, b + bids - made
    return pl.DataFrame(
        {
            "success_shrunk": after / (after + against),
            "shrunk_low": betaincinv(after, against, 0.025),
            "shrunk_high": betaincinv(after, against, 0.975),
        }
    )
