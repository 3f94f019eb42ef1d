"""Right answers, row by row: those given to us in tests/vectors, and our own beside the tests."""

import csv
import json
from pathlib import Path
from typing import Any

OURS = Path(__file__).parent
VECTORS = OURS.parent / "vectors"


def rows(name: str, folder: Path = VECTORS) -> list[dict[str, str]]:
    with (folder / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def lines(name: str) -> list[dict[str, Any]]:
    with (VECTORS / name).open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def why(row: dict[str, str]) -> str:
    """A row's reason is its test's name."""
    return f"{row['id']}: {row['why']}" if "id" in row else row["why"]
