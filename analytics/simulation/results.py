"""Results drawn from a stated model, so that the true chance behind every figure is known.

A drawn hand has calls, a contract and books, and no cards. The chance that a bid is made depends
on the level, the kind, whether it was forced, and on the four people; on nothing else.
"""

from collections.abc import Iterable, Sequence
from math import exp
from random import Random

from analytics.simulation.people import CLUB, Person
from recorder.auction import Bid, Kind, check_call, resolve_auction
from recorder.cards import SUITS
from recorder.errors import IllegalError
from recorder.hand import HandRecord
from recorder.rules import Rules
from recorder.scoring import hand_points
from recorder.seats import Seat

__all__ = ["books_chances", "draw_hand", "expected_points", "success_chance"]

# The log odds of making a bid, for people who are all alike.
BY_LEVEL = {1: 2.2, 2: 1.6, 3: 0.95, 4: 0.4, 5: -0.2, 6: -0.85, 7: -1.7}
BY_KIND = {Kind.UPTOWN: 0.0, Kind.DOWNTOWN: 0.1, Kind.NO_TRUMP: -0.2}
FORCED = -0.5
EACH_SKILL = 0.8
"""For the difference between the summed skills of the two partnerships."""
EACH_BOLDNESS = -0.4

ONE_MORE = 0.45
"""How much rarer each further book is, beyond the bid or below it."""
DEEPEST_SET = 5

KIND_SHARES = {Kind.UPTOWN: 0.5, Kind.DOWNTOWN: 0.36, Kind.NO_TRUMP: 0.14}
USUAL_WISH, WISH_SPREAD, BOLD_WISH = 2.9, 1.0, 0.6
"""The level that people would like to bid: mean, standard deviation, more for each boldness."""


def _log_odds(bid: Bid, kind: Kind, is_forced: bool, players: Sequence[Person], by: Seat) -> float:
    bidders = players[by].skill + players[by.partner].skill
    defenders = players[by.lho].skill + players[by.rho].skill
    return (
        BY_LEVEL[bid.level]
        + BY_KIND[kind]
        + FORCED * is_forced
        + EACH_SKILL * (bidders - defenders)
        + EACH_BOLDNESS * players[by].boldness
    )


def _books_chances(bid: Bid, success: float, total: int) -> list[float]:
    """The chance of each number of books, 0 to `total`."""
    needed = bid.books_needed
    made = {books: ONE_MORE ** (books - needed) for books in range(needed, total + 1)}
    lowest = max(0, needed - DEEPEST_SET)
    short = {books: ONE_MORE ** (needed - 1 - books) for books in range(lowest, needed)}
    chances = [0.0] * (total + 1)
    for weights, share in ((made, success), (short, 1 - success)):
        for books, weight in weights.items():
            chances[books] = share * weight / sum(weights.values())
    return chances


def draw_hand(rng: Random, players: Sequence[Person], dealer: Seat, rules: Rules) -> HandRecord:
    """A hand with its calls and its result drawn by chance; `players` sit N E S W."""
    calls: list[Bid | None] = []
    wishes = [_wish(rng, players[seat], rules) for seat in dealer.lho.clockwise()]
    for level, kind in wishes:
        calls.append(_call(calls, level, kind, rules))
    auction = resolve_auction(calls, dealer, rules)
    known: dict[str, object] = {
        **{f"player_{seat.name.lower()}": players[seat].name for seat in Seat},
        "dealer": str(dealer),
        "calls": ", ".join("pass" if call is None else str(call) for call in calls),
    }
    if auction.bid is None or auction.bidder is None:
        return HandRecord(**known, status="passed_out")  # type: ignore[arg-type]
    bid, bidder = auction.bid, auction.bidder
    kind = wishes[(bidder - dealer - 1) % 4][1] if bid.kind is None else bid.kind
    odds = _log_odds(bid, kind, auction.is_forced, players, bidder)
    total = rules.books_in_hand
    chances = _books_chances(bid, 1 / (1 + exp(-odds)), total)
    direction = kind if kind is not Kind.NO_TRUMP else rng.randrange(2)
    is_down = direction == Kind.DOWNTOWN
    return HandRecord(
        **known,  # type: ignore[arg-type]
        bidder=str(bidder),
        bid=str(bid),
        trump="no" if kind is Kind.NO_TRUMP else rng.choice(SUITS),
        direction=("down" if is_down else "up") if kind is not bid.kind or kind == 2 else None,
        aces="good" if is_down and rules.play.downtown_aces == "bidder_chooses" else None,
        books=rng.choices(range(total + 1), chances)[0],
    )


def _wish(rng: Random, person: Person, rules: Rules) -> tuple[int, Kind]:
    """The level, 0 for none, and the kind that somebody would like to bid."""
    level = int(rng.gauss(USUAL_WISH + BOLD_WISH * person.boldness, WISH_SPREAD))
    kind = rng.choices(list(KIND_SHARES), list(KIND_SHARES.values()))[0]
    return min(level, rules.auction.max_level), kind


def _call(calls: Sequence[Bid | None], level: int, kind: Kind, rules: Rules) -> Bid | None:
    named = None if rules.auction.bid_form == "level" else kind
    try:
        check_call(calls, None, rules)
    except IllegalError:
        return Bid(max(level, rules.auction.min_level), named)
    if level < 1:
        return None
    try:
        check_call(calls, Bid(level, named), rules)
    except IllegalError:
        return None
    return Bid(level, named)


def success_chance(record: HandRecord, people: Iterable[Person] = CLUB) -> float | None:
    """The planted chance that the bid of a drawn hand is made; None where nobody bid.

    Of a record without calls a forced bid cannot be told from a free one, and is taken as free.
    """
    if record.bid is None or record.bidder is None:
        return None
    by_name = {person.name: person for person in people}
    players = [by_name[record.player(seat) or ""] for seat in Seat]
    bid = Bid.parse(record.bid)
    is_forced = (record.calls or "").startswith("pass, pass, pass, ")
    named = Kind.NO_TRUMP if record.trump == "no" else Kind(record.direction == "down")
    kind = named if bid.kind is None else bid.kind
    odds = _log_odds(bid, kind, is_forced, players, Seat.parse(record.bidder))
    return 1 / (1 + exp(-odds))


def books_chances(
    record: HandRecord, rules: Rules, people: Iterable[Person] = CLUB
) -> list[float] | None:
    """The planted chance of each number of books to the bidders; None where nobody bid."""
    success = success_chance(record, people)
    if success is None or record.bid is None:
        return None
    return _books_chances(Bid.parse(record.bid), success, rules.books_in_hand)


def expected_points(
    record: HandRecord, rules: Rules, people: Iterable[Person] = CLUB
) -> tuple[float, float] | None:
    """The planted mean of the points to bidders and defenders; None where nobody bid."""
    chances = books_chances(record, rules, people)
    if chances is None or record.bid is None:
        return None
    level, no_trump = Bid.parse(record.bid).level, record.trump == "no"
    points = [hand_points(rules, level, no_trump, books) for books in range(len(chances))]
    return (
        sum(chance * ours for chance, (ours, _) in zip(chances, points, strict=True)),
        sum(chance * theirs for chance, (_, theirs) in zip(chances, points, strict=True)),
    )
