"""What is wrong with the records, and what they can answer."""

from collections.abc import Sequence
from typing import Any

import polars as pl

from analytics.facts import Facts
from analytics.filters import EVERYTHING, Filters
from analytics.intervals import few
from analytics.population import group_schema, reason_unused

__all__ = ["COVERAGE", "FINDINGS", "coverage", "findings"]

EXAMPLES = 5
USED = "in the figures"

FINDINGS: dict[str, Any] = {
    "code": pl.String,
    "severity": pl.String,
    "n": pl.Int64,
    "examples": pl.List(pl.String),
    "few": pl.Boolean,
}
COVERAGE: dict[str, Any] = {
    "detail": pl.String,
    "status": pl.String,
    "reason": pl.String,
    "n": pl.Int64,
    "few": pl.Boolean,
}


def findings(facts: Facts, filters: Filters = EVERYTHING) -> pl.DataFrame:
    """One row for each kind of finding, most hands first, with the columns `FINDINGS`."""
    hands = facts.hands.lazy().filter(filters.on_hands()).select("hand_id", "id")
    hands = hands.with_row_index("played")
    return (
        facts.findings.lazy()
        .unique(["hand_id", "code"])
        .join(hands, on="hand_id")
        .group_by("code", "severity")
        .agg(
            pl.len().alias("n"),
            pl.col("id").sort_by("played").head(EXAMPLES).alias("examples"),
        )
        .collect()
        .with_columns(few())
        .select(pl.col(name).cast(dtype) for name, dtype in FINDINGS.items())
        .sort("n", "code", descending=[True, False])
    )


def coverage(facts: Facts, filters: Filters = EVERYTHING, by: Sequence[str] = ()) -> pl.DataFrame:
    """One row for each detail, status and reason that there is, with the columns `COVERAGE`."""
    schema = {**group_schema(by), **COVERAGE}
    groups = [*by, "detail", "status", "reason"]
    return (
        facts.hands.lazy()
        .filter(filters.on_hands(), *(pl.col(name).is_not_null() for name in by))
        .with_columns(reason_unused().fill_null(USED).alias("reason"))
        .group_by(groups)
        .agg(pl.len().alias("n"))
        .collect()
        .with_columns(few())
        .sort(groups, nulls_last=True)
        .select(pl.col(name).cast(dtype) for name, dtype in schema.items())
    )
