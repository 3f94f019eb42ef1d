"""Intervals against scipy's own, over their whole domain."""

import numpy as np
import polars as pl
import pytest

from analytics.form import effective
from analytics.intervals import mean_tallies, rate_with_interval, tallied_mean
from analytics.ratings import beta_prior, shrunk_rates
from tests.analytics import plain


def test_wilson_for_every_count_up_to_forty():
    pairs = [(hits, n) for n in range(1, 41) for hits in range(n + 1)]
    frame = pl.DataFrame(pairs, schema=["hits", "n"], orient="row")
    found = frame.select(rate_with_interval("hits", "n", "rate", "rate"))
    for (hits, n), row in zip(pairs, found.rows(), strict=True):
        assert row == pytest.approx(plain.wilson(hits, n), abs=1e-12)


def test_no_tries_no_rate():
    frame = pl.DataFrame({"hits": [0], "n": [0]})
    assert frame.select(rate_with_interval("hits", "n", "rate", "rate")).row(0) == (None,) * 3


@pytest.mark.parametrize(
    "values", [[], [3], [3, 3], [1, 4], [-7, 14, 3, 0, 5], list(range(-40, 60))]
)
def test_means(values):
    column = pl.DataFrame({"value": values}, schema={"value": pl.Int16})
    tallies = column.select(mean_tallies("value", "v"))
    (row,) = tallied_mean(tallies, "v", "mean", "v").iter_rows()
    assert row == pytest.approx(plain.student(values))


def test_the_values_left_out_of_a_mean_are_the_unknown_ones():
    column = pl.DataFrame({"value": [1, None, 4]}, schema={"value": pl.Int16})
    tallies = column.select(mean_tallies("value", "v"))
    assert tallies["v_n"].item() == 2


@pytest.mark.parametrize("n", [1, 2, 10, 500])
@pytest.mark.parametrize("half_life", [20, 80])
def test_effective_number(n, half_life):
    _, worth = plain.weighted([0.0] * n, half_life)
    (found,) = effective(pl.Series([float(n)]).to_numpy(), half_life)
    assert found == pytest.approx(worth)


def test_a_shrunk_rate_lies_between_its_own_and_the_clubs():
    made, tries = pl.Series([9, 60, 2, 0]), pl.Series([10, 100, 10, 0])
    club = 71 / 120
    shrunk = shrunk_rates(made, tries)
    for at, rate in enumerate((0.9, 0.6, 0.2)):
        low, high = sorted((rate, club))
        assert low - 0.03 <= shrunk["success_shrunk"][at] <= high + 0.03
    assert (shrunk["shrunk_low"] < shrunk["success_shrunk"]).all()
    assert (shrunk["success_shrunk"] < shrunk["shrunk_high"]).all()


def test_the_prior_finds_the_spread_it_was_drawn_from():
    rng = np.random.default_rng(1)
    tries = rng.integers(30, 300, 400).astype(float)
    hits = rng.binomial(tries.astype(int), rng.beta(12, 8, 400)).astype(float)
    a, b = beta_prior(hits, tries)
    assert a / (a + b) == pytest.approx(0.6, abs=0.01)
    assert a + b == pytest.approx(20, rel=0.2)


def test_rates_that_differ_by_chance_alone_are_drawn_together():
    rng = np.random.default_rng(2)
    tries = pl.Series([40] * 30)
    made = pl.Series(rng.binomial(40, 0.6, 30))
    shrunk = shrunk_rates(made, tries)["success_shrunk"]
    spread = (made / tries).std()
    assert shrunk.std() < spread / 3
