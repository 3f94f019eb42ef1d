"""A small season to look at: every figure can be counted on paper, some names are markup."""

import json
from pathlib import Path

from recorder.club import Club

__all__ = ["BROKEN", "NAMES", "season"]

NAMES = {"N": "Ann", "E": "<b>Bo</b>", "S": "*Cy* [x](y)", "W": "Di $1$"}
BROKEN = '{"format":"bidwhist/1","date":"2026-03-05","bid":"8 up","bidder":"N","books":9}'
MARGINS = (-2, -1, 0, 1, 2)
"""Of the bids in their order: two of five are set."""


def season(folder: Path) -> Club:
    """60 bids of four people in ten games on ten evenings, a contradiction and a broken line."""
    club = Club.create(folder, "Thursday <i>club</i>")
    lines = [json.dumps(hand(number)) for number in range(60)]
    lines += [BROKEN, json.dumps(hand(60) | {"points": {"NS": 40, "EW": 0}})]
    club.import_bytes("\n".join(lines).encode(), "season.jsonl")
    return club


def hand(number: int) -> dict[str, object]:
    game, place = divmod(number, 6)
    level = 3 + number % 3
    return {
        "format": "bidwhist/1",
        "date": f"2026-{1 + game // 4:02}-{5 + 7 * (game % 4):02}",
        "table": "1",
        "game": f"game {game + 1}",
        "rules": "pagat",
        "players": NAMES,
        "hand": place + 1,
        "dealer": "NESW"[number % 4],
        "bidder": "NESW"[(number // 2) % 4],
        "bid": f"{level} {('up', 'down', 'no')[(number // 3) % 3]}",
        "trump": "SHDC"[number % 4],
        "books": 6 + level + MARGINS[number % 5],
    } | ({"trump": "no", "direction": "up"} if (number // 3) % 3 == 2 else {})
