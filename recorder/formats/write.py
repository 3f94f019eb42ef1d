"""Writing hands: one canonical text for one hand."""

from collections.abc import Callable, Iterable

import polars as pl

from recorder.errors import RecordError
from recorder.formats.columns import write_csv, write_games
from recorder.formats.jsonl import write_jsonl
from recorder.formats.parquet import write_parquet
from recorder.formats.ptn_write import write_ptn
from recorder.formats.toml import write_toml
from recorder.hand import HandRecord, frame_of, records_of

__all__ = ["WRITERS", "write", "write_games"]

_TEXTS: dict[str, Callable[[Iterable[HandRecord]], str]] = {
    "toml": write_toml,
    "jsonl": write_jsonl,
    "ptn": write_ptn,
    "csv": write_csv,
}
WRITERS = (*_TEXTS, "parquet")


def write(hands: pl.DataFrame | Iterable[HandRecord], format: str) -> bytes:  # noqa: A002
    """The hands in a format, as the bytes of a file; the same hands always give the same bytes."""
    name = format.removeprefix("bidwhist-")
    if name == "parquet":
        return write_parquet(hands if isinstance(hands, pl.DataFrame) else frame_of(hands))
    writer = _TEXTS.get(name)
    if writer is None:
        raise RecordError(f"expected a format {', '.join(WRITERS)}, got {format!r}")
    return writer(records_of(hands) if isinstance(hands, pl.DataFrame) else hands).encode()
