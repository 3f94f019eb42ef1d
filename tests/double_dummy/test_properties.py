"""What must hold of any solver, whatever the right answer is."""

from __future__ import annotations

import random

import pytest

from analytics.double_dummy import (
    Position,
    bracket,
    bracket_many,
    can_take,
    card_values,
    line_values,
    solve,
    solve_many,
)
from recorder.auction import Direction
from recorder.cards import Card, cards_in, mask_of, read_cards
from recorder.errors import RecordError
from recorder.ranking import ranking
from recorder.seats import Partnership, Seat
from tests.double_dummy.minimax import legal_now
from tests.double_dummy.positions import ALL_RANKINGS, deal, mode_ranking, resuited, rotated

SOME_RANKINGS = [name for name in ALL_RANKINGS if "aces good" in name]


def some_positions(name: str, seed: int, cards: int = 8, count: int = 6) -> list[Position]:
    rng = random.Random(f"{name} {seed}")
    jokers = None if "sit_out" in name else True
    return [
        deal(rng, ALL_RANKINGS[name], cards, jokers=jokers, on_table=rng.randrange(4))
        for _ in range(count)
    ]


@pytest.mark.parametrize("name", SOME_RANKINGS)
def test_the_sides_share_out_the_tricks(name: str) -> None:
    for position in some_positions(name, 1):
        shares = [solve(position, partnership) for partnership in Partnership]
        assert sum(shares) == position.tricks_left


@pytest.mark.parametrize("name", SOME_RANKINGS)
def test_rotating_the_seats_changes_nothing(name: str) -> None:
    for position in some_positions(name, 2, count=3):
        assert len({solve(rotated(position, turns)) for turns in range(4)}) == 1


@pytest.mark.parametrize("direction", list(Direction), ids=["up", "down"])
def test_renaming_the_suits_changes_nothing(direction: Direction) -> None:
    rng = random.Random(3)
    for trump in (0, 2, None):
        position = deal(rng, ranking(trump, direction), 9, jokers=True, on_table=2)
        for order in ((1, 2, 3, 0), (3, 2, 1, 0), (0, 2, 1, 3)):
            renamed = ranking(None if trump is None else order[trump], direction)
            assert solve(resuited(position, order, renamed)) == solve(position)


