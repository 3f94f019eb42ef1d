"""The club's append-only truth: one fact a line, each sealed with a checksum, in one order.

    {"seq":1,"at":"2026-11-26T21:04:11Z","by":"Ann","kind":"void","hand":"9f…","crc":"1a2b3c4d"}

The order is `seq`, never the clock. A line counts once it is on the disk; what a crash left of a
last line was never acknowledged and is set aside. A line that no longer fits its checksum is named
and passed over, the rest stays usable.
"""

import contextlib
import hashlib
import json
import os
import re
import socket
import zlib
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from io import FileIO
from pathlib import Path
from typing import Any

import msgspec
from filelock import FileLock, Timeout

from recorder.errors import ClubError
from recorder.paths import let_go

__all__ = ["Fact", "Ledger", "keep_source", "sync_folder"]

_SEAM = re.compile(rb'(?<="\}).(?=\{"seq":)', re.DOTALL)

WAIT = 60.0
"""Seconds to wait for another writer before giving up."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of the ledger."""

    seq: int
    moment: str
    """UTC, as the clock of the writer had it."""
    by: str | None
    kind: str
    body: Mapping[str, Any] = field(default_factory=dict)

    def line(self) -> bytes:
        named = {"seq": self.seq, "at": self.moment, "by": self.by, "kind": self.kind}
        text = msgspec.json.encode({**named, **self.body})
        return text[:-1] + f',"crc":"{zlib.crc32(text):08x}"}}\n'.encode()

    @staticmethod
    def read(line: bytes) -> "Fact":
        """The fact of a whole line without its end; ClubError says why it is none."""
        text, mark, crc = line.rpartition(b',"crc":"')
        text += b"}"
        if not mark or crc != f'{zlib.crc32(text):08x}"}}'.encode():
            raise ClubError("its checksum does not fit")
        try:
            data = msgspec.json.decode(text)
            return Fact(data.pop("seq"), data.pop("at"), data.pop("by"), data.pop("kind"), data)
        except (msgspec.DecodeError, KeyError) as error:
            raise ClubError(f"it is not a fact: {error}") from None


