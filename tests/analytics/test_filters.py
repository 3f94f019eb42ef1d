"""Filters are the same value in the address bar, on the command line and in a sentence."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.errors import QuestionError
from analytics.filters import EVERYTHING, Filters
from analytics.vocabulary import DETAILS, KINDS, POSITIONS, TRUMPS

# A name may hold anything that can be written on one line.
NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1).map(
    lambda name: name.replace("\\", "/")
)
SEVERAL = st.lists(NAMES, max_size=3).map(tuple)


@given(
    people=SEVERAL,
    event=SEVERAL,
    level=st.lists(st.integers(1, 7), max_size=3).map(tuple),
    kind=st.lists(st.sampled_from(KINDS)).map(tuple),
    trump=st.lists(st.sampled_from(TRUMPS)).map(tuple),
    position=st.lists(st.sampled_from(POSITIONS)).map(tuple),
    since=st.none() | st.dates(),
    evening=st.lists(st.dates(), max_size=2).map(tuple),
    forced=st.none() | st.booleans(),
    margin=st.lists(st.integers(-13, 6), max_size=3).map(tuple),
    detail=st.none() | st.sampled_from(DETAILS),
)
def test_texts_read_back(**asked):
    filters = Filters(**asked)
    assert Filters.of(filters.texts()) == filters


LINES = [
    ("level=5", Filters(level=(5,)), "one value"),
    ("level=4|5,kind=up", Filters(level=(4, 5), kind=("up",)), "either of two"),
    ("event=Cup, day 2,level=5", Filters(event=("Cup, day 2",), level=(5,)), "a comma in a name"),
    ("tags=a\\|b|c", Filters(tags=("a|b", "c")), "a bar in a name"),
    (" level = 5 , made = no ", Filters(level=(5,), made=False), "spaces"),
    ("since=2026-03-01", Filters(since=date(2026, 3, 1)), "a day"),
    ("", EVERYTHING, "nothing asked"),
    ("level=", EVERYTHING, "an empty value asks nothing"),
]


@pytest.mark.parametrize(("line", "filters", "why"), LINES, ids=[why for *_, why in LINES])
def test_lines(line, filters, why):
    assert Filters.parse(line) == filters
    assert Filters.parse(str(filters)) == filters


REFUSED = [
    ("levle=5", "got 'levle'", "an unknown filter"),
    ("level=five", "expected a number for level, got 'five'", "no number"),
    ("kind=sideways", "expected up, down, no for kind, got 'sideways'", "no kind"),
    ("since=March", "expected a day such as 2026-03-01 for since, got 'March'", "no day"),
    ("made=perhaps", "expected yes or no for made, got 'perhaps'", "neither"),
    ("five", "expected filters such as 'level=5,kind=up', got 'five'", "no filter at all"),
]


@pytest.mark.parametrize(("line", "message", "why"), REFUSED, ids=[why for *_, why in REFUSED])
def test_refused(line, message, why):
    with pytest.raises(QuestionError, match=message):
        Filters.parse(line)


SAID = [
    ("", ""),
    ("level=5,bidders=Ann & Cy", "bid by Ann & Cy, at level 5"),
    ("kind=no,made=no", "at no trump, set"),
    ("since=2026-03-01,until=2026-03-31", "since 1 March 2026, until 31 March 2026"),
    ("trump=S|H", "in spades or hearts"),
    ("trump=no", "at no trump"),
    ("forced=yes", "forced on the dealer"),
    ("trumps_found=0|2", "with no trump or 2 trumps in the kitty"),
    ("margin=-2|0|1", "set by 2 or made exactly or made with 1 over"),
]


@pytest.mark.parametrize(("line", "words"), SAID)
def test_words(line, words):
    assert Filters.parse(line).words() == words


def test_without():
    filters = Filters.parse("level=5,kind=up")
    assert filters.without("kind") == Filters(level=(5,))
    assert not filters.without("kind", "level")
