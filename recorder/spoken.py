"""One hand on one line, as people say it: `S 5 down 11`, `Ann 4 no made`, `W 6 up hearts -1`.

    bidder  [forced]  level [kind]  [trump, or the direction at no trump]  result

The result is the books (`11`, `took eleven`), `made`, `just made`, `made by 1`, `2 over`, `set`,
`bust`, `down two`, `1 short` or `boston`; numbers may be words. What means two things is refused,
with both of them. A hand that nobody bid is a single word: `passed out`, `misdeal`, `abandoned`.
"""

import contextlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from recorder.auction import BASE_BOOKS, Bid, Direction, Kind, read_bid
from recorder.cards import SUITS
from recorder.errors import NotationError
from recorder.hand import HandRecord
from recorder.seats import Seat

__all__ = ["read_spoken", "say_hand"]

MAX_BOOKS = 13

_SEAT_WORDS = {word: Seat[word[0].upper()] for word in ("north", "east", "south", "west")} | {
    str(seat).lower(): seat for seat in Seat
}
_SUIT_WORDS = {
    **dict.fromkeys(("s", "♠", "spade", "spades"), "S"),
    **dict.fromkeys(("h", "♥", "heart", "hearts"), "H"),
    **dict.fromkeys(("d", "♦", "diamond", "diamonds"), "D"),
    **dict.fromkeys(("c", "♣", "club", "clubs"), "C"),
}
_FACING_WORDS = {
    **dict.fromkeys(("up", "uptown", "high", "↑"), Direction.UP),
    **dict.fromkeys(("down", "downtown", "low", "special", "↓"), Direction.DOWN),
}
_UNPLAYED = {
    **dict.fromkeys(("passed out", "all pass", "all passed", "thrown in"), "passed_out"),
    **dict.fromkeys(("misdeal", "mis-deal", "redeal"), "misdeal"),
    **dict.fromkeys(("abandoned", "abandon"), "abandoned"),
}
_FILLERS = {
    *("in", "by", "with", "bid", "bids", "took", "books", "book", "got", "and", "a", "for"),
    *("the", "it", "went", "was", "were", "ran", "on"),
}
_COUNTING = {"took", "books", "book", "got"}
"""Fillers that make a number the books."""

_NUMBERS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen"),
)
_NUMBER_WORDS = {word: str(number) for number, word in enumerate(_NUMBERS)}
_LEVEL = re.compile(r"[1-7](?!\d)")
_MADE = {"made", "make", "makes", "made good"}
_SET = {"set", "bust", "busted", "failed", "lost", "short"}
_EXACTLY = {"just made", "made exactly", "exactly", "made just", "made nose", "nose", "made even"}
_ALL = {"boston", "made boston", "all", "made all", "all 13", "made all 13"}
_ABOVE = re.compile(
    r"(?:made )?(?:\+ ?|plus |over (?:by )?)(\d+)|(?:made )?(\d+) over|made by (\d+)(?: over)?"
)
_BELOW = re.compile(
    r"(?:set |down )?(?:- ?|minus |short (?:by )?|under (?:by )?|off (?:by )?)(\d+)"
    r"|(?:set|down|bust|busted|failed|lost) (?:by )?(\d+)|(\d+) (?:short|under|off|down|light|set)"
)
_MADE_SOME = re.compile(r"made (\d+)")
_FEW = 6
"""Books so few that "down 4" is rather four short."""


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    at: int
    """Its first letter in the line, from 1."""

    @property
    def lower(self) -> str:
        return self.text.lower()


def read_spoken(line: str, players: Sequence[str | None] = ()) -> HandRecord:
    """The facts of one line; NotationError says what was expected, what was there and where.

    `players` are the names at N, E, S and W, for lines that call the bidder by name.

    >>> read_spoken("W 6 up hearts -1").books, read_spoken("Ann 4 no made", ["Ann"]).bidder
    (11, 'N')
    """
    # A typesetter's minus and a thin bid such as `5down` are people's spellings, not mistakes.
    text = line.replace("\u2212", "-").replace("\u2013", "-")
    words = [_Word(match[0], match.start() + 1) for match in re.finditer(r"[^\s,;]+", text)]
    plain = " ".join(word.lower for word in words)
    if plain in _UNPLAYED:
        return HandRecord(status=_UNPLAYED[plain])
    if not words:
        raise NotationError("expected a hand such as 'S 5 down 11', got an empty line")
    bidder, rest = _read_bidder(words, players)
    # Only behind the bidder, whose name may be a number.
    rest = [replace(word, text=_NUMBER_WORDS.get(word.lower, word.text)) for word in rest]
    words = [*words[: len(words) - len(rest)], *rest]
    is_forced = bool(rest) and rest[0].lower == "forced"
    bid, rest = _read_bid(rest[is_forced:], line)
    record = HandRecord(bidder=str(bidder), bid=str(bid))
    if is_forced:
        # Only the dealer is ever forced, and only after three passes.
        record = replace(record, dealer=str(bidder), calls=f"pass, pass, pass, {bid}")
    record, rest = _read_named(record, bid, rest)
    _check_down(words[: len(words) - len(rest)], rest)
    return _read_result(record, bid, rest, line)


