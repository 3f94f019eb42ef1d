"""Single hands and the people at the table: log, correct, void, history; players, aliases."""

import json as json_text
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import polars as pl
import typer

from recorder.cli.say import ClubFolder, Json, echo, open_club, print_json, print_table, say
from recorder.errors import NotationError

__all__ = ["register"]

FOLDER = Path("club")
Hand = Annotated[str, typer.Argument(metavar="HAND", help="The first digits of a hand's id.")]
By = Annotated[str | None, typer.Option("--by", help="Who says so.", envvar="BIDWHIST_BY")]


def _value(value: object) -> str:
    """A value as it is typed: text bare, the rest as JSON, `nothing` for none."""
    if value is None:
        return "nothing"
    return value if isinstance(value, str) else json_text.dumps(value)


def register(app: typer.Typer) -> None:
    @app.command()
    def correct(
        hand: Hand,
        changes: Annotated[list[str], typer.Argument(metavar="field=value…")],
        club: ClubFolder = FOLDER,
        by: By = None,
    ) -> None:
        """Put right what is recorded of a hand; an empty value takes a field away."""
        pairs = {}
        for change in changes:
            field, equals, value = change.partition("=")
            if not equals:
                raise NotationError(f"expected field=value, got {change!r}")
            pairs[field.strip()] = value
        made = open_club(club).correct(hand, pairs, by)
        for step in made:
            echo(f"{step.field}: {_value(step.before)} is now {_value(step.after)}")
        if not made:
            say("Nothing changed: the hand says so already.")

    @app.command()
    def void(
        hand: Hand,
        club: ClubFolder = FOLDER,
        by: By = None,
        undo: Annotated[bool, typer.Option("--undo", help="Let it count again.")] = False,
    ) -> None:
        """Take a hand out of everything; its record stays."""
        opened = open_club(club)
        if undo:
            opened.unvoid(hand, by)
        else:
            opened.void(hand, by)
        say(f"Hand {opened.find(hand)} {'counts again' if undo else 'is void'}.")

    @app.command()
    def history(hand: Hand, club: ClubFolder = FOLDER, json: Json = False) -> None:
        """Everything that was ever said about a hand: who, when, before, after."""
        steps = open_club(club).history(hand)
        if json:
            print_json(map(asdict, steps))
            return
        for step in steps:
            change = ""
            if step.field is not None:
                change = f" {step.field}: {_value(step.before)} -> {_value(step.after)}"
            elif step.after is not None:
                change = f": {_value(step.after)}"
            echo(f"{step.moment} {step.by or 'somebody'}: {step.what}{change}")

    @app.command()
    def players(club: ClubFolder = FOLDER, json: Json = False) -> None:
        """Everybody, with the names that stand for them."""
        people = open_club(club).people()
        if json:
            print_json(people.iter_rows(named=True))
            return
        others = pl.col("names").list.join(", ")
        print_table(people.select("name", others.alias("written as"), "key", "guest"))

    @app.command()
    def alias(
        name: Annotated[str, typer.Argument(help="As written down.")],
        person: Annotated[str, typer.Argument(help="Who it stands for.")],
        club: ClubFolder = FOLDER,
        by: By = None,
        evening: Annotated[str | None, typer.Option(help="Only then: an ISO date.")] = None,
    ) -> None:
        """Let a name stand for a person; no recorded fact changes."""
        scope = "evening" if evening else None
        key = open_club(club).alias(name, person, by, scope=scope, value=evening)
        behind = "" if key == person.strip() else f", as {person} does"
        say(f"{name} stands for {key}{behind}" + (f" on {evening}." if evening else "."))

    @app.command()
    def unalias(
        name: Annotated[str, typer.Argument(help="As written down.")],
        club: ClubFolder = FOLDER,
        by: By = None,
        evening: Annotated[str | None, typer.Option(help="Only then: an ISO date.")] = None,
    ) -> None:
        """Let a name stand for itself again."""
        scope = "evening" if evening else None
        open_club(club).unalias(name, by, scope=scope, value=evening)
        say(f"{name} stands for {name} again.")
