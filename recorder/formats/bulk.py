"""Files of any size, a chunk at a time: memory is bounded, the hands are those of `read`."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from recorder.errors import RecordError
from recorder.formats.encoding import decode
from recorder.formats.json_chunk import read_chunk
from recorder.formats.jsonl import MAX_LINE
from recorder.formats.read import Dialect, dialect_of, read, sniff
from recorder.formats.reading import Reading, Remark
from recorder.formats.scan import Buffer, survey
from recorder.paths import let_go

__all__ = ["CHUNK", "iter_read"]

CHUNK = 16 << 20
"""Bytes of text that are read at once; what becomes of them takes about ten times as much."""


def iter_read(
    path: str | Path,
    chunk_bytes: int = CHUNK,
    *,
    format: str | None = None,  # noqa: A002
    dialect: Dialect = None,
) -> Iterator[Reading]:
    """Read a file in pieces that together hold what `read_path` would; JSON lines of any size.

    Files of other formats come in one piece.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            start = file.read(1 << 16)
            if not _is_jsonl(start, format):
                yield read(start + file.read(), path.name, format=format, dialect=dialect)
                return
    except OSError as error:
        raise RecordError(f"cannot read {str(path)!r}: {error.strerror}") from None
    answers = dialect_of(dialect)
    spoken = ",".join(f"{key}={value}" for key, value in answers.items()) or None
    first_line = 1
    for chunk, is_last in _chunks(path, chunk_bytes):
        data: Buffer = chunk
        remarks: list[Remark] = []
        lines, is_plain = survey(chunk)
        if not is_plain:
            text, remarks = decode(bytes(chunk), path.name)
            data = text.encode()
        reading = read_chunk(
            data,
            path.name,
            dialect=spoken,
            first_line=first_line,
            is_first=first_line == 1,
            is_last=is_last,
        )
        shifted = [replace(remark, line=(remark.line or 1) + first_line - 1) for remark in remarks]
        yield replace(reading, notes=(*shifted, *reading.notes)) if remarks else reading
        first_line += lines


def _is_jsonl(start: bytes, wanted: str | None) -> bool:
    """Whether a file that begins so is JSON lines in UTF-8, which need no whole look."""
    if wanted not in (None, "jsonl", "bidwhist-jsonl") or b"\0" in start:
        return False
    return sniff(start.decode(errors="replace").removeprefix("\ufeff")) == "bidwhist-jsonl"


def _chunks(path: Path, size: int) -> Iterator[tuple[memoryview, bool]]:
    """Whole lines, about `size` bytes of them, and whether they are the last; gone at the next.

    Of a line longer than any hand only the beginning is kept, too long still to be read.
    """
    with path.open("rb", buffering=0) as file:
        size = min(size, path.stat().st_size + 1)
        buffer = bytearray(2 * MAX_LINE + size)
        view, held, limit = memoryview(buffer), 0, size
        while got := file.readinto(view[held:limit]):
            let_go(file, got)
            held += got
            if held < limit:
                continue
            if cut := buffer.rfind(b"\n", 0, held) + 1:
                yield view[:cut], False
                view[: held - cut] = view[cut:held]
            held = min(held - cut, 2 * MAX_LINE)
            limit = held + size
        yield view[:held], True
