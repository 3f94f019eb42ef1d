"""`bidwhist compare`: the same hands under several rule sets."""

from pathlib import Path
from typing import Annotated

import polars as pl
import typer

from analytics.facts import facts
from analytics.filters import Filters
from analytics.house_rules.compare import CAVEAT, UNITS, compare
from analytics.house_rules.load import hands_of_club, rows_of
from analytics.house_rules.switches import switches
from recorder.cli.say import ClubFolder, Json, open_club, print_json, print_table, say
from recorder.errors import RulesError
from recorder.rules import load_rules

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    @app.command(name="compare")
    def compare_rules(
        rules: Annotated[list[str], typer.Argument(metavar="A B…", help="Two rule sets or more.")],
        club: ClubFolder = Path("club"),
        by: Annotated[str, typer.Option(help="game: as played; evening: cut again.")] = "game",
        where: Annotated[str | None, typer.Option(help="Filters such as level=5,kind=up.")] = None,
        each: Annotated[
            bool, typer.Option("--switches", help="Each single rule changed alone on top of A.")
        ] = False,
        json: Json = False,
    ) -> None:
        """The same hands under several rule sets: games flipped, hands that score otherwise."""
        if by not in UNITS:
            raise RulesError(f"expected --by game or --by evening, got {by!r}")
        opened = open_club(club)
        saved = opened.saved_rules()
        sets = [load_rules(spec, saved) for spec in rules]
        if len(sets) < 2 and not each:
            raise RulesError("expected two rule sets or more to compare, got one")
        wanted = facts(opened).hands.filter(Filters.parse(where).on_hands())["hand_id"]
        hands = hands_of_club(opened)
        focus = rows_of(hands, wanted)
        if each:
            table = switches(hands, sets[0], focus=focus)
            _show(table, json=json, title="Each rule changed alone, most games flipped first")
            return
        comparison = compare(hands, sets, by=by, focus=focus)
        if json:
            for name, table in (("sets", comparison.sets()), ("pairs", comparison.pairs())):
                print_json({"table": name, **row} for row in table.iter_rows(named=True))
        else:
            _across(comparison.sets(), "rules")
            for pair in comparison.pairs().partition_by("a", "b", maintain_order=True):
                _across(pair.drop("b"), "a", pair["b"][0])
            print_table(comparison.reasons(), "Left out")
        say(CAVEAT)


def _show(table: pl.DataFrame, *, json: bool, title: str) -> None:
    if json:
        print_json(table.iter_rows(named=True))
    else:
        print_table(table.select("words", "games", "flipped", "hands_differ", "left_out"), title)


def _across(table: pl.DataFrame, label: str, title: str | None = None) -> None:
    """A few rows of many figures, turned so that each figure is a line."""
    rows = table.with_columns(pl.selectors.float().round(2)).rows(named=True)
    figures = {
        str(row.pop(label)): ["" if value is None else str(value) for value in row.values()]
        for row in rows
    }
    names = [name.replace("_", " ") for name in table.columns if name != label]
    print_table(pl.DataFrame({"": names, **figures}), title and f"against {title}")