def _read_bidder(
    words: Sequence[_Word], players: Sequence[str | None]
) -> tuple[Seat, Sequence[_Word]]:
    """The seat that the line begins with; the longest name that fits wins over a letter."""
    names = _names(players)
    levels = (i for i, word in enumerate(words) if i and _is_level(word))
    before = next(levels, len(words))
    for length in range(before, 0, -1):
        said = " ".join(word.lower for word in words[:length])
        seats = names.get(said, [])
        if len(seats) > 1:
            both = " and ".join(map(str, seats))
            raise NotationError(f"expected one of the players, got {said!r}, who may be {both}")
        if seats:
            return seats[0], words[length:]
    seat = _SEAT_WORDS.get(words[0].lower)
    if seat is None:
        here = [name for name in players if name]
        wanted = "the bidder's seat N, E, S or W" + (f", or {', '.join(here)}" if here else "")
        got = " ".join(word.text for word in words[:before])
        raise NotationError(f"expected {wanted}, got {got!r} at letter {words[0].at}")
    return seat, words[1:]


def _is_level(word: _Word) -> bool:
    return word.text[0] in "1234567" or word.lower in _NUMBER_WORDS


def _names(players: Sequence[str | None]) -> dict[str, list[Seat]]:
    """Whole names, and first names, in small letters, with the seats they may mean."""
    names: dict[str, list[Seat]] = {}
    for seat, name in zip(Seat, players, strict=False):
        whole = " ".join((name or "").lower().split())
        for said in {whole, whole.partition(" ")[0]} - {""}:
            names.setdefault(said, []).append(seat)
    return names


def _read_bid(words: Sequence[_Word], line: str) -> tuple[Bid, Sequence[_Word]]:
    words = _without_fillers(words)
    if not words or not _LEVEL.match(words[0].text):
        got = f"got {words[0].text!r} at letter {words[0].at}" if words else "the line ends there"
        raise NotationError(f"expected a bid such as '5 down' after the bidder in {line!r}, {got}")
    if len(words[0].text) > 1:
        return _bid_of(words[0].text), words[1:]
    # The kind is the next one or two words, unless the rules bid a level alone.
    for length in (2, 1):
        said = [word.text for word in words[1 : 1 + length]]
        try:
            bid = read_bid(" ".join([words[0].text, *said])) if len(said) == length else None
        except NotationError as error:
            if "two ways" in str(error):
                raise
            continue
        if bid is not None and bid.kind is not None:
            return bid, words[1 + length :]
    if len(words) > 2 and words[1].lower in _SUIT_WORDS:
        # "5 hearts up": the suit stands before the kind.
        with contextlib.suppress(NotationError):
            bid = read_bid(f"{words[0].text} {words[2].text}")
            if bid is not None and bid.kind is not None:
                return bid, [words[1], *words[3:]]
    return Bid(int(words[0].text)), words[1:]


def _bid_of(text: str) -> Bid:
    bid = read_bid(text)
    assert bid is not None  # It begins with a level.
    return bid


def _read_named(
    record: HandRecord, bid: Bid, words: Sequence[_Word]
) -> tuple[HandRecord, Sequence[_Word]]:
    """The trump and the direction, where the line names them."""
    words = _without_fillers(words)
    while words:
        said = words[0].lower
        is_no = said in ("no", "nt")
        if said in _FACING_WORDS and bid.kind in (None, Kind.NO_TRUMP):
            record = replace(record, direction=str(_FACING_WORDS[said]))
        elif said in _SUIT_WORDS and bid.kind is not Kind.NO_TRUMP:
            record = replace(record, trump=_SUIT_WORDS[said])
        elif is_no and bid.kind is None:
            record = replace(record, trump="no")
        else:
            break
        words = _without_fillers(words[1:])
    return record, words


