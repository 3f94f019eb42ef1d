"""The adviser and the commands: what is refused, what is said, and that more bids mean less."""

import json
from pathlib import Path

import pytest

from analytics.accuracy.adviser import advise, read_holding
from analytics.errors import QuestionError
from recorder.auction import Bid, Kind, read_calls
from recorder.cli import main
from recorder.rules import Rules, load_rules

STRONG = "BJ LJ AS KS QS JS TS 9S AH KH AD AC"
VECTORS = Path(__file__).parent.parent / "vectors"

REFUSED = [
    ("eleven cards", STRONG.removesuffix(" AC"), "pagat", "expected 12 different cards, got 11"),
    ("a card twice", STRONG.replace("AC", "AD"), "pagat", "expected 12 different cards, got 11"),
    ("a joker that is not in the deck", STRONG, "northeast", "got 'BJ LJ', which is not in it"),
]


@pytest.mark.parametrize(("why", "cards", "preset", "message"), REFUSED)
def test_refused(why: str, cards: str, preset: str, message: str) -> None:
    with pytest.raises(QuestionError, match=message):
        read_holding(cards, load_rules(preset).rules)


def test_strong_cards_bid_their_suit_and_say_why() -> None:
    rules = Rules()
    found = advise(read_holding(STRONG, rules), rules, samples=24)
    up = [one for one in found if one.bid.kind is Kind.UPTOWN]
    assert {one.played.trump for one in up} == {"S"}
    assert "8 trumps with both jokers" in up[0].why
    chances = [one.odds.chance.value for one in sorted(up, key=lambda one: one.bid.level)]
    assert chances == sorted(chances, reverse=True)
    assert [one.odds.points.value for one in found] == sorted(
        (one.odds.points.value for one in found), reverse=True
    )


def test_only_what_is_allowed_over_the_calls_is_advised() -> None:
    rules = Rules()
    found = advise(read_holding(STRONG, rules), rules, read_calls("pass, 6 no"), samples=20)
    assert {one.bid for one in found} == {Bid(7, kind) for kind in Kind}


def test_advise_and_solve_on_the_command_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["advise", STRONG, "--samples", "20", "--json"])
    assert left.value.code == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert rows[0]["points"] >= rows[-1]["points"]
    assert {"bid", "trump", "chance", "why"} <= rows[0].keys()

    with pytest.raises(SystemExit) as left:
        main(["advise", "AS KS"])
    assert left.value.code == 2
    assert "expected 12 different cards" in capsys.readouterr().err

    played = json.loads((VECTORS / "hands.jsonl").read_text(encoding="utf-8").splitlines()[0])
    file = tmp_path / "one.jsonl"
    file.write_text(json.dumps(played))
    with pytest.raises(SystemExit) as left:
        main(["solve", str(file), "--json"])
    assert left.value.code == 0
    [solved] = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    given = solved["given_away"]
    assert sum(given.values()) == sum(card["cost"] or 0 for card in solved["cards"])
    told = {"bidder": "W", "bid": "5 down"}
    unplayed = {key: value for key, value in played.items() if key != "tricks"} | told
    file.write_text(json.dumps(unplayed))
    with pytest.raises(SystemExit) as left:
        main(["solve", str(file), "--json"])
    assert left.value.code == 0
    [value] = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert value["double_dummy"] >= 0

    file.write_text(json.dumps({key: unplayed[key] for key in unplayed if key != "deal"}))
    with pytest.raises(SystemExit) as left:
        main(["solve", str(file)])
    assert left.value.code == 1
    assert "not all its cards" in capsys.readouterr().err
