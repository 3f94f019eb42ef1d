"""What exactly is wrong with one evaluated record, in sentences."""

from collections.abc import Iterator
from itertools import chain

import msgspec

from recorder.auction import read_calls, resolve_auction
from recorder.cards import Card, cards_in, cards_text, mask_of
from recorder.contracts import NO_TRUMP
from recorder.evaluate import Evaluation, evaluate
from recorder.findings import Finding
from recorder.hand import HandRecord, PlayedTrick, frame_of, split_tricks
from recorder.leads import has_inferred_leads, retold
from recorder.ranking import RANKINGS, Ranking
from recorder.replay import MAX_TRICKS, Fault, legal_plays
from recorder.rules import FIELDS
from recorder.seats import Seat

__all__ = ["RULES_UNKNOWN", "Look", "holdings_of"]


def holdings_of(record: HandRecord, bidder: Seat | None) -> list[int | None]:
    """What each seat held when play began, as masks; None where it cannot be known.

    A seat that is seen to play a whole hand held just that; else the bidder's cards are those
    dealt with the kitty and without the discards, the others' those dealt.
    """
    tricks = split_tricks(record.tricks)
    held: list[int | None] = []
    for seat in Seat:
        played = [card for trick in tricks for card in _plays_of(trick, seat)]
        text = record.holding(seat)
        dealt = [] if text is None else [Card.parse(card) for card in text.split()]
        size = len(dealt) or 12
        if seat is bidder and text is not None and record.kitty is not None:
            dealt += [Card.parse(card) for card in record.kitty.split()]
            buried = [Card.parse(card) for card in (record.discards or "").split()]
            dealt = [card for card in dealt if card not in buried]
        if len(played) >= size and all(card >= 0 for card in played):
            held.append(mask_of(played))
        elif text is not None and len(dealt) == size and all(card >= 0 for card in dealt):
            held.append(mask_of(dealt))
        else:
            held.append(None)
    return held


def _plays_of(trick: PlayedTrick, seat: Seat) -> list[Card]:
    turn = (seat - trick.leader) % 4
    return [trick.cards[turn]] if turn < len(trick.cards) else []


RULES_UNKNOWN = Finding("rules_unknown", "the record does not say which rules were played")


