"""Every figure equals the same question asked of the plain list of hands by other code."""

from dataclasses import replace
from datetime import date

import polars as pl
import pytest

from analytics.auction import auction
from analytics.bids import bids, margins, suits
from analytics.filters import Filters
from analytics.findings import coverage
from analytics.form import HALF_LIVES, form
from analytics.games import COMEBACK, games
from analytics.kitty import kitty
from analytics.left_on_table import left_on_table
from analytics.partnerships import heads, partnerships
from analytics.players import players, roles
from analytics.sets import sets
from analytics.standings import standings
from recorder.cards import read_cards
from recorder.scoring import hand_points
from tests.analytics import plain

BY = [
    ("level", "kind"),
    ("level",),
    ("direction",),
    ("trump",),
    ("bidder",),
    ("partnership",),
    ("defenders", "kind"),
    ("position",),
    ("forced",),
    ("rules",),
    ("event",),
    ("month",),
    (),
]


@pytest.fixture(scope="module")
def asked():
    return plain.asked_season()


def rows_by(frame, keys):
    rows = {tuple(row[name] for name in keys): row for row in frame.iter_rows(named=True)}
    assert len(rows) == frame.height, "two rows about one thing"
    return rows


@pytest.mark.parametrize("by", BY, ids=" ".join)
@pytest.mark.parametrize(("ask", "naive"), [(bids, plain.bids), (sets, plain.sets)])
def test_bids_and_sets(asked, ask, naive, by):
    found = rows_by(ask(asked.facts, by=by), by)
    expected = plain.groups(asked.bids, by)
    assert set(found) == set(expected)
    for key, hands in expected.items():
        plain.same(found[key], naive(hands), key)


FILTERS = {
    "level=4|5,kind=up": lambda h: h["level"] in (4, 5) and h["kind"] == "up",
    "people=Denise Walker": lambda h: "Denise Walker" in [h[c] for c in plain.SEATS.values()],
    "since=2026-01-15,until=2026-02-05": lambda h: "2026-01-15" <= h["date"] <= "2026-02-05",
    "event=Winter Cup, day 2": lambda h: h["event"] == "Winter Cup, day 2",
    "rules=parlett|pagat,made=no": lambda h: (
        h["rules"] != "x" and not h["made"] and h["rules"] in ("parlett", "pagat")
    ),
    "forced=yes": lambda h: h["forced"] is True,
    "position=first|dealer": lambda h: h["position"] in ("first", "dealer"),
    "trump=no": lambda h: h["trump"] == "no",
    "detail=auction": lambda h: h["detail"] not in (None, "result"),
    "tags=late": lambda h: "late" in (h["tags"] or ""),
    "bidder=Robert Jones": lambda h: h["bidder"] == "Robert Jones",
    "evening=2026-02-12": lambda h: h["date"] == "2026-02-12",
}


@pytest.mark.parametrize("where", FILTERS)
def test_filters(asked, where):
    expected = [hand for hand in asked.bids if FILTERS[where](hand)]
    assert expected, "a filter that matches nothing tests nothing"
    found = bids(asked.facts, Filters.parse(where), by=())
    plain.same(found.row(0, named=True), plain.bids(expected))


def test_margins(asked):
    found = rows_by(margins(asked.facts, by=("level",)), ("level", "margin"))
    expected = plain.groups(asked.bids, ("level", "margin"))
    assert {key: row["n"] for key, row in found.items()} == {
        key: len(hands) for key, hands in expected.items()
    }


def test_suits(asked):
    by = ("trump", "direction")
    found = rows_by(suits(asked.facts), by)
    expected = plain.groups(asked.bids, by)
    assert set(found) == set(expected)
    for key, hands in expected.items():
        figures = plain.bids(hands)
        plain.same(found[key], {name: figures[name] for name in found[key] if name in figures})


def test_partnerships(asked):
    found = rows_by(partnerships(asked.facts), ("partnership",))
    names = {hand[us] for hand in asked.hands for us in ("ns", "ew")} - {None}
    assert {key for (key,) in found} == names
    for name in names:
        plain.same(found[name,], plain.side(asked, lambda row, us, n=name: row[us] == n), name)


