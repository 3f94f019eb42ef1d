"""The tags of one PTN hand, turned into a record."""

import hashlib
import re
from typing import Any

import msgspec

from recorder.auction import Bid
from recorder.cards import UNKNOWN, Card
from recorder.errors import NotationError, RulesError
from recorder.formats.ptn_cards import TaggedHand, card_of_pair, deal_of, kitty_of, seat_of
from recorder.formats.ptn_rules import rules_table
from recorder.formats.reading import Remark, UnreadableError
from recorder.formats.vocabulary import (
    json_text,
    record_from,
    record_mapping,
    rules_text,
)
from recorder.formats.words import bare, int_of, read_call, read_date, read_text
from recorder.hand import HandRecord, join_tricks
from recorder.leads import LEADS, in_order, ranking_of
from recorder.rules import Rules, load_rules
from recorder.seats import Seat

__all__ = ["record_of_tags"]

OWN_TAG = "BidWhist"
"""A tag of ours: the keys of `bidwhist/1` that the other tags cannot hold, as JSON."""

SEAT_NAMES = {"North": Seat.N, "East": Seat.E, "South": Seat.S, "West": Seat.W}
_KNOWN_TAGS = {
    *("Event", "UTCDate", "UTCTime", "GameCode", "GameOptionsJson", "GameScores", "Dealer"),
    *("Deal", "Undealt", "Declarer", "Contract", "Auction", "CardsAdded", "CardsRemoved", "Play"),
    *(OWN_TAG, *SEAT_NAMES),
}
_TRUMP_SIGNS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
_DECLARED = re.compile(r"([1-7])\s*(NT|[♠♥♦♣SHDC])?\s*([↑↓])?\Z", re.IGNORECASE)


def record_of_tags(hand: TaggedHand, *, file: str) -> tuple[HandRecord, list[Remark]]:
    """The record of a hand; UnreadableError says which tag cannot be read, and why."""
    tags = hand.tags
    if hand.glued is not None:
        raise UnreadableError(
            "several tags stand on one line: give each tag and each trick a line of its own",
            line=hand.glued,
        )
    _check_game(hand)
    if hand.stray is not None:
        raise UnreadableError("expected calls or cards here, got other words", line=hand.stray)
    for name in hand.unclosed:
        if name in _KNOWN_TAGS:
            raise UnreadableError(f"{name} has no closing quote", path=(name,))
    table, unsaid, remarks = rules_table(
        tags.get("GameOptionsJson"),
        tags.get("Event"),
        hand.lines.get("GameOptionsJson", hand.start),
    )
    extra: dict[str, Any] = {}
    fields: dict[str, Any] = {
        "file": file,
        "line": hand.start,
        "event": _tag_text(hand, "Event"),
        "date": _date(hand),
        "rules": rules_text({"base": "pagat"} | _nested(table), {}),
        **_players(hand, extra),
        **_seat_tag(hand, "Dealer", "dealer"),
        **_seat_tag(hand, "Declarer", "bidder"),
        **deal_of(hand),
        **kitty_of(hand, extra),
        **_contract(hand),
        **_scores(hand, extra),
    }
    fields |= _calls(hand, fields)
    fields["site"] = _site(fields, tags)
    tricks, inferred, rest = _tricks(hand, fields)
    fields["tricks"] = tricks
    if inferred:
        extra[LEADS] = "inferred"
    if rest:
        extra["rows"] = rest
    unsaid += _unsaid_of_play(fields)
    if unsaid:
        extra["unsaid"] = sorted(unsaid)
    for name in tags.keys() - _KNOWN_TAGS:
        read_text(tags[name], name)
        extra.setdefault("tags_of_site", {})[name] = tags[name]
    fields["extra"] = json_text(extra) if extra else None
    record = HandRecord(**fields)
    return _with_own_tag(record, hand), remarks


def _nested(changes: dict[str, Any]) -> dict[str, dict[str, Any]]:
    sections: dict[str, dict[str, Any]] = {}
    for rule, value in changes.items():
        section, _, name = rule.partition(".")
        sections.setdefault(section, {})[name] = value
    return sections


def _check_game(hand: TaggedHand) -> None:
    code = hand.tags.get("GameCode")
    if code is None:
        raise UnreadableError(
            "no GameCode tells that this is Bid Whist", code="other_game", line=hand.start
        )
    if code.lower() != "whist":
        raise UnreadableError(
            f"this hand is of another game: expected GameCode 'Whist', got {code!r}",
            path=("GameCode",),
            token=code,
            code="other_game",
        )


