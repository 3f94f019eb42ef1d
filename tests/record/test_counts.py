"""Books that no hand can have: the record is impossible, scores nothing and says why."""

import pytest

from recorder.evaluate import evaluate
from recorder.findings import Finding
from recorder.hand import HandRecord, frame_of
from recorder.problems import problems
from recorder.rules import Rules


def bid_four(books: int) -> HandRecord:
    return HandRecord(rules="pagat", bidder="E", bid="4 up", trump="S", books=books)


@pytest.mark.parametrize("books", [-3, -1, 14, 127, 128, 200, 2**31 - 1])
def test_books_beyond_a_hand(books: int) -> None:
    assert problems(bid_four(books), Rules()) == [
        Finding("wrong_count", f"expected 0 to 13 books, got {books}")
    ]
    hands = evaluate(frame_of([bid_four(books)]), [Rules()]).hands
    assert hands.select("status", "made").rows() == [("invalid", None)]


@pytest.mark.parametrize(("books", "made"), [(0, False), (13, True)])
def test_books_at_either_end(books: int, made: bool) -> None:
    assert problems(bid_four(books), Rules()) == []
    hands = evaluate(frame_of([bid_four(books)]), [Rules()]).hands
    assert hands.select("status", "made").rows() == [("complete", made)]
