"""`python -m dashboard`: `bidwhist serve` from a checkout that is not installed."""

import typer

from dashboard.commands import serve

typer.run(serve)