@dataclass(slots=True)
class Ledger:
    """`ledger.jsonl` in a club's folder, read as far as `size`."""

    folder: Path
    facts: list[Fact] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """A sentence for each line that cannot be used."""
    size: int = 0
    """Bytes read so far; whole lines only."""
    lines: int = 0
    _digest: Any = field(default_factory=hashlib.sha256)
    _marks: dict[int, str] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        return self.folder / "ledger.jsonl"

    @property
    def last(self) -> int:
        """The seq of the last fact; a line that cannot be read has used one up."""
        return max(self.facts[-1].seq if self.facts else 0, self.lines)

    def digest(self, seq: int) -> str | None:
        """Of every byte up to the fact `seq`; None where there is no such fact."""
        return "" if seq == 0 else self._marks.get(seq)

    def digest_with(self, fact: Fact) -> str:
        """The digest once `fact` is appended."""
        digest = self._digest.copy()
        digest.update(fact.line())
        return str(digest.hexdigest())

    def refresh(self) -> None:
        """Read what was appended since the last look."""
        try:
            with self.path.open("rb") as file:
                if os.fstat(file.fileno()).st_size < self.size:
                    self._forget()
                file.seek(self.size)
                tail = file.read()
        except OSError as error:
            raise ClubError(f"cannot read {str(self.path)!r}: {error.strerror}") from None
        # A line that is still being written, or was torn, has no end.
        whole = tail[: tail.rfind(b"\n") + 1]
        for line in whole.split(b"\n")[:-1]:
            self.lines += 1
            self.size += len(line) + 1
            self._digest.update(line + b"\n")
            # Where the end of a line was damaged, two facts stand in it.
            for text in _SEAM.split(line):
                self._take(text)

    def _take(self, text: bytes) -> None:
        last = self.facts[-1].seq if self.facts else 0
        try:
            fact = Fact.read(text)
            if fact.seq <= last:
                raise ClubError(f"expected a seq above {last}, got {fact.seq}")
        except ClubError as error:
            self.faults.append(f"ledger.jsonl:{self.lines}: {error}; the line is passed over")
        else:
            self.facts.append(fact)
            self._marks[fact.seq] = self._digest.copy().hexdigest()

    def _forget(self) -> None:
        self.facts, self.faults, self._marks = [], [], {}
        self.size = self.lines = 0
        self._digest = hashlib.sha256()

    def since(self, seq: int) -> list[Fact]:
        return [fact for fact in self.facts if fact.seq > seq]

    def draft(self, kind: str, by: str | None, body: Mapping[str, Any]) -> Fact:
        """The next fact, not yet written down."""
        moment = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        return Fact(self.last + 1, moment, by, kind, body)

    def append(self, fact: Fact) -> None:
        """Write a fact down for good: when this returns, it is on the disk.

        Only under `writing`. Where the disk refuses, nothing of the fact is left behind.
        """
        try:
            handle = os.open(self.path, os.O_WRONLY | os.O_APPEND)
        except OSError as error:
            raise ClubError(f"cannot write {str(self.path)!r}: {error.strerror}") from None
        try:
            line = fact.line()
            if os.write(handle, line) != len(line):
                raise OSError(28, "the disk is full")
            os.fsync(handle)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(handle, self.size)
                os.fsync(handle)
            raise ClubError(
                f"cannot write {str(self.path)!r}: {error.strerror}; nothing was recorded"
            ) from None
        finally:
            os.close(handle)
        self.refresh()

    @contextlib.contextmanager
    def writing(self, what: str, wait: float = WAIT) -> Iterator[None]:
        """Be the only writer of this club; waits for another, and says who it is."""
        lock = FileLock(self.folder / ".lock", thread_local=False)
        holder = self.folder / ".lock.holder"
        try:
            lock.acquire(timeout=wait)
        except Timeout:
            raise ClubError(f"the club {self.folder.name!r} is busy: {_who(holder)}") from None
        except OSError as error:
            raise ClubError(
                f"the club {self.folder.name!r} cannot be written: {error.strerror}"
            ) from None
        try:
            with contextlib.suppress(OSError):
                me = {"pid": os.getpid(), "host": socket.gethostname(), "what": what}
                holder.write_text(json.dumps(me), encoding="utf-8")
            self.refresh()
            self._set_torn_aside()
            yield
        finally:
            with contextlib.suppress(OSError):
                holder.unlink()
            lock.release()

    def _set_torn_aside(self) -> None:
        with self.path.open("rb") as file:
            file.seek(self.size)
            torn = file.read()
        if not torn:
            return
        with contextlib.suppress(ClubError):
            # A whole fact that lacks only its end, as after a visit of a text editor.
            Fact.read(torn)
            with self.path.open("ab") as file:
                file.write(b"\n")
            self.refresh()
            return
        number = 1 + sum(1 for _ in self.folder.glob("ledger.torn-*"))
        aside = self.folder / f"ledger.torn-{number}"
        aside.write_bytes(torn)
        os.truncate(self.path, self.size)
        sync_folder(self.folder)
        self.faults.append(
            f"ledger.jsonl:{self.lines + 1}: the last line broke off and was never acknowledged; "
            f"what there was of it is kept in {aside.name}"
        )


def _who(holder: Path) -> str:
    try:
        who = json.loads(holder.read_text(encoding="utf-8"))
        return f"process {who['pid']} on {who['host']} is at work ({who['what']})"
    except (OSError, ValueError, KeyError):
        return "another process is at work"


def sync_folder(folder: Path) -> None:
    """Make the names in a folder as durable as the files."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _write(file: FileIO, chunk: bytes) -> None:
    rest = memoryview(chunk)
    while rest:
        rest = rest[file.write(rest) :]
    let_go(file, len(chunk))


def keep_source(folder: Path, chunks: Iterable[bytes]) -> tuple[str, int, bool]:
    """Write a file durably into `sources/`: its SHA-256, its size, and whether it is new there."""
    for leftover in (folder / "sources").glob(".draft-*"):
        # Of a process that was killed: whoever writes here is the only one.
        leftover.unlink(missing_ok=True)
    draft = folder / "sources" / f".draft-{os.getpid()}"
    digest, size = hashlib.sha256(), 0
    try:
        with draft.open("wb", buffering=0) as file, ThreadPoolExecutor(1) as beside:
            writing = None
            for chunk in chunks:
                if writing:
                    writing.result()
                writing = beside.submit(_write, file, chunk)
                digest.update(chunk)
                size += len(chunk)
            if writing:
                writing.result()
            os.fsync(file.fileno())
        target = draft.with_name(digest.hexdigest())
        if target.exists():
            return target.name, size, False
        draft.replace(target)
        sync_folder(target.parent)
    except OSError as error:
        raise ClubError(f"cannot keep a copy in {str(folder)!r}: {error.strerror}") from None
    finally:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
    return target.name, size, True
