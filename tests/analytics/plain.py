"""The plain list of hands, and the same questions asked of it in loops, by other code."""

import math
import statistics
from collections import defaultdict
from dataclasses import asdict, replace
from functools import cache
from random import Random

import numpy as np
from scipy import stats

from analytics.facts import facts_of
from analytics.simulation import CLUB, play_hand
from analytics.simulation.season import Evening, simulate_season, thursdays
from recorder.evaluate import evaluate, rule_column
from recorder.hand import HandRecord, frame_of
from recorder.rules import load_rules
from recorder.seats import Seat

SEATS = {"N": "north", "E": "east", "S": "south", "W": "west"}
ORDER = "NESW"


def season(seed=5):
    """Hands as clubs keep them: several rule sets, and gaps of every kind."""
    plan = [
        *thursdays(2),
        Evening("2026-02-05", "card_sharks", "Winter Cup"),
        Evening("2026-02-12", "parlett", "Kitchen table"),
        Evening("2026-02-19", "northeast", "Winter Cup, day 2"),
    ]
    rng = Random(seed)
    return [_with_gaps(rng, record) for record in simulate_season(seed, plan)]


def _with_gaps(rng, record):
    chance = rng.random()
    if chance < 0.06 and record.bid:
        made = record.books >= 6 + int(record.bid[0])
        return replace(record, books=None, made=made)
    if chance < 0.12:
        return replace(record, calls=None)
    if chance < 0.15:
        return replace(record, player_n=None, player_s=None)
    if chance < 0.17:
        return replace(record, bidder=None, calls=None)
    if chance < 0.19:
        return replace(record, status="abandoned", books=None)
    if chance < 0.21 and record.bid:
        return replace(record, books=14)
    if chance < 0.24:
        return replace(record, trump=None)
    if chance < 0.30:
        return replace(record, tags='["final", "late"]')
    return record


def played(count=150, seed=3):
    """Hands with all their cards."""
    rng, rules = Random(seed), load_rules("pagat").rules
    return [
        replace(
            play_hand(rng, CLUB[:4], Seat(turn % 4), rules),
            game="one",
            hand=turn + 1,
            rules="pagat",
        )
        for turn in range(count)
    ]


class Asked:
    """Some records as facts, and as a plain list of dicts."""

    def __init__(self, records):
        frame = frame_of(records)
        column = rule_column(frame["rules"], load_rules("pagat"))
        self.facts = facts_of(frame, column.sets, column.which)
        judged = evaluate(frame, column.rules, column.which).hands.to_dicts()
        self.hands = [
            plain(record, row, column.sets[which])
            for record, row, which in zip(records, judged, column.which, strict=True)
        ]
        self.bids = [hand for hand in self.hands if hand["is_bid"]]


def plain(record: HandRecord, row, house):
    hand = asdict(record) | row | {"rules": house.name, "house": house.rules}
    for seat, chair in SEATS.items():
        hand[chair] = record.player(Seat.parse(seat))
    hand["ns"] = pair(hand["north"], hand["south"])
    hand["ew"] = pair(hand["east"], hand["west"])
    by = hand["by"]
    hand["is_bid"] = (
        hand["status"] in ("complete", "stopped")
        and by is not None
        and hand["level"] is not None
        and hand["kind"] is not None
        and hand["made"] is not None
    )
    hand["month"] = hand["date"] and hand["date"][:7]
    hand["game_key"] = (hand["series"], hand["game_in_series"])
    hand["position"] = (
        None
        if hand["position"] is None
        else ("first", "second", "third", "dealer")[hand["position"]]
    )
    hand["trump"], hand["direction"] = hand["named"], hand["facing"]
    if by is not None:
        at = ORDER.index(by)
        around = [hand[SEATS[ORDER[(at + turn) % 4]]] for turn in range(4)]
        hand["bidder"], hand["lho"], hand["partner"], hand["rho"] = around
        sides = ("ns", "ew") if by in "NS" else ("ew", "ns")
        hand["partnership"], hand["defenders"] = hand[sides[0]], hand[sides[1]]
        ours, theirs = hand[f"points_{sides[0]}"], hand[f"points_{sides[1]}"]
        hand["ours"], hand["theirs"] = ours, theirs
        hand["net"] = None if ours is None else ours - theirs
    if hand["is_bid"]:
        books = hand["books"]
        hand["margin"] = None if books is None else books - 6 - hand["level"]
    return hand


