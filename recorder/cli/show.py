"""`bidwhist show`: one hand trick by trick."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import polars as pl
import typer

from recorder.cards import cards_text
from recorder.cli.say import ClubFolder, Json, count, echo, open_club, print_json, print_table
from recorder.hand import FACTS
from recorder.one_hand import OneHand, one_hand
from recorder.play_by_play import TrickTaken
from recorder.seats import Partnership, Seat

__all__ = ["register", "tricks_table"]

TRUMPS = {"S": " in spades", "H": " in hearts", "D": " in diamonds", "C": " in clubs", "no": ""}
SIDES = {"ns": "N/S", "ew": "E/W"}


def register(app: typer.Typer) -> None:
    @app.command()
    def show(
        hand: Annotated[str, typer.Argument(metavar="HAND", help="The first digits of its id.")],
        club: ClubFolder = Path("club"),
        json: Json = False,
    ) -> None:
        """One hand trick by trick: who took what, the running books, what is wrong."""
        one = one_hand(open_club(club), hand)
        if json:
            print_json([_object(one)])
            return
        for line in _before(one):
            echo(line)
        if one.play.tricks:
            echo("")
            print_table(tricks_table(one))
            echo("> led, * took the book, ! reneged")
        echo("")
        for line in _after(one):
            echo(line)


def _before(one: OneHand) -> Iterator[str]:
    record = one.record
    where = [record.date or "undated"]
    where += [record.event] if record.event else []
    for what, said in (("table", record.table), ("game", record.game), ("hand", record.hand)):
        where += [f"{what} {said}"] if said is not None else []
    yield f"{one.id}: {', '.join(where)}, rules {one.rules.name}"
    if record.calls:
        yield f"calls: {record.calls}" + (f" ({record.dealer} dealt)" if record.dealer else "")
    yield _bid(one)
    for seat, cards in zip(Seat, one.play.held, strict=True):
        yield f"{seat} {one.players[seat]}: {cards_text(cards)}".rstrip(": ")
    for name, laid in (("kitty", record.kitty), ("discards", record.discards)):
        if laid:
            yield f"{name}: {laid}"


def _bid(one: OneHand) -> str:
    hand = one.hand
    if hand["level"] is None:
        return "passed out" if hand["status"] == "passed_out" else "the bid is not known"
    who = f"{hand['by']} {one.name(hand['by'])} bids" if hand["by"] else "somebody bids"
    kind = f" {hand['kind']}" if hand["kind"] else ""
    forced = ", forced" if hand["forced"] else ""
    return f"{who} {hand['level']}{kind}{TRUMPS.get(hand['named'], '')}{forced}"


def tricks_table(one: OneHand) -> pl.DataFrame:
    """A row a trick: the card of each seat, who took it, the running books."""
    return pl.DataFrame(
        [_row(one, trick) for trick in one.play.tricks], infer_schema_length=None
    ).with_columns(pl.col("N/S", "E/W").cast(pl.Int64))


def _row(one: OneHand, trick: TrickTaken) -> dict[str, Any]:
    seats = dict.fromkeys(map(str, Seat), "")
    for turn, play in enumerate(trick.plays):
        led, took = ">" if not turn else "", "*" if play.seat is trick.winner else ""
        seats[str(play.seat)] = f"{led}{play.card}{took}{'!' if play.is_renege else ''}"
    decision = one.play.decision
    decided = ""
    if decision is not None and decision.trick == trick.number:
        decided = "bid made" if decision.made else "bid set"
    books = trick.books
    return {
        "trick": trick.number,
        **seats,
        "taken by": None if trick.winner is None else str(trick.winner),
        "N/S": None if books is None else books[Partnership.NS],
        "E/W": None if books is None else books[Partnership.EW],
        " ": decided,
    }


def _after(one: OneHand) -> Iterator[str]:
    hand = one.hand
    outcome = {True: "made", False: "set", None: hand["status"].replace("_", " ")}[hand["made"]]
    books = "" if hand["books"] is None else f", {count(hand['books'], 'book')}"
    yield f"{outcome}{books}: points {_pair(hand, 'points')}, score {_pair(hand, 'score')}"
    if one.is_void:
        yield "void: it counts nowhere"
    for finding in one.findings:
        yield f"{finding.severity}: {finding.message}"
    for text in filter(None, [one.record.note, *(note.text for note in one.notes)]):
        yield f"note: {text}"


def _pair(hand: Mapping[str, Any], what: str) -> str:
    numbers = {name: hand[f"{what}_{side}"] for side, name in SIDES.items()}
    return ", ".join(
        f"{name} {'?' if number is None else str(number).replace('-', '−')}"
        for name, number in numbers.items()
    )


def _object(one: OneHand) -> dict[str, Any]:
    """What is recorded, what the replay makes of it; null is not known."""
    record = {name: getattr(one.record, name) for name in FACTS}
    return {
        "id": one.id,
        "record": {name: value for name, value in record.items() if value is not None},
        "rules": one.rules.spec,
        "players": dict(zip(map(str, Seat), one.players, strict=True)),
        "hand": dict(one.hand),
        "tricks": [_trick(trick) for trick in one.play.tricks],
        "decided": None if one.play.decision is None else asdict(one.play.decision),
        "void": one.is_void,
        "counts": one.counts,
        "tags": list(one.tags),
        "findings": [finding.as_dict() for finding in one.findings],
    }


def _trick(trick: TrickTaken) -> dict[str, Any]:
    return {
        "trick": trick.number,
        "plays": [
            {
                "seat": str(play.seat),
                "card": str(play.card),
                "could": None if play.could is None else cards_text(play.could),
                "renege": play.is_renege,
            }
            for play in trick.plays
        ],
        "winner": None if trick.winner is None else str(trick.winner),
        "books": None if trick.books is None else {"NS": trick.books.ns, "EW": trick.books.ew},
    }
