"""Where in a text the piece at fault stands."""

import re

__all__ = ["place_of", "position"]


def place_of(text: str, path: tuple[str, ...], token: str | None) -> int | None:
    """The column, from 1 over the whole of `text`, of `token` under the keys of `path`.

    >>> place_of('{"deal": {"N": "AS XX"}}', ("deal", "N"), "XX")
    20
    """
    at = 0
    for key in path:
        pattern = rf"""(?:^|[\s{{,.\[])["']?{re.escape(key)}["']?\s*[=:]"""
        match = re.compile(pattern, re.MULTILINE).search(text, at)
        if match is None:
            break
        at = match.end()
    if token:
        # A token of one or two characters stands alone: `X` is not the one inside `EXTRA`.
        exact = re.compile(rf"(?<!\w){re.escape(token)}(?!\w)").search(text, at)
        found = exact.start() if exact else text.find(token, at)
        if found < 0:
            found = text.lower().find(token.lower(), at)
        if found >= 0:
            return found + 1
    if not at:
        return None
    while at < len(text) and text[at] in " \t":
        at += 1
    return at + 1


def position(text: str, column: int | None) -> tuple[int, int | None]:
    """A column over the whole text as (lines below the first, column in that line)."""
    if column is None:
        return 0, None
    before = text[: column - 1]
    return before.count("\n"), column - 1 - before.rfind("\n")
