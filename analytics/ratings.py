"""Who plays best: a two-against-two rating with its uncertainty, and rates shrunk to the club's.

Ratings are OpenSkill's Bradley-Terry model (Weng and Lin 2011), from the library of that name,
run over the games in the order they were played; a drawn game counts as half. The shrunk rate is
the mean of a beta-binomial posterior whose prior fits all partnerships (empirical Bayes).
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt
import polars as pl
from openskill.models import BradleyTerryFull
from scipy.optimize import minimize
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


_rated: WeakKeyDictionary[Facts, dict[str, dict[str, Rating]]] = WeakKeyDictionary()


def ratings(facts: Facts, filters: Filters = EVERYTHING) -> Mapping[str, Rating]:
    """The rating of each person after the finished games that match; kept while `facts` live."""
    of_facts = _rated.setdefault(facts, {})
    key = str(filters.without(*_ASKED_OF_HANDS))
    if key not in of_facts:
        of_facts[key] = _rate(facts.games.filter(filters.on_games()))
    return of_facts[key]


_ASKED_OF_HANDS = (
    *("bidder", "bidders", "defenders", "level", "kind", "direction", "trump", "position"),
    *("forced", "made", "detail", "tags"),
)


def _rate(games: pl.DataFrame) -> dict[str, Rating]:
    model = BradleyTerryFull()
    finished = games.drop_nulls(["winner", "partnership_ns", "partnership_ew"])
    chairs = finished.select(pl.col("north", "south", "east", "west", "winner").cast(pl.String))
    people = {name: model.rating() for name in np.unique(chairs.drop("winner").to_numpy())}
    scores = {"NS": [1.0, 0.0], "EW": [0.0, 1.0], "drawn": [1.0, 1.0]}
    for north, south, east, west, winner in chairs.iter_rows():
        (people[north], people[south]), (people[east], people[west]) = model.rate(
            [[people[north], people[south]], [people[east], people[west]]],
            scores=scores[winner],
        )
    return {name: Rating(skill.mu, skill.sigma) for name, skill in people.items()}


def pair_rating(one: Rating | None, other: Rating | None) -> Rating | None:
    """The rating of two people as a partnership: the mean of theirs."""
    if one is None or other is None:
        return None
    return Rating((one.mean + other.mean) / 2, math.hypot(one.spread, other.spread) / 2)


def beta_prior(hits: Floats, tries: Floats) -> tuple[float, float]:
    """The beta distribution that rates seem to be drawn from, by maximum likelihood.

    Where rates differ no more than chance the prior is worth as many tries as there were in all.
    """
    total, made = tries.sum(), hits.sum()
    if not total:
        return 1.0, 1.0
    middle = (made + 0.5) / (total + 1)

    def surprise(logs: Floats) -> float:
        mean, size = 1 / (1 + math.exp(-logs[0])), math.exp(logs[1])
        a, b = mean * size, (1 - mean) * size
        return -float(np.sum(betaln(hits + a, tries - hits + b) - betaln(a, b)))

    start = np.array([math.log(middle / (1 - middle)), math.log(min(20.0, total))])
    limits = [(start[0] - 4, start[0] + 4), (0.0, math.log(total))]
    found = minimize(surprise, start, method="L-BFGS-B", bounds=limits).x
    mean, size = 1 / (1 + math.exp(-found[0])), math.exp(found[1])
    return mean * size, (1 - mean) * size


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
