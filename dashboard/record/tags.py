"""Tags of hands: those the club knows, and as a record holds them."""

import json

from dashboard import source

__all__ = ["known_tags", "tags_text"]


def known_tags() -> list[str]:
    """Every tag that was ever put on a hand of the club."""

    found = source.facts().hands["tags"].explode(empty_as_null=False, keep_nulls=False)
    return sorted(set(found.to_list()))


def tags_text(chosen: list[str]) -> str | None:
    """Tags as a record holds them."""
    return json.dumps(sorted(chosen), ensure_ascii=False, separators=(",", ":")) if chosen else None
