"""Re-scoring equals scoring each hand afresh, and says when it may not."""

from random import Random

import polars as pl
import pytest

from analytics.house_rules.compare import compare
from analytics.house_rules.played import Played, played_of
from analytics.house_rules.rescore import Reason, Rescored, rescore
from analytics.house_rules.switches import switches
from recorder.errors import RulesError
from recorder.evaluate import evaluate
from recorder.hand import HandRecord, frame_of
from recorder.rules import FIELDS, Rules, load_rules
from recorder.scoring import UNKNOWN_POINTS
from tests.strategies import random_hand, random_result, random_rules

SEEDS = range(100)


def random_game(rng: Random, rules: Rules, game: str) -> list[HandRecord]:
    """Whole hands and bare results in turn, some with a renege called."""
    values = rules.values()
    hands = []
    for number in range(1, 7):
        facts = {"file": "f", "game": game, "hand": number}
        if rng.random() < 0.5:
            hands.append(random_hand(rng, values, renege_rate=0.02, **facts).record)
        else:
            called = rng.choice(((), (), ("N",), ("E", "S")))
            hands.append(random_result(rng, values, called=called, **facts))
    return hands


def changed(rng: Random, rules: Rules) -> Rules:
    """The rules with a few values changed; never the deck, which is another game."""
    for _ in range(50):
        names = rng.sample([name for name in FIELDS if not name.startswith("deck.")], 3)
        try:
            return rules.replace({name: rng.choice(FIELDS[name].choices) for name in names})
        except RulesError:
            continue
    return rules


def pair(seed: int) -> tuple[pl.DataFrame, Rules, Rules]:
    rng = Random(seed)
    rules = random_rules(rng)
    records = [hand for game in "abcde" for hand in random_game(rng, rules, game)]
    return frame_of(records), rules, changed(rng, rules)


def afresh(frame: pl.DataFrame, rules: Rules, hands: Played) -> pl.DataFrame:
    """The engine's own scores, in the order of play."""
    return evaluate(frame, [rules]).hands[pl.Series(hands.hand_id)]


def check_against_afresh(seed: int) -> int:
    """Compare one pair of rule sets over its hands; returns how many could be compared."""
    frame, own, other = pair(seed)
    hands = played_of(evaluate(frame, [own]))
    again = rescore(hands, other)
    expected = afresh(frame, other, hands)
    # After the first hand of a game that cannot be known, nothing of the game is.
    unknown = pl.DataFrame({"game": hands.game, "out": ~again.used & ~hands.nothing})
    known = unknown.select(pl.col("out").cum_max().over("game"))["out"].not_().to_numpy()
    for side, name in enumerate(("ns", "ew")):
        for got, column in (
            (again.running.points[:, side], f"points_{name}"),
            (again.running.score[:, side], f"score_{name}"),
        ):
            wanted = expected[column].fill_null(UNKNOWN_POINTS).to_numpy()
            assert got[known].tolist() == wanted[known].tolist(), (seed, column)
    return int(known.sum())


def test_points_and_scores_are_those_of_scoring_afresh() -> None:
    assert sum(map(check_against_afresh, SEEDS)) > 300


def outcome(one: Rescored) -> tuple[list[int], ...]:
    running = one.running
    return (running.points.ravel().tolist(), running.winner.tolist(), one.reason.tolist())


@pytest.mark.parametrize("seed", SEEDS[:30])
def test_a_rule_set_against_itself_changes_nothing(seed: int) -> None:
    frame, own, _ = pair(seed)
    evaluation = evaluate(frame, [own])
    hands = played_of(evaluation)
    again = rescore(hands, own)
    assert set(again.reason.tolist()) <= {Reason.USED, Reason.NO_BID, Reason.NOT_ALLOWED}
    assert not again.first_trick.any()
    same = compare(hands, [load_rules("pagat"), load_rules("pagat")]).pairs().row(0, named=True)
    assert same["flipped"] == same["hands_differ"] == same["made_differ"] == 0


@pytest.mark.parametrize("seed", SEEDS[:20])
def test_the_order_of_rule_sets_does_not_matter(seed: int) -> None:
    frame, own, other = pair(seed)
    hands = played_of(evaluate(frame, [own]))
    forward = [rescore(hands, own), rescore(hands, other)]
    backward = [rescore(hands, other), rescore(hands, own)]
    assert list(map(outcome, forward)) == list(map(outcome, reversed(backward)))


