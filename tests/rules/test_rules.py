"""Fields, changes, hashes and contradictions of a rule set."""

import pickle
import typing
from pathlib import Path

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from recorder.errors import RulesError
from recorder.rules import FIELDS, Rules, load_rules
from recorder.rules.field import Value

# A value that cannot stand alone in pagat, and what has to change with it.
COMPANIONS: dict[tuple[str, Value], dict[str, object]] = {
    ("deck.jokers", 0): {"deck.kitty_size": 4},
    ("deck.jokers", 1): {"deck.kitty_size": 5},
    ("deck.hand_size", 13): {"deck.kitty_size": 2, "kitty.book_owner": "none"},
    ("deck.kitty_size", 0): {
        "deck.jokers": 0,
        "deck.hand_size": 13,
        "kitty.book_owner": "none",
    },
    ("deck.kitty_size", 2): {"deck.hand_size": 13, "kitty.book_owner": "none"},
    ("deck.kitty_size", 4): {"deck.jokers": 0},
    ("deck.kitty_size", 5): {"deck.jokers": 1},
    ("auction.max_level", 1): {"auction.min_level": 1},
    ("auction.max_level", 2): {"auction.min_level": 1},
    ("kitty.book_owner", "none"): {"auction.max_level": 6},
    ("scoring.boston_effect", "fixed"): {
        "scoring.boston_points": 13,
        "scoring.boston_points_no_trump": 26,
    },
    ("game.mode", "hands"): {"game.hands": 4},
    ("game.target", None): {"game.mode": "timed"},
    ("match.form", "best_of"): {"match.length": 3},
    ("match.form", "games"): {"match.length": 3},
}
VALUES = [(name, value) for name, field in FIELDS.items() for value in field.choices]
IDS = [f"{name}={FIELDS[name].text(value)}" for name, value in VALUES]


def with_value(name: str, value: Value) -> Rules:
    return Rules().replace({name: value, **COMPANIONS.get((name, value), {})})


@pytest.mark.parametrize(("name", "value"), VALUES, ids=IDS)
def test_value_survives_spec_json_and_text(name: str, value: Value) -> None:
    rules = with_value(name, value)
    changes = {
        field: rules.get(field) for field in FIELDS if rules.get(field) != Rules().get(field)
    }
    spec = ",".join(["pagat", *(f"{f}={FIELDS[f].text(v)}" for f, v in sorted(changes.items()))])
    ruleset = load_rules(spec)
    assert ruleset.rules == rules
    assert ruleset.spec == spec
    assert {f for f, source in ruleset.sources.items() if source == "changed"} == changes.keys()
    assert not ruleset.unverified & changes.keys()

    nested: dict[str, object] = {"base": "pagat"}
    for field, new in changes.items():
        section, _, part = field.partition(".")
        typing.cast(dict[str, object], nested.setdefault(section, {}))[part] = new
    assert load_rules(nested) == ruleset
    assert load_rules({"base": "pagat", **changes}) == ruleset
    assert FIELDS[name].read(FIELDS[name].text(value)) == value


@pytest.mark.parametrize(("name", "value"), VALUES, ids=IDS)
def test_each_change_changes_the_hash_and_only_a_change_does(name: str, value: Value) -> None:
    rules = with_value(name, value)
    assert (rules.hash == Rules().hash) is (rules == Rules())
    assert rules.hash == with_value(name, value).hash


def test_hash_is_the_same_in_every_run_and_release() -> None:
    # Stored scores are keyed by it: a new value here means that every club rebuilds its scores.
    assert Rules().hash == "54da7ec6a83b"


def test_hashes_of_all_single_changes_differ() -> None:
    different = {with_value(name, value) for name, value in VALUES}
    assert len({rules.hash for rules in different}) == len(different)


def test_equal_rules_under_two_names_have_one_hash() -> None:
    assert load_rules("wikipedia").rules.hash == load_rules("pagat,game.set_limit=2").rules.hash


@given(
    st.dictionaries(st.sampled_from(sorted(FIELDS)), st.integers(0, 6), max_size=5),
    st.sampled_from(["pagat", "card_sharks", "columbus", "wikipedia"]),
)
def test_whatever_is_not_refused_is_read_back(picks: dict[str, int], base: str) -> None:
    changes = {
        name: FIELDS[name].choices[pick % len(FIELDS[name].choices)] for name, pick in picks.items()
    }
    try:
        ruleset = load_rules({"base": base, **changes})
    except RulesError:
        reject()
    assert load_rules(ruleset.spec) == ruleset
    assert all(ruleset.rules.get(name) == value for name, value in changes.items())


