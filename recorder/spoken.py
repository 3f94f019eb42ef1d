"""One hand on one line, as people say it: `S 5 down 11`, `Ann 4 no made`, `W 6 up hearts -1`.

    bidder  [forced]  level [kind]  [trump, or the direction at no trump]  books | made | set | +1

A hand that nobody bid is a single word: `passed out`, `misdeal`, `abandoned`.
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
_FILLERS = {"in", "by", "with", "bid", "bids", "took", "books", "book", "got", "and", "a", "for"}
_LEVEL = re.compile(r"[1-7](?!\d)")
_RESULT = re.compile(r"([+\-]?)(\d{1,2})\Z")


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
    is_forced = bool(rest) and rest[0].lower == "forced"
    bid, rest = _read_bid(rest[is_forced:], line)
    record = HandRecord(bidder=str(bidder), bid=str(bid))
    if is_forced:
        # Only the dealer is ever forced, and only after three passes.
        record = replace(record, dealer=str(bidder), calls=f"pass, pass, pass, {bid}")
    record, rest = _read_named(record, bid, rest)
    return _read_result(record, bid, rest, line)


def _read_bidder(
    words: Sequence[_Word], players: Sequence[str | None]
) -> tuple[Seat, Sequence[_Word]]:
    """The seat that the line begins with; the longest name that fits wins over a letter."""
    names = _names(players)
    before = next((i for i, word in enumerate(words) if word.text[0] in "1234567"), len(words))
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
        got = " ".join(word.text for word in words[: max(before, 1)])
        raise NotationError(f"expected {wanted}, got {got!r} at letter {words[0].at}")
    return seat, words[1:]


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


def _read_result(record: HandRecord, bid: Bid, words: Sequence[_Word], line: str) -> HandRecord:
    wanted = "the books, 'made', 'set', '+1' or '-2'"
    if not words:
        raise NotationError(f"expected {wanted} at the end of {line!r}, the line ends there")
    said = [word.lower for word in words if word.lower not in _FILLERS]
    sign = {"made": "+", "set": "-", "down": "-"}.get(said[0], "")
    if said in (["made"], ["set"]):
        return replace(record, made=said[0] == "made")
    match = _RESULT.match("".join(said[1:] if sign else said))
    if match is None or (sign and match[1] not in ("", sign)):
        raise NotationError(f"expected {wanted}, got {words[0].text!r} at letter {words[0].at}")
    sign = sign or match[1]
    number = int(match[2])
    books = number
    if sign:
        books = bid.books_needed + (number if sign == "+" else -number)
    if not 0 <= books <= MAX_BOOKS:
        raise NotationError(
            f"expected 0 to {MAX_BOOKS} books, got {books} from {words[0].text!r} "
            f"at letter {words[0].at}: the bid needs {BASE_BOOKS + bid.level}"
        )
    return replace(record, books=books)


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
    return " ".join(part for part in parts if part)
