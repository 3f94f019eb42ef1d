"""Bytes to text: which encoding a file is in, and suit glyphs that went through a wrong one."""

import re

from recorder.errors import RecordError

__all__ = ["MAX_FILE", "decode", "sizes_text"]

MAX_FILE = 2 << 30
"""Bytes; a larger file is JSON lines and read in chunks."""

_GLYPHS = "♠♥♦♣♤♡♢♧↑↓–—’“”−±"


def _seen_as(codec: str) -> dict[str, str]:
    """How our glyphs look when UTF-8 was read as `codec` and written again."""
    looks = {}
    for glyph in _GLYPHS:
        text = "".join(
            byte.to_bytes().decode(codec, errors="replace").replace("\ufffd", chr(byte))
            for byte in glyph.encode()
        )
        looks[text] = glyph
    return looks


_TWICE = _seen_as("cp1252") | _seen_as("latin-1")
_TWICE_PATTERN = re.compile("|".join(sorted(map(re.escape, _TWICE), key=len, reverse=True)))


def decode(data: bytes, name: str) -> str:
    """The text of a file, line ends as `\\n`; RecordError where it is no text at all.

    UTF-8 with or without a byte order mark, UTF-16 with one or with zeros that tell, else cp1252.
    Suit glyphs and arrows that were encoded twice are turned back.

    >>> decode("A♠ 4↑".encode().decode("cp1252").encode(), "x")
    'A♠ 4↑'
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = _strictly(data, "utf-16", name)
    elif b"\0" in data[:4096]:
        zeros = data[:4096]
        codec = "utf-16-le" if zeros[1::2].count(0) > zeros[::2].count(0) else "utf-16-be"
        if zeros.count(0) < len(zeros) // 4:
            raise RecordError(f"{name} is not text: it holds zero bytes")
        text = _strictly(data, codec, name)
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", errors="replace")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.isascii():
        text = _TWICE_PATTERN.sub(lambda match: _TWICE[match[0]], text)
    return text.removeprefix("\ufeff")


def _strictly(data: bytes, codec: str, name: str) -> str:
    try:
        return data.decode(codec)
    except UnicodeDecodeError as error:
        raise RecordError(f"{name} looks like UTF-16 but breaks at byte {error.start}") from None


def sizes_text(size: int) -> str:
    """A number of bytes as people say it: `3.2 MB`.

    >>> sizes_text(3_200_000)
    '3.2 MB'
    """
    for unit, scale in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if size >= scale:
            return f"{size / scale:.1f} {unit}"
    return f"{size} bytes"
