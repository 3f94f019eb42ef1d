"""Writing hands: one canonical text for one hand."""

from collections.abc import Callable, Iterable

import polars as pl

from recorder.errors import RecordError
from recorder.formats.jsonl import write_jsonl
from recorder.formats.ptn_write import write_ptn
from recorder.formats.toml import write_toml
from recorder.hand import HandRecord, records_of

__all__ = ["WRITERS", "write"]

WRITERS: dict[str, Callable[[Iterable[HandRecord]], str]] = {
    "toml": write_toml,
    "jsonl": write_jsonl,
    "ptn": write_ptn,
}


def write(hands: pl.DataFrame | Iterable[HandRecord], format: str) -> bytes:  # noqa: A002
    """The hands in a format, as the bytes of a file; the same hands always give the same bytes."""
    writer = WRITERS.get(format.removeprefix("bidwhist-"))
    if writer is None:
        raise RecordError(f"expected a format {', '.join(WRITERS)}, got {format!r}")
    records = records_of(hands) if isinstance(hands, pl.DataFrame) else hands
    return writer(records).encode()
