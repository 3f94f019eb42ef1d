"""Serve the dashboard of one club: `python -m dashboard --club DIR`, what `bidwhist serve` runs."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

__all__ = ["serve"]

HERE = Path(__file__).resolve().parent


def serve(
    club: Path,
    *,
    port: int = 8501,
    address: str = "127.0.0.1",
    read_only: bool = False,
    open_browser: bool = True,
) -> None:
    """Replace this process by the dashboard's server; it runs until interrupted."""
    environment = os.environ | {
        "BIDWHIST_CLUB": str(club.resolve()),
        "BIDWHIST_READ_ONLY": "1" if read_only else "",
    }
    # An installed package carries its theme beside app.py; a checkout keeps it at its top, where
    # Streamlit looks when started there.
    if not (HERE / ".streamlit").is_dir():
        os.chdir(HERE.parent)
    command = [sys.executable, "-m", "streamlit", "run", str(HERE / "app.py")]
    command += [f"--server.port={port}", f"--server.address={address}"]
    if not open_browser:
        command.append("--server.headless=true")
    print(f"The dashboard of {club} is at http://{address}:{port} (Ctrl-C stops it).", flush=True)
    os.execve(sys.executable, command, environment)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = ArgumentParser(prog="python -m dashboard", description="Serve a club's dashboard.")
    parser.add_argument("--club", type=Path, default=Path(os.environ.get("BIDWHIST_CLUB", "club")))
    parser.add_argument("--port", type=int, default=8501)
    parser.add_argument("--address", default="127.0.0.1", help="who may look: this machine only")
    parser.add_argument("--read-only", action="store_true", help="no page may change the club")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser window")
    options = parser.parse_args(arguments)
    serve(
        options.club,
        port=options.port,
        address=options.address,
        read_only=options.read_only,
        open_browser=not options.no_browser,
    )


if __name__ == "__main__":
    main()
