"""A simulated club: people of known skill and boldness, so that a page can be checked for truth.

Simulated hands are for the sample season and for tests; nothing real is estimated from them.
"""

from analytics.simulation.hands import play_hand
from analytics.simulation.people import CLUB, Person, alike

__all__ = ["CLUB", "Person", "alike", "play_hand"]
