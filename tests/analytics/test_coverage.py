"""The intervals hold the planted truth as often as they say."""

import re

import pytest

from tests.analytics.coverage import REPORT, tally

SEASONS = 40


@pytest.fixture(scope="module")
def counts():
    return tally(SEASONS)


@pytest.mark.parametrize("figure", ["bids: success", "bids: net points", "sets: set share"])
def test_93_to_97_of_100_hold_it(counts, figure):
    held = sum(pair[0] for pair in counts[figure].values())
    rows = sum(pair[1] for pair in counts[figure].values())
    assert rows > 300
    assert 0.93 <= held / rows <= 0.97


def test_so_does_the_published_table():
    shares = re.findall(r"([\d.]+) % of [\d,]+ \|$", REPORT.read_text(encoding="utf-8"), re.M)
    assert len(shares) == 5
    assert all(93 <= float(share) <= 97 for share in shares)
