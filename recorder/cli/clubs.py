"""A club from the command line: make it, bring files in, keep it whole, take everything out."""

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)

from recorder.cli.say import (
    ClubFolder,
    Dialect,
    Format,
    Json,
    RulesOption,
    complain,
    console,
    count,
    echo,
    open_club,
    print_json,
    say,
    shown,
    warm_engine,
)
from recorder.club import Club, ImportReport
from recorder.errors import RecordError
from recorder.formats import locate

__all__ = ["register"]

FOLDER = Path("club")
_REMARKS = 10
"""Different remarks on one file that are said in words; the rest are counted."""


def _accounted(report: ImportReport) -> dict[str, object]:
    """A report as one JSON object."""
    return {
        "file": report.name,
        "format": report.format,
        "stored": report.stored,
        "already_there": report.already_there,
        "superseded": report.superseded,
        "conflicts": report.conflicts,
        "partial": len(report.partial),
        "quarantined": [
            {"line": one.line, "column": one.column, "code": one.code, "reason": one.reason}
            for one in report.quarantined
        ],
        "games": report.games,
        "remarks": [
            {"line": one.line, "code": one.code, "message": one.message} for one in report.remarks
        ],
        "questions": [
            {"key": one.key, "message": one.message, "choices": one.choices}
            for one in report.questions
        ],
        "dry_run": report.is_dry,
    }


def _told(report: ImportReport) -> None:
    """A report in words."""
    for fault in report.quarantined:
        say(locate(fault))
    remarks = Counter((remark.code, remark.message) for remark in report.remarks)
    for (code, message), times in remarks.most_common(_REMARKS):
        say(f"{report.name}: {message} [{code}]" + (f" ({times} times)" if times > 1 else ""))
    if len(remarks) > _REMARKS:
        say(
            f"{report.name}: {count(len(remarks) - _REMARKS, 'more remark')}; --json gives them all"
        )
    for question in report.questions:
        choices = " or ".join(f"--dialect {question.key}={choice}" for choice in question.choices)
        say(f"{question.message}: say {choices}")
    parts = [
        count(report.stored, "hand") + (" would be stored" if report.is_dry else " stored"),
        f"{report.already_there:,} already there" if report.already_there else "",
        f"{report.superseded:,} superseded by a fuller record" if report.superseded else "",
        f"{count(report.conflicts, 'hand')} at odds with what is known" if report.conflicts else "",
        f"{count(report.games, 'game')} of a sheet" if report.games else "",
        f"{len(report.quarantined):,} not readable" if report.quarantined else "",
        f"{len(report.partial):,} of them cut off" if report.partial else "",
    ]
    say(f"{report.name}: {', '.join(filter(None, parts))}")


def _import_one(
    club: Club,
    path: Path,
    rules: str | None,
    format: str | None,  # noqa: A002
    dialect: str | None,
    *,
    dry_run: bool,
) -> ImportReport:
    """Import a file behind a progress bar, which goes to stderr and only to a terminal."""
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
    )
    size = path.stat().st_size if path.is_file() else None
    quiet = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=quiet) as bar:
        task = bar.add_task(shown(path.name), total=size)
        return club.import_path(
            path,
            rules=rules,
            format=format,
            dialect=dialect,
            dry_run=dry_run,
            progress=lambda done: bar.update(task, completed=done),
        )


def _holds_nothing(report: ImportReport) -> bool:
    known = report.stored + report.already_there + report.superseded + report.conflicts
    # A sheet of games that is there already counts no new ones.
    return not (known or report.quarantined or report.remarks or report.format == "games")