def test_players(asked):
    chairs = {"ns": ("north", "south"), "ew": ("east", "west")}
    found = rows_by(players(asked.facts), ("player",))
    names = {hand[chair] for hand in asked.hands for chair in plain.SEATS.values()} - {None}
    assert {key for (key,) in found} == names
    for name in names:
        expected = plain.side(
            asked, lambda row, us, n=name: n in [row[c] for c in chairs[us]], bidder_only=name
        )
        plain.same(found[name,], expected, name)


def test_players_and_partners_add_up_to_players(asked):
    alone = rows_by(players(asked.facts), ("player",))
    counts = ["bids", "made", "hands", "defended", "points_for", "won", "games"]
    pairs = players(asked.facts, by=("player", "partner"))
    for row in pairs.group_by("player").agg(pl.col(counts).sum()).iter_rows(named=True):
        plain.same(alone[row["player"],], row, row["player"])


def test_heads(asked):
    found = rows_by(heads(asked.facts), ("partnership", "opponents"))
    other = {"ns": "ew", "ew": "ns"}
    for (us, them), row in found.items():
        expected = plain.side(
            asked, lambda hand, s, a=us, b=them: hand[s] == a and hand[other[s]] == b
        )
        names = ("games", "won", "hands", "net_per_hand", "net_low", "net_high")
        plain.same(row, {name: expected[name] for name in names}, (us, them))


def test_roles(asked):
    seated = [hand for hand in asked.bids if hand["ns"] and hand["ew"]]
    columns = {
        "bidder": "bidder",
        "bidder's partner": "partner",
        "left of bidder": "lho",
        "right of bidder": "rho",
    }
    for row in roles(asked.facts).iter_rows(named=True):
        chair = columns[row["role"]]
        hands = [hand for hand in seated if hand[chair] == row["player"]]
        sign = -1 if chair in ("lho", "rho") else 1
        nets = [sign * net for net in plain.known(hands, "net")]
        rate = plain.wilson(sum(hand["made"] for hand in hands), len(hands))
        net = plain.student(nets)
        plain.same(
            row,
            {
                "n": len(hands),
                "points_known": len(nets),
                **dict(zip(("success_rate", "success_low", "success_high"), rate, strict=True)),
                **dict(zip(("net_points", "net_low", "net_high"), net, strict=True)),
            },
            row["player"],
        )


@pytest.mark.parametrize("who", ["player", "partnership"])
def test_auction(asked, who):
    def chairs_of(hand, seat):
        if who == "player":
            return hand[plain.SEATS[seat]]
        return hand["ns" if seat in "NS" else "ew"]

    found = rows_by(auction(asked.facts, by=(who,)), (who,))
    expected = plain.auction(asked, chairs_of)
    assert {key for (key,) in found} == set(expected)
    for name, row in expected.items():
        plain.same(found[name,], row, name)


def test_kitty():
    asked = plain.asked_played()
    (row,) = kitty(asked.facts, by=()).iter_rows(named=True)
    found = {"jokers": [], "winners": [], "trumps": []}
    kept = {"jokers": [], "winners": [], "trumps": []}
    for hand in asked.bids:
        cards = [str(card) for card in read_cards(hand["kitty"])]
        buried = [str(card) for card in read_cards(hand["discards"])]
        head = "2" if hand["facing"] == "down" and hand["aces_were"] == "bad" else "A"
        jokers = [card for card in cards if card in ("BJ", "LJ")]
        special = {
            "jokers": jokers,
            "winners": [card for card in cards if card[0] == head and card not in jokers],
        }
        if hand["named"] != "no":
            special["trumps"] = jokers + [
                card for card in cards if card[1] == hand["named"] and card not in jokers
            ]
        for what, which in special.items():
            found[what].append(len(which))
            kept[what].append(len([card for card in which if card not in buried]))
    assert row["n"] == len(asked.bids)
    for what, counts in found.items():
        assert row[what] == pytest.approx(plain.mean(counts))
        assert row[f"{what}_kept"] == pytest.approx(plain.mean(kept[what]))


