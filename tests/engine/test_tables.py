"""One position, one trick, one auction, one score at a time: each row says why."""

import re

import numpy as np
import pytest

from recorder.auction import Direction, read_calls, resolve_auction
from recorder.cards import Card, cards_in, cards_text, mask_of, read_cards
from recorder.ranking import JOKER_MODES, Ranking, ranking
from recorder.replay import legal_plays, trick_winner
from recorder.rules import load_rules
from recorder.scoring import Outcomes, Tariff, books_after_reneges, score_games, tariff
from recorder.seats import Seat
from tests.engine.vectors import OURS, rows, why

LEGAL = rows("legal.csv")
WINNERS = rows("winners.csv") + rows("winners.csv", OURS)
# The rows come without reasons, and one of them twice.
AUCTIONS = {f"{row['rules']} {row['change']}: {row['calls']}": row for row in rows("auctions.csv")}
POINTS = rows("points.csv")

SILENT_ON_THE_WINNER = ("31", "59")
"""These rows reach the target and leave the winner's column empty; row 29 has the same score as 31
and names the bidders."""


def rankings(row: dict[str, str]) -> list[Ranking]:
    """The ranking of a row; one for each joker mode where the row names none."""
    return [
        ranking(
            "SHDC".index(row["trump"]) if row["trump"] else None,
            Direction[row["direction"].upper()],
            aces_good=row["aces"] == "good",
            joker_mode=mode,
        )
        for mode in JOKER_MODES
        if row["no_trump_jokers"] in ("", mode)
        # A joker that sits out is in no trick, and the other tables say nothing of a high one.
        and (row["trump"] or row["no_trump_jokers"] or mode not in ("sit_out", "high"))
    ]


@pytest.mark.parametrize("row", LEGAL, ids=why)
def test_legal(row):
    holding = mask_of(read_cards(row["holding"]))
    for table in rankings(row):
        found = cards_in(legal_plays(holding, read_cards(row["trick_so_far"]), table))
        assert cards_text(found) == cards_text(map(Card.parse, row["legal"].split()))


@pytest.mark.parametrize("row", WINNERS, ids=why)
def test_winner(row):
    for table in rankings(row):
        assert trick_winner(read_cards(row["trick"]), table) == int(row["winner"]) - 1


@pytest.mark.parametrize("row", AUCTIONS.values(), ids=AUCTIONS)
def test_auction(row):
    rules = load_rules(f"{row['rules']},{row['change']}" if row["change"] else row["rules"]).rules
    found = resolve_auction(read_calls(row["calls"]), Seat.N, rules)
    assert found.first_bad_call == (int(row["first_bad_call"]) if row["first_bad_call"] else None)
    if row["allowed"] == "yes":
        assert found.bidder == Seat(int(row["bidder_call"]) % 4)


@pytest.mark.parametrize("row", rows("auctions.csv", OURS), ids=why)
def test_our_auction(row):
    found = resolve_auction(read_calls(row["calls"]), Seat.N, load_rules(row["rules"]).rules)
    assert found.first_bad_call == (int(row["first_bad_call"]) if row["first_bad_call"] else None)
    assert found.bidder == (Seat(int(row["bidder_call"]) % 4) if row["bidder_call"] else None)
    assert found.is_forced == (row["forced"] == "yes")


def standing_at(bidders: int, defenders: int) -> Tariff:
    """Prices of a hand that brings the score where the row wants it, and never ends a game."""
    prices = tariff(load_rules("detroit").rules)
    points = np.empty_like(prices.points)
    points[...] = (bidders, defenders)
    return Tariff(points, prices.by_result, prices.boston, prices.limits)


@pytest.mark.parametrize("row", POINTS, ids=why)
def test_points(row):
    rules = load_rules(f"{row['preset']},{row['change']}" if row["change"] else row["preset"]).rules
    level, books = int(row["level"]), int(row["books"])
    called = row["renege_by"]
    paid = books_after_reneges(rules, level, books, called == "bidders", called == "defenders")
    assert paid.books == int(row["books_scored"])

    # Hands before this one: as many as the row says, the first of which made the score.
    hand = re.search(r"hand (\d) of", row["why"])
    before = max(1, int(hand[1]) - 1) if hand else 1
    n = before + 1
    zero = standing_at(0, 0)
    start = standing_at(int(row["bidders_before"]), int(row["defenders_before"]))
    run = score_games(
        Outcomes(
            series=np.zeros(n, np.int32),
            cuts=np.zeros(n, np.bool_),
            tariff=np.array([0, *[1] * (before - 1), 2], np.int16),
            side=np.zeros(n, np.int8),
            level=np.full(n, level, np.int8),
            no_trump=np.full(n, row["kind"] == "no"),
            books=np.array([*[6] * before, paid.books], np.int8),
            plain=np.full(n, paid.books != books),
            made=np.full(n, -1, np.int8),
            forfeit=np.full(n, -1, np.int8),
            owed=np.zeros((n, 2), np.int8),
        ),
        [start, zero, tariff(rules)],
    )
    assert run.points[-1].tolist() == [int(row["bidders_points"]), int(row["defenders_points"])]
    assert run.score[-1].tolist() == [int(row["bidders_after"]), int(row["defenders_after"])]
    assert run.made[-1] == (row["made"] == "yes")
    if row["id"] not in SILENT_ON_THE_WINNER:
        winner = {"bidders": 0, "defenders": 1, "": -1}[row["winner"]]
        assert run.winner[-1] == winner
