"""The right answers in tests/vectors, row by row."""

import csv
import json
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).parents[1] / "vectors"


def rows(name: str) -> list[dict[str, str]]:
    with (VECTORS / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def lines(name: str) -> list[dict[str, Any]]:
    with (VECTORS / name).open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def why(row: dict[str, str]) -> str:
    """A row's reason is its test's name."""
    return f"{row['id']}: {row['why']}"
