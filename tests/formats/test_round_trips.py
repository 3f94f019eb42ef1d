"""Hand -> text -> hand, in every format; and one canonical text for one hand."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recorder.formats import WRITERS, read, read_path, write
from recorder.hand import FACTS, HandRecord, frame_of
from tests.formats.strategies import records

FILES = [
    "tests/vectors/hands.jsonl",
    "tests/vectors/games.jsonl",
    "tests/formats/logs/trickster_52_set.ptn",
    "tests/formats/logs/trickster_54_stopped.ptn",
]


@pytest.mark.parametrize("form", WRITERS)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(hands=st.lists(records(), min_size=1, max_size=3))
def test_what_was_written_reads_as_equal_hands(form: str, hands: list[HandRecord]) -> None:
    data = write(hands, form)
    reading = read(data, "file", format=form)
    assert reading.quarantined == ()
    assert reading.hands.select(FACTS).to_dicts() == frame_of(hands).select(FACTS).to_dicts()
    assert write(reading.hands, form) == data


@pytest.mark.parametrize("form", WRITERS)
@pytest.mark.parametrize("path", FILES)
def test_files_go_through_every_format(path: str, form: str) -> None:
    hands = read_path(path).hands
    again = read(write(hands, form), "again")
    assert again.hands.select(FACTS).equals(hands.select(FACTS))
    assert again.notes == ()
