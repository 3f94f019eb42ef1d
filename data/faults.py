"""Sheets and records with the faults that real ones have, planted where `README.md` says."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sheets import csv_text, hand_rows

from recorder.formats import write
from recorder.hand import HandRecord


def faulty_sheet(title: str, records: Sequence[HandRecord]) -> str:
    """A name in another spelling, a fault in every second row, a last line that breaks off."""
    rows = hand_rows(records)
    # Who sits North in the first hand sits at this table all evening.
    name = rows[0]["North"]
    for row in rows[len(rows) // 2 :]:
        row |= {cell: _short(name) for cell, value in row.items() if value == name}
    rows[2]["Dealer"] = ""
    rows[4] |= {"N-S Books": 9, "E-W Books": 5}
    # The kitty's book, which every other row counts, is left out of this one.
    rows[6]["N-S Books" if _is_ns(rows[6]) else "E-W Books"] -= 1
    rows[8]["N-S Score"] = "4-Mar"
    rows[10]["N-S Points"], rows[10]["E-W Points"] = rows[10]["E-W Points"], rows[10]["N-S Points"]
    rows[12]["Bid"] = "4S"
    rows[14]["Date"] = "4/2/2026"
    return _broken_off(csv_text(title, rows))


def _short(name: str) -> str:
    """`Robert Jones` as a tired scorer writes it: `Robert J.`"""
    first, _, last = name.rpartition(" ")
    return f"{first} {last[0]}."


def _is_ns(row: dict[str, Any]) -> bool:
    return row["Bidder"] in (row["North"], row["South"])


def undated_sheet(title: str, records: Sequence[HandRecord]) -> str:
    """No date, no table, no game and no number of the hand; two lines are equal."""
    kept = ("North", "South", "East", "West", "Bidder", "Bid", "N-S Books", "E-W Books")
    rows = [{key: row[key] for key in kept} for row in hand_rows(records)]
    return csv_text(title, [*rows[:5], rows[4], *rows[5:]])


def faulty_toml(records: Sequence[HandRecord]) -> str:
    """Hands with every card, of which some cannot be as written; the last breaks off."""
    hands = list(records)
    hands[1] = replace(hands[1], books=(hands[1].books or 0) - 1)
    hands[3] = replace(hands[3], points_ns=(hands[3].points_ns or 0) + 1)
    hands[5] = replace(hands[5], tricks=_card_played_twice(hands[5].tricks or ""))
    hands[7] = replace(hands[7], dealer=None, calls=None)
    hands[9] = replace(hands[9], kitty=None)
    hands[11] = replace(
        hands[11],
        tricks=" | ".join((hands[11].tricks or "").split(" | ")[:8]),
        books=None,
        note="The hall closed",
    )
    text = write(hands, "toml").decode()
    return text[: text.rindex("tricks = [") + 40]


def _card_played_twice(tricks: str) -> str:
    first, *rest = tricks.split(" | ")
    seat, _, cards = first.partition(": ")
    lead, _, *others = cards.split(" ")
    return " | ".join([f"{seat}: {' '.join([lead, lead, *others])}", *rest])


def faulty_lines(records: Sequence[HandRecord]) -> str:
    """JSON lines with an unknown key, a level that does not exist, and a line that breaks off."""
    lines = [json.loads(line) for line in write(records, "jsonl").decode().splitlines()]
    lines[1]["wether"] = "rain"
    lines[3]["bid"] = "8 up"
    lines[5]["players"] = {seat: name.upper() for seat, name in lines[5]["players"].items()}
    return _broken_off("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))


def _broken_off(text: str) -> str:
    """The text without the second half of its last line."""
    start = text.rstrip("\n").rindex("\n") + 1
    return text[: start + (len(text) - start) // 2]
