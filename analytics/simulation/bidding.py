"""Calls, naming and discards, each from the cards that the player sees."""

from collections.abc import Iterator, Sequence
from random import Random

from analytics.simulation.naming import Naming, namings, standing
from analytics.simulation.people import Person
from analytics.simulation.valuation import books_worth
from recorder.auction import Bid, Kind, legal_bids, resolve_auction
from recorder.cards import Card, cards_in
from recorder.rules import Rules
from recorder.seats import Seat

__all__ = ["best_naming", "bury", "calls_of"]

CAUTION = 0.4
"""Books that a hand has to be worth beyond the bid; chosen so that six bids in ten are made."""

MISJUDGED = 1.2
"""Standard deviation, in books, of what somebody without any skill thinks a hand is worth."""

HUNCHES, HUNCH = 0.015, 2.5
"""How often anybody sees what is not there, and how many books; bids of seven come from this."""

OVER_PARTNER = 1
"""Levels beyond partner's bid that a hand has to reach to take it away."""


def calls_of(
    rng: Random, holdings: Sequence[int], people: Sequence[Person], dealer: Seat, rules: Rules
) -> list[Bid | None]:
    """One auction, from the dealer's left; `holdings` and `people` are N E S W."""
    opinions = [
        _opinion(rng, holding, person, rules)
        for holding, person in zip(holdings, people, strict=True)
    ]
    calls: list[Bid | None] = []
    for seat in _speakers(dealer, calls, rules):
        calls.append(_call(opinions[seat], calls, seat, dealer, rules))
    return calls


def _speakers(dealer: Seat, calls: Sequence[Bid | None], rules: Rules) -> Iterator[Seat]:
    """Whose turn it is, until the calls, which grow meanwhile, are an auction."""
    seat = dealer.lho
    while len(calls) < 4 or (
        rules.auction.rounds == "until_three_passes" and any(calls) and any(calls[-3:])
    ):
        yield seat
        seat = seat.lho


def _opinion(rng: Random, holding: int, person: Person, rules: Rules) -> dict[Kind, float]:
    """Books that the player thinks to take under the best naming of each kind."""
    cards = cards_in(holding)
    shift = person.boldness + rng.gauss(0, MISJUDGED * (1 - person.skill))
    if rng.random() < HUNCHES:
        shift += HUNCH
    return {
        kind: shift + max(books_worth(cards, naming, rules) for naming in namings(rules, kind))
        for kind in Kind
    }


def _call(
    opinion: dict[Kind, float],
    calls: Sequence[Bid | None],
    seat: Seat,
    dealer: Seat,
    rules: Rules,
) -> Bid | None:
    legal = legal_bids(calls, rules)
    standing_bid = resolve_auction(calls, dealer, rules)
    if not legal or standing_bid.bidder is seat:
        return None

    def spare(bid: Bid) -> float:
        """Books beyond what the bid needs."""
        worth = max(opinion.values()) if bid.kind is None else opinion[bid.kind]
        return worth - bid.books_needed

    is_dealer = seat is dealer
    if is_dealer and not any(calls) and rules.auction.all_pass == "dealer_forced":
        lowest = [bid for bid in legal if bid.level == legal[0].level]
        return max(lowest, key=spare)
    sound = [bid for bid in legal if spare(bid) >= CAUTION]
    if standing_bid.bid is not None and standing_bid.bidder is seat.partner:
        least = standing_bid.bid.level + OVER_PARTNER
        sound = [bid for bid in sound if bid.level >= least and spare(bid) >= 2 * CAUTION]
    if not sound:
        return None
    # The last to speak need not shut anybody out and takes the bid as low as it goes.
    level = (min if is_dealer else max)(bid.level for bid in sound)
    return max((bid for bid in sound if bid.level == level), key=spare)


def best_naming(cards: Sequence[Card], bid: Bid, rules: Rules) -> Naming:
    """The naming under which the bidder takes most, among those that the bid allows."""
    return max(namings(rules, bid.kind), key=lambda naming: books_worth(cards, naming, rules))


def bury(cards: Sequence[Card], naming: Naming, rules: Rules) -> list[Card]:
    """Which of the bidder's cards go back: losers of short suits, and jokers that cannot win."""
    order = standing(naming, rules.play.no_trump_jokers)
    by_suit: dict[int, list[Card]] = {}
    for card in cards:
        by_suit.setdefault(order.suit[card], []).append(card)

    def keep(card: Card) -> float:
        held = by_suit[order.suit[card]]
        power = order.power[card]
        if not power:
            return -100.0
        if order.trumps >> card & 1:
            return 100.0 + power
        higher = order.higher[card].bit_count()
        also_held = sum(order.power[other] > power for other in held)
        if higher == also_held:
            return 60.0 - higher
        if higher == 1 and len(held) > 1:
            return 40.0
        return 3.0 * len(held) + power / 10

    return sorted(cards, key=keep)[: rules.deck.kitty_size]