def _check_down(read: Sequence[_Word], rest: Sequence[_Word]) -> None:
    """Refuse "4 down 2", which may be two books downtown, or two short."""
    said = [word.lower for word in read]
    while said and said[-1] in _FILLERS - _COUNTING:
        said.pop()
    if len(rest) == 1 and rest[0].text.isdecimal() and said and said[-1] == "down":
        number = int(rest[0].text)
        if number <= _FEW:
            raise NotationError(
                f"'down {number}' reads two ways: say 'down {number} books' or 'down set {number}'"
            )


def _read_result(record: HandRecord, bid: Bid, words: Sequence[_Word], line: str) -> HandRecord:
    if not words:
        raise NotationError(f"expected {_WANTED} at the end of {line!r}, the line ends there")
    # "made by 1" is not "made 1".
    said = " ".join(w.lower for w in words if w.lower not in _FILLERS or w.lower == "by")
    if said in _MADE or said in _SET:
        return replace(record, made=said in _MADE)
    books = _books_of(said, bid)
    if books is None:
        raise NotationError(f"expected {_WANTED}, got {words[0].text!r} at letter {words[0].at}")
    if not 0 <= books <= MAX_BOOKS:
        raise NotationError(
            f"expected 0 to {MAX_BOOKS} books, got {books} from {words[0].text!r} "
            f"at letter {words[0].at}: the bid needs {BASE_BOOKS + bid.level}"
        )
    return replace(record, books=books)


_WANTED = "the books, 'made', 'set', '+1' or '-2'"


def _books_of(said: str, bid: Bid) -> int | None:
    """The bidders' books of a result in plain words; None where it is none."""
    if said in _EXACTLY:
        return bid.books_needed
    if said in _ALL:
        return MAX_BOOKS
    for pattern, sign in ((_ABOVE, 1), (_BELOW, -1)):
        if match := pattern.fullmatch(said):
            return bid.books_needed + sign * int(next(filter(None, match.groups())))
    if match := _MADE_SOME.fullmatch(said):
        return _made_some(int(match[1]), bid)
    match = re.fullmatch(r"\d{1,2}", said)
    return int(match[0]) if match else None


def _made_some(number: int, bid: Bid) -> int:
    """The books of "made 5": five above six, five more than needed, or five of them in all."""
    readings = {BASE_BOOKS + number, bid.books_needed + number, number}
    possible = sorted(one for one in readings if bid.books_needed <= one <= MAX_BOOKS)
    if len(possible) > 1:
        ways = " or ".join(f"'{one} books'" for one in possible)
        raise NotationError(f"'made {number}' of a bid of {bid.level} reads two ways: say {ways}")
    return possible[0] if possible else bid.books_needed + number


def _without_fillers(words: Sequence[_Word]) -> Sequence[_Word]:
    skip = next((i for i, word in enumerate(words) if word.lower not in _FILLERS), len(words))
    return words[skip:]


def say_hand(record: HandRecord) -> str | None:
    """The line that `read_spoken` reads as this hand; None where it has no bid or no result.

    >>> say_hand(read_spoken("w 6up made by 1"))
    'W 6 up 13'
    """
    if record.status in _UNPLAYED.values():
        return record.status.replace("_", " ") if record.status else None
    result: Mapping[bool | None, str] = {True: "made", False: "set"}
    ending = str(record.books) if record.books is not None else result.get(record.made)
    if record.bidder is None or record.bid is None or ending is None:
        return None
    forced = "forced" if (record.calls or "").startswith("pass, pass, pass, ") else ""
    suits = dict(zip(SUITS, ("spades", "hearts", "diamonds", "clubs"), strict=True))
    named = suits.get(record.trump or "", "")
    if record.trump == "no" and not record.bid.endswith("no"):
        named = "no"
    facing = record.direction if not record.bid.endswith(("up", "down")) else None
    parts = (record.bidder, forced, record.bid, named, facing, ending)
    said = " ".join(part for part in parts if part)
    is_down_few = said.endswith(f" down {ending}") and (record.books or _FEW + 1) <= _FEW
    return f"{said} books" if is_down_few or said.endswith(" down 0") else said
