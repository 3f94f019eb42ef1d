"""One hand laid out for the replayer: chairs, tricks, and what is wrong marked on the card."""

from collections import defaultdict
from collections.abc import Mapping
from itertools import count

from dashboard import hand_words, words
from dashboard.cards import Chair, Play, Trick
from dashboard.replayer import Replay
from recorder.cards import Card
from recorder.findings import Finding
from recorder.one_hand import OneHand
from recorder.play_by_play import PlayedCard, TrickTaken
from recorder.seats import Partnership, Seat

__all__ = ["Costs", "replay"]


Costs = Mapping[tuple[int, str], tuple[int, str]]
"""By trick and seat: the books that the card gave away, and the cards that cost nothing."""


def replay(one: OneHand, costs: Costs) -> Replay:
    decision = one.play.decision
    return Replay(
        chairs=chairs(one),
        tricks=[trick(one, taken, costs) for taken in one.play.tricks],
        kitty=(one.record.kitty or "").split(),
        discards=(one.record.discards or "").split(),
        decided=None if decision is None else (decision.trick, hand_words.decision(one) or ""),
    )


def chairs(one: OneHand) -> dict[str, Chair]:
    last_call = dict(hand_words.calls(one))
    chances = could_have(one)
    return {
        str(seat): Chair(
            name=one.players[seat],
            cards=[str(card) for card in one.play.held[seat]],
            call=last_call.get(str(seat), ""),
            is_bidder=one.hand["by"] == str(seat),
            is_dealer=one.record.dealer == str(seat),
            could=[chances[seat, card] for card in one.play.held[seat]],
        )
        for seat in Seat
    }


def could_have(one: OneHand) -> dict[tuple[Seat, Card], list[int]]:
    """The steps at which a seat could have played a card and chose another."""
    steps: dict[tuple[Seat, Card], list[int]] = defaultdict(list)
    number = count(1)
    for taken in one.play.tricks:
        for play in taken.plays:
            step = next(number)
            for card in play.could or ():
                if card != play.card:
                    steps[play.seat, card].append(step)
    return steps


def trick(one: OneHand, taken: TrickTaken, costs: Costs) -> Trick:
    decision = one.play.decision
    is_decisive = decision is not None and decision.trick == taken.number
    mark = "" if decision is None else "bid made" if decision.made else "bid set"
    return Trick(
        number=taken.number,
        plays=[
            Play(
                str(play.seat),
                str(play.card),
                fault(one, taken, play),
                *costs.get((taken.number, str(play.seat)), (0, "")),
            )
            for play in taken.plays
        ],
        winner=None if taken.winner is None else str(taken.winner),
        books=None
        if taken.books is None
        else (taken.books[Partnership.NS], taken.books[Partnership.EW]),
        mark=mark if is_decisive else "",
    )


def fault(one: OneHand, taken: TrickTaken, play: PlayedCard) -> str:
    """What is wrong with a card, in a sentence; nothing where nothing is."""
    if play.is_renege:
        could = " ".join(map(str, play.could or ()))
        return f"{one.players[play.seat]} reneged and could have played {hand_words.spoken(could)}"
    found = [finding for finding in one.findings if is_about(finding, taken, play)]
    # What this very play is charged with says more than what is wrong with the card.
    found.sort(key=lambda finding: finding.trick is None)
    return words.sentence(hand_words.said(one, found[0])) if found else ""


def is_about(finding: Finding, taken: TrickTaken, play: PlayedCard) -> bool:
    if finding.card != str(play.card):
        return False
    if finding.trick is None:
        return finding.code == "card_twice"
    return finding.trick == taken.number and finding.seat == str(play.seat)
