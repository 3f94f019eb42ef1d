"""Rule sets and their differences as a player would say them."""

import pytest

from recorder.rules import FIELDS, PRESETS, difference, load_rules, rules_words
from recorder.rules.field import Value

VALUES = [(name, value) for name, field in FIELDS.items() for value in field.choices]


@pytest.mark.parametrize(
    ("name", "value"), VALUES, ids=[f"{name}={FIELDS[name].text(value)}" for name, value in VALUES]
)
def test_every_value_has_words_of_its_own(name: str, value: Value) -> None:
    field = FIELDS[name]
    words = field.say(value)
    assert words.islower() or "Boston" in words
    assert not words.endswith(".")
    assert "{" not in words
    assert "_" not in words, "a code name is no word"
    assert [other for other in field.choices if field.say(other) == words] == [value]


def test_every_field_has_a_meaning_and_numbers_a_unit() -> None:
    for field in FIELDS.values():
        assert field.meaning.endswith(".")
        counts = isinstance(field.default, int | None) and not field.is_switch
        assert bool(field.unit) is counts


DIFFERENCES = [
    ("pagat,auction.same_level=no>down>up", "pagat",
     ["Downtown beats uptown at the same level, and no trump beats both; in pagat at the same "
      "level no trump beats both, and neither uptown nor downtown beats the other."]),
    ("pagat,game.negative_target=none", "pagat",
     ["No score loses the game; in pagat a score of −7 or less loses."]),
    ("pagat", "pagat,auction.min_level=4",
     ["The lowest bid is 3; in the other the lowest bid is 4."]),
    ("pagat,deck.jokers=1,deck.kitty_size=5", "pagat",
     ["The big joker alone is in the pack, 53 cards in all; in pagat both jokers are in the pack, "
      "54 cards in all.",
      "The kitty has five cards; in pagat the kitty has six cards."]),
    ("wikipedia", "pagat",
     ["A partnership set twice in a game loses it; in pagat any number of sets is allowed."]),
    ("pagat", "pagat", []),
]  # fmt: skip


@pytest.mark.parametrize(("a", "b", "sentences"), DIFFERENCES)
def test_difference_is_said_from_both_sides(a: str, b: str, sentences: list[str]) -> None:
    assert difference(load_rules(a), load_rules(b)) == sentences


def test_a_named_set_is_called_by_its_name() -> None:
    house = load_rules({"base": "pagat", "name": "our house", "auction": {"min_level": 4}})
    assert difference(load_rules("pagat"), house) == [
        "The lowest bid is 3; in our house the lowest bid is 4."
    ]


@pytest.mark.parametrize("a", PRESETS)
@pytest.mark.parametrize("b", PRESETS)
def test_one_sentence_for_each_rule_that_differs(a: str, b: str) -> None:
    one, other = load_rules(a), load_rules(b)
    differing = [name for name in FIELDS if one.rules.get(name) != other.rules.get(name)]
    assert len(difference(one, other)) == len(differing)


def test_whole_set_in_words() -> None:
    words = rules_words(load_rules("northeast"))
    assert words.keys() == FIELDS.keys()
    assert words["kitty.book_owner"] == (
        "The discards are a book for whoever wins the first trick."
    )
    assert words["game.target"] == "A score of 21 or more wins."
    assert words["game.floor"] == "No score goes below zero."
