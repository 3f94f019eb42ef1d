"""One hand of a club with all that is known of it: what the command line and its page show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from recorder.auction import BASE_BOOKS
from recorder.club import Club
from recorder.errors import ClubError, RulesError
from recorder.evaluate import JUDGED
from recorder.findings import Finding
from recorder.games import SCORED
from recorder.hand import FACTS, HandRecord, record_of
from recorder.play_by_play import PlayByPlay, play_by_play
from recorder.problems import problems
from recorder.rules import RuleSet, load_rules
from recorder.scorebook import Connection, ask
from recorder.seats import Seat

__all__ = ["GAME", "Note", "OneHand", "one_hand"]

GAME = ("id", "hand", "place", "bid", "by", "made", "score_ns", "score_ew", "winner", "ended_by")
"""The columns of `OneHand.game`: a row a hand of the same game, in the order of play; `by` is the
bidders' side, `score` running."""


@dataclass(frozen=True, slots=True)
class Note:
    moment: str
    by: str | None
    text: str


@dataclass(frozen=True, slots=True)
class OneHand:
    """A hand as recorded, as replayed, and where it stands in its game."""

    id: str
    record: HandRecord
    players: tuple[str, str, str, str]
    """Who sat N E S W, as they are called now."""
    rules: RuleSet
    hand: Mapping[str, Any]
    """The `JUDGED` and `SCORED` columns; those of the game are None for a void hand."""
    play: PlayByPlay
    findings: Sequence[Finding]
    is_void: bool
    is_settled: bool
    """Somebody has looked at its conflicts and lets it count."""
    counts: bool
    """It is in the figures."""
    notes: Sequence[Note]
    tags: Sequence[str]
    game: pl.DataFrame
    """`GAME`."""

    def name(self, seat: str) -> str:
        return self.players[Seat.parse(seat)]

    @property
    def margin(self) -> int | None:
        """Books over what the bid needed, below zero when it was set; None where not known."""
        books, level = self.hand["books"], self.hand["level"]
        return None if books is None or level is None else books - BASE_BOOKS - level

    @property
    def before(self) -> str | None:
        """The hand played before it in its game, by id."""
        return self._neighbour(-1)

    @property
    def after(self) -> str | None:
        return self._neighbour(1)

    def _neighbour(self, step: int) -> str | None:
        ids = self.game["id"].to_list()
        at = ids.index(self.id) + step if self.id in ids else -1
        return ids[at] if 0 <= at < len(ids) else None


_HAND = f"""
select hand.state, source.name as file, line, {", ".join(f'hand."{name}"' for name in FACTS)},
    exists (from settled where settled.hand_id = hand.hand_id
        and settled.record_id = hand.record_id) as is_settled
from hand_record as hand left join source using (source_id)
where hand_id = $1 and state in ('current', 'void')
"""
_JUDGED = """
select replay.*, score.*, rule_set.name as rules_name, spec
from replay left join score using (hand_id, rules_id) left join rule_set using (rules_id)
where hand_id = $1
"""
_GAME = """
select hex_id(hand_id) as id, hand.hand, place,
    level || case when kind is null then '' else ' ' || kind end as bid,
    case when "by" in ('N', 'S') then 'NS' when "by" in ('E', 'W') then 'EW' end as "by",
    score.made, score.score_ns, score.score_ew, winner, ended_by
from score join replay using (hand_id, rules_id) join hand using (hand_id)
where game_id = (select game_id from score where hand_id = $1) and state = 'current'
order by place
"""
_FINDINGS = "select code, message, seat, trick, card, call from finding where hand_id = $1"
_SEATS = "select seat, person from seat where hand_id = $1"
_TAGS = "select tag from tag where hand_id = $1 order by tag"
_NOTES = """select moment, "by", text from note where hand_id = $1 order by seq"""

_CHAIRS = ("North", "East", "South", "West")


def one_hand(club: Club, prefix: str) -> OneHand:
    """The hand whose id starts with `prefix`; ClubError where there is none, or several."""
    # A whole id needs no search among all of them.
    full = prefix if len(prefix) == 16 else club.find(prefix)
    try:
        key = int(full, 16)
    except ValueError:
        raise ClubError(f"expected the id of a hand, 16 hex digits, got {prefix!r}") from None

    def look(con: Connection) -> list[pl.DataFrame]:
        questions = (_HAND, _JUDGED, _GAME, _FINDINGS, _SEATS, _TAGS, _NOTES)
        return [ask(con, sql, [key]) for sql in questions]

    hands, judged, game, findings, seats, tags, notes = club.ask(look)
    if hands.is_empty():
        raise ClubError(f"no hand in {club.name!r} has the id {prefix!r}")
    recorded = hands.row(0, named=True)
    record = record_of(recorded)
    known = judged.row(0, named=True) if judged.height else {}
    rules = _rules(club, record, known)
    play = play_by_play(record, rules.rules)
    people = dict(seats.iter_rows())
    north, east, south, west = (
        people.get(str(seat)) or record.player(seat) or _CHAIRS[seat] for seat in Seat
    )
    return OneHand(
        id=full,
        record=record,
        players=(north, east, south, west),
        rules=rules,
        hand={**dict.fromkeys(SCORED), **play.hand, **{name: known[name] for name in _OF & known}},
        play=play,
        findings=[Finding(**row) for row in findings.iter_rows(named=True)]
        if known
        else problems(record, rules.rules),
        is_void=recorded["state"] == "void",
        is_settled=recorded["is_settled"],
        counts=bool(known.get("counts")),
        notes=[Note(*row) for row in notes.iter_rows()],
        tags=tags["tag"].to_list(),
        game=game.select(GAME),
    )


_OF = {**JUDGED, **SCORED}.keys()


def _rules(club: Club, record: HandRecord, known: Mapping[str, Any]) -> RuleSet:
    """Those it was judged by; a void hand is judged by nothing but what it says itself."""
    if known:
        return replace(load_rules(known["spec"], files=False), name=known["rules_name"])
    try:
        return load_rules(record.rules or club.rules, club.saved_rules(), files=False)
    except RulesError:
        return club.house_rules