def _tag_text(hand: TaggedHand, name: str) -> str | None:
    try:
        return read_text(hand.tags.get(name, ""), name)
    except UnreadableError as fault:
        fault.path = (name,)
        raise


def _date(hand: TaggedHand) -> str | None:
    """The UTC date and time; a local one without its zone in numbers is not a date."""
    day = hand.tags.get("UTCDate", "").replace(".", "-")
    time = hand.tags.get("UTCTime", "")
    if not day or "?" in day:
        return None
    try:
        return read_date(f"{day}T{time}+00:00" if time else day)
    except UnreadableError as fault:
        fault.path, fault.token = ("UTCDate",), hand.tags["UTCDate"]
        raise


def _players(hand: TaggedHand, extra: dict[str, Any]) -> dict[str, Any]:
    """Names without the number or `Auto` in brackets behind them, which go to `extra`."""
    players: dict[str, Any] = {}
    for tag, seat in SEAT_NAMES.items():
        name = _tag_text(hand, tag)
        before, _, behind = (name or "").rpartition("(")
        number = behind.removesuffix(")")
        is_number = number.isascii() and number.isdigit()
        if number != behind and (is_number or number.lower() == "auto"):
            name = before.strip() or None
            if is_number:
                extra.setdefault("player_ids", {})[str(seat)] = number
            else:
                extra.setdefault("automatic", []).append(str(seat))
        players[f"player_{str(seat).lower()}"] = name
    return players


def _seat_tag(hand: TaggedHand, tag: str, name: str) -> dict[str, str]:
    return {name: str(seat_of(hand, tag))} if hand.tags.get(tag, "").strip("-? ") else {}


def _declared(text: str) -> dict[str, str] | None:
    """`3NT↑`, `4♠↓`: the bid, trump and direction of a call as it stands once declared."""
    match = _DECLARED.match(bare(text))
    if match is None or not (match[2] and match[3]):
        return None
    direction = "up" if match[3] == "↑" else "down"
    suit = match[2].upper()
    if suit == "NT":
        return {"bid": f"{match[1]} no", "trump": "no", "direction": direction}
    trump = _TRUMP_SIGNS.get(suit, suit)
    return {"bid": f"{match[1]} {direction}", "trump": trump, "direction": direction}


def _contract(hand: TaggedHand) -> dict[str, str]:
    text = hand.tags.get("Contract", "").strip()
    if not text or text == "-":
        return {}
    if text.lower() == "pass":
        return {"status": "passed_out"}
    declared = _declared(text)
    if declared is None:
        try:
            return {"bid": read_call(text)}
        except UnreadableError as fault:
            fault.path = ("Contract",)
            raise
    if declared["trump"] != "no":
        # The bid says the direction; a record says it once.
        del declared["direction"]
    return declared


def _calls(hand: TaggedHand, fields: dict[str, Any]) -> dict[str, str]:
    """The calls from the dealer's left; what was declared fills in for a missing Contract."""
    if "Auction" not in hand.tags:
        return {}
    first = seat_of(hand, "Auction") if hand.tags["Auction"] else None
    dealer = Seat.parse(fields["dealer"]) if fields.get("dealer") else None
    if first is not None and dealer is not None and first is not dealer.lho:
        raise UnreadableError(
            f"expected the first call from the dealer's left, {dealer.lho}, got {first}",
            path=("Auction",),
            token=str(first),
        )
    calls, found = [], {}
    for line, tokens in hand.calls:
        for token in tokens:
            declared = _declared(token)
            try:
                calls.append(declared["bid"] if declared else read_call(token))
            except UnreadableError as fault:
                fault.line = line
                raise
            if declared and "bid" not in fields:
                found = {key: value for key, value in declared.items() if key != "bid"}
    if not calls:
        return {}
    if found.get("trump", "no") != "no":
        del found["direction"]
    if first is not None and dealer is None:
        found["dealer"] = str(first.rho)
    if set(calls) == {"pass"} and len(calls) >= 4:
        found["status"] = "passed_out"
    return found | {"calls": ", ".join(calls)}


