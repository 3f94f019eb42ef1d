"""Two hands from a live site: who took each trick, followed by hand, and what came of them."""

from pathlib import Path

from recorder.formats.read import read_path
from tests.engine.judging import judged_as_recorded

LOGS = Path(__file__).parents[1] / "formats" / "logs"


def played(name: str) -> dict[str, object]:
    return judged_as_recorded(read_path(LOGS / name).hands).row(0, named=True)


def test_three_no_trump_set():
    hand = played("trickster_52_set.ptn")
    assert (hand["by"], hand["level"], hand["named"]) == ("S", 3, "no")
    assert hand["winners"] == "WWWSSSSSSSWW"
    assert (hand["books_ns"], hand["books_ew"]) == (8, 5)
    assert (hand["points_ns"], hand["points_ew"]) == (-6, 0)
    assert hand["renege_plays"] == 0


def test_stopped_after_the_seventh_trick():
    hand = played("trickster_54_stopped.ptn")
    assert (hand["by"], hand["level"], hand["named"]) == ("S", 4, "S")
    assert hand["winners"] == "EWNNNSS"
    # Five tricks to two with good aces; the kitty's book is the bidders'.
    assert (hand["taken_ns"], hand["taken_ew"]) == (6, 2)
    assert (hand["books"], hand["made"], hand["points_ns"]) == (None, None, None)
    assert hand["status"] == "stopped"
