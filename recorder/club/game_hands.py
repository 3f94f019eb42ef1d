"""The hands of one game in a club: entered in their place, put in between, moved, taken out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from recorder.club.club import Club, Entered
from recorder.club.fields import canonical
from recorder.errors import ClubError
from recorder.hand import FACTS, HandRecord
from recorder.rules import load_rules
from recorder.sitting import tally

__all__ = [
    "KeptHand",
    "enter_hand",
    "hands_of_game",
    "insert_hand",
    "last_game",
    "move_hand",
    "next_in_game",
]

_FACTS = ", ".join(f'hand."{name}"' for name in FACTS)
# Where a game is played, with or without the corrections since: what tells one game from another.
_OF_GAME = "date is not distinct from $1 and game = $2"


@dataclass(frozen=True, slots=True)
class KeptHand:
    """A hand of a game with its id."""

    id: str
    record: HandRecord


def hands_of_game(club: Club, date: str | None, game: str) -> list[KeptHand]:
    """The current hands of a game, in the order of their numbers."""
    rows = club.query(
        f"select hex_id(hand_id) as id, {_FACTS} from hand "
        f"where {_OF_GAME} and state = 'current' order by hand, place_seq, place_line",
        [date, game],
    )
    return [
        KeptHand(row["id"], HandRecord(**{name: row[name] for name in FACTS}))
        for row in rows.iter_rows(named=True)
    ]


def last_game(club: Club, *, evening: str | None = None, game: str | None = None) -> list[KeptHand]:
    """The hands of the game that was written in last, of an evening or of a name; maybe none."""
    row = club.query(
        "select date, game from hand where state = 'current' and game is not null "
        "and ($1 is null or left(date, 10) = $1) and ($2 is null or game = $2) "
        "order by seq desc, place_line desc limit 1",
        [evening, game],
    )
    return hands_of_game(club, *row.row(0)) if row.height else []


def next_in_game(club: Club, kept: Sequence[KeptHand], facts: HandRecord) -> HandRecord:
    """A hand that follows in a game: its number, its dealer and all that goes for the game.

    After a game that is over it is the first of the next one: `…/3` follows `…/2`, and a name
    without a number is followed by `name/2`.
    """
    last = kept[-1].record
    rules = load_rules(last.rules or club.rules, club.saved_rules()).rules
    standing = tally([one.record for one in kept], rules)
    shared = {name: getattr(last, name) for name in _OF_WHOLE_GAME}
    dealer = facts.dealer or (str(standing.dealer) if last.dealer else None)
    name, slash, number = (last.game or "").rpartition("/")
    if standing.winner:
        is_numbered = bool(slash) and number.isdecimal()
        shared["game"] = f"{name}/{int(number) + 1}" if is_numbered else f"{last.game}/2"
        return replace(facts, **shared, hand=1, dealer=dealer)
    return replace(facts, **shared, hand=standing.next_hand, dealer=dealer)


_OF_WHOLE_GAME = (
    *("date", "game", "table", "club", "event", "rules"),
    *("player_n", "player_e", "player_s", "player_w"),
)


def enter_hand(club: Club, record: HandRecord, by: str | None = None) -> Entered:
    """Enter a hand under its number in its game.

    A record says by its place which hand it is. Where that place belongs to a hand that was taken
    out, the new record stands for it; where its hand has another number by now, the new one is a
    hand of its own.
    """
    record = canonical(record)
    owner = _owner_of_place(club, record)
    there = [kept for kept in _kept_of(club, record) if kept.record.hand == record.hand]
    if there and (owner is None or owner[0] != there[0].id):
        if there[0].record == record:
            return Entered(there[0].id, "already_there")
        raise ClubError(
            f"hand {record.hand} of game {record.game!r} is written down otherwise already; "
            "correct that one"
        )
    if owner is None or there:
        return club.enter(record, by)
    hand, state, _ = owner
    if state == "void":
        club.enter(record, by)
        club.settle(hand, _record_id(club, hand, record), by)
        club.unvoid(hand, by)
        return Entered(hand, "stored")
    entered = club.enter(replace(record, hand=_unused_number(club, record)), by)
    club.correct(entered.hand, {"hand": record.hand}, by)
    return entered


def insert_hand(club: Club, record: HandRecord, by: str | None = None) -> Entered:
    """Put a hand where its number says; those from there on count one higher."""
    if record.hand is None:
        raise ClubError("expected a hand with its number in its game, got one without")
    # From the last one down, so that no two hands ever share a number.
    for kept in reversed(_kept_of(club, record)):
        if kept.record.hand is not None and kept.record.hand >= record.hand:
            club.correct(kept.id, {"hand": kept.record.hand + 1}, by)
    return enter_hand(club, record, by)


def move_hand(club: Club, hand: str, number: int, by: str | None = None) -> None:
    """Give a hand another number in its game; those between make room."""
    kept = _kept_of(club, club.hand(hand))
    numbers = [one.record.hand for one in kept if one.record.hand is not None]
    if number not in numbers:
        raise ClubError(
            f"expected a number that the game has, {min(numbers)} to {max(numbers)}, got {number}"
        )
    full = club.find(hand)
    order = [one for one in kept if one.id != full and one.record.hand is not None]
    place = numbers.index(number)
    order.insert(place, next(one for one in kept if one.id == full))
    for one, new in zip(order, numbers, strict=True):
        if one.record.hand != new:
            club.correct(one.id, {"hand": new}, by)


def _kept_of(club: Club, record: HandRecord) -> list[KeptHand]:
    if record.game is None:
        raise ClubError("expected a hand of a game that has a name, got one without")
    return hands_of_game(club, record.date, record.game)


def _owner_of_place(club: Club, record: HandRecord) -> tuple[str, str, int | None] | None:
    """Id, state and present number of the hand that was first written at the record's place."""
    rows = club.query(
        "with first as (select distinct hand_id from hand "
        f"where {_OF_GAME} and hand = $3 and origin <> 'derived' "
        "and player_n is not distinct from $4 and player_e is not distinct from $5 "
        "and player_s is not distinct from $6 and player_w is not distinct from $7) "
        "select hex_id(hand_id) as id, state, hand from hand semi join first using (hand_id) "
        "where state in ('current', 'void')",
        [record.date, record.game, record.hand, *_players(record)],
    )
    return rows.row(0) if rows.height else None


def _players(record: HandRecord) -> Sequence[str | None]:
    return (record.player_n, record.player_e, record.player_s, record.player_w)


def _record_id(club: Club, hand: str, record: HandRecord) -> str:
    """Which of the records of a hand this is."""
    rows = club.query(
        f"select hex_id(record_id) as record_id, {_FACTS} from hand_record as hand "
        "where hex_id(hand_id) = $1 and origin <> 'derived'",
        [hand],
    )
    wanted = {name: getattr(record, name) for name in FACTS}
    return next(
        str(row["record_id"])
        for row in rows.iter_rows(named=True)
        if all(row[name] == value for name, value in wanted.items())
    )


def _unused_number(club: Club, record: HandRecord) -> int:
    """A number that no record of the game was ever written under."""
    rows = club.query(
        f"select coalesce(max(hand), 0) as top from hand where {_OF_GAME}",
        [record.date, record.game],
    )
    return int(rows["top"][0]) + 1
