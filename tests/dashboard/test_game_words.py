"""Why a game ended has words for every end the scorer knows."""

from dashboard.game_words import ENDINGS
from recorder.scoring import GameEnd


def test_every_end_of_a_game_has_its_words() -> None:
    assert set(ENDINGS) == {end.name.lower() for end in GameEnd} - {"not_yet"}
