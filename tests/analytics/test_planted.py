"""Ranking against the planted truth of simulated clubs: it finds skill, and none where none is."""

import pytest
from openskill.models import BradleyTerryFull
from scipy.stats import spearmanr

from analytics.bids import bids
from analytics.facts import facts_of
from analytics.filters import Filters
from analytics.partnerships import partnerships
from analytics.players import players
from analytics.ratings import MIN_GAMES, pair_rating, ratings
from analytics.simulation import CLUB, alike
from analytics.simulation.season import simulate_season, thursdays
from recorder.hand import frame_of
from recorder.rules import load_rules
from tests.analytics import plain

SKILL = {person.name: person.skill for person in CLUB}


def season(seed, people=CLUB):
    records = simulate_season(seed, thursdays(24), people=people)
    return facts_of(frame_of(records), [load_rules("pagat")])


@pytest.mark.parametrize("seed", [1, 2])
def test_a_season_of_evenings_ranks_people_by_their_skill(seed):
    facts = season(seed)
    rated = ratings(facts)
    found = spearmanr([rated[name].mean for name in SKILL], list(SKILL.values())).statistic
    assert found > 0.75
    table = players(facts)
    by_success = spearmanr(table["success_shrunk"], [SKILL[name] for name in table["player"]])
    assert by_success.statistic > 0.5


@pytest.mark.parametrize("seed", [1, 2])
def test_among_people_who_are_alike_nobody_stands_out(seed):
    facts = season(seed, alike())
    club = bids(facts, by=())["success_rate"].item()
    table = players(facts)
    raw = (table["success_rate"] - club).abs().max()
    shrunk = (table["success_shrunk"] - club).abs().max()
    assert shrunk < raw / 3
    assert (table["shrunk_low"] <= club).all()
    assert (table["shrunk_high"] >= club).all()


def test_ratings_are_the_librarys_over_the_games_in_order():
    asked = plain.asked_season()
    model = BradleyTerryFull()
    people = {}
    for game in plain.games_of(asked.hands):
        chairs = [game[chair] for chair in ("north", "south", "east", "west")]
        if game["winner"] is None or None in chairs:
            continue
        n, s, e, w = (people.setdefault(name, model.rating()) for name in chairs)
        ranks = {"NS": [1, 2], "EW": [2, 1], "drawn": [1, 1]}[game["winner"]]
        rated = model.rate([[n, s], [e, w]], ranks=ranks)
        people.update(zip(chairs, [*rated[0], *rated[1]], strict=True))
    found = ratings(asked.facts)
    assert set(found) == set(people)
    for name, skill in people.items():
        assert (found[name].mean, found[name].spread) == pytest.approx((skill.mu, skill.sigma))
    for row in partnerships(asked.facts).iter_rows(named=True):
        rating = pair_rating(*(found.get(name) for name in row["partnership"].split(" & ")))
        assert row["rating"] == (rating and pytest.approx(rating.mean))
        assert row["rating_low"] == (rating and pytest.approx(rating.low))


def test_who_played_little_is_listed_apart():
    table = partnerships(plain.asked_season().facts, Filters.parse("until=2026-01-15"))
    ranked = table["rank"].is_not_null()
    assert (table.filter(ranked)["games"] >= MIN_GAMES).all()
    assert (table.filter(~ranked)["games"] < MIN_GAMES).all()
    assert ranked.to_list() == sorted(ranked, reverse=True), "the unranked come last"
    places = table.filter(ranked)["rank"].to_list()
    assert places == sorted(places)
    assert places[0] == 1
