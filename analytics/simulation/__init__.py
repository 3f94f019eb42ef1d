"""A simulated club: people of known skill and boldness, so that a figure can be held to the truth.

Simulated hands are for the sample season and for tests; nothing real is estimated from them.
`play_hand` plays every card; `draw_hand` draws a result from a model whose chances are known.
"""

from analytics.simulation.hands import play_hand
from analytics.simulation.people import CLUB, Person, alike
from analytics.simulation.results import books_chances, draw_hand, expected_points, success_chance
from analytics.simulation.season import (
    CLUB_NAME,
    Evening,
    reduced,
    simulate_season,
    thursdays,
)

__all__ = [
    "CLUB",
    "CLUB_NAME",
    "Evening",
    "Person",
    "alike",
    "books_chances",
    "draw_hand",
    "expected_points",
    "play_hand",
    "reduced",
    "simulate_season",
    "success_chance",
    "thursdays",
]
