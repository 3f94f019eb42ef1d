"""Whole hands of Bid Whist by people of known skill: shuffled, dealt, bid, buried and played."""

import json
from collections.abc import Sequence
from random import Random

from analytics.simulation.bidding import best_naming, bury, calls_of
from analytics.simulation.cardplay import Table, play_tricks
from analytics.simulation.naming import deck_mask, standing
from analytics.simulation.people import Person
from recorder.auction import Kind, resolve_auction
from recorder.cards import SUITS, cards_in, cards_text, mask_of
from recorder.hand import HandRecord, join_tricks
from recorder.replay import trick_winner
from recorder.rules import Rules
from recorder.seats import Seat

__all__ = ["play_hand"]


def play_hand(
    rng: Random,
    players: Sequence[Person],
    dealer: Seat,
    rules: Rules,
    *,
    renege_chance: float = 0.0,
    called_share: float = 0.5,
) -> HandRecord:
    """One hand with all its cards; `players` sit N E S W.

    In `renege_chance` of the hands somebody does not follow suit, and `called_share` of those are
    called at the table. The record holds no game, no date and no points.
    """
    size = rules.deck.hand_size
    deck = cards_in(deck_mask(rules))
    rng.shuffle(deck)
    dealt = [mask_of(deck[size * seat : size * (seat + 1)]) for seat in Seat]
    kitty = mask_of(deck[4 * size :])
    calls = calls_of(rng, dealt, players, dealer, rules)
    auction = resolve_auction(calls, dealer, rules)
    known: dict[str, object] = {
        **{f"player_{seat.name.lower()}": players[seat].name for seat in Seat},
        **{f"deal_{seat.name.lower()}": cards_text(cards_in(dealt[seat])) for seat in Seat},
        "dealer": str(dealer),
        "calls": ", ".join("pass" if call is None else str(call) for call in calls),
        "kitty": cards_text(cards_in(kitty)) or None,
    }
    if auction.bid is None or auction.bidder is None:
        return HandRecord(**known, status="passed_out")  # type: ignore[arg-type]

    bid, bidder = auction.bid, auction.bidder
    seen = dealt[bidder] | (kitty if rules.auction.trump_named == "after_kitty" else 0)
    naming = best_naming(cards_in(seen), bid, rules)
    order = standing(naming, rules.play.no_trump_jokers)
    held = _without_barred(rng, dealt, kitty, bidder, order.ranking.barred)
    buried = bury(cards_in(held[bidder]), naming, rules)
    held[bidder] &= ~mask_of(buried)

    is_reneged = rng.random() < renege_chance
    table = Table(order, bidder, held, mask_of(buried), deck_mask(rules))
    leader = bidder if rules.play.first_lead == "bidder" else bidder.lho
    tricks, renege = play_tricks(
        rng, table, players, leader, renege_in=rng.randint(2, size - 3) if is_reneged else None
    )
    winners = [
        Seat((trick.leader + trick_winner(trick.cards, order.ranking)) % 4) for trick in tricks
    ]
    books = sum(winner.partnership is bidder.partnership for winner in winners)
    owner = {"bidders": bidder, "first_trick_winner": winners[0]}.get(rules.kitty.book_owner)
    books += owner is not None and owner.partnership is bidder.partnership
    called = None
    if renege is not None and rng.random() < called_share:
        ruling = f"{rules.renege.books} books" if rules.renege.penalty == "books" else "as ruled"
        called = json.dumps([{"by": str(renege.by), "trick": renege.trick, "ruling": ruling}])
    chooses_aces = rules.play.downtown_aces == "bidder_chooses" and naming.direction == 1
    says_direction = bid.kind in (None, Kind.NO_TRUMP)
    return HandRecord(
        **known,  # type: ignore[arg-type]
        bidder=str(bidder),
        bid=str(bid),
        trump="no" if naming.trump is None else SUITS[naming.trump],
        direction=str(naming.direction) if says_direction else None,
        aces=("good" if naming.aces_good else "bad") if chooses_aces else None,
        discards=cards_text(buried) or None,
        tricks=join_tricks(tricks),
        books=books,
        reneges=called,
    )


def _without_barred(
    rng: Random, dealt: Sequence[int], kitty: int, bidder: Seat, barred: int
) -> list[int]:
    """What everybody holds once cards that take no part are swapped for cards of the kitty.

    The bidder has the kitty as well, and has to bury those cards.
    """
    held = list(dealt)
    for seat in Seat:
        for card in cards_in(held[seat] & barred):
            if seat is not bidder:
                swap = rng.choice(cards_in(kitty & ~barred))
                kitty ^= 1 << swap | 1 << card
                held[seat] ^= 1 << swap | 1 << card
    held[bidder] |= kitty
    return held
