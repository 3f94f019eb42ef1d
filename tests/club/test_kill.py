"""Law 1: kill the process anywhere, reopen, and everything acknowledged is there."""

from tests.club.kill import main


def test_twenty_kills_at_random_moments_lose_nothing() -> None:
    tally = main(20, a_club=10)
    assert tally.problems == []
    assert tally.kills == 20
    assert sum(tally.acknowledged.values()) > 0
