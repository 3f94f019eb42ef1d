"""Shares of sets and the partner matrix: what the title claims is what the ranges say."""

import polars as pl
import pytest

from dashboard.share_charts import partner_matrix, set_share_dots
from dashboard.theme import LIGHT
from tests.dashboard import frames


def pair(player: str, partner: str, net: float, low: float, high: float, hands: int = 40):
    return {
        "player": player,
        "partner": partner,
        "hands": hands,
        "net_per_hand": net,
        "net_low": low,
        "net_high": high,
        "few": hands < 10,
    }


def both(*row: object):
    return [pair(*row), pair(row[1], row[0], *row[2:])]


WINS = both("Ann", "Cy", 1.2, 0.3, 2.1)
LOSES = both("Bo", "Di", -1.0, -1.8, -0.2)
LUCK = both("Ann", "Bo", 0.4, -0.5, 1.3)
FEW = both("Cy", "Di", 5.0, 1.0, 9.0, 4)

TITLES = [
    ("one wins", [*WINS, *LUCK], "Ann & Cy win points beyond luck"),
    (
        "one each way",
        [*WINS, *LOSES],
        "Ann & Cy win points beyond luck; Bo & Di lose points beyond luck",
    ),
    ("within luck", LUCK, "No pair wins or loses points beyond luck"),
    ("too few to tell", FEW, "No pair wins or loses points beyond luck"),
]


@pytest.mark.parametrize(
    ("pairs", "title"), [row[1:] for row in TITLES], ids=[row[0] for row in TITLES]
)
def test_the_matrix_names_who_is_clear_of_luck(pairs, title):
    drawn = partner_matrix(pl.DataFrame(pairs), ["Ann", "Bo", "Cy", "Di"]).to_dict()
    assert frames.title(drawn) == title


def test_the_matrix_says_by_a_sign_what_it_says_by_colour():
    drawn = partner_matrix(pl.DataFrame([*WINS, *LOSES, *LUCK, *FEW]), ["Ann", "Bo", "Cy", "Di"])
    [rows] = drawn.to_dict()["datasets"].values()
    signs = {(row["player"], row["partner"]): row["sign"] for row in rows}
    assert signs["Ann", "Cy"] == "+"
    assert signs["Bo", "Di"] == "−"
    assert signs["Ann", "Bo"] == ""
    assert signs["Cy", "Di"] == "·"


def test_who_is_set_most_often_stands_first():
    frame = pl.DataFrame(
        {
            "name": ["Ann & Cy", "Bo & Di"],
            "bids": [40, 20],
            "sets": [10, 12],
            "set_rate": [0.25, 0.6],
            "set_low": [0.14, 0.39],
            "set_high": [0.4, 0.78],
            "few": [False, False],
        }
    )
    drawn = set_share_dots(frame, "name", average=0.37, title="Who").to_dict()
    [interval] = [
        layer
        for layer in drawn["layer"]
        if layer["mark"].get("yOffset") == 18 and layer["mark"]["type"] == "rule"
    ]
    assert interval["encoding"]["y"]["sort"] == ["Bo & Di", "Ann & Cy"]
    assert interval["encoding"]["color"]["value"] == LIGHT.set
    assert drawn["title"]["subtitle"][0].replace("\xa0", " ").startswith("22 of 60 bids set")
