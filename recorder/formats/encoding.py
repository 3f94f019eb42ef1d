"""Bytes to text: which encoding a file is in, and signs that went through a wrong one."""

import re

from recorder.errors import RecordError
from recorder.formats.reading import Remark

__all__ = ["MAX_FILE", "decode", "sizes_text"]

MAX_FILE = 2 << 30
"""Bytes; a larger file is JSON lines and read in chunks."""

_SIGNS = "♠♥♦♣♤♡♢♧↑↓−±"


def _seen_as(codec: str) -> dict[str, str]:
    """How our signs look when their UTF-8 was read as `codec`."""
    looks = {}
    for sign in _SIGNS:
        text = "".join(
            byte.to_bytes(1, "big").decode(codec, errors="replace").replace("\ufffd", chr(byte))
            for byte in sign.encode()
        )
        looks[text] = sign
    return looks


_TWICE = _seen_as("cp1252") | _seen_as("latin-1")
_TWICE_PATTERN = re.compile("|".join(sorted(map(re.escape, _TWICE), key=len, reverse=True)))


_CHAT = re.compile(
    r"^\u200e?\[?\d{1,4}[/.\-]\d{1,2}[/.\-]\d{2,4},? \d{1,2}[:.]\d\d(?:[:.]\d\d)?"
    r"(?:[ \u202f]?[AaPp]\.?[Mm]\.?)?(?:\]| -) [^:\n,;\t|]{1,60}: ?",
    re.MULTILINE,
)
"""What a messenger writes before each message: `[12/03/2026, 21:14:03] Ann: `."""


def decode(data: bytes, name: str) -> tuple[str, list[Remark]]:
    """The text of a file, line ends as newlines, and what was not plain UTF-8 about it.

    UTF-8 with or without a byte order mark, UTF-16 with one or with zeros that tell; a line that
    is neither is cp1252. A stray zero byte stays, for the hand that it is in to be set aside.
    Card and arrow signs that were encoded twice are read as what they were. RecordError where it
    is no text at all.

    >>> decode("A♠ 4↑".encode().decode("cp1252").encode(), "x")[0]
    'A♠ 4↑'
    """
    remarks = []
    if data.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        text = _strictly(data, "utf-32", name)
    elif data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = _strictly(data, "utf-16", name)
    elif codec := _kind_of_utf16(data[:4096], name):
        text = _strictly(data, codec, name)
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text, line = _line_by_line(data)
            remarks.append(Remark("encoding", "not UTF-8: read as Windows-1252", line))
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.isascii():
        text, count = _TWICE_PATTERN.subn(lambda match: _TWICE[match[0]], text)
        if count:
            found = "a sign was" if count == 1 else f"{count:,} signs were"
            remarks.append(Remark("encoding", f"{found} encoded twice and read as meant"))
        # Where files were put together, each may bring its mark along.
        text = text.removeprefix("\ufeff").replace("\n\ufeff", "\n")
    if _CHAT.match(text):
        text, count = _CHAT.subn("", text)
        if count > 1:
            remarks.append(Remark("passed_over", "the times and names of a chat are no hand"))
    return text, remarks


def _line_by_line(data: bytes) -> tuple[str, int]:
    """The text with each line that is not UTF-8 read as cp1252, and the first such line."""
    lines: list[str] = []
    first = 0
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        try:
            lines.append(line.decode())
        except UnicodeDecodeError:
            lines.append(line.decode("cp1252", errors="replace"))
            first = first or number
    return "\n".join(lines), first


def _kind_of_utf16(start: bytes, name: str) -> str | None:
    """Which UTF-16 a text without a mark is in, by its zeros; None where they are few."""
    even, odd = start[::2].count(0), start[1::2].count(0)
    if even + odd < max(1, len(start) // 4):
        return None
    if min(even, odd) > max(even, odd) // 4:
        raise RecordError(f"{name} is not text: it is full of zero bytes")
    return "utf-16-le" if odd > even else "utf-16-be"


def _strictly(data: bytes, codec: str, name: str) -> str:
    try:
        return data.decode(codec)
    except UnicodeDecodeError as error:
        raise RecordError(
            f"{name} looks like {codec.upper()} but breaks at byte {error.start}"
        ) from None


def sizes_text(size: int) -> str:
    """A number of bytes as people say it.

    >>> sizes_text(3_200_000)
    '3.2 MB'
    """
    for unit, scale in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if size >= scale:
            return f"{size / scale:.1f} {unit}"
    return f"{size} bytes"
