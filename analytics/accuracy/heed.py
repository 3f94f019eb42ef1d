"""What the others' calls say about their cards: samples weighed by how well they go with them.

The model is stated, not fitted: a player bids when the hand is reckoned to take `CAUTION` books
more than the bid needs, give or take `DOUBT`. Only calls made before the turn are heeded.
"""

from collections.abc import Sequence
from math import exp

from analytics.accuracy.deals import Layout
from analytics.simulation.naming import namings
from analytics.simulation.valuation import books_worth
from recorder.auction import Bid, Kind, legal_bids
from recorder.cards import cards_in
from recorder.rules import Rules

__all__ = ["weights"]

CAUTION = 0.4  # books
DOUBT = 0.8  # books


def weights(deals: Sequence[Layout], calls: Sequence[Bid | None], rules: Rules) -> list[float]:
    """How likely `calls`, those before the turn of whoever imagines `deals`, are on each."""
    turn = len(calls)
    spoken = [
        ((at - turn) % 4 - 1, call, legal_bids(calls[:at], rules))
        for at, call in enumerate(calls)
        if (at - turn) % 4
    ]
    likely = [_likelihood(layout, spoken, rules) for layout in deals]
    return [round(one / max(likely), 4) for one in likely]


def _likelihood(
    layout: Layout, spoken: Sequence[tuple[int, Bid | None, list[Bid]]], rules: Rules
) -> float:
    worth = {other: _worth(layout.others[other], rules) for other in {at for at, _, _ in spoken}}
    product = 1.0
    for other, call, legal in spoken:
        said = [call] if call is not None else legal
        spare = max((_spare(worth[other], bid) for bid in said), default=-9.0)
        bids = 1 / (1 + exp(-(spare - CAUTION) / DOUBT))
        product *= bids if call is not None else 1 - bids
    # Never nothing: people bid on less.
    return max(product, 1e-3)


def _worth(holding: int, rules: Rules) -> dict[Kind, float]:
    cards = cards_in(holding)
    return {
        kind: max(books_worth(cards, naming, rules) for naming in namings(rules, kind))
        for kind in Kind
    }


def _spare(worth: dict[Kind, float], bid: Bid) -> float:
    best = max(worth.values()) if bid.kind is None else worth[bid.kind]
    return best - bid.books_needed