def _scores(hand: TaggedHand, extra: dict[str, Any]) -> dict[str, int]:
    """The running score after the hand; it is written per seat, and partners have one."""
    text = hand.tags.get("GameScores", "")
    if not text:
        return {}
    first, _, numbers = text.partition(":")
    values = numbers.split()
    try:
        by_seat = dict(zip(Seat.parse(first.strip()).clockwise(), map(_score, values), strict=True))
    except (NotationError, ValueError, UnreadableError):
        raise UnreadableError(
            f"expected four scores behind a seat, got {text!r}", path=("GameScores",)
        ) from None
    if by_seat[Seat.N] != by_seat[Seat.S] or by_seat[Seat.E] != by_seat[Seat.W]:
        extra["scores_by_seat"] = {str(seat): score for seat, score in by_seat.items()}
        return {}
    return {"score_ns": by_seat[Seat.N], "score_ew": by_seat[Seat.E]}


def _score(text: str) -> int:
    return int_of(text, "a score")


def _site(fields: dict[str, Any], tags: dict[str, str]) -> str | None:
    """What tells this hand from every other of the site: when it was played, and its deal.

    The time alone does not: hands of one game may carry the same.
    """
    dealt = [fields.get(f"deal_{seat}") for seat in "nesw"]
    if fields["date"] is None or not any(dealt):
        return None
    digest = hashlib.sha256(json_text([*dealt, fields.get("kitty")]).encode()).hexdigest()
    return f"ptn:{fields['date']}:{digest[:12]}"


def _rules_of(spec: str) -> Rules:
    try:
        return load_rules(spec).rules
    except RulesError:
        return Rules()


def _tricks(hand: TaggedHand, fields: dict[str, Any]) -> tuple[str | None, bool, list[str]]:
    """The tricks, whether their leaders were worked out, and the rows that could not be ordered.

    Each row is a trick in fixed columns from the seat that `Play` names, whoever led.
    """
    rows: list[dict[Seat, Card]] = []
    if not hand.rows:
        return None, False, []
    columns = tuple(seat_of(hand, "Play").clockwise())
    for line, tokens in hand.rows:
        if len(tokens) > 4:
            raise UnreadableError(
                f"expected four cards in a row, got {len(tokens)}", line=line, token=tokens[4]
            )
        row: dict[Seat, Card] = {}
        for seat, token in zip(columns, tokens, strict=False):
            card = card_of_pair(token)
            if card is None:
                raise UnreadableError(
                    f"expected a card such as 'HJ', got {token!r}", line=line, token=token
                )
            if card != UNKNOWN:
                row[seat] = card
        rows.append(row)
    if len(rows) > 13:
        raise UnreadableError("expected at most 13 tricks", line=hand.rows[13][0])
    rules = _rules_of(fields["rules"])
    leader = columns[0]
    if fields.get("bidder") is not None:
        bidder = Seat.parse(fields["bidder"])
        leader = bidder if rules.play.first_lead == "bidder" else bidder.lho
    aces_good = rules.play.downtown_aces != "bad"
    order = ranking_of(fields.get("trump"), _direction(fields), rules, aces_good=aces_good)
    tricks = in_order(rows, leader, order)
    rest = [" ".join(tokens) for _, tokens in hand.rows[len(tricks) :]]
    rest = [row for row in rest if row.strip("- ")]
    return join_tricks(tricks) or None, len(tricks) > 1, rest


def _direction(fields: dict[str, Any]) -> str | None:
    direction = fields.get("direction")
    if direction is None and fields.get("bid") is not None:
        kind = Bid.parse(fields["bid"]).kind
        direction = str(kind) if str(kind) in ("up", "down") else None
    return direction


def _unsaid_of_play(fields: dict[str, Any]) -> list[str]:
    """Rules that no option names and that this hand's winners turn on."""
    unsaid = []
    if _direction(fields) == "down":
        unsaid.append("play.downtown_aces")
    if fields.get("trump") == "no" and "jokers=0" not in fields["rules"]:
        unsaid.append("play.no_trump_jokers")
    return unsaid


def _with_own_tag(record: HandRecord, hand: TaggedHand) -> HandRecord:
    """The record with the keys of our own tag in place of what the others say."""
    text = hand.tags.get(OWN_TAG)
    if text is None:
        return record
    try:
        own = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        own = None
    if not isinstance(own, dict):
        raise UnreadableError(f"{OWN_TAG} holds no JSON object", path=(OWN_TAG,))
    data = record_mapping(record) | own
    try:
        return record_from(data, file=record.file, line=record.line)
    except UnreadableError as fault:
        fault.path = (OWN_TAG,)
        raise
