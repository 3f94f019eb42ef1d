"""A hand that could not be read, put right by somebody, among the rest of its file."""

from recorder.club.keeper import Keeper
from recorder.errors import ClubError, RecordError
from recorder.formats.encoding import decode

__all__ = ["source_bytes", "with_mended"]


def source_bytes(club: Keeper, sha256: str) -> bytes:
    """A file as it was imported; ClubError where the club has none of that checksum."""
    known = club.query("select 1 from source where sha256 = $1", [sha256])
    if known.is_empty():
        raise ClubError(f"{club.name!r} has imported no file with the checksum {sha256!r}")
    try:
        return (club.path / "sources" / sha256).read_bytes()
    except OSError as error:
        raise ClubError(f"cannot read sources/{sha256}: {error.strerror}") from None


def with_mended(club: Keeper, sha256: str, line: int, text: str) -> bytes:
    """The file again, `text` in place of the hand whose fault is at `line`.

    Headings and all that was read stay, so that the hand is read as it would have been; the other
    hands that could not be read are left out. RecordError where the file is no text.
    """
    set_aside = club.query(
        "select coalesce(start, line) as start, line, raw from quarantine join source "
        "using (source_id) where sha256 = $1 order by start desc",
        [sha256],
    )
    lines = decode(source_bytes(club, sha256), sha256)[0].split("\n")
    found = False
    # From the end, so that the places of those before stay.
    for start, at, raw in set_aside.iter_rows():
        old = raw.rstrip("\n").split("\n")
        place = slice(start - 1, start - 1 + len(old))
        if lines[place] != old:
            raise RecordError("this hand cannot be found in its file again; put the file right")
        lines[place] = text.rstrip("\n").split("\n") if at == line else []
        found |= at == line
    if not found:
        raise RecordError(f"no hand that could not be read has its fault at line {line}")
    return "\n".join(lines).encode()
