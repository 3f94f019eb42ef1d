"""Every preset against the table of what its source says (presets.md)."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from recorder.rules import FIELDS, PRESETS, SOURCES, Rules, RuleSet, difference, load_rules

TABLE = Path(__file__).with_name("presets.md").read_text(encoding="utf-8")

# The row's label, and the fields that its cells hold one after another.
ROWS = {
    "jokers, hand/kitty": ("deck.jokers", "deck.hand_size", "deck.kitty_size"),
    "kitty excluded first/last": ("deal.kitty_excluded_first", "deal.kitty_excluded_last"),
    "first dealer": ("deal.first_dealer",),
    "cut": ("deal.cut", "deal.cut_min"),
    "levels": ("auction.min_level", "auction.max_level"),
    "bid_form": ("auction.bid_form",),
    "same_level": ("auction.same_level",),
    "dealer_may_match": ("auction.dealer_may_match",),
    "all_pass": ("auction.all_pass",),
    "book_owner": ("kitty.book_owner",),
    "downtown_aces": ("play.downtown_aces",),
    "no_trump_jokers": ("play.no_trump_jokers",),
    "made": ("scoring.made",),
    "no_trump_factor": ("scoring.no_trump_factor",),
    "set_bidders": ("scoring.set_bidders",),
    "set_defenders": ("scoring.set_defenders",),
    "defenders_odd": ("scoring.defenders_odd",),
    "boston": (
        "scoring.boston_trigger",
        "scoring.boston_effect",
        "scoring.boston_points",
        "scoring.boston_points_no_trump",
    ),
    "mode": ("game.mode", "game.hands"),
    "target / negative": ("game.target", "game.negative_target"),
    "floor": ("game.floor",),
    "set_limit": ("game.set_limit",),
    "defenders_odd_wins": ("game.defenders_odd_wins",),
    "tie": ("game.tie",),
    "renege": ("renege.penalty", "renege.books", "renege.shortfall"),
}

# What a dash in the table stands for; other dashes concern a rule that is not in the game.
DASHES = {
    "deal.kitty_excluded_first": "0",
    "deal.kitty_excluded_last": "0",
    "game.target": "none",
    "game.negative_target": "none",
    "game.tie": "none",
}

# The table says nothing of these: every preset has the plain game's value.
NOT_IN_TABLE = {
    "auction.rounds": "one",
    "auction.trump_named": "before_kitty",
    "kitty.sport": "never",
    "play.first_lead": "bidder",
    "match.form": "single",
    "match.length": None,
    "match.decided_by": "wins",
    "match.counts_two": "none",
    "session.rise_and_fly": "off",
}


def cells() -> Iterator[tuple[str, str, str]]:
    """(row, preset, cell) of the table, a "same" replaced by the cell to its left."""
    lines = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in TABLE.splitlines()
        if line.startswith("|")
    ]
    presets = [heading.split()[0] for heading in lines[0][1:]]
    for label, *row in lines[2:]:
        for column, cell in enumerate(row):
            left = next(text for text in row[column::-1] if not text.startswith("same"))
            star = "*" if cell == "same*" else ""
            text = left.rstrip("*") + star if cell.startswith("same") else cell
            yield label, presets[column], text


def stated(label: str, cell: str) -> dict[str, tuple[str, bool]]:
    """Field -> (value as text, starred). A star at the end of a part stars the whole part."""
    fields = ROWS[label]
    if cell == "-":
        return {field: (DASHES[field], False) for field in fields if field in DASHES}
    cell = re.sub(r", plus .*|\(.*\)", "", cell).strip()
    values = []
    for part in cell.split(", "):
        between = r"(?<=\d)\*?-" if label == "levels" else r"\s*/\s*|\s+"
        words = re.split(between, part)
        inner = [f"{part[: len(word) + 1]}" == f"{word}*" for word in words]
        starred = part.endswith("*")
        values += [
            (word.rstrip("*"), starred or mark) for word, mark in zip(words, inner, strict=True)
        ]
    if label in ("boston", "floor", "tie", "dealer_may_match", "defenders_odd_wins"):
        values = [({"no": "false", "yes": "true"}.get(text, text), mark) for text, mark in values]
    if label == "boston" and values[0][0] == "none":
        fields = ("scoring.boston_effect",)
    return dict(zip(fields, values, strict=False))


CELLS = list(cells())


@pytest.mark.parametrize(
    ("label", "preset", "cell"), CELLS, ids=[f"{row} of {preset}" for row, preset, _ in CELLS]
)
def test_preset_has_the_value_of_the_table(label: str, preset: str, cell: str) -> None:
    ruleset = load_rules(preset)
    for field, (text, starred) in stated(label, cell).items():
        assert FIELDS[field].text(ruleset.rules.get(field)) == text, field
        assert (field in ruleset.unverified) == starred, f"star of {field}"


def test_the_table_is_read_whole() -> None:
    assert len(CELLS) == len(ROWS) * 8
    assert stated("levels", "4*-7") == {
        "auction.min_level": ("4", True),
        "auction.max_level": ("7", False),
    }
    assert stated("renege", "books 3*, all_13*, plus a joker held when void") == {
        "renege.penalty": ("books", True),
        "renege.books": ("3", True),
        "renege.shortfall": ("all_13", True),
    }
    named = {field for fields in ROWS.values() for field in fields}
    assert named | NOT_IN_TABLE.keys() == FIELDS.keys()


@pytest.mark.parametrize("preset", PRESETS[:8])
def test_preset_has_the_plain_value_where_the_table_is_silent(preset: str) -> None:
    rules = load_rules(preset).rules
    assert {field: rules.get(field) for field in NOT_IN_TABLE} == NOT_IN_TABLE


@pytest.mark.parametrize("preset", PRESETS)
def test_every_value_has_a_source(preset: str) -> None:
    ruleset = load_rules(preset)
    assert ruleset.sources.keys() == FIELDS.keys()
    assert all(source.partition(":")[0] in SOURCES for source in ruleset.sources.values())
    assert (ruleset.name, ruleset.base, ruleset.spec) == (preset, preset, preset)
    assert ruleset.title.endswith(".")


def test_defaults_are_pagat() -> None:
    assert load_rules("pagat").rules == Rules()


def changed(preset: str, base: str) -> dict[str, object]:
    a, b = load_rules(preset), load_rules(base)
    return {f: a.rules.get(f) for f in FIELDS if a.rules.get(f) != b.rules.get(f)}


def test_wikipedia_is_pagat_with_a_set_limit() -> None:
    assert changed("wikipedia", "pagat") == {"game.set_limit": 2}


@pytest.mark.parametrize(("jokers", "kitty"), [(2, 6), (1, 5), (0, 4)])
def test_wikipedia_takes_fewer_jokers_with_a_smaller_kitty(jokers: int, kitty: int) -> None:
    rules = load_rules(f"wikipedia,deck.jokers={jokers},deck.kitty_size={kitty}").rules
    assert (rules.deck.jokers, rules.deck.kitty_size) == (jokers, kitty)


def test_fahrenheit_is_pagat_from_four_in_a_match_of_units() -> None:
    assert changed("fahrenheit", "pagat") == {
        "auction.min_level": 4,
        "match.form": "best_of",
        "match.length": 5,
        "match.counts_two": "no_trump_or_boston",
    }


FIVE_CARD_KITTY = "deck.jokers=1,deck.hand_size=12,deck.kitty_size=5,kitty.book_owner=bidders"
SWITCHES = [
    *(f"auction.same_level={order}" for order in ("no>down>up", "no>up>down")),
    *(f"kitty.sport={shown}" for shown in ("trump", "always")),
    *(f"scoring.defenders_odd={odd}" for odd in ("over_six", "beyond_set")),
    "scoring.boston_trigger=level_7,scoring.boston_effect=wins_game",
    "scoring.boston_trigger=all_13,scoring.boston_effect=wins_game",
    "scoring.boston_effect=double",
    *(f"game.set_limit={limit}" for limit in (2, 3)),
    *(f"session.rise_and_fly={when}" for when in ("on_set", "on_game_loss")),
    *(f"play.no_trump_jokers={mode}" for mode in FIELDS["play.no_trump_jokers"].says),
    FIVE_CARD_KITTY,
    *(f"game.target={target}" for target in (5, 9, 11, 21)),
    *(f"auction.min_level={level}" for level in (1, 2, 3, 4)),
    "auction.trump_named=after_kitty",
    *(f"auction.all_pass=redeal_{who}_dealer" for who in ("same", "next")),
]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("switch", SWITCHES)
def test_every_preset_takes_the_switch(preset: str, switch: str) -> None:
    ruleset: RuleSet = load_rules(f"{preset},{switch}")
    for change in switch.split(","):
        name, _, value = change.partition("=")
        assert FIELDS[name].text(ruleset.rules.get(name)) == value
    assert len(difference(ruleset, load_rules(preset))) <= switch.count(",") + 1
