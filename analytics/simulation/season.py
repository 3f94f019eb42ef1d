"""A season of a simulated club: evenings, partnerships that change, tables, games."""

import datetime
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from analytics.simulation.games import Sheet
from analytics.simulation.people import CLUB, Person
from analytics.simulation.results import draw_hand
from recorder.hand import DETAILS, HandRecord
from recorder.rules import Rules, load_rules
from recorder.scoring import GameEnd
from recorder.seats import Seat

__all__ = ["CLUB_NAME", "Evening", "HandMaker", "reduced", "simulate_season", "thursdays"]

CLUB_NAME = "Eastside (simulated)"

HandMaker = Callable[[Random, Sequence[Person], Seat, Rules], HandRecord]
"""How a hand comes about from who sits N E S W and who deals."""

Pair = tuple[Person, Person]

REGULAR = 0.85
"""How often somebody plays with the usual partner, if that one has come."""

LONGEST_GAME = 30
TIME_CALLED = 8
"""Hands after which a game is left unfinished: any game, and one that is played against time."""


@dataclass(frozen=True, slots=True)
class Evening:
    """One evening's plan: every pair plays every other, a game each time."""

    date: str
    rules: str = "pagat"
    event: str | None = None
    tables: int = 3
    meetings: int = 2
    """How often two pairs meet."""


def thursdays(count: int, first: str = "2026-01-08", rules: str = "pagat") -> list[Evening]:
    day = datetime.date.fromisoformat(first)
    return [
        Evening((day + datetime.timedelta(weeks=week)).isoformat(), rules) for week in range(count)
    ]


def simulate_season(
    seed: int,
    plan: Sequence[Evening] | None = None,
    *,
    people: Sequence[Person] = CLUB,
    hand: HandMaker = draw_hand,
) -> list[HandRecord]:
    """The hands of all evenings in the order of play, with points and running score.

    Hands are drawn from the model of `results`, some thousand a second; `hand=play_hand` plays
    them card by card. Twelve Thursdays of three tables are about 1,200 hands. Equal arguments
    give equal hands.
    """
    return [
        record
        for number, evening in enumerate(thursdays(12) if plan is None else plan)
        for record in _evening(Random(f"{seed}/{number}"), evening, people, hand)
    ]


def _evening(
    rng: Random, evening: Evening, people: Sequence[Person], hand: HandMaker
) -> Iterator[HandRecord]:
    rules = load_rules(evening.rules).rules
    pairs = _pairs(rng, people, 2 * evening.tables)
    for number, games in enumerate(list(_round_robin(pairs)) * evening.meetings, 1):
        for table, (ns, ew) in enumerate(games, 1):
            label = f"{evening.date}/{table}/{number}"
            for record in _game(rng, (ns[0], ew[0], ns[1], ew[1]), rules, hand):
                yield replace(
                    record,
                    game=label,
                    date=evening.date,
                    club=CLUB_NAME,
                    table=str(table),
                    event=evening.event,
                    rules=evening.rules,
                )


def _pairs(rng: Random, people: Sequence[Person], count: int) -> list[Pair]:
    """Partnerships of one evening; who sits next to whom in `people` are usual partners."""
    present = rng.sample(list(people), 2 * count)
    pairs: list[Pair] = []
    for at in range(0, len(people) - 1, 2):
        first, second = people[at], people[at + 1]
        if first in present and second in present and rng.random() < REGULAR:
            pairs.append((first, second))
            present.remove(first)
            present.remove(second)
    pairs += zip(present[::2], present[1::2], strict=True)
    rng.shuffle(pairs)
    return pairs


def _round_robin(pairs: Sequence[Pair]) -> Iterator[list[tuple[Pair, Pair]]]:
    """Rounds in which every pair meets every other once: one stays, the others move on."""
    fixed, *moving = pairs
    for turn in range(len(moving)):
        ring = [fixed, *moving[turn:], *moving[:turn]]
        half = len(ring) // 2
        yield list(zip(ring[:half], reversed(ring[half:]), strict=True))


def _game(
    rng: Random, players: Sequence[Person], rules: Rules, hand: HandMaker
) -> Iterator[HandRecord]:
    sheet = Sheet(rules)
    dealer = Seat(rng.randrange(4))
    longest = TIME_CALLED if rules.game.mode == "timed" else LONGEST_GAME
    while sheet.end is GameEnd.NOT_YET and len(sheet.rows) < longest:
        record = hand(rng, players, dealer, rules)
        sheet.enter(record)
        yield replace(
            record,
            hand=len(sheet.rows),
            points_ns=sheet.points[0],
            points_ew=sheet.points[1],
            score_ns=sheet.score[0],
            score_ew=sheet.score[1],
        )
        is_redealt = record.bid is None and rules.auction.all_pass == "redeal_same_dealer"
        dealer = dealer if is_redealt else dealer.lho


# What a record loses when it is kept at less detail, from the fullest down.
_LOST = {
    "deal": ("tricks",),
    "bidder": ("deal_n", "deal_e", "deal_s", "deal_w"),
    "auction": ("kitty", "discards"),
    "result": ("calls",),
}


def reduced(record: HandRecord, detail: str) -> HandRecord:
    """The record as a table that writes less down would have kept it."""
    lost: dict[str, str | None] = {}
    for level in reversed(DETAILS[DETAILS.index(detail) : -1]):
        lost |= dict.fromkeys(_LOST[level])
    if detail == "bidder" and record.bidder is not None:
        seat = record.bidder.lower()
        lost[f"deal_{seat}"] = getattr(record, f"deal_{seat}")
    return replace(record, **lost)  # type: ignore[arg-type]
