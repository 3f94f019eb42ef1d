"""Score sheets of the simulated club, in the shapes that clubs keep them."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import polars as pl

from recorder.evaluate import evaluate
from recorder.hand import HandRecord, frame_of
from recorder.rules import load_rules

TRUMP_WORDS = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs", "no": "No trump"}
KIND_WORDS = {"up": "uptown", "down": "low", "no": "NT"}


def csv_text(title: str, rows: Sequence[Mapping[str, Any]]) -> str:
    """A title line, a header and the rows."""
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return f"{title}\n{buffer.getvalue()}"


def scored(records: Sequence[HandRecord]) -> pl.DataFrame:
    """The records with what the rules of the first make of all of them."""
    frame = frame_of(records)
    hands = evaluate(frame, [load_rules(records[0].rules or "pagat").rules]).hands
    return frame.with_columns(hands["books_ns"], hands["books_ew"])


def _bid(text: str) -> str:
    level, _, kind = text.partition(" ")
    return f"{level} {KIND_WORDS[kind]}"


def hand_rows(records: Sequence[HandRecord]) -> list[dict[str, Any]]:
    """A row a hand with North-South and East-West columns; books count the kitty's."""
    return [
        {
            "Date": hand["date"],
            "Table": hand["table"],
            "Game": hand["game"].rpartition("/")[2],
            "Hand": hand["hand"],
            "North": hand["player_n"],
            "South": hand["player_s"],
            "East": hand["player_e"],
            "West": hand["player_w"],
            "Dealer": hand[f"player_{hand['dealer'].lower()}"],
            "Bidder": hand[f"player_{hand['bidder'].lower()}"],
            "Bid": _bid(hand["bid"]),
            "Trump": TRUMP_WORDS[hand["trump"]],
            "N-S Books": hand["books_ns"],
            "E-W Books": hand["books_ew"],
            "N-S Points": hand["points_ns"],
            "E-W Points": hand["points_ew"],
            "N-S Score": hand["score_ns"],
            "E-W Score": hand["score_ew"],
            "Note": "renege called, 3 books" if hand["reneges"] else "",
        }
        for hand in scored(records).iter_rows(named=True)
    ]


def hands_sheet(title: str, records: Sequence[HandRecord]) -> str:
    return csv_text(title, hand_rows(records))


def us_and_them_sheet(title: str, records: Sequence[HandRecord]) -> str:
    """The sheet of somebody who sat North-South and wrote only `us` and `them`.

    Books are those the bidders took themselves, so those of both sides make 12.
    """
    rows = []
    for row in hand_rows(records):
        bidders = "N-S Books" if row["Bidder"] in (row["North"], row["South"]) else "E-W Books"
        row[bidders] -= 1
        rows.append(
            {
                key.replace("N-S", "Us").replace("E-W", "Them").replace("-", "\u2212"): (
                    str(value).replace("-", "\u2212") if "Points" in key else value
                )
                for key, value in row.items()
                if "Score" not in key
            }
        )
    return csv_text(title, rows)


def tournament_sheet(title: str, records: Sequence[HandRecord], rounds: int) -> str:
    """A wide sheet with a row a team: each round's result, points, hands won and Bostons."""
    teams: dict[str, dict[str, Any]] = {}
    for hand in scored(records).iter_rows(named=True):
        number = int(hand["game"].rpartition("/")[2])
        if number > rounds:
            continue
        pairs = {"ns": ("player_n", "player_s"), "ew": ("player_e", "player_w")}
        for side, other in (("ns", "ew"), ("ew", "ns")):
            team = " & ".join(hand[name] for name in pairs[side])
            row = teams.setdefault(team, {})
            ahead = hand[f"score_{side}"] - hand[f"score_{other}"]
            hands_won = row.get(f"R{number} Hands", 0) + (hand[f"points_{side}"] > 0)
            # The extra hand of a tied game joins no total, but decides it.
            ahead = ahead or hand[f"points_{side}"] - hand[f"points_{other}"]
            bostons = row.get(f"R{number} Boston", 0) + (hand[f"books_{side}"] == 13)
            row |= {
                f"R{number} W/L": "W" if ahead > 0 else "L",
                f"R{number} Points": hand[f"score_{side}"],
                f"R{number} Hands": hands_won,
                f"R{number} Boston": bostons,
            }
    return csv_text(title, [_team_row(*team) for team in enumerate(sorted(teams.items()), 1)])


def _team_row(number: int, team: tuple[str, dict[str, Any]]) -> dict[str, Any]:
    name, parts = team

    def total(part: str) -> int:
        return sum(value for key, value in parts.items() if key.endswith(part))

    return {
        "Team #": number,
        "Team Name": name,
        **parts,
        "Wins": sum(value == "W" for value in parts.values()),
        "Points": total(" Points"),
        "Hands": total(" Hands"),
        "Bostons": total(" Boston"),
    }


def tables_of(records: Iterable[HandRecord]) -> dict[str, list[HandRecord]]:
    """The hands of each table, in the order of play."""
    tables: dict[str, list[HandRecord]] = {}
    for record in records:
        tables.setdefault(record.table or "", []).append(record)
    return dict(sorted(tables.items()))
