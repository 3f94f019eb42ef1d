"""A club from the command line."""

import typer


def register(app: typer.Typer) -> None:
    pass