def test_a_change_to_the_value_that_is_there_is_no_change() -> None:
    assert load_rules("pagat,auction.min_level=3") == load_rules("pagat")
    assert load_rules("card_sharks,auction.min_level=4").unverified >= {"auction.min_level"}


def test_spaces_in_a_spec_do_not_matter() -> None:
    assert load_rules(" pagat , auction.min_level = 4").spec == "pagat,auction.min_level=4"


def test_none_is_null_in_json_for_numbers_and_effects() -> None:
    rules = load_rules(
        {"base": "detroit", "scoring": {"boston_effect": None}, "game": {"set_limit": None}}
    ).rules
    assert rules.scoring.boston_effect == "none"
    assert rules.game.set_limit is None
    assert load_rules("columbus,game.set_limit=none,game.target=11").rules.game.set_limit is None


def test_numbers_beyond_those_offered_are_taken() -> None:
    assert load_rules("pagat,game.target=15,game.negative_target=-10").rules.game.target == 15


def test_rule_file_changes_its_base(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(
        'title = "Ann\'s house."\nbase = "windows"\nauction.min_level = 3\n'
        '[scoring]\nboston_effect = "wins_game"\n[game]\nnegative_target = "none"\n'
    )
    house = load_rules(str(path))
    assert (house.name, house.title, house.base) == ("house", "Ann's house.", "windows")
    assert house.spec == (
        "windows,auction.min_level=3,game.negative_target=none,scoring.boston_effect=wins_game"
    )
    assert house.sources["auction.min_level"] == "changed"
    assert house.sources["game.target"] == "W"
    assert load_rules(f"{path},auction.min_level=4").spec == (
        "windows,game.negative_target=none,scoring.boston_effect=wins_game"
    )


def test_named_sets_come_before_presets_and_may_be_changed() -> None:
    house = load_rules({"base": "pagat", "name": "house", "auction": {"min_level": 4}})
    assert house.name == "house"
    named = {"house": house}
    assert load_rules("house", named) == house
    assert load_rules("house,game.target=11", named).spec == (
        "pagat,auction.min_level=4,game.target=11"
    )
    assert load_rules({"base": "house", "auction": {"min_level": 3}}, named) == load_rules("pagat")


def test_a_rule_set_can_be_kept_and_compared_by_a_cache() -> None:
    house = load_rules("pagat,auction.min_level=4")
    copy = pickle.loads(pickle.dumps(house))
    assert (copy, copy.sources, hash(copy)) == (house, house.sources, hash(house))


def test_literal_types_name_the_values_that_have_words() -> None:
    for name, field in FIELDS.items():
        section, _, part = name.partition(".")
        hint = typing.get_type_hints(type(getattr(Rules(), section)))[part]
        if typing.get_origin(hint) is typing.Literal:
            assert set(typing.get_args(hint)) == set(field.says), name
        else:
            assert not isinstance(field.default, str), name


REFUSED = [
    ("unknown preset", "pagatt", "expected a rule set (pagat, windows, card_sharks, northeast, "
     "parlett, detroit, columbus, bidwhist_com, wikipedia, fahrenheit) or a .toml rule file, "
     "got 'pagatt'"),
    ("no such file", "nowhere.toml",
     "cannot read the rule file 'nowhere.toml': No such file or directory"),
    ("not a change", "pagat,min", "expected section.field=value, got 'min' in 'pagat,min'"),
    ("misspelt field", "pagat,play.downtown_ace=bad",
     "unknown rule 'play.downtown_ace': did you mean play.downtown_aces?"),
    ("section left out", "pagat,min_level=4",
     "unknown rule 'min_level': did you mean auction.min_level?"),
    ("nothing like it", "pagat,weather=fine", "unknown rule 'weather'"),
    ("unknown value", "pagat,play.downtown_aces=great",
     "expected good, bad or bidder_chooses for play.downtown_aces, got 'great'"),
    ("number outside", "pagat,auction.min_level=8",
     "expected a whole number from 1 to 7 for auction.min_level, got '8'"),
    ("number or none", "pagat,game.target=many",
     "expected none or a whole number from 1 to 99 for game.target, got 'many'"),
    ("not a number", {"base": "pagat", "game": {"target": 7.5}},
     "expected none or a whole number from 1 to 99 for game.target, got 7.5"),
    ("a list", {"base": "pagat", "game": {"target": [7]}},
     "expected none or a whole number from 1 to 99 for game.target, got [7]"),
    ("yes for a number", {"base": "pagat", "auction": {"min_level": True}},
     "expected a whole number from 1 to 7 for auction.min_level, got True"),
    ("number for a switch", {"base": "pagat", "auction": {"dealer_may_match": 1}},
     "expected false or true for auction.dealer_may_match, got 1"),
    ("null where nothing may be none", {"base": "pagat", "auction": {"min_level": None}},
     "expected a whole number from 1 to 7 for auction.min_level, got None"),
    ("listed numbers", "pagat,deck.kitty_size=3",
     "expected 0, 2, 4, 5 or 6 for deck.kitty_size, got '3'"),
    ("deck arithmetic", "pagat,deck.jokers=1",
     "expected 53 cards to be dealt (52 and deck.jokers = 1), but four hands of 12 and a kitty of "
     "6 make 54: deck.kitty_size would have to be 5"),
    ("deck arithmetic, too many cards in hand", "pagat,deck.jokers=0,deck.hand_size=13",
     "expected 52 cards to be dealt (52 and deck.jokers = 0), but four hands of 13 and a kitty of "
     "6 make 58: deck.kitty_size would have to be 0"),
    ("a seven cannot be made", "pagat,kitty.book_owner=none",
     "a bid of 7 cannot be made: it needs 13 books, and 12 tricks with a kitty that is nobody's "
     "book make 12; set auction.max_level to 6"),
    ("a Boston cannot happen",
     "pagat,kitty.book_owner=none,auction.max_level=6,scoring.boston_effect=double",
     "scoring.boston_effect = 'double' can never happen: a Boston needs 13 books and a hand has "
     "12"),
    ("14 books", "pagat,deck.hand_size=13,deck.kitty_size=2",
     "expected 13 books in a hand, but 13 tricks and the kitty's book make 14: set "
     "kitty.book_owner to none"),
    ("the book of no kitty", "columbus,kitty.book_owner=bidders",
     "kitty.book_owner = 'bidders' needs a kitty, but deck.kitty_size is 0"),
    ("minimum above maximum", "pagat,auction.max_level=2",
     "auction.min_level = 3 is above auction.max_level = 2, so no bid would be allowed"),
    ("to a score without one", "card_sharks,game.mode=to_score",
     "game.mode = 'to_score' needs a number for game.target, got none"),
    ("hands without a number", "pagat,game.mode=hands",
     "game.mode = 'hands' needs a number for game.hands, got none"),
    ("fixed Boston without points", "pagat,scoring.boston_effect=fixed",
     "scoring.boston_effect = 'fixed' needs a number for scoring.boston_points, got none"),
    ("fixed Boston without points at no trump",
     "pagat,scoring.boston_effect=fixed,scoring.boston_points=13",
     "scoring.boston_effect = 'fixed' needs a number for scoring.boston_points_no_trump, got "
     "none"),
    ("match without a length", "pagat,match.form=games",
     "match.form = 'games' needs a number for match.length, got none"),
    ("best of an even number", "pagat,match.form=best_of,match.length=4",
     "match.form = 'best_of' needs an odd match.length, got 4"),
    ("base that is a file", {"base": "house.toml"},
     "expected the name of a rule set for base, got 'house.toml'"),
    ("base that is no name", {"base": 3}, "expected the name of a rule set for base, got 3"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("spec", "sentence"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_refused_in_words(spec: str | dict[str, object], sentence: str) -> None:
    with pytest.raises(RulesError) as refusal:
        load_rules(spec)
    assert str(refusal.value) == sentence


def test_a_file_that_is_not_toml_is_refused_with_the_place(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("base = pagat\n")
    with pytest.raises(RulesError, match=r"bad.toml' is not TOML: .*line 1, column 8"):
        load_rules(str(path))
    path.write_bytes(b"title = '\xff'\n")
    with pytest.raises(RulesError, match=r"bad.toml' is not TOML: .*utf-8"):
        load_rules(str(path))