def test_left_on_table(asked):
    expected = plain.groups(
        [hand for hand in asked.bids if hand["made"] and hand["books"] is not None],
        ("partnership",),
    )
    found = rows_by(left_on_table(asked.facts), ("partnership",))
    assert set(found) == set(expected)
    for key, hands in expected.items():
        left = []
        for hand in hands:
            no_trump, rules = hand["kind"] == "no", hand["house"]
            best = hand_points(rules, hand["books"] - 6, no_trump, hand["books"])
            paid = hand_points(rules, hand["level"], no_trump, hand["books"])
            left.append(best[0] - best[1] - paid[0] + paid[1])
        middle, low, high = plain.student(left)
        figures = {"n": len(left), "left": sum(left), "underbids": sum(x > 0 for x in left)}
        figures |= {"left_per_bid": middle, "left_low": low, "left_high": high}
        plain.same(found[key], figures, key)
    assert any(row["left"] for row in found.values())


@pytest.mark.parametrize("who", ["partnership", "bidder", None])
def test_form(asked, who):
    by = [who] if who else []
    found = rows_by(form(asked.facts, by=(*by, "date")), (*by, "date"))
    rows = 0
    for key, hands in plain.groups(asked.bids, by).items():
        for evening in {hand["date"] for hand in hands}:
            so_far = [hand for hand in hands if hand["date"] <= evening]
            row = found[*key, date.fromisoformat(evening)]
            rows += 1
            assert row["n"] == len(so_far)
            assert row["bids"] == len([hand for hand in hands if hand["date"] == evening])
            for speed, half_life in HALF_LIVES.items():
                rate, _ = plain.weighted([hand["made"] for hand in so_far], half_life)
                net, _ = plain.weighted(plain.known(so_far, "net"), half_life)
                figures = {f"success_{speed}": rate, f"net_{speed}": net}
                plain.same(row, figures, (key, evening))
    assert rows == len(found)


def test_games(asked):
    played = plain.games_of(asked.hands)
    for row in games(asked.facts).iter_rows(named=True):
        mine = [game for game in played if game["rules"] == row["rules"]]
        over = [game for game in mine if game["winner"] is not None]
        comebacks = [
            game
            for game in over
            if (game["winner"] == "NS" and -min(game["leads"]) >= COMEBACK)
            or (game["winner"] == "EW" and max(game["leads"]) >= COMEBACK)
        ]
        winners = [game["last"][game["winner"] == "EW"] for game in over]
        figures = {
            "n": len(over),
            "unfinished": len(mine) - len(over),
            "mean_hands": plain.mean([game["hands"] for game in over]),
            "mean_score": plain.mean(winners),
            "comebacks": len(comebacks),
        }
        for end in ("target", "negative_target", "hands", "boston"):
            figures[f"ended_by_{end}"] = sum(game["ended_by"] == end for game in over)
        plain.same(row, figures, row["rules"])


@pytest.mark.parametrize("order", ["wins", "points"])
def test_standings(asked, order):
    found = standings(asked.facts, order=order)
    for event in ("Winter Cup", "Winter Cup, day 2"):
        totals = {}
        for game in plain.games_of(asked.hands):
            if game["event"] != event or game["winner"] is None:
                continue
            for at, us in enumerate(("ns", "ew")):
                if game[us] is None:
                    continue
                row = totals.setdefault(game[us], [0, 0, 0, 0])
                row[0] += 1
                row[1] += (game["winner"] == us.upper()) * game["units"]
                row[2] += game["last"][at]
                row[3] += game["last"][1 - at]
        mine = found.filter(found["event"] == event)
        for row in mine.iter_rows(named=True):
            figures = [row[name] for name in ("games", "won", "points_for", "points_against")]
            assert figures == totals[row["partnership"]]
        first, second = ("won", "points_for") if order == "wins" else ("points_for", "won")
        told = mine.select(first, second).rows()
        assert told == sorted(told, reverse=True)
        assert mine["place"].to_list() == sorted(mine["place"])
        assert set(mine["partnership"]) == set(totals)


def test_coverage_counts_every_hand_once(asked):
    found = coverage(asked.facts)
    assert found["n"].sum() == len(asked.hands)
    used = found.filter(found["reason"] == "in the figures")["n"].sum()
    assert used == len(asked.bids)


def test_a_partnership_is_the_same_whoever_sits_where():
    record = plain.played(1)[0]
    turned = replace(record, player_n=record.player_s, player_s=record.player_n)
    hands = plain.Asked([record, turned]).facts.hands
    assert hands["north"].n_unique() == 2
    assert hands["partnership_ns"].n_unique() == 1
