"""The solver against answers that were not made by it."""

from __future__ import annotations

import csv
import random
import zlib
from pathlib import Path

import pytest
from endplay.dds.solve import SolveMode, solve_board
from endplay.types import Deal, Denom, Player

from analytics.double_dummy import Position, card_values, solve, solve_many
from recorder.auction import Direction
from recorder.cards import cards_in, mask_of, read_cards
from recorder.ranking import ranking
from recorder.seats import Partnership, Seat
from tests.double_dummy.minimax import legal_now, minimax
from tests.double_dummy.positions import ALL_RANKINGS, deal

VECTORS = Path(__file__).parent.parent / "vectors" / "double_dummy.csv"
RANKS = "23456789TJQKA"


def of_row(row: dict[str, str]) -> Position:
    holdings = [mask_of(read_cards(row[seat.name])) for seat in Seat]
    trump = None if row["trump"] == "no" else "SHDC".index(row["trump"])
    direction = Direction.UP if row["direction"] == "up" else Direction.DOWN
    return Position(
        (holdings[0], holdings[1], holdings[2], holdings[3]),
        ranking(trump, direction),
        Seat.parse(row["leader"]),
    )


def test_every_row_of_the_vectors() -> None:
    with VECTORS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    found = solve_many([of_row(row) for row in rows])
    wrong = [
        row["id"] for row, tricks in zip(rows, found, strict=True) if tricks != int(row["tricks"])
    ]
    assert len(rows) == 300
    assert wrong == []


@pytest.mark.parametrize("name", ALL_RANKINGS)
def test_minimax_agrees_whatever_the_ranking_and_the_trick_on_the_table(name: str) -> None:
    rng = random.Random(zlib.crc32(name.encode()))
    for number in range(24):
        cards = 4 if number == 0 else rng.choice((1, 2, 2, 3))
        position = deal(
            rng,
            ALL_RANKINGS[name],
            cards,
            jokers=None if "sit_out" in name else rng.choice((True, True, False)),
            on_table=rng.randrange(4),
        )
        side = position.to_play.partnership
        assert solve(position) == minimax(position, side), position


@pytest.mark.parametrize("trump", [1, None], ids=["trumps", "no trump"])
def test_minimax_agrees_at_five_cards(trump: int | None) -> None:
    position = deal(random.Random(5), ranking(trump, Direction.UP), 5, jokers=True, on_table=2)
    assert solve(position) == minimax(position, position.to_play.partnership)


@pytest.mark.parametrize("name", ALL_RANKINGS)
def test_every_card_is_worth_what_minimax_says_and_only_legal_ones_are_valued(name: str) -> None:
    rng = random.Random(zlib.crc32(name.encode()) + 2)
    for _ in range(8):
        position = deal(
            rng,
            ALL_RANKINGS[name],
            rng.choice((2, 3)),
            jokers=None if "sit_out" in name else True,
            on_table=rng.randrange(4),
        )
        side = position.to_play.partnership
        expected = {}
        for card in legal_now(position):
            after = position.after(card)
            taken = len(after.trick) == 0 and after.leader.partnership is side
            expected[card] = minimax(after, side) + taken
        assert card_values(position) == expected, position


def dds_value(position: Position, trump: int | None, label: dict[int, int]) -> int:
    """DDS on the position with each card called `label[card]` (13 a suit, high wins)."""
    hands = []
    for mask in position.holdings:
        held = [label[card] for card in cards_in(mask)]
        hands.append(
            ".".join(
                "".join(
                    RANKS[card % 13] for card in sorted(held, reverse=True) if card // 13 == suit
                )
                for suit in range(4)
            )
        )
    board = Deal("N:" + " ".join(hands))
    denominations = (Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs)
    board.trump = Denom.nt if trump is None else denominations[trump]
    board.first = Player.find(position.leader.name)
    return int(max(tricks for _, tricks in solve_board(board, SolveMode.OptimalOne)))


def bridge_labels(position: Position) -> dict[int, int] | None:
    """Each card as one of 13 of its suit, in order of power; None if a suit has too many."""
    ranks = position.ranking
    cards = [card for mask in position.holdings for card in cards_in(mask)]
    label = {}
    for suit in range(4):
        suited = sorted((c for c in cards if ranks.suit[c] == suit), key=lambda c: ranks.power[c])
        if len(suited) > 13:
            return None
        label |= {card: 13 * suit + rank for rank, card in enumerate(suited)}
    return label


@pytest.mark.parametrize("trump", [0, 1, 2, 3, None], ids=["S", "H", "D", "C", "no trump"])
@pytest.mark.parametrize("direction", list(Direction), ids=["up", "down"])
def test_dds_agrees_at_full_size(trump: int | None, direction: Direction) -> None:
    rng = random.Random(f"{trump} {direction}")
    positions: list[Position] = []
    while len(positions) < 6:
        ranks = ranking(trump, direction, aces_good=len(positions) % 2 == 0)
        position = deal(rng, ranks, 12, jokers=False if trump is None else None)
        if bridge_labels(position) is not None:
            positions.append(position)
    for position, tricks in zip(positions, solve_many(positions), strict=True):
        label = bridge_labels(position)
        assert label is not None
        assert tricks == dds_value(position, trump, label), position


def test_dds_agrees_on_thirteen_cards_each() -> None:
    rng = random.Random(13)
    positions = [
        deal(rng, ranking(trump, Direction.UP), 13, jokers=False) for trump in (0, 2, None)
    ]
    for position, trump in zip(positions, (0, 2, None), strict=True):
        label = {card: int(card) for card in range(52)}
        assert solve(position, Partnership(position.leader % 2)) == dds_value(
            position, trump, label
        )
