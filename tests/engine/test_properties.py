"""What holds for every hand under every rule set."""

from dataclasses import replace
from random import Random

from hypothesis import given, settings
from polars.testing import assert_frame_equal

from recorder.hand import HandRecord, frame_of
from recorder.rules import FIELDS, Rules
from tests.engine.judging import judged, judged_as_recorded
from tests.engine.naive import SEATS, after
from tests.strategies import random_hand, random_result, random_rules, randoms

some = settings(max_examples=40, deadline=None)

TURNED = str.maketrans("NESW", "ESWN")
REVERSED = str.maketrans("23456789TJQKA", "AKQJT98765432")
OF_THE_RUN = ["series"]  # Runs are numbered in the order they are met.


def spec_of(rules: Rules) -> str:
    """The rules as a record names them."""
    changes = (f"{name}={FIELDS[name].text(value)}" for name, value in rules.values().items())
    return ",".join(["pagat", *changes])


def an_evening(rng: Random) -> tuple[list[HandRecord], list[Rules], list[int]]:
    """Three games of three hands, each under rules of its own; some hands are played out."""
    houses = [random_rules(rng) for _ in range(3)]
    records, which = [], []
    for at, house in enumerate(houses):
        for hand in range(1, 4):
            facts = {"game": f"game {at}", "hand": hand, "rules": spec_of(house)}
            values = house.values()
            if rng.random() < 0.5:
                records.append(random_hand(rng, values, renege_rate=0.02, **facts).record)
            else:
                called = rng.choices(SEATS, k=rng.choice((0, 0, 1)))
                records.append(random_result(rng, values, called=called, **facts))
            which.append(at)
    return records, houses, which


@given(randoms)
@some
def test_every_hand_has_all_its_books(rng):
    house = random_rules(rng)
    (row,) = judged([random_hand(rng, house.values()).record], [house], [0]).to_dicts()
    total = 13 if house.kitty.book_owner != "none" else house.deck.hand_size
    assert row["books_ns"] + row["books_ew"] == total
    assert row["tricks_known"] == house.deck.hand_size
    assert row["renege_plays"] == 0


@given(randoms)
@some
def test_one_by_one_is_the_same_as_all_at_once(rng):
    records, houses, which = an_evening(rng)
    together = judged(records, houses, which)
    for game in range(3):
        rows = [i for i, at in enumerate(which) if at == game]
        alone = judged([records[i] for i in rows], houses, [which[i] for i in rows])
        assert_frame_equal(together[rows].drop(OF_THE_RUN), alone.drop(OF_THE_RUN))


@given(randoms)
@some
def test_the_order_of_the_file_does_not_matter(rng):
    records, houses, which = an_evening(rng)
    order = rng.sample(range(len(records)), len(records))
    straight = judged(records, houses, which)
    shuffled = judged([records[i] for i in order], houses, [which[i] for i in order])
    assert_frame_equal(straight[order].drop(OF_THE_RUN), shuffled.drop(OF_THE_RUN))


@given(randoms)
@some
def test_scoring_again_under_the_recorded_rules_changes_nothing(rng):
    records, houses, which = an_evening(rng)
    frame = frame_of(records)
    assert_frame_equal(judged(records, houses, which), judged_as_recorded(frame))


@given(randoms)
@some
def test_turning_the_table_turns_the_results(rng):
    house = random_rules(rng)
    hand = random_hand(rng, house.values(), renege_rate=0.02).record
    assert hand.dealer is not None
    assert hand.tricks is not None
    turned = replace(
        hand,
        dealer=after(hand.dealer),
        deal_n=hand.deal_w,
        deal_e=hand.deal_n,
        deal_s=hand.deal_e,
        deal_w=hand.deal_s,
        tricks=" | ".join(
            trick[0].translate(TURNED) + trick[1:] for trick in hand.tricks.split(" | ")
        ),
    )
    before, then = judged([hand, turned], [house], [0, 0]).to_dicts()
    assert then["winners"] == before["winners"].translate(TURNED)
    assert then["by"] == after(before["by"])
    assert (then["books"], then["made"]) == (before["books"], before["made"])
    for what in ("books", "points", "taken"):
        assert then[f"{what}_ns"] == before[f"{what}_ew"]
        assert then[f"{what}_ew"] == before[f"{what}_ns"]
    turned_plays = before["renege_plays"]
    by_trick = [turned_plays >> 4 * trick & 15 for trick in range(13)]
    expected = sum(((bits << 1 | bits >> 3) & 15) << 4 * at for at, bits in enumerate(by_trick))
    assert then["renege_plays"] == expected


@given(randoms)
@some
def test_without_jokers_uptown_is_downtown_upside_down(rng):
    """With the ranks reversed, low wins what high won, if aces are bad."""
    house = Rules().replace(
        {"deck.jokers": 0, "deck.kitty_size": 4, "auction.bid_form": "level"}
        | {"play.downtown_aces": "bidder_chooses"}
    )
    hand = random_hand(rng, house.values(), renege_rate=0.02).record
    up = replace(hand, direction="up", aces=None)
    cards = ("deal_n", "deal_e", "deal_s", "deal_w", "kitty", "discards")
    flipped = {name: getattr(hand, name).translate(REVERSED) for name in cards}
    tricks = " | ".join(
        f"{leader}:{played.translate(REVERSED)}"
        for leader, played in (trick.split(":") for trick in (hand.tricks or "").split(" | "))
    )
    down = replace(hand, direction="down", aces="bad", tricks=tricks, **flipped)
    high, low = judged([up, down], [house], [0, 0]).to_dicts()
    for what in ("winners", "renege_plays", "books", "made", "points_ns", "points_ew", "faults"):
        assert high[what] == low[what]
