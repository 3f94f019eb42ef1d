"""`bidwhist stats`: the same figures as the pages."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import polars as pl
import typer

from analytics.ask import Answer, ask
from analytics.house_rules.compare import CAVEAT
from analytics.registry import STATISTICS
from recorder.cli.say import ClubFolder, Json, RulesOption, open_club, print_json, print_table, say
from recorder.rules import load_rules

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    app.command()(stats)


def stats(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Which; none lists them.")
    ] = None,
    by: Annotated[
        str | None, typer.Option(help="A row for each, such as level,kind; '' for one row.")
    ] = None,
    where: Annotated[
        str | None,
        typer.Option(help='Which hands, such as "level=4|5,kind=up,since=2026-03-01".'),
    ] = None,
    rules: RulesOption = None,
    club: ClubFolder = Path("club"),
    json: Json = False,
) -> None:
    """Any statistic of the club, with how many hands it was made of."""
    if name is None:
        _list(json=json)
        return
    opened = open_club(club)
    found = ask(
        opened,
        name,
        by=None if by is None else [part.strip() for part in by.split(",") if part.strip()],
        where=where,
        rules=load_rules(rules, opened.saved_rules()) if rules else None,
    )
    if json:
        print_json(found.frame.iter_rows(named=True))
    else:
        print_table(found.frame.select(_told(found)), found.definition.question)
    _say_what(found)
    if rules:
        say(CAVEAT)


def _list(*, json: bool) -> None:
    if json:
        print_json(asdict(statistic) for statistic in STATISTICS.values())
        return
    print_table(
        pl.DataFrame(
            {
                "statistic": list(STATISTICS),
                "what it tells": [statistic.sentence for statistic in STATISTICS.values()],
                "needs": [statistic.needs for statistic in STATISTICS.values()],
            }
        )
    )


def _told(answer: Answer) -> list[str]:
    """The columns of the table: those that there is room for and that hold something."""
    frame = answer.frame
    brief = answer.definition.brief
    if brief:
        frame = frame.select(*answer.by, *brief)
    return [name for name in frame.columns if frame[name].null_count() < frame.height]


def _say_what(answer: Answer) -> None:
    asked = answer.filters.words()
    if answer.frame.is_empty():
        say(f"No hands match{': ' + asked if asked else ''}. {answer.funnel.words()}.")
        return
    say(f"{answer.funnel.words()}{f' ({asked})' if asked else ''}.")
    say(answer.definition.formula)
    if answer.definition.caveat:
        say(answer.definition.caveat)
