"""What pages say before they draw: a difference is called one only where the ranges say so."""

from typing import Any

import pytest

from dashboard import sentences

ROW: dict[str, Any] = {
    "n": 184,
    "made": 118,
    "success_rate": 0.641,
    "success_low": 0.57,
    "success_high": 0.71,
    "few": False,
}
SETS: dict[str, Any] = {
    "bids": 184,
    "sets": 66,
    "set_rate": 0.359,
    "set_low": 0.29,
    "set_high": 0.43,
    "mean_short": 1.96,
    "sets_per_game": 1.34,
    "few": False,
}
PAIR: dict[str, Any] = ROW | {
    "partnership": "Ann & Bo",
    "bids": 184,
    "games": 12,
    "won": 7,
    "hands": 400,
    "net_per_hand": -1.26,
    "shrunk_low": 0.58,
    "shrunk_high": 0.7,
}

SAID = [
    (
        "a season",
        sentences.season(ROW, SETS),
        "This club makes 64 % of its bids (118 of 184; likely 57 to 71 %). "
        "When a bid is set, 2.0 books are missing on average.",
    ),
    (
        "too few",
        sentences.season(ROW | {"n": 7, "made": 4, "few": True}, SETS),
        "4 of 7 bids made so far: too few to tell.",
    ),
    (
        "books of sets not known",
        sentences.season(ROW, SETS | {"mean_short": None}),
        "This club makes 64 % of its bids (118 of 184; likely 57 to 71 %).",
    ),
    (
        "clearly more",
        sentences.bids(ROW, "at level 4", 0.55),
        "At level 4: 64 % of the bids are made (118 of 184; likely 57 to 71 %), "
        "more than the club’s 55 %.",
    ),
    (
        "clearly less",
        sentences.bids(ROW, "at level 4", 0.8),
        "At level 4: 64 % of the bids are made (118 of 184; likely 57 to 71 %), "
        "less than the club’s 80 %.",
    ),
    (
        "within luck",
        sentences.bids(ROW, "at level 4", 0.6),
        "At level 4: 64 % of the bids are made (118 of 184; likely 57 to 71 %), "
        "which may well be the club’s 60 %.",
    ),
    (
        "sets",
        sentences.sets(SETS, ""),
        "36 % of the bids are set (66 of 184; likely 29 to 43 %). "
        "When a bid is set, 2.0 books are missing on average. A game sees 1.3 sets.",
    ),
    (
        "a pair with a real minus",
        sentences.pair(PAIR, 0.55),
        "64 % of the bids made (118 of 184; likely 57 to 71 %), more than the club’s 55 %. "
        "7 of 12 games won. −1.3 points a hand.",
    ),
    (
        "a pair that never bid",
        sentences.pair(PAIR | {"bids": 0}, 0.55),
        "400 hands, and never the bid.",
    ),
    (
        "a lead that may be luck",
        sentences.ranking([PAIR, PAIR | {"partnership": "Cy & Di"}], "partnership"),
        "Ann & Bo lead: 64 % of the bids made (118 of 184; likely 57 to 71 %). "
        "Cy & Di may well be as good.",
    ),
    (
        "a clear lead",
        sentences.ranking([PAIR, PAIR | {"shrunk_high": 0.5}], "partnership"),
        "Ann & Bo lead: 64 % of the bids made (118 of 184; likely 57 to 71 %). "
        "Nobody else comes near.",
    ),
    (
        "nobody ranked",
        sentences.ranking([], "player"),
        "No player has played enough games to be ranked.",
    ),
]


@pytest.mark.parametrize(
    ("said", "wanted"), [row[1:] for row in SAID], ids=[row[0] for row in SAID]
)
def test_it_is_said_so(said: str, wanted: str) -> None:
    assert said.replace("\xa0", " ") == wanted
