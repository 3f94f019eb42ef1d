"""Breaking any rule of the engine makes a table test fail, and mutations.txt says which."""

import pytest

from tests.engine.mutations import LISTED, MUTATIONS, catches, listing


@pytest.fixture(scope="module")
def caught():
    return catches()


@pytest.mark.parametrize("rule", [mutation.rule for mutation in MUTATIONS])
def test_breaking_a_rule_is_noticed(caught, rule):
    assert caught[rule] is not None


def test_the_list_is_true(caught):
    """`python -m tests.engine.mutations` writes it anew."""
    assert LISTED.read_text(encoding="utf-8") == listing(caught)
