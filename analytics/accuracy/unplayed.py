"""A hand of which all cards and the contract are known, but nothing of the play."""

from analytics.accuracy.odds import kitty_book
from analytics.double_dummy import Position, solve
from recorder.cards import mask_of
from recorder.hand import HandRecord
from recorder.leads import ranking_of
from recorder.play_by_play import play_by_play
from recorder.rules import Rules
from recorder.seats import Seat

__all__ = ["books_before_play"]


def books_before_play(record: HandRecord, rules: Rules) -> int | None:
    """The bidders' books double dummy, the kitty's with them where it is theirs; None where a card
    or the contract is not known.

    Where the winner of the first trick owns the discards, they are counted for whoever leads it.
    """
    found = play_by_play(record, rules)
    hand = found.hand
    ranking = ranking_of(hand["named"], hand["facing"], rules, aces_good=hand["aces_were"] != "bad")
    is_whole = all(len(held) == rules.deck.hand_size for held in found.held)
    if ranking is None or hand["by"] is None or not is_whole:
        return None
    if any(card < 0 for held in found.held for card in held):
        return None
    bidder = Seat.parse(hand["by"])
    leads = rules.play.first_lead == "bidder"
    north, east, south, west = (mask_of(held) for held in found.held)
    position = Position((north, east, south, west), ranking, bidder if leads else bidder.lho)
    return solve(position, bidder.partnership) + kitty_book(rules)
