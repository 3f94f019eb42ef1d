"""Double dummy: what a deal is worth when all four see all the cards and nobody errs.

`bits` and `position` say how cards become numbers, `machine` holds a search, `moves` lists the
cards to try, `bounds` knows what needs no search, `table` remembers, `search` asks one question,
`solver` turns questions into values and `plays` into a value for every card. Every figure is
hindsight: no player sees what the solver sees.

>>> from recorder.auction import Direction
>>> from recorder.cards import mask_of, read_cards
>>> from recorder.ranking import ranking
>>> from recorder.seats import Seat
>>> holdings = ["AS 2H", "KS 3H", "2S AH", "3S KH"]
>>> position = Position(
...     holdings=tuple(mask_of(read_cards(text)) for text in holdings),
...     ranking=ranking(None, Direction.UP),
...     leader=Seat.N,
... )
>>> solve(position)
2
>>> {str(card): tricks for card, tricks in card_values(position).items()}
{'AS': 2, '2H': 2}
"""

from analytics.double_dummy.plays import card_values, line_values
from analytics.double_dummy.position import Position
from analytics.double_dummy.solver import (
    Bounds,
    bracket,
    bracket_many,
    can_take,
    solve,
    solve_many,
)

__all__ = [
    "Bounds",
    "Position",
    "bracket",
    "bracket_many",
    "can_take",
    "card_values",
    "line_values",
    "solve",
    "solve_many",
]
