"""Writing PTN: the tags other programs read, and one of ours for what they cannot hold."""

from collections.abc import Iterable
from typing import Any

import msgspec

from recorder.auction import Bid, Kind
from recorder.cards import SUITS, Card
from recorder.errors import RecordError
from recorder.formats.ptn import hands_in, is_glued
from recorder.formats.ptn_hand import OWN_TAG, SEAT_NAMES, record_of_tags
from recorder.formats.reading import UnreadableError
from recorder.formats.vocabulary import record_mapping
from recorder.hand import HandRecord, split_tricks
from recorder.seats import Seat

__all__ = ["write_ptn"]

_HEADER = "% PTN ---------------------------"
_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "no": "NT"}
_ARROWS = {"up": "↑", "down": "↓"}


def write_ptn(records: Iterable[HandRecord]) -> str:
    """One hand after another; reading them gives equal records."""
    return "\n".join(_hand_text(record) for record in records)


def _hand_text(record: HandRecord) -> str:
    """What a PTN reader would not get back goes, key by key, into a tag of our own."""
    plain = _tags(record) + _rows(record)
    text = f"{_HEADER}\n{plain}"
    wanted, got = record_mapping(record), record_mapping(_read_back(text))
    own: dict[str, Any] = {key: None for key in got if key not in wanted}
    own |= {key: value for key, value in wanted.items() if got.get(key) != value}
    if not own:
        return text
    tag = f'[{OWN_TAG} "{msgspec.json.encode(own, order="sorted").decode()}"]\n'
    return f"{_HEADER}\n{tag}{plain}"


def _read_back(text: str) -> HandRecord:
    hands = list(hands_in(text.split("\n")))
    if len(hands) != 1:
        raise RecordError("a hand cannot be written as PTN: it reads as several")
    try:
        return record_of_tags(hands[0], file="")[0]
    except UnreadableError as fault:
        raise RecordError(f"a hand cannot be written as PTN: {fault.reason}") from None


def _tag(name: str, value: str | None) -> str:
    # A tag is one line and reads as one; what that loses, our own tag keeps.
    line = "" if value is None else f'[{name} "{" ".join(value.split())}"]\n'
    return "" if is_glued(line) else line


def _tags(record: HandRecord) -> str:
    day, _, time = (record.date or "").partition("T")
    is_utc = time.endswith("+00:00")
    holdings = [record.holding(seat) for seat in Seat.N.clockwise()]
    scores = (record.score_ns, record.score_ew)
    return "".join(
        [
            _tag("Event", record.event),
            _tag("UTCDate", day.replace("-", ".") if day and (is_utc or not time) else None),
            _tag("UTCTime", time.removesuffix("+00:00") if is_utc else None),
            _tag("GameCode", "Whist"),
            _tag("GameScores", None if None in scores else "N:{0} {1} {0} {1}".format(*scores)),
            *(_tag(name, record.player(seat)) for name, seat in SEAT_NAMES.items()),
            _tag("Dealer", record.dealer),
            _tag("Deal", "N:" + " ".join(map(_dotted, holdings)) if any(holdings) else None),
            _tag("Undealt", _pairs(record.kitty)),
            _tag("Declarer", record.bidder),
            _tag("Contract", _contract(record)),
            _tag("CardsRemoved", _behind(record.bidder, _pairs(record.discards))),
        ]
    )


def _dotted(holding: str | None) -> str:
    if holding is None or "??" in holding:
        return "-"
    cards = holding.split()
    groups = ["".join(card[0] for card in cards if card[1] == suit) for suit in SUITS]
    jokers = "".join({"BJ": "H", "LJ": "L"}.get(card, "") for card in cards)
    return ".".join([*groups, jokers] if jokers else groups)


def _pair(card: str) -> str:
    return {"BJ": "JH", "LJ": "JL", "??": "-"}.get(card, card[::-1])


def _pairs(cards: str | None) -> str | None:
    return None if cards is None else "".join(map(_pair, cards.split()))


def _behind(seat: str | None, cards: str | None) -> str | None:
    return cards if cards is None or seat is None else f"{seat}:{cards}"


def _contract(record: HandRecord) -> str | None:
    if record.bid is None:
        return "Pass" if record.status == "passed_out" else None
    bid = Bid.parse(record.bid)
    is_suit = bid.kind in (Kind.UPTOWN, Kind.DOWNTOWN)
    arrow = _ARROWS.get(str(bid.kind) if is_suit else record.direction or "", "")
    trump = "no" if bid.kind is Kind.NO_TRUMP else record.trump
    return f"{bid.level}{_SIGNS.get(trump or '', '') if bid.kind is not None else ''}{arrow}"


def _rows(record: HandRecord) -> str:
    """The calls, and the tricks in columns of seats from the first leader."""
    lines = []
    if record.calls is not None:
        first = None if record.dealer is None else Seat.parse(record.dealer).lho
        lines += [f'[Auction "{first or ""}"]', " ".join(map(_call, record.calls.split(", ")))]
    tricks = split_tricks(record.tricks)
    if tricks:
        columns = tuple(tricks[0].leader.clockwise())
        lines.append(f'[Play "{columns[0]}"]')
        for trick in tricks:
            played: dict[Seat, Card] = dict(
                zip(trick.leader.clockwise(), trick.cards, strict=False)
            )
            row = [_pair(str(played[seat])) if seat in played else "-" for seat in columns]
            lines.append(" ".join(row))
    return "".join(f"{line}\n" for line in lines)


def _call(text: str) -> str:
    if text == "pass":
        return "Pass"
    level, _, kind = text.partition(" ")
    return level + {"up": "↑", "down": "↓", "no": "NT"}.get(kind, "")