def pair(one, other):
    if one is None or other is None:
        return None
    return " & ".join(sorted((one, other), key=lambda name: (name.casefold(), name)))


def groups(hands, by):
    """Hands by their values of `by`, without those of which one is not known."""
    found = defaultdict(list)
    for hand in hands:
        key = tuple(hand[name] for name in by)
        if None not in key:
            found[key].append(hand)
    return found


def wilson(hits, n):
    if n == 0:
        return (None, None, None)
    interval = stats.binomtest(hits, n).proportion_ci(0.95, method="wilson")
    return (hits / n, interval.low, interval.high)


def mean(values):
    return statistics.fmean(values) if values else None


def student(values):
    if len(values) < 2:
        return (mean(values), None, None)
    middle = statistics.fmean(values)
    error = statistics.stdev(values) / math.sqrt(len(values))
    if error == 0:
        return (middle, middle, middle)
    low, high = stats.t.interval(0.95, len(values) - 1, middle, error)
    return (middle, low, high)


def known(hands, name):
    return [hand[name] for hand in hands if hand[name] is not None]


def bids(hands):
    made = sum(hand["made"] for hand in hands)
    margins, nets = known(hands, "margin"), known(hands, "net")
    rate, low, high = wilson(made, len(hands))
    net, net_low, net_high = student(nets)
    return {
        "n": len(hands),
        "made": made,
        "sets": len(hands) - made,
        "success_rate": rate,
        "success_low": low,
        "success_high": high,
        "set_rate": 1 - rate,
        "books_known": len(margins),
        "mean_margin": mean(margins),
        "exact": margins.count(0),
        "mean_level": mean(known(hands, "level")),
        "points_known": len(nets),
        "net_points": net,
        "net_low": net_low,
        "net_high": net_high,
        "few": len(hands) < 10,
    }


def sets(hands):
    failed = [hand for hand in hands if not hand["made"]]
    rate, low, high = wilson(len(failed), len(hands))
    games = {hand["game_key"] for hand in hands}
    return {
        "n": len(hands),
        "bids": len(hands),
        "sets": len(failed),
        "set_rate": rate,
        "set_low": low,
        "set_high": high,
        "mean_short": mean([-margin for margin in known(failed, "margin")]),
        "games": len(games),
        "sets_per_game": len(failed) / len(games),
        "few": len(hands) < 10,
    }


def games_of(hands):
    """The games as dicts, in the order of play."""
    found = {}
    for hand in hands:
        game = found.setdefault(
            hand["game_key"],
            {"hands": 0, "winner": None, "ended_by": None, "leads": [0], "sets": [], "last": None},
        )
        for name in ("north", "east", "south", "west", "ns", "ew", "event", "rules", "month"):
            game.setdefault(name, hand[name])
        game["hands"] += 1
        if hand["winner"] is not None:
            game["winner"], game["ended_by"] = hand["winner"], hand["ended_by"]
            game["units"] = hand["units"]
        if hand["score_ns"] is not None:
            game["last"] = (hand["score_ns"], hand["score_ew"])
            game["leads"].append(hand["score_ns"] - hand["score_ew"])
    return list(found.values())