class Look:
    """One evaluated record looked at closely; each method yields the findings of one subject."""

    def __init__(self, evaluation: Evaluation, row: int, record: HandRecord) -> None:
        judgement = evaluation.judgement
        self.record = record
        self.row = row
        self.judgement = judgement
        self.hand = evaluation.hands.row(row, named=True)
        self.rules = judgement.rules[judgement.which[row]]
        self.fault = Fault(int(judgement.replayed.faults[row]))
        self.tricks = split_tricks(record.tricks)
        self.bidder = None if self.hand["by"] is None else Seat.parse(self.hand["by"])

    # What makes the record impossible.

    def faults(self) -> Iterator[Finding]:
        record, deck = self.record, self.rules.deck
        lists: dict[str, list[Card]] = {}
        for seat in Seat:
            if (text := record.holding(seat)) is not None:
                lists[f"{seat}'s hand"] = [Card.parse(card) for card in text.split()]
        for name, text in (("the kitty", record.kitty), ("the discards", record.discards)):
            if text is not None:
                lists[name] = [Card.parse(card) for card in text.split()]
        if Fault.WRONG_COUNT in self.fault:
            yield from self._wrong_counts(lists)
        if Fault.CARD_TWICE in self.fault:
            yield from self._twice(lists)
        if Fault.JOKER_NOT_IN_GAME in self.fault:
            used = mask_of(chain(*lists.values(), *(trick.cards for trick in self.tricks)))
            for joker in ("BJ", "LJ") if deck.jokers == 0 or self._sits_out() else ("LJ",):
                if used >> Card.parse(joker) & 1:
                    why = (
                        "jokers take no part at no trump"
                        if self._sits_out()
                        else (
                            f"these rules play with {deck.jokers} joker{'s' * (deck.jokers != 1)}"
                        )
                    )
                    yield Finding("joker_not_in_game", f"{joker} is used, and {why}", card=joker)
        if Fault.CARD_MISSING in self.fault:
            whole = (1 << 52) - 1 | (3 << 52 if deck.jokers == 2 else (deck.jokers << 53))
            for card in cards_in(whole & ~mask_of(chain(*lists.values()))):
                yield Finding(
                    "card_missing", f"{card} is in no hand and not in the kitty", card=str(card)
                )
        if Fault.CARD_NOT_HELD in self.fault:
            yield from self._not_held()
        if Fault.WRONG_LEADER in self.fault:
            yield self._wrong_leader()
        total = self.rules.books_in_hand
        if not self.fault and record.books is not None and not 0 <= record.books <= total:
            yield Finding("wrong_count", f"expected 0 to {total} books, got {record.books}")

    def _sits_out(self) -> bool:
        at_no_trump: bool = self.hand["named"] == "no"
        return at_no_trump and self.rules.play.no_trump_jokers == "sit_out"

    def _wrong_counts(self, lists: dict[str, list[Card]]) -> Iterator[Finding]:
        size, kitty = self.rules.deck.hand_size, self.rules.deck.kitty_size
        for name, cards in lists.items():
            wanted = size if name.endswith("hand") else kitty
            if len(cards) != wanted:
                yield Finding(
                    "wrong_count",
                    f"expected {wanted} cards in {name}, got {len(cards)}",
                    seat=name[0] if name.endswith("hand") else None,
                )
        if len(self.tricks) > size:
            yield Finding("wrong_count", f"expected at most {size} tricks, got {len(self.tricks)}")

    def _twice(self, lists: dict[str, list[Card]]) -> Iterator[Finding]:
        where: dict[Card, list[str]] = {}
        for name, cards in lists.items():
            if name != "the discards":
                for card in cards:
                    where.setdefault(card, []).append(name)
        for card in lists.get("the discards", []):
            if lists["the discards"].count(card) > 1:
                where.setdefault(card, []).extend(["the discards"] * 2)
        played: dict[Card, list[str]] = {}
        for number, trick in enumerate(self.tricks, 1):
            for card in trick.cards:
                played.setdefault(card, []).append(f"trick {number}")
        for places in (where, played):
            for card, names in places.items():
                if card >= 0 and len(names) > 1:
                    yield Finding(
                        "card_twice",
                        f"{card} stands in {' and in '.join(dict.fromkeys(names))}"
                        + (" twice" if len(set(names)) == 1 else ""),
                        card=str(card),
                    )

    def _not_held(self) -> Iterator[Finding]:
        record = self.record
        kitty = mask_of(map(Card.parse, (record.kitty or "").split()))
        buried = mask_of(map(Card.parse, (record.discards or "").split()))
        for seat in Seat:
            text = record.holding(seat)
            known = text is not None and "??" not in text
            source = mask_of(map(Card.parse, (text or "").split()))
            if seat is self.bidder:
                source |= kitty
                known &= record.kitty is not None and "??" not in record.kitty
                for card in cards_in(buried & ~source) if known else []:
                    yield Finding(
                        "card_not_held",
                        f"{seat} buried {card} and did not hold it",
                        seat=str(seat),
                        card=str(card),
                    )
            elif self._sits_out():
                source |= kitty
            for number, trick in enumerate(self.tricks, 1):
                for card in _plays_of(trick, seat):
                    if card < 0:
                        continue
                    if buried >> card & 1:
                        why = "which is among the discards"
                    elif known and not source >> card & 1:
                        why = "and did not hold it"
                    else:
                        continue
                    yield Finding(
                        "card_not_held",
                        f"{seat} played {card} at trick {number} {why}",
                        seat=str(seat),
                        trick=number,
                        card=str(card),
                    )

    def _wrong_leader(self) -> Finding:
        number = int(self.judgement.replayed.contradiction[self.row])
        leader = self.tricks[number - 1].leader
        if number == 1:
            to_left = self.rules.play.first_lead == "left_of_bidder"
            wanted = "the player to the bidder's left" if to_left else "the bidder"
            message = f"expected {wanted} to lead to trick 1, got {leader}"
        else:
            winner = Seat(self.judgement.replayed.winners[self.row, number - 2])
            message = f"expected {winner}, who took trick {number - 1}, to lead next, got {leader}"
        return Finding("wrong_leader", message, seat=str(leader), trick=number)

    # The bidding.

    def auction(self) -> Iterator[Finding]:
        record, contracts = self.record, self.judgement.contracts
        if contracts.bad_call[self.row] > 0 and record.calls is not None:
            calls = read_calls(record.calls)
            dealer = Seat.parse(record.dealer) if record.dealer else Seat.N
            outcome = resolve_auction(calls, dealer, self.rules)
            number = outcome.first_bad_call or 1
            code = "forced_bid_passed" if calls[number - 1] is None else "bid_not_allowed"
            who = str(Seat((dealer + number) % 4)) if record.dealer else None
            yield Finding(code, f"call {number}: {outcome.complaint}", seat=who, call=number)
        auction, level = self.rules.auction, self.hand["level"]
        # Calls are judged one by one; here only the bid was written down.
        if record.calls is None and level and not auction.min_level <= level <= auction.max_level:
            bid = record.bid or level
            yield Finding(
                "bid_not_allowed",
                f"expected a level from {auction.min_level} to {auction.max_level}, got '{bid}'",
                seat=self.hand["by"],
            )
        if contracts.differs[self.row]:
            said = " ".join(
                text for text in (record.bid, "by", record.bidder, "in", record.trump) if text
            )
            yield Finding(
                "contract_differs",
                f"the contract as stated ({said}) is not what the rest of the record says "
                f"({self.hand['level']} {self.hand['kind']} by {self.hand['by']})",
            )

    # The play.

    def _ranking(self) -> Ranking | None:
        """The tables to judge legality by; up or down makes no difference to that."""
        index = int(self.judgement.ranking[self.row])
        if index >= 0:
            return RANKINGS[index]
        trump = self.judgement.contracts.trump[self.row]
        if trump < 0:
            return None
        return next(
            table
            for table in RANKINGS
            if (trump == NO_TRUMP or table.suit[52] == trump)
            and (trump != NO_TRUMP or table.suit[52] == NO_TRUMP)
        )

    def reneges(self) -> Iterator[Finding]:
        bits = int(self.judgement.replayed.reneges[self.row])
        ranking = self._ranking()
        if not bits or ranking is None:
            return
        held = holdings_of(self.record, self.bidder)
        for number, trick in enumerate(self.tricks[:MAX_TRICKS], 1):
            for turn, card in enumerate(trick.cards):
                seat = Seat((trick.leader + turn) % 4)
                mask = held[seat]
                if bits >> (4 * (number - 1) + seat) & 1 and mask is not None:
                    legal = cards_text(cards_in(legal_plays(mask, trick.cards[:turn], ranking)))
                    yield Finding(
                        "renege",
                        f"{seat} played {card} at trick {number} and could have followed with "
                        f"{legal}",
                        seat=str(seat),
                        trick=number,
                        card=str(card),
                    )
                if mask is not None and card >= 0:
                    held[seat] = mask & ~(1 << card)

    # What was written against what was played.

    def differences(self) -> Iterator[Finding]:
        record, results = self.record, self.judgement.results
        winners = self.judgement.replayed.winners[self.row]
        for number, trick in enumerate(self.tricks[:MAX_TRICKS], 1):
            took = int(winners[number - 1])
            if trick.winner is not None and took >= 0 and trick.winner != took:
                yield Finding(
                    "winner_differs",
                    f"the record gives trick {number} to {trick.winner}, the replay to "
                    f"{Seat(took)}",
                    trick=number,
                )
        if results.books_differ[self.row] and record.books is not None:
            taken = self.hand["books_played"]
            if 0 <= record.books <= self.rules.books_in_hand:
                yield Finding(
                    "books_differ",
                    f"the record says {record.books} books, the tricks make {taken}",
                )
        others = msgspec.json.decode(record.extra or "{}").get("_books_of_others")
        if isinstance(others, int) and record.books is not None:
            yield Finding(
                "books_sum",
                f"{record.books} books to the bidders and {others} to the others make "
                f"{record.books + others}, not 13 (or 12 without the kitty's)",
            )
        if results.made_differs[self.row]:
            said = "made" if record.made else "set"
            yield Finding(
                "made_differs",
                f"the record says {said}, {self.hand['books_played']} books on a bid of "
                f"{self.hand['level']} say otherwise",
            )

    def points(self, points_differ: bool, score_differs: bool) -> Iterator[Finding]:
        record, hand = self.record, self.hand
        if points_differ:
            yield Finding(
                "points_differ",
                f"the table wrote {_pair(record.points_ns, record.points_ew)}, the rules pay "
                f"{_pair(hand['points_ns'], hand['points_ew'])}",
            )
        if score_differs:
            yield Finding(
                "score_differ",
                f"the table wrote a score of {_pair(record.score_ns, record.score_ew)}, the "
                f"points add up to {_pair(hand['score_ns'], hand['score_ew'])}",
            )

    # What nobody wrote down.

    def unknowns(self) -> Iterator[Finding]:
        contracts = self.judgement.contracts
        if self.record.rules is None:
            yield RULES_UNKNOWN
        if self.tricks and contracts.trump[self.row] >= 0:
            if contracts.direction[self.row] < 0:
                yield Finding(
                    "direction_unknown", "uptown or downtown is not written down for this bid"
                )
            elif contracts.aces_bad[self.row] < 0:
                yield Finding("aces_unknown", "aces good or bad is not written down")
        yield from self._ambiguous()

    def _ambiguous(self) -> Iterator[Finding]:
        """Rules that the source leaves unsaid, when the record fits several of their values."""
        extra = msgspec.json.decode(self.record.extra or "{}")
        for name in extra.get("unsaid", []) if self.tricks else []:
            if name not in FIELDS:
                continue
            fits: dict[str, str] = {}
            for value in FIELDS[name].choices:
                if value == "bidder_chooses":
                    continue
                rules = self.rules.replace({name: value})
                record = self.record
                if has_inferred_leads(record):
                    # Nobody wrote who led, so the order of play itself depends on the rules.
                    record = retold(record, rules, aces_good=rules.play.downtown_aces != "bad")
                judged = evaluate(frame_of([record]), [rules])
                if judged.judgement.replayed.faults[0] or judged.judgement.replayed.reneges[0]:
                    continue
                winners = judged.hands["winners"][0] or ""
                ns = sum(seat in "NS" for seat in winners)
                fits[str(value)] = f"{ns}-{len(winners) - ns} in tricks to N/S"
            if len(set(fits.values())) > 1:
                readings = " and with ".join(
                    f"{name} = {value} ({tricks})" for value, tricks in fits.items()
                )
                yield Finding(
                    "rules_ambiguous",
                    f"the record is legal with {readings}; its source says neither",
                )
            elif len(fits) == 1 and str(self.rules.get(name)) not in fits:
                only = next(iter(fits))
                yield Finding(
                    "rules_ambiguous",
                    f"the source does not say {name}, and the record is only legal with {only}",
                )

    # Its place in the game.

    def place(self, *, dealt_wrong: bool, ended: bool) -> Iterator[Finding]:
        if dealt_wrong:
            yield Finding(
                "dealer_order",
                f"{self.record.dealer} dealt, and the deal should have moved one to the left",
                seat=self.record.dealer,
            )
        if ended:
            yield Finding("after_game_over", "the game was over before this hand")

    def kitty_position(self) -> Iterator[Finding]:
        order, kitty = self.record.deal_order, self.record.kitty
        if order is None or kitty is None:
            return
        cards, deal = order.split(), self.rules.deal
        barred = cards[: deal.kitty_excluded_first]
        barred += cards[len(cards) - deal.kitty_excluded_last :]
        for card in kitty.split():
            if card in barred:
                place = cards.index(card) + 1
                yield Finding(
                    "kitty_position",
                    f"{card}, dealt as card {place} of {len(cards)}, may not go to the kitty",
                    card=card,
                )


def _pair(ns: int | None, ew: int | None) -> str:
    def text(number: int | None) -> str:
        return "?" if number is None else str(number)

    return f"{text(ns)} to N/S and {text(ew)} to E/W"
