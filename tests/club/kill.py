"""A writer that is killed at a random moment, and what is found afterwards.

    python -m tests.club.kill 1000

Each time a process imports, enters, corrects or rebuilds, saying so after each thing that the club
acknowledged; then it is killed with SIGKILL. The club must hold everything acknowledged, at most
one thing more (done, not yet said), nothing twice and nothing half, and rebuild to equal tables.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from recorder.club import Club
from tests.club.hands import entered, game, hand_id, new_club

FILE_HANDS = 40


def work(folder: str, seed: str) -> None:
    """Do things to the club for ever, and say each one when it is acknowledged."""
    rng = random.Random(seed)
    club = Club.open(folder)
    print("ready", flush=True)
    for step in range(10**6):
        name = f"{seed}.{step}"
        task = rng.choice(("import", "enter", "correct", "rebuild", "tag"))
        if task == "import":
            data = b"".join(game(5, game=f"{name}.{number}") for number in range(FILE_HANDS // 5))
            club.import_bytes(data, f"{name}.jsonl")
        elif task == "enter":
            club.enter(entered(1, game=name))
        elif task == "correct":
            club.correct(hand_id(club, 999), {"note": name})
        elif task == "tag":
            club.tag(hand_id(club, 999), name)
        else:
            club.rebuild()
        print(task, name, flush=True)


@dataclass(slots=True)
class Tally:
    """What was seen over all kills."""

    kills: int = 0
    acknowledged: Counter[str] = field(default_factory=Counter)
    unsaid: int = 0
    """Done and not yet said when the kill came."""
    torn: int = 0
    problems: list[str] = field(default_factory=list)


def kill_once(folder: Path, seed: str, wait: float, tally: Tally) -> None:
    """Start the writer, kill it after `wait` seconds of work, and look."""
    before = len(Club.open(folder)._ledger.facts)
    with subprocess.Popen(
        [sys.executable, "-m", "tests.club.kill", "--work", folder, seed],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    ) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        time.sleep(wait)
        os.kill(writer.pid, signal.SIGKILL)
        said = [line.split() for line in writer.stdout.read().splitlines() if line.count(" ") == 1]
    club = Club.open(folder)
    look(club, said, len(club._ledger.facts) - before, tally)
    tally.kills += 1
    tally.acknowledged.update(task for task, _ in said)
    tally.torn = len(list(folder.glob("ledger.torn-*")))


def look(club: Club, said: list[list[str]], new_facts: int, tally: Tally) -> None:
    facts = [task for task, _ in said if task != "rebuild"]
    more = new_facts - len(facts)
    if more not in (0, 1):
        tally.problems.append(f"{len(facts)} facts were acknowledged, the ledger has {new_facts}")
    tally.unsaid += more
    games = club.query(
        "select split_part(game, '.', 1) || '.' || split_part(game, '.', 2) as name, "
        "count(*) as hands, count(distinct hand_id) as different from hand "
        "where state = 'current' and hand <> 999 group by name"
    )
    held = {name: (hands, different) for name, hands, different in games.iter_rows()}
    for task, name in said:
        expected = {"import": FILE_HANDS, "enter": 1}.get(task)
        if expected and held.get(name) != (expected, expected):
            tally.problems.append(f"{task} {name}: expected {expected} hands, got {held.get(name)}")
        if task == "tag" and club.query("from tag where tag = $1", [name]).height != 1:
            tally.problems.append(f"the tag {name} is lost")
    for name, (hands, different) in held.items():
        if hands not in (1, FILE_HANDS) or hands != different:
            tally.problems.append(f"{name} has {hands} hands, {different} of them different")
    corrected = [name for task, name in said if task == "correct"]
    if corrected and not more and club.hand(hand_id(club, 999)).note != corrected[-1]:
        tally.problems.append(f"the correction {corrected[-1]} is lost")


def main(kills: int, a_club: int = 25) -> Tally:
    """Kill `kills` times, `a_club` times each club; every club is verified at its end."""
    tally, rng = Tally(), random.Random(0)
    while tally.kills < kills:
        with tempfile.TemporaryDirectory() as scratch:
            club = new_club(Path(scratch))
            club.enter(entered(999, game="first"))
            for number in range(min(a_club, kills - tally.kills)):
                seed = f"{tally.kills}-{number}"
                kill_once(club.path, seed, rng.uniform(0, 2), tally)
            tally.problems += Club.open(club.path).verify()
    return tally


if __name__ == "__main__":
    if sys.argv[1] == "--work":
        work(*sys.argv[2:])
    found = main(int(sys.argv[1]))
    print(
        f"{found.kills} kills; acknowledged before them: {dict(found.acknowledged)}; "
        f"{found.unsaid} times a fact was kept and not yet said; {found.torn} torn lines"
    )
    print("\n".join(found.problems) or "nothing was lost, nothing is there twice, nothing is half")
    sys.exit(bool(found.problems))