def test_without_jokers_downtown_is_uptown_upside_down() -> None:
    rng = random.Random(4)
    for trump in (1, None):
        up = deal(rng, ranking(trump, Direction.UP), 9, jokers=False)
        turned = [
            mask_of(Card(13 * (card // 13) + 12 - card % 13) for card in cards_in(mask))
            for mask in up.holdings
        ]
        down = Position(
            (turned[0], turned[1], turned[2], turned[3]),
            ranking(trump, Direction.DOWN, aces_good=False),
            up.leader,
        )
        assert solve(down) == solve(up)


@pytest.mark.parametrize("trump", [1, None], ids=["trumps", "no trump"])
def test_a_sure_winner_more_never_costs(trump: int | None) -> None:
    """A joker at trumps or an ace, in place of the seat's lowest card of that suit."""
    rng = random.Random(5)
    ranks = ranking(trump, Direction.UP)
    improved = 0
    for _ in range(40):
        position = deal(rng, ranks, 7, jokers=False)
        seat = rng.randrange(4)
        suit = 1
        holding = position.holdings[seat]
        low = min((c for c in cards_in(holding) if c // 13 == suit), default=None)
        top = Card(53) if trump is not None else Card(13 * suit + 12)
        if low is None or low == top or any(mask >> top & 1 for mask in position.holdings):
            continue
        holdings = list(position.holdings)
        holdings[seat] = holding ^ (1 << low) ^ (1 << top)
        better = Position(
            (holdings[0], holdings[1], holdings[2], holdings[3]), ranks, position.leader
        )
        side = Seat(seat).partnership
        assert solve(better, side) >= solve(position, side)
        improved += solve(better, side) > solve(position, side)
    assert improved > 0


@pytest.mark.parametrize("name", SOME_RANKINGS)
def test_the_best_card_is_worth_the_position_and_each_card_the_position_after_it(name: str) -> None:
    for position in some_positions(name, 6, count=3):
        side = position.to_play.partnership
        values = card_values(position)
        assert set(values) == set(legal_now(position))
        assert max(values.values()) == solve(position)
        for card, tricks in values.items():
            after = position.after(card)
            taken = not after.trick and after.leader.partnership is side
            assert solve(after, side) + taken == tricks


@pytest.mark.parametrize("name", SOME_RANKINGS)
def test_a_line_of_play_is_valued_as_each_of_its_positions_is(name: str) -> None:
    rng = random.Random(f"line {name}")
    position = some_positions(name, 7, cards=6, count=1)[0]
    line: list[Card] = []
    expected = []
    after = position
    while after.tricks_left:
        expected.append(card_values(after))
        line.append(rng.choice(legal_now(after)))
        after = after.after(line[-1])
    assert line_values(position, line) == expected


def test_after_a_renege_play_goes_on() -> None:
    ranks = ranking(None, Direction.UP)
    texts = ("AS 2H", "2S KH", "KS 3H", "3S 4H")
    position = Position(tuple(mask_of(read_cards(t)) for t in texts), ranks, Seat.N)  # type: ignore[arg-type]
    line = read_cards("AS KH KS 3S 2H 2S 3H 4H")
    turns = line_values(position, line)
    assert Card.parse("KH") not in turns[1]
    assert turns[4] == {Card.parse("2H"): 0}


def test_can_take_is_the_value_asked_one_trick_at_a_time() -> None:
    for position in some_positions(SOME_RANKINGS[0], 8, count=4):
        for partnership in Partnership:
            value = solve(position, partnership)
            asked = [can_take(position, partnership, tricks) for tricks in range(-1, 14)]
            assert asked == [tricks <= value for tricks in range(-1, 14)]


def test_a_node_limit_gives_bounds_that_hold_and_close_in() -> None:
    rng = random.Random(9)
    cut_short = 0
    for _ in range(6):
        position = deal(rng, ranking(None, Direction.UP), 11, jokers=True)
        value = solve(position)
        widths = []
        for node_limit in (0, 100, 2000, 1 << 40):
            low, high = bracket(position, node_limit=node_limit)
            assert low <= value <= high
            widths.append(high - low)
            cut_short += high > low
        assert widths == sorted(widths, reverse=True)
        assert widths[-1] == 0
        assert bracket(position) == (value, value)
    assert cut_short > 0


def test_many_on_all_cores_are_as_each_alone() -> None:
    positions = [p for name in SOME_RANKINGS for p in some_positions(name, 10, cards=7)]
    alone = [solve(position) for position in positions]
    assert solve_many(positions, threads=2) == alone
    assert solve_many(positions, threads=1) == alone
    assert solve_many([]) == []
    assert all(found.exact for found in bracket_many(positions))


def test_floor_and_ceiling_only_cut_off() -> None:
    positions = some_positions(SOME_RANKINGS[1], 11, count=12)
    values = solve_many(positions, Partnership.NS)
    clipped = solve_many(positions, Partnership.NS, floor=3, ceiling=5)
    assert clipped == [min(max(value, 3), 5) for value in values]


def test_no_cards_left_is_no_tricks() -> None:
    position = Position((0, 0, 0, 0), ranking(0, Direction.UP), Seat.E)
    assert solve(position) == 0
    assert card_values(position) == {}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((1, 2, 4, 0), ranking(0, Direction.UP), Seat.N), "four equal holdings"),
        (((1, 2, 4, 4), ranking(0, Direction.UP), Seat.N), "'4S' twice"),
        (((1, 2, 4, 8), ranking(0, Direction.UP), Seat.N, (Card(20),)), "four equal holdings"),
        (((1, 2, 4, 1 << 52), mode_ranking("sit_out"), Seat.N), "jokers sit out, got 'LJ'"),
        (
            ((0, 0, 0, 0), ranking(0, Direction.UP), Seat.N, tuple(map(Card, range(4)))),
            "at most three",
        ),
    ],
    ids=["unequal", "a card twice", "the trick unequal", "a barred joker", "a whole trick"],
)
def test_a_position_that_cannot_be_says_why(arguments: tuple, message: str) -> None:  # type: ignore[type-arg]
    with pytest.raises(RecordError, match=message):
        Position(*arguments)
