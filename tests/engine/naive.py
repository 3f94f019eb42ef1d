"""Bid Whist once more, from the written rules alone: slow, plain, and sharing nothing with the
engine it is compared with.

Cards are text (`TH`, `BJ`), seats the letters NESW, trump a suit letter or `no`, a bid a pair such
as (4, "up"), and rules the dict {"section.field": value}.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

RuleValues = Mapping[str, Any]
Call = tuple[int, str | None] | None

SEATS = "NESW"
SIDES = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
OTHER = {"NS": "EW", "EW": "NS"}
WORST_TO_BEST = {
    ("up", "good"): "23456789TJQKA",
    ("up", "bad"): "23456789TJQKA",
    ("down", "good"): "KQJT98765432A",
    ("down", "bad"): "AKQJT98765432",
}


class Contract(NamedTuple):
    bidder: str
    level: int
    trump: str
    direction: str
    aces: str = "good"


def is_joker(card: str) -> bool:
    return card in ("LJ", "BJ")


def after(seat: str, turns: int = 1) -> str:
    return SEATS[(SEATS.index(seat) + turns) % 4]


def total_books(rules: RuleValues) -> int:
    kitty_book = rules["kitty.book_owner"] != "none"
    return int(rules["deck.hand_size"]) + kitty_book


# The auction.


def overcalls(rules: RuleValues, bid: tuple[int, str | None], held: tuple[int, str | None]) -> bool:
    if bid[0] != held[0]:
        return bid[0] > held[0]
    if bid[1] == held[1]:
        return False
    if "no" in (bid[1], held[1]):
        return bid[1] == "no"
    return {"no>up=down": None, "no>up>down": "up", "no>down>up": "down"}[
        rules["auction.same_level"]
    ] == bid[1]


def allowed(rules: RuleValues, calls: Sequence[Call], call: Call) -> bool:
    """Whether `call` may follow `calls`, all of which were allowed."""
    is_dealer = len(calls) % 4 == 3
    standing = next((bid for bid in reversed(calls) if bid), None)
    if call is None:
        forced = rules["auction.all_pass"] == "dealer_forced"
        return not (forced and list(calls) == [None] * 3)
    level, kind = call
    if not rules["auction.min_level"] <= level <= rules["auction.max_level"]:
        return False
    if (kind is None) != (rules["auction.bid_form"] == "level"):
        return False
    if standing is None or overcalls(rules, call, standing):
        return True
    matches = level == standing[0] and not overcalls(rules, standing, call)
    return is_dealer and bool(rules["auction.dealer_may_match"]) and matches


def first_bad_call(rules: RuleValues, calls: Sequence[Call]) -> int | None:
    for i, call in enumerate(calls):
        if not allowed(rules, calls[:i], call):
            return i + 1
    return None


# The play.


def suit_of(card: str, trump: str) -> str | None:
    if is_joker(card):
        return None if trump == "no" else trump
    return card[1]


def suit_led(trick: Sequence[str], trump: str) -> str | None:
    return next((suit_of(card, trump) for card in trick if suit_of(card, trump)), None)


def legal(holding: Sequence[str], trick: Sequence[str], trump: str, jokers: str) -> list[str]:
    led = suit_led(trick, trump)
    if led is None:
        return list(holding)
    held_jokers = [card for card in holding if is_joker(card)] if trump == "no" else []
    following = [card for card in holding if suit_of(card, trump) == led]
    if following:
        return following + (held_jokers if jokers == "any_time" else [])
    if held_jokers and jokers == "must_when_void":
        return held_jokers
    return list(holding)


def winning_turn(
    trick: Sequence[str], trump: str, direction: str, aces: str = "good", jokers: str = "when_void"
) -> int:
    order = WORST_TO_BEST[direction, aces]
    led = suit_led(trick, trump)

    def height(card: str) -> tuple[int, int]:
        if is_joker(card):
            wins = trump != "no" or jokers == "high"
            return (3, "LB".index(card[0])) if wins else (0, 0)
        tier = 2 if card[1] == trump else 1 if card[1] == led else 0
        return tier, order.index(card[0])

    return max(range(len(trick)), key=lambda turn: height(trick[turn]))


class Trick(NamedTuple):
    leader: str
    cards: list[str]


def holdings(
    rules: RuleValues,
    contract: Contract,
    deal: Mapping[str, Sequence[str]],
    kitty: Sequence[str],
    discards: Sequence[str],
    tricks: Sequence[Trick],
) -> dict[str, list[str]]:
    """What each seat plays from: the bidder has taken the kitty and buried the discards."""
    if contract.trump == "no" and rules["play.no_trump_jokers"] == "sit_out":
        # Who swapped a joker for which kitty card is not written: take what they played.
        seen: dict[str, list[str]] = {seat: [] for seat in SEATS}
        for trick in tricks:
            for turn, card in enumerate(trick.cards):
                seen[after(trick.leader, turn)].append(card)
        return seen
    held = {seat: list(deal[seat]) for seat in SEATS}
    held[contract.bidder] = [
        card for card in [*held[contract.bidder], *kitty] if card not in discards
    ]
    return held


class Played(NamedTuple):
    winners: str
    reneges: list[tuple[int, str]]
    """(trick from 1, seat)"""
    books: dict[str, int]


def replay(
    rules: RuleValues,
    contract: Contract,
    held: Mapping[str, Sequence[str]],
    tricks: Sequence[Trick],
) -> Played:
    jokers = rules["play.no_trump_jokers"]
    held = {seat: list(cards) for seat, cards in held.items()}
    first = contract.bidder if rules["play.first_lead"] == "bidder" else after(contract.bidder)
    winners, reneges, books = "", [], {"NS": 0, "EW": 0}
    for number, trick in enumerate(tricks, 1):
        assert trick.leader == (winners[-1] if winners else first)
        for turn, card in enumerate(trick.cards):
            seat = after(trick.leader, turn)
            if card not in legal(held[seat], trick.cards[:turn], contract.trump, jokers):
                reneges.append((number, seat))
            held[seat].remove(card)
        turn = winning_turn(trick.cards, contract.trump, contract.direction, contract.aces, jokers)
        winners += after(trick.leader, turn)
        books[SIDES[winners[-1]]] += 1
    owner = rules["kitty.book_owner"]
    if owner == "bidders":
        books[SIDES[contract.bidder]] += 1
    elif owner == "first_trick_winner" and winners:
        books[SIDES[winners[0]]] += 1
    return Played(winners, reneges, books)


def playouts(
    held: Mapping[str, Sequence[str]],
    leader: str,
    trump: str,
    direction: str,
    aces: str = "good",
    jokers: str = "when_void",
    trick: Sequence[str] = (),
) -> Iterator[tuple[str, ...]]:
    """Every legal way to play an ending out, each as the cards in the order they fall."""
    if not any(held.values()):
        yield ()
        return
    seat = after(leader, len(trick))
    for card in legal(held[seat], trick, trump, jokers):
        left = {**held, seat: [other for other in held[seat] if other != card]}
        on_table, leads = [*trick, card], leader
        if len(on_table) == 4:
            leads = after(leader, winning_turn(on_table, trump, direction, aces, jokers))
            on_table = []
        for rest in playouts(left, leads, trump, direction, aces, jokers, on_table):
            yield card, *rest


# The score sheet.


def points(
    rules: RuleValues, level: int, no_trump: bool, books: int, *, boston_earned: bool = True
) -> tuple[int, int]:
    """To the bidders and to the defenders."""
    factor = rules["scoring.no_trump_factor"] if no_trump else 1
    effect = rules["scoring.boston_effect"]
    if books >= 6 + level:
        stake = books - 6 if rules["scoring.made"] == "odd_books" else level
        boston = books == 13 and (level == 7 or rules["scoring.boston_trigger"] == "all_13")
        if boston and boston_earned:
            if effect == "fixed":
                suffix = "_no_trump" if no_trump else ""
                return rules[f"scoring.boston_points{suffix}"], 0
            stake *= {"double": 2, "quadruple": 4}.get(effect, 1)
        return stake * factor, 0
    theirs = total_books(rules) - books
    sets_with = total_books(rules) - (6 + level) + 1
    lost = level if rules["scoring.set_bidders"] == "minus_level" else 0
    won = level if rules["scoring.set_defenders"] == "plus_level" else 0
    if rules["scoring.defenders_odd"] == "over_six" and theirs > 6:
        won += theirs - 6
    if rules["scoring.defenders_odd"] == "beyond_set":
        won += theirs - sets_with
    return -lost * factor, won * factor


class Scored(NamedTuple):
    books: int
    made: bool
    points: dict[str, int]
    score: dict[str, int]
    winner: str | None
    """NS, EW, `drawn`, or None while the game goes on."""


class Game:
    """One game at one table, hand after hand."""

    def __init__(self, rules: RuleValues) -> None:
        self.rules = rules
        self.score = {"NS": 0, "EW": 0}
        self.sets = {"NS": 0, "EW": 0}
        self.debts = {"NS": 0, "EW": 0}
        self.hands = 0

    def hand(
        self,
        side: str,
        level: int,
        no_trump: bool,
        books: int,
        reneges: Sequence[str] = (),
    ) -> Scored:
        """Score a hand in which `side` bid and took `books`; `reneges` are the sides called."""
        rules, other, total = self.rules, OTHER[side], total_books(self.rules)
        taken = {side: books, other: total - books}
        owed = {"NS": 0, "EW": 0}
        if rules["renege.penalty"] == "books":
            # Where both sides reneged the rules name no order; the bidders pay first.
            for offender in sorted(reneges, key=lambda called: called != side):
                pays = rules["renege.books"]
                if taken[offender] < pays:
                    if rules["renege.shortfall"] == "owe":
                        owed[offender] += pays - taken[offender]
                    # All that is left moves, whether that is the whole penalty or not.
                    pays = taken[offender]
                taken[offender] -= pays
                taken[OTHER[offender]] += pays
        if rules["renege.penalty"] == "treat_as_set" and reneges:
            needed = 6 + level
            taken[side] = (
                min(taken[side], needed - 1) if side in reneges else max(taken[side], needed)
            )
        after_reneges = taken[side]
        collected = self.debts[other] - self.debts[side]
        final = min(total, max(0, after_reneges + collected))
        self.debts = owed

        made = final >= 6 + level
        earned = books == after_reneges == final
        to_bidders, to_defenders = points(rules, level, no_trump, final, boston_earned=earned)
        gained = {side: to_bidders, other: to_defenders}
        is_extra = rules["game.mode"] == "hands" and self.hands >= rules["game.hands"]
        self.hands += 1
        self.sets[side] += not made
        if not is_extra:
            for who in ("NS", "EW"):
                self.score[who] += gained[who]
                if rules["game.floor"] is not None:
                    self.score[who] = max(self.score[who], rules["game.floor"])
        winner = self._winner(side, level, final, made, earned, is_extra, gained, reneges)
        return Scored(final, made, gained, dict(self.score), winner)

    def _winner(
        self,
        side: str,
        level: int,
        books: int,
        made: bool,
        earned: bool,
        is_extra: bool,
        gained: Mapping[str, int],
        reneges: Sequence[str],
    ) -> str | None:
        rules, other, score = self.rules, OTHER[side], self.score
        if reneges and rules["renege.penalty"] == "lose_game":
            return OTHER[reneges[0]]
        trigger, effect = rules["scoring.boston_trigger"], rules["scoring.boston_effect"]
        if effect in ("wins_game", "two_games"):
            if books == 13 and earned and (level == 7 or trigger == "all_13"):
                return side
            if effect == "wins_game" and trigger == "level_7" and level == 7 and not made:
                return other
        if rules["game.defenders_odd_wins"] and total_books(rules) - books >= 7:
            return other
        if is_extra and gained["NS"] != gained["EW"]:
            return max(gained, key=lambda who: gained[who])
        if rules["game.mode"] == "to_score":
            low, ahead = rules["game.negative_target"], max(score, key=lambda who: score[who])
            if score[ahead] >= rules["game.target"]:
                return ahead
            if low is not None and score[OTHER[ahead]] <= low:
                return ahead
        if rules["game.set_limit"] is not None and self.sets[side] >= rules["game.set_limit"]:
            return other
        if rules["game.mode"] == "hands" and self.hands >= rules["game.hands"]:
            if score["NS"] != score["EW"]:
                return max(score, key=lambda who: score[who])
            return None if rules["game.tie"] == "extra_hand" else "drawn"
        return None
