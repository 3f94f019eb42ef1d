"""A hand laid out for stepping: what shows when, before any browser sees it."""

import re
from collections.abc import Iterator

from dashboard.cards import Chair, Play, Trick
from dashboard.replayer import Replay, html, leaving

MARKUP = "<script>x</script>"
TRICKS = [
    Trick(
        1, [Play("S", "AS"), Play("W", "2S"), Play("N", "9S"), Play("E", "3C", MARKUP)], "S", (2, 0)
    ),
    Trick(2, [Play("S", "AD"), Play("W", "5D")]),
]
REPLAY = Replay(
    {"S": Chair("Cy", ["AS", "AD", "2C"]), "E": Chair(MARKUP, ["3C"])},
    TRICKS,
    decided=(1, "The bid is set"),
)


def captions(drawn: str) -> Iterator[tuple[int, int | None, str]]:
    for since, until, text in re.findall(
        r'<p data-since="(\d+)"(?: data-until="(\d+)")?>(.*?)</p>', drawn
    ):
        yield int(since), int(until) if until else None, text


def test_one_sentence_shows_at_every_step() -> None:
    spans = [(since, until) for since, until, _ in captions(html(REPLAY))]
    assert spans == [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, None)]


def test_the_last_card_of_a_trick_tells_winner_books_and_bid() -> None:
    (whole,) = (text for since, _, text in captions(html(REPLAY)) if since == 4)
    assert whole.endswith("South takes it. Books: N-S 2, E-W 0. The bid is set.")


def test_a_card_that_gave_books_away_says_so_and_what_would_not_have() -> None:
    trick = Trick(1, [Play("S", "AS"), Play("W", "KS", cost=2, better="2S 3S")])
    drawn = html(Replay(REPLAY.chairs, [trick]))
    assert drawn.count(">−2</em>") == 2, "on the table and in the strip"
    (said,) = (text for since, _, text in captions(drawn) if since == 2)
    assert said.endswith(
        "Seen with all cards open, it cost 2 books; not so the two of spades or three of spades."
    )


def test_cards_of_a_trick_lie_until_the_next_lead() -> None:
    laid = re.findall(r'bw-at-\w" data-since="(\d)" data-until="(\d)"', html(REPLAY))
    assert laid == [("1", "5"), ("2", "5"), ("3", "5"), ("4", "5"), ("5", "7"), ("6", "7")]


def test_a_hand_keeps_what_was_never_played() -> None:
    assert leaving(["AS", "AD", "2C"], {"AS": 1, "AD": 5}) == [1, 5, None]


def test_markup_stays_words() -> None:
    assert "<script" not in html(REPLAY)


def test_a_hand_without_a_trick_is_shown_as_dealt() -> None:
    assert [text for _, _, text in captions(html(Replay(REPLAY.chairs, [])))] == [
        "Before the lead."
    ]