def register(app: typer.Typer) -> None:
    @app.command()
    def new(
        folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder.")],
        name: Annotated[str, typer.Option(help="What the club is called.")],
        rules: Annotated[str, typer.Option(metavar="R", help="What it plays by.")] = "pagat",
        time_zone: Annotated[str, typer.Option(help="Such as America/Detroit.")] = "UTC",
    ) -> None:
        """Make an empty club."""
        Club.create(folder, name, rules=rules, time_zone=time_zone)
        say(f"{name} is in {folder}; `bidwhist import --club {folder} FILE…` brings hands in.")

    @app.command(name="import")
    def import_files(
        files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Any format we read.")],
        club: ClubFolder = FOLDER,
        rules: RulesOption = None,
        format: Format = None,  # noqa: A002
        dialect: Dialect = None,
        dry_run: Annotated[
            bool, typer.Option("--dry-run", help="Say what would be stored, and store nothing.")
        ] = False,
        json: Json = False,
    ) -> int:
        """Bring files into the club: every usable hand, and an account of the rest."""
        opened = open_club(club)
        warm_engine()
        in_trouble, used = 0, 0
        for path in files:
            try:
                report = _import_one(opened, path, rules, format, dialect, dry_run=dry_run)
            except RecordError as error:
                if len(files) == 1:
                    raise
                say(f"bidwhist: {error}")
                in_trouble += 1
                continue
            if _holds_nothing(report):
                say(f"bidwhist: expected hands or games in {report.name}, found none")
                continue
            used += 1
            in_trouble += len(report.quarantined) + report.conflicts
            if json:
                print_json([_accounted(report)])
            else:
                _told(report)
                if dry_run:
                    _preview(report)
        if not used:
            return 2
        return 1 if in_trouble else 0

    @app.command()
    def rebuild(club: ClubFolder = FOLDER) -> int:
        """Make the scorebook again from the ledger and the sources."""
        opened = Club.open(club)
        warm_engine()
        opened.rebuild()
        hands = opened.query("select count(*) as n from hand where state = 'current'")["n"][0]
        say(f"The scorebook of {opened.name} was made again: {count(hands, 'hand')}.")
        damage = opened.damage()
        for sentence in damage:
            complain(sentence)
        return 1 if damage else 0

    @app.command()
    def verify(club: ClubFolder = FOLDER) -> int:
        """Rebuild elsewhere and compare with the scorebook that is kept."""
        opened = Club.open(club)
        warm_engine()
        found = opened.verify()
        for sentence in found:
            echo(sentence)
        say("Everything agrees." if not found else f"{count(len(found), 'difference')} found.")
        return 1 if found else 0

    @app.command()
    def export(
        to: Annotated[
            Path, typer.Option("--to", metavar="FILE", help="toml jsonl csv parquet ptn")
        ],
        games: Annotated[
            Path | None,
            typer.Option("--games", metavar="FILE", help="A CSV for the rows of game sheets."),
        ] = None,
        club: ClubFolder = FOLDER,
    ) -> None:
        """Write every hand of the club into one file; its name's ending says the format."""
        made = open_club(club).export(to, games=games)
        others = f", and {count(made.versions, 'record')} at odds with them" * bool(made.versions)
        say(f"{count(made.hands, 'hand')} written to {to}{others}.")
        if games is not None:
            say(f"{count(made.games, 'game')} of sheets written to {games}.")
        for sentence in made.left_out:
            say(sentence)

    @app.command()
    def backup(
        file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file.")],
        club: ClubFolder = FOLDER,
    ) -> None:
        """Everything of the club but the scorebook, in one file."""
        open_club(club).backup(file)
        say(f"{club} is backed up in {file}; `bidwhist restore {file} DIR` brings it back.")

    @app.command()
    def restore(
        file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
        folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder.")],
    ) -> None:
        """The club of a backup, in a new folder."""
        warm_engine()
        restored = Club.restore(file, folder)
        for fault in restored.faults:
            complain(fault)
        say(f"{restored.name} is in {folder}.")


def _preview(report: ImportReport) -> None:
    for hand in report.preview.iter_rows(named=True):
        who = f"{hand['by'] or '?'} {hand['level'] or '?'} {hand['kind'] or ''}".strip()
        came = {True: "made", False: "set", None: hand["came_to"]}[hand["scored_made"]]
        place = f"line {hand['line']}" if hand["line"] else "entered"
        books = hand["scored_books"]
        taken = "? books" if books is None else count(books, "book")
        echo(
            f"{report.name}, {place}: {hand['date'] or 'undated'}, game {hand['game'] or '?'}, "
            f"hand {hand['hand'] or '?'}: {who}, {taken}, {came}"
        )