def side(asked, is_us, *, bidder_only=None):
    """The figures of somebody: `is_us(hand, "ns")` says whether they sit there.

    `bidder_only` names the player who must have taken a bid in person for it to be theirs.
    """
    own, defended, nets, points_for, points_against = [], [], [], 0, 0
    hands = 0
    for hand in asked.bids:
        if hand["ns"] is None or hand["ew"] is None:
            continue
        for us, them in (("ns", "ew"), ("ew", "ns")):
            if not is_us(hand, us):
                continue
            hands += 1
            bid_here = hand["by"] in us.upper()
            if not bid_here:
                defended.append(hand)
            elif bidder_only is None or hand["bidder"] == bidder_only:
                own.append(hand)
            ours, theirs = hand[f"points_{us}"], hand[f"points_{them}"]
            if ours is not None:
                nets.append(ours - theirs)
                points_for += ours
                points_against += theirs
    played = [
        (game, us) for game in games_of(asked.hands) for us in ("ns", "ew") if is_us(game, us)
    ]
    finished = [(game, us) for game, us in played if game["winner"] is not None]
    won = sum(game["winner"] == us.upper() for game, us in finished)
    drawn = sum(game["winner"] == "drawn" for game, us in finished)
    made = sum(hand["made"] for hand in own)
    inflicted = sum(not hand["made"] for hand in defended)
    success, inflict, win = (
        wilson(made, len(own)),
        wilson(inflicted, len(defended)),
        wilson(won, len(finished)),
    )
    net = student(nets)
    forced = known(own, "forced")
    return {
        "n": len(own),
        "games": len(finished),
        "won": won,
        "lost": len(finished) - won - drawn,
        "drawn": drawn,
        "unfinished": len(played) - len(finished),
        "win_rate": win[0],
        "win_low": win[1],
        "win_high": win[2],
        "hands": hands,
        "bids": len(own),
        "made": made,
        "sets": len(own) - made,
        "bid_share": len(own) / hands if hands else None,
        "success_rate": success[0],
        "success_low": success[1],
        "success_high": success[2],
        "set_rate": None if not own else 1 - made / len(own),
        "defended": len(defended),
        "sets_inflicted": inflicted,
        "inflicted_rate": inflict[0],
        "inflicted_low": inflict[1],
        "inflicted_high": inflict[2],
        "points_for": points_for,
        "points_against": points_against,
        "net_per_hand": net[0],
        "net_low": net[1],
        "net_high": net[2],
        "mean_level": mean(known(own, "level")),
        "forced": sum(forced) if forced else None,
        "bostons": sum(hand["books_played"] == 13 for hand in own),
        "few": len(own) < 10,
    }


def auction(asked, chairs_of):
    """Row of counts for each key; `chairs_of(hand, seat letter)` names who speaks."""
    rows = defaultdict(lambda: defaultdict(int))
    levels = defaultdict(list)
    for hand in asked.hands:
        if hand["status"] in ("invalid", "misdeal") or hand["calls"] is None:
            continue
        start = ORDER.index(hand["dealer"]) + 1
        speakers = [ORDER[(start + turn) % 4] for turn in range(4)]
        for key in {chairs_of(hand, seat) for seat in speakers} - {None}:
            rows[key]["n"] += 1
        last, bid_by = None, set()
        for turn, call in enumerate(hand["calls"].split(", ")):
            seat = speakers[turn % 4]
            row = rows[chairs_of(hand, seat)]
            row["chances"] += 1
            if call == "pass":
                continue
            if last is None:
                row["opened"] += 1
            elif last in _side_of(seat):
                row["over_partner"] += last != seat
            else:
                row["overcalled"] += 1
            last = seat
            bid_by.add(seat)
        if hand["by"] is None or hand["position"] is None:
            continue
        key = chairs_of(hand, hand["by"])
        row = rows[key]
        row["bids"] += 1
        levels[key].append(hand["level"])
        row["stolen"] += bool(bid_by - set(_side_of(hand["by"])))
        row["dealer_took"] += hand["position"] == "dealer" and not hand["forced"]
        row["forced_bids"] += hand["forced"]
        if hand["forced"] and hand["is_bid"]:
            row["forced_known"] += 1
            row["forced_sets"] += not hand["made"]
    rows.pop(None, None)
    for key, row in rows.items():
        row["mean_level"] = mean(levels[key])
    return rows


def _side_of(seat):
    return "NS" if seat in "NS" else "EW"


def weighted(values, half_life):
    """Mean, and how many equal values these are worth, when each halves every `half_life`."""
    weights = [0.5 ** (age / half_life) for age in range(len(values))][::-1]
    total = sum(weights)
    middle = sum(w * v for w, v in zip(weights, values, strict=True)) / total
    return middle, total**2 / sum(w * w for w in weights)


@cache
def asked_season():
    return Asked(season())


@cache
def asked_played():
    return Asked(played())


def same(found, expected, where=""):
    """Fail unless every figure of `expected` is found, floats to nine digits."""
    for name, value in expected.items():
        got = found[name]
        if isinstance(value, float) and got is not None:
            assert np.isclose(got, value, rtol=1e-9, atol=1e-9), f"{where} {name}: {got} {value}"
        else:
            assert got == value, f"{where} {name}: expected {value}, got {got}"
