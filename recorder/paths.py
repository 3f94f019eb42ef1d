"""Where the files that travel with the program are, what is no file, and large ones passed by."""

import os
import stat
from io import FileIO
from pathlib import Path

from recorder.errors import RecordError

__all__ = ["DATA", "check_is_file", "let_go"]

_HERE = Path(__file__).parent

# An installed wheel carries data/ inside the package; a source tree has it beside the package.
DATA = next(path for path in (_HERE / "data", _HERE.parent / "data") if path.is_dir())

_NO_FILES = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def check_is_file(path: Path) -> None:
    """RecordError for what is no file: reading a pipe or a device might never end."""
    try:
        found = _NO_FILES.get(stat.S_IFMT(path.stat().st_mode))
    except (OSError, ValueError):
        # Opening it says better what is wrong.
        return
    if found is not None:
        raise RecordError(f"expected a file, {str(path)!r} is {found}")


LARGE = 1 << 24
"""Bytes."""


def let_go(file: FileIO, size: int) -> None:
    """The last `size` bytes read or written are not wanted again soon.

    If they are many, the memory that the system held them in is free for the next ones: a file
    of gigabytes then takes little of it, and none from others.
    """
    if size >= LARGE and hasattr(os, "posix_fadvise"):
        if file.writable():
            os.fdatasync(file.fileno())
        os.posix_fadvise(file.fileno(), file.tell() - size, size, os.POSIX_FADV_DONTNEED)
