"""The sample club: a simulated season in every shape a club keeps, and two real hands."""

import tomllib
from collections.abc import Callable
from pathlib import Path

from recorder.club.club import Club
from recorder.paths import DATA

__all__ = ["make_sample"]


def make_sample(folder: Path, *, said: Callable[[str], None] = lambda _: None) -> Club:
    """A new club in `folder` with all of data/season and data/hands; `said` hears of each file."""
    about = tomllib.loads((DATA / "sample.toml").read_text(encoding="utf-8"))
    club = Club.create(folder, about["name"], rules=about["rules"], time_zone=about["time_zone"])
    for path in sorted((DATA / "season").iterdir()) + sorted((DATA / "hands").glob("*.ptn")):
        report = club.import_path(path, dialect=about["dialects"].get(path.name))
        faults = f", {len(report.quarantined)} not readable" if report.quarantined else ""
        said(f"  {path.name}: {report.stored or report.games} stored{faults}")
    for name, person in about["names"].items():
        club.alias(name, person)
    return club
