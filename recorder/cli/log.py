"""One hand from the command line, as people say it."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from recorder.cli.say import ClubFolder, RulesOption, echo, open_club, say
from recorder.club.game_hands import enter_hand, last_game, next_in_game
from recorder.errors import NotationError
from recorder.hand import HandRecord
from recorder.rules import load_rules
from recorder.seats import Seat
from recorder.sitting import evening_now, outlook
from recorder.spoken import read_spoken, say_hand

__all__ = ["register"]

_VERDICTS = {
    "stored": "is recorded",
    "already_there": "was written down already, the same",
    "superseded": "was there already; what this says on top is kept with it",
    "conflicts": "is written down otherwise; both are kept, the first one counts until settled",
}


def register(app: typer.Typer) -> None:
    @app.command()
    def log(
        line: Annotated[str, typer.Argument(help="Such as 'S 5 down 11' or 'Ann 4 no made'.")],
        club: ClubFolder = Path("club"),
        game: Annotated[
            str | None, typer.Option(help="Its game; else the one written in last tonight.")
        ] = None,
        players: Annotated[
            str | None, typer.Option(help="Begins a game: 'Ann, Bo, Cy, Di' at N, E, S, W.")
        ] = None,
        dealer: Annotated[str | None, typer.Option(help="N, E, S or W.")] = None,
        table: Annotated[str | None, typer.Option(help="Of a game that begins.")] = None,
        rules: RulesOption = None,
        by: Annotated[str | None, typer.Option(help="Who says so.", envvar="BIDWHIST_BY")] = None,
    ) -> int:
        """Record one hand as people say it: bidder, bid, books (or made, set, +1, -2)."""
        opened = open_club(club)
        evening = evening_now(opened.time_zone).isoformat()
        seat = None if dealer is None else str(Seat.parse(dealer.strip().upper()))
        names = _names(players)
        kept = [] if players else last_game(opened, evening=None if game else evening, game=game)
        if kept:
            last = kept[-1].record
            facts = read_spoken(line, [last.player(chair) for chair in Seat])
            record = next_in_game(opened, kept, _dealt(facts, seat))
        else:
            facts = _dealt(read_spoken(line, names), seat)
            record = _first(facts, names, evening, game, table, rules)
        entered = enter_hand(opened, record, by) if record.game else opened.enter(record, by)
        place = f"Hand {record.hand} of game {record.game}" if record.game else "The hand"
        say(f"{place}, {say_hand(record)}, {_VERDICTS[entered.verdict]}.")
        chosen = load_rules(record.rules or opened.rules, opened.saved_rules()).rules
        others = [one.record for one in kept if one.record.game == record.game]
        ahead = outlook(others, record, chosen)
        for objection in ahead.objections:
            say(f"The rules say: {objection}.")
        if ahead.hand is not None and ahead.hand.score.ns is not None:
            end = f" {ahead.hand.winner} won the game." if ahead.hand.winner else ""
            say(f"Score N-S {ahead.hand.score.ns}, E-W {ahead.hand.score.ew}.{end}")
        echo(entered.hand)
        return int(entered.verdict == "conflicts" or bool(ahead.objections))


def _names(players: str | None) -> tuple[str | None, ...]:
    names = tuple(name.strip() for name in (players or "").split(",") if name.strip())
    if players is not None and len(names) != 4:
        raise NotationError(f"expected four names at N, E, S, W, got {players!r}")
    twice = next((one for one in names if [n.lower() for n in names].count(one.lower()) > 1), None)
    if twice is not None:
        raise NotationError(f"expected four people at N, E, S, W, got {twice!r} in two seats")
    return names or (None, None, None, None)


def _dealt(facts: HandRecord, dealer: str | None) -> HandRecord:
    return replace(facts, dealer=facts.dealer or dealer)


def _first(
    facts: HandRecord,
    names: tuple[str | None, ...],
    evening: str,
    game: str | None,
    table: str | None,
    rules: str | None,
) -> HandRecord:
    """The first hand of a game, or a hand of none where nobody is named."""
    if rules is not None:
        load_rules(rules)
    starts = game is not None or names[0] is not None
    return replace(
        facts,
        date=evening,
        game=game or (f"{evening}/{table or 'log'}/1" if starts else None),
        hand=1 if starts else None,
        table=table,
        rules=rules,
        player_n=names[0],
        player_e=names[1],
        player_s=names[2],
        player_w=names[3],
    )
