"""How many legal ways there are to play small endings out: following suit, trumping, direction and
jokers all at once.

The counts in perft.csv come from the naive enumerator. A failure prints the count for each card
that may be led, so that the wrong branch can be seen.
"""

from collections import Counter

import pytest

from recorder.auction import Direction
from recorder.cards import CARD_TEXT, cards_in, mask_of, read_cards
from recorder.ranking import Ranking, ranking
from recorder.replay import legal_plays, trick_winner
from tests.engine import naive
from tests.engine.vectors import OURS, rows, why

ENDINGS = rows("perft.csv", OURS)


def playouts(held: list[int], seat: int, trick: list[int], table: Ranking) -> int:
    if not any(held):
        return 1
    count = 0
    for card in cards_in(legal_plays(held[seat], trick, table)):
        left = [cards & ~(1 << card) for cards in held]
        on_table, to_play = [*trick, int(card)], (seat + 1) % 4
        if len(on_table) == 4:
            to_play = (to_play + trick_winner(on_table, table)) % 4
            on_table = []
        count += playouts(left, to_play, on_table, table)
    return count


@pytest.mark.parametrize("ending", ENDINGS, ids=why)
def test_playouts(ending):
    table = ranking(
        None if ending["trump"] == "no" else "SHDC".index(ending["trump"]),
        Direction[ending["direction"].upper()],
        aces_good=ending["aces"] == "good",
        joker_mode=ending["jokers"],
    )
    held = [mask_of(read_cards(ending[seat])) for seat in "NESW"]
    leader = "NESW".index(ending["leader"])
    split = {
        CARD_TEXT[card]: playouts(
            [cards & ~(1 << card) for cards in held], (leader + 1) % 4, [int(card)], table
        )
        for card in cards_in(held[leader])
    }
    cards = {seat: ending[seat].split() for seat in "NESW"}
    contract = (ending["trump"], ending["direction"], ending["aces"], ending["jokers"])
    expected = Counter(line[0] for line in naive.playouts(cards, ending["leader"], *contract))
    assert split == expected
    assert sum(split.values()) == int(ending["playouts"])
