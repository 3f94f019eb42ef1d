"""One line as people say it, read into a record, or refused in a sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorder.errors import NotationError
from recorder.hand import HandRecord
from recorder.spoken import read_spoken, say_hand

PLAYERS = ("Ann", "Bo Diddley", "Cy", "Bo Peep")

READ = [
    ("seat, bid, books", "S 5 down 11", {"bidder": "S", "bid": "5 down", "books": 11}),
    ("a name and made", "Ann 4 no made", {"bidder": "N", "bid": "4 no", "made": True}),
    ("one short", "W 6 up -1", {"bidder": "W", "bid": "6 up", "books": 11}),
    ("a typesetter's minus", "W 6 up −1", {"bidder": "W", "bid": "6 up", "books": 11}),
    ("two over", "w 4up +2", {"bidder": "W", "bid": "4 up", "books": 12}),
    ("just made", "E 4 up +0", {"bidder": "E", "bid": "4 up", "books": 10}),
    ("set and by how much", "E 4 up set by 2", {"bidder": "E", "bid": "4 up", "books": 8}),
    ("made by some", "E 4 up made by 2", {"bidder": "E", "bid": "4 up", "books": 12}),
    ("a whole name", "Bo Peep 3 no set", {"bidder": "W", "bid": "3 no", "made": False}),
    ("a word for the seat", "north 4 uptown 10", {"bidder": "N", "bid": "4 up", "books": 10}),
    ("commas and fillers", "N, bid 4 up, took 10 books",
     {"bidder": "N", "bid": "4 up", "books": 10}),
    ("trump named", "S 5 down hearts 11",
     {"bidder": "S", "bid": "5 down", "trump": "H", "books": 11}),
    ("trump before the kind", "S 5 hearts up +1",
     {"bidder": "S", "bid": "5 up", "trump": "H", "books": 12}),
    ("trump after in", "S 5 up in ♠ 11", {"bidder": "S", "bid": "5 up", "trump": "S", "books": 11}),
    ("no trump and its direction", "S 5 no down 11",
     {"bidder": "S", "bid": "5 no", "direction": "down", "books": 11}),
    ("no trump in two words", "S 5 no trump 11", {"bidder": "S", "bid": "5 no", "books": 11}),
    ("a level alone", "S 5 11", {"bidder": "S", "bid": "5", "books": 11}),
    ("a level, named afterwards", "S 5 clubs 11",
     {"bidder": "S", "bid": "5", "trump": "C", "books": 11}),
    ("the dealer had to", "S forced 4 up 9",
     {"bidder": "S", "bid": "4 up", "books": 9, "dealer": "S", "calls": "pass, pass, pass, 4 up"}),
    ("special is down", "S 4 special 10", {"bidder": "S", "bid": "4 down", "books": 10}),
    ("a level in words", "Ann four no 10", {"bidder": "N", "bid": "4 no", "books": 10}),
    ("books in words", "S 4 up took eleven", {"bidder": "S", "bid": "4 up", "books": 11}),
    ("a four", "S bid a four uptown in hearts and made it",
     {"bidder": "S", "bid": "4 up", "trump": "H", "made": True}),
    ("as many as needed", "S 4 up just made", {"bidder": "S", "bid": "4 up", "books": 10}),
    ("on the nose", "S 5 down made it on the nose", {"bidder": "S", "bid": "5 down", "books": 11}),
    ("over in words", "S 4 up made 1 over", {"bidder": "S", "bid": "4 up", "books": 11}),
    ("two over in words", "S 4 up two over", {"bidder": "S", "bid": "4 up", "books": 12}),
    ("plus", "S 4 up plus one", {"bidder": "S", "bid": "4 up", "books": 11}),
    ("bust", "S 4 up bust", {"bidder": "S", "bid": "4 up", "made": False}),
    ("went set", "S 4 up went set", {"bidder": "S", "bid": "4 up", "made": False}),
    ("down two", "S 4 up down two", {"bidder": "S", "bid": "4 up", "books": 8}),
    ("downtown and down", "S 4 down down two", {"bidder": "S", "bid": "4 down", "books": 8}),
    ("set by two", "S 6 no set by two", {"bidder": "S", "bid": "6 no", "books": 10}),
    ("one short in words", "S 6 no one short", {"bidder": "S", "bid": "6 no", "books": 11}),
    ("short by one", "S 6 no short by 1", {"bidder": "S", "bid": "6 no", "books": 11}),
    ("a boston", "S 5 up ran a boston", {"bidder": "S", "bid": "5 up", "books": 13}),
    ("more than was bid", "S 4 up made five", {"bidder": "S", "bid": "4 up", "books": 11}),
    ("less than was bid can only be over", "S 4 up made 1",
     {"bidder": "S", "bid": "4 up", "books": 11}),
    ("made and all the books", "S 4 up made 11", {"bidder": "S", "bid": "4 up", "books": 11}),
    ("few books, said so", "S 4 down 3 books", {"bidder": "S", "bid": "4 down", "books": 3}),
    ("few books of a suit", "S 4 down hearts 3",
     {"bidder": "S", "bid": "4 down", "trump": "H", "books": 3}),
    ("nobody bid", "passed out", {"status": "passed_out"}),
    ("dealt wrong", "Misdeal", {"status": "misdeal"}),
]  # fmt: skip

REFUSED = [
    ("nothing said", "  ", "got an empty line"),
    ("nobody of that name", "Zoe 4 up 10",
     "or Ann, Bo Diddley, Cy, Bo Peep, got 'Zoe' at letter 1"),
    ("two of that name", "Bo 4 up 10", "'bo', who may be E and W"),
    ("no bid", "S", "expected a bid such as '5 down' after the bidder in 'S', the line ends there"),
    ("a level nobody can bid", "S 8 up 10", "got '8' at letter 3"),
    ("spades or special", "S 4s 10", "reads two ways"),
    ("no result", "S 4 up", "at the end of 'S 4 up', the line ends there"),
    ("a word for no number", "S 4 up plenty", "got 'plenty' at letter 8"),
    ("down two, or two books downtown", "S 4 down 2",
     "'down 2' reads two ways: say 'down 2 books' or 'down set 2'"),
    ("the same at no trump", "S 4 no down two", "say 'down 2 books' or 'down set 2'"),
    ("made three of three, or three over", "S 3 up made three",
     "'made 3' of a bid of 3 reads two ways: say '9 books' or '12 books'"),
    ("down alone", "S 4 up down", "got 'down' at letter 8"),
    ("more books than there are", "S 4 up 14", "expected 0 to 13 books, got 14 from '14'"),
    ("more over than there are", "S 6 up +2", "got 14 from '+2' at letter 8: the bid needs 12"),
    ("made by a minus", "S 4 up made -1", "got 'made' at letter 8"),
    ("no trump has no suit", "S 4 no hearts 10", "got 'hearts' at letter 8"),
    ("more after the end", "S 4 up 10 ten", "got '10' at letter 8"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "facts"), [row[1:] for row in READ], ids=[r[0] for r in READ])
def test_a_line_is_read(line: str, facts: dict[str, object]) -> None:
    assert read_spoken(line, PLAYERS) == HandRecord(**facts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "words"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_a_line_is_refused_in_a_sentence(line: str, words: str) -> None:
    with pytest.raises(NotationError) as refused:
        read_spoken(line, PLAYERS)
    assert words in str(refused.value)


@given(
    bidder=st.sampled_from("NESW"),
    level=st.integers(1, 7),
    named=st.sampled_from(
        [("up", "S", None), ("down", None, None), ("no", None, "down"), ("no", None, None)]
    ),
    result=st.one_of(st.integers(0, 13), st.booleans()),
)
def test_what_is_said_is_read_back(
    bidder: str, level: int, named: tuple[str, str | None, str | None], result: int | bool
) -> None:
    kind, trump, direction = named
    record = HandRecord(
        bidder=bidder,
        bid=f"{level} {kind}",
        trump=trump,
        direction=direction,
        books=None if isinstance(result, bool) else result,
        made=result if isinstance(result, bool) else None,
    )
    said = say_hand(record)
    assert said is not None
    assert read_spoken(said) == record


def test_a_player_may_be_called_as_a_number_is() -> None:
    assert read_spoken("Seven 4 up ten", ("Seven", "Bo")).bidder == "N"


def test_a_hand_without_a_result_is_not_said() -> None:
    assert say_hand(HandRecord(bidder="S", bid="4 up")) is None
