"""The commands that the dashboard brings to `bidwhist`."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from recorder.cli.say import ClubFolder, open_club, say, warm_engine
from recorder.club import make_sample
from recorder.errors import ClubError

__all__ = ["demo", "register", "serve"]

HERE = Path(__file__).resolve().parent


def register(app: typer.Typer) -> None:
    app.command()(demo)
    app.command()(serve)
    app.command()(report)


def demo(
    club: ClubFolder = Path("club"),
    no_serve: Annotated[bool, typer.Option("--no-serve", help="Only make the club.")] = False,
    port: Annotated[int, typer.Option(help="The port to listen on.", min=1, max=65535)] = 8501,
    browser: Annotated[bool, typer.Option(help="Open a browser window.")] = True,
) -> None:
    """Make a club from the sample season and two real hands, and show its dashboard."""
    if (club / "club.toml").exists():
        say(f"{open_club(club).name} is in {club} already.")
    else:
        warm_engine()
        made = make_sample(club, said=say)
        say(f"{made.name} is in {club}. All people and all but two hands are simulated.")
    if not no_serve:
        serve(club, port=port, browser=browser)


def serve(
    club: ClubFolder = Path("club"),
    port: Annotated[int, typer.Option(help="The port to listen on.", min=1, max=65535)] = 8501,
    address: Annotated[
        str, typer.Option(help="Who may look; unless told otherwise, this machine only.")
    ] = "127.0.0.1",
    read_only: Annotated[
        bool, typer.Option("--read-only", help="No page may change the club.")
    ] = False,
    browser: Annotated[bool, typer.Option(help="Open a browser window.")] = True,
) -> None:
    """Show the club's dashboard, until Ctrl-C."""
    if not club.is_dir():
        raise ClubError(
            f"expected the folder of a club, found none at {str(club)!r}; "
            "`bidwhist new` makes one, `bidwhist demo` shows a sample"
        )
    if (club / "club.toml").exists():
        open_club(club)
    environment = os.environ | {
        "BIDWHIST_CLUB": str(club.resolve()),
        "BIDWHIST_READ_ONLY": "1" if read_only else "",
    }
    # An installed package carries its theme beside app.py; a checkout keeps it at its top, where
    # Streamlit looks when started there.
    if not (HERE / ".streamlit").is_dir():
        os.chdir(HERE.parent)
    command = [sys.executable, "-m", "dashboard.quiet", "run", str(HERE / "app.py")]
    command += [f"--server.port={port}", f"--server.address={address}"]
    # Where people sign in, the club's folder says with whom.
    command.append(f"--secrets.files={club.resolve() / 'secrets.toml'}")
    if not browser:
        command.append("--server.headless=true")
    say(f"The dashboard of {club} is at http://{address}:{port} (Ctrl-C stops it).")
    os.execve(sys.executable, command, environment)


def report(
    club: ClubFolder = Path("club"),
    evening: Annotated[
        str | None, typer.Option(metavar="DATE", help="Which one; the latest unless told.")
    ] = None,
    to: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to; evening-DATE.html unless told.")
    ] = None,
) -> None:
    """Write an evening as one HTML page that can be sent round and printed."""
    # The drawing libraries take a second to load, and no other command needs them.
    from analytics.evening import evening as evening_of
    from analytics.evening import evenings
    from analytics.facts import facts
    from dashboard.report import report as html

    opened = open_club(club)
    known = facts(opened)
    days = {day.isoformat(): day for day in evenings(known)}
    if not days:
        raise ClubError(f"expected an evening to report, but {opened.name!r} has no dated hand")
    asked = next(iter(days)) if evening is None else evening.strip()
    if asked not in days:
        near = ", ".join(list(days)[:3])
        raise ClubError(f"expected an evening such as {near}, got {asked!r}")
    file = to or Path(f"evening-{asked}.html")
    try:
        file.write_text(html(opened.name, evening_of(known, days[asked])), encoding="utf-8")
    except OSError as error:
        raise ClubError(f"cannot write {str(file)!r}: {error.strerror}") from None
    say(f"The evening of {asked} is in {file}.")
