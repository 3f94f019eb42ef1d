"""Write the sample season: `python data/simulate.py [FOLDER]`, by default to `data/season`.

Everybody and everything in it is made up. The same script always writes the same bytes. What is
planted in which file stands in `data/README.md`.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

# Run by hand from a source tree, where the packages lie beside data/.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from faults import faulty_lines, faulty_sheet, faulty_toml, undated_sheet
from sheets import hands_sheet, tables_of, tournament_sheet, us_and_them_sheet

from analytics.simulation import CLUB_NAME, Evening, play_hand, reduced, simulate_season
from recorder.formats import write
from recorder.hand import HandRecord

SEED = 20260108
HOUSE = "pagat,auction.min_level=4,auction.same_level=no>down>up"
HOUSE_TABLE = """
[rules.house]
base = "pagat"
auction.min_level = 4
auction.same_level = "no>down>up"
"""
CUP, OPEN = "Winter Cup (simulated)", "Spring Open (simulated)"
ONLINE = (
    "Eastside (simulated) - Bid Whist to ±7, 2 Jokers, 6-card kitty, min bid 3, "
    "bidder gets kitty & leads, 2x for NT"
)
OPEN_ROUNDS = 4

Files = dict[str, str]
"""The texts of one evening by the ends of their files' names."""

Keeper = Callable[[Sequence[HandRecord]], Files]
"""How an evening was written down."""


def sheets(records: Sequence[HandRecord]) -> Files:
    """A North-South and East-West sheet a table."""
    return {
        f"table-{table}.csv": hands_sheet(_title(hands), hands)
        for table, hands in tables_of(records).items()
    }


def last_of_us(records: Sequence[HandRecord]) -> Files:
    """The same, but for table 3, where somebody wrote only `us` and `them`."""
    files = sheets(records)
    hands = tables_of(records)["3"]
    del files["table-3.csv"]
    return files | {"table-3-us-and-them.csv": us_and_them_sheet(_title(hands), hands)}


def jsonl(*details: str) -> Keeper:
    """JSON lines, a file an evening; tables take the details in turn."""

    def keep(records: Sequence[HandRecord]) -> Files:
        hands = [
            reduced(hand, details[number % len(details)])
            for number, table in enumerate(tables_of(records).values())
            for hand in table
        ]
        return {"hands.jsonl": write(hands, "jsonl").decode()}

    return keep


def toml(*details: str) -> Keeper:
    """TOML, a file a table; tables take the details in turn."""

    def keep(records: Sequence[HandRecord]) -> Files:
        return {
            f"table-{table}.toml": write(
                [reduced(hand, details[number % len(details)]) for hand in hands], "toml"
            ).decode()
            for number, (table, hands) in enumerate(tables_of(records).items())
        }

    return keep


def house(records: Sequence[HandRecord]) -> Files:
    """TOML whose house rules have a name, as people write them."""
    files = toml("auction", "auction", "bidder")(records)
    for name, text in files.items():
        top, first, hands = text.partition("\n[[hand]]")
        files[name] = top.replace(HOUSE, "house") + HOUSE_TABLE + first + hands
    return files


def online(records: Sequence[HandRecord]) -> Files:
    """What a live site would export: no club, no table, no game, but the time of each hand."""
    clocks: dict[str | None, datetime] = {}
    hands = []
    for record in records:
        first = datetime.fromisoformat(f"{record.date}T00:05:00+00:00") + timedelta(days=1)
        clock = clocks.get(record.table, first)
        clocks[record.table] = clock + timedelta(minutes=6)
        hands.append(
            replace(
                record,
                date=clock.isoformat(),
                event=ONLINE,
                club=None,
                table=None,
                game=None,
                hand=None,
            )
        )
    text = write(sorted(hands, key=lambda hand: hand.date or ""), "ptn").decode()
    # A site knows nothing of the tag in which our writer keeps what PTN has no place for.
    lines = text.splitlines(keepends=True)
    return {"online.ptn": "".join(line for line in lines if not line.startswith("[BidWhist "))}


def with_faults(records: Sequence[HandRecord]) -> Files:
    first, second, third = tables_of(records).values()
    return {
        "table-1-faults.csv": faulty_sheet(_title(first), first[:20]),
        "undated.csv": undated_sheet(f"{CLUB_NAME}, nobody wrote down when", third[12:24]),
        "table-2-faults.toml": faulty_toml(second[:14]),
        "table-3-faults.jsonl": faulty_lines([reduced(hand, "auction") for hand in third[:12]]),
    }


def tournament(records: Sequence[HandRecord]) -> Files:
    return {"standings.csv": tournament_sheet(OPEN, records, OPEN_ROUNDS)}


def _title(records: Sequence[HandRecord]) -> str:
    return f"{CLUB_NAME} {records[0].date} table {records[0].table}"


PLAN: tuple[tuple[Evening, Keeper], ...] = (
    (Evening("2026-01-08"), sheets),
    (Evening("2026-01-15"), last_of_us),
    (Evening("2026-01-22"), jsonl("auction")),
    (Evening("2026-01-29"), toml("result")),
    (Evening("2026-02-05", HOUSE), house),
    (Evening("2026-02-12"), online),
    (Evening("2026-02-19", "card_sharks", CUP, meetings=1), jsonl("auction")),
    (Evening("2026-02-26"), jsonl("play")),
    (Evening("2026-03-05"), sheets),
    (Evening("2026-03-07", "northeast", tables=1, meetings=6), toml("auction")),
    (Evening("2026-03-12"), jsonl("bidder", "auction", "result")),
    (Evening("2026-03-19"), sheets),
    (Evening("2026-03-26"), toml("play", "auction", "deal")),
    (Evening("2026-04-02"), with_faults),
    (Evening("2026-04-11", "card_sharks", OPEN, tables=4, meetings=1), tournament),
)

RENEGES, CALLED = 0.02, 0.4
"""Share of the hands in which somebody does not follow suit, and of these, of those called."""


def season(seed: int = SEED) -> dict[str, bytes]:
    """Every file of the season by its name."""
    careless = partial(play_hand, renege_chance=RENEGES, called_share=CALLED)
    files = {}
    for number, (evening, keep) in enumerate(PLAN):
        # A site lets nobody renege.
        hand = play_hand if keep is online else careless
        for ending, text in keep(simulate_season(seed + number, [evening], hand=hand)).items():
            files[f"{evening.date}-{ending}"] = text.encode()
    return files


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in season().items():
        (folder / name).write_bytes(data)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "season")