def result(hand: int, bidder: str, bid: str, books: int, **facts: object) -> HandRecord:
    columns = {"file": "f", "game": "1", "hand": hand, "bidder": bidder, "bid": bid}
    return HandRecord(**columns, trump="S", books=books, **facts)  # type: ignore[arg-type]


LEFT_OUT = [
    ("pagat", "pagat,auction.min_level=4", {}, "3 up", Reason.NOT_ALLOWED, "below the minimum"),
    ("pagat", "northeast", {}, "4 up", Reason.OTHER_DECK, "52 cards are another game"),
    ("pagat", "pagat,play.first_lead=left_of_bidder", {}, "4 up", Reason.OTHER_LEAD, "first lead"),
    ("pagat", "pagat,play.downtown_aces=bad", {}, "4 down", Reason.NEEDS_PLAY, "aces downtown"),
    ("pagat", "pagat,play.downtown_aces=bad", {}, "4 up", Reason.USED, "aces are high uptown"),
    (
        "pagat",
        "pagat,play.no_trump_jokers=high",
        {"direction": "up", "trump": "no"},
        "4 no",
        Reason.NEEDS_PLAY,
        "high jokers take tricks",
    ),
    ("pagat", "pagat,scoring.made=level", {}, "4 up", Reason.USED, "points are arithmetic"),
    (
        "pagat",
        "pagat,auction.same_level=no>down>up",
        {"calls": "4 up, pass, 4 down, pass", "dealer": "N"},
        "4 down",
        Reason.USED,
        "what its own rules did not allow, others may",
    ),
    (
        "pagat,auction.same_level=no>down>up",
        "pagat",
        {"calls": "4 up, pass, 4 down, pass", "dealer": "N"},
        "4 down",
        Reason.NOT_ALLOWED,
        "four down does not overcall four up",
    ),
]


@pytest.mark.parametrize("case", LEFT_OUT, ids=lambda case: case[-1])
def test_a_hand_that_cannot_be_known_is_left_out_with_its_reason(case) -> None:
    own, other, facts, bid, reason, _ = case
    trump = facts.get("trump", "S")
    record = HandRecord(
        **{"bidder": "S", "bid": bid, "books": 10, "game": "1", "hand": 1, **facts, "trump": trump}
    )
    hands = played_of(evaluate(frame_of([record]), [load_rules(own).rules]))
    again = rescore(hands, load_rules(other).rules)
    assert again.reason.tolist() == [reason]


def test_a_game_ends_earlier_flips_or_is_unfinished() -> None:
    hands = [
        result(1, "N", "4 up", 12),
        result(2, "E", "5 up", 12),
        result(3, "N", "3 up", 8),
        result(4, "E", "4 up", 10),
    ]
    played = played_of(evaluate(frame_of(hands), [load_rules("pagat").rules]))
    sets = ["pagat", "pagat,game.target=5", "pagat,game.target=21", "pagat,scoring.made=level"]
    comparison = compare(played, [load_rules(name) for name in sets])
    games = [comparison.games(0, b).row(0, named=True) for b in range(len(sets))]
    assert [game["winner_b"] for game in games] == ["EW", "NS", "unfinished", "EW"]
    assert [game["length_b"] for game in games] == [4, 1, 4, 4]
    assert comparison.sets()["unused_hands"].to_list() == [0, 3, 0, 0]
    assert comparison.pairs().row(0, named=True)["flipped"] == 1
    rates = comparison.sets().row(0, named=True)
    assert (rates["sets"], rates["used"], rates["set_rate"]) == (1, 4, 0.25)
    assert rates["net_points"] == (6 + 6 - 3 + 4) / 4


def test_an_evening_is_cut_into_games_again() -> None:
    hands = [result(number, "N", "4 up", 10, date="2026-11-26") for number in range(1, 5)]
    played = played_of(evaluate(frame_of(hands), [load_rules("pagat").rules]))
    shorter = [load_rules("pagat"), load_rules("pagat,game.target=5")]
    row = compare(played, shorter, by="evening").sets().row(0, named=True)
    assert row["ended_by"] == "target 2"
    one_game = compare(played, shorter, by="game").sets().row(0, named=True)
    assert one_game["ended_by"] == "target 1"


def test_the_switch_that_flips_most_games_comes_first() -> None:
    frame, own, _ = pair(3)
    hands = played_of(evaluate(frame, [own]))
    table = switches(hands, load_rules("pagat"))
    assert table["flipped"].to_list() == sorted(table["flipped"], reverse=True)
    assert {"game.target", "scoring.made", "auction.min_level"} <= set(table["field"])
    assert (table["words"].str.len_chars() > 10).all()
