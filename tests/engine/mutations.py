"""Breaks every rule of the engine, one at a time, and says which test notices.

    python -m tests.engine.mutations    writes mutations.txt anew

Each row of mutations.csv puts one piece of text for another in a copy of the package; the table
tests then run against the copy, with the loops not compiled.
"""

import csv
import importlib
import json
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, TypeVar

import numba

Loop = TypeVar("Loop")

ROOT = Path(__file__).parents[2]
LISTED = Path(__file__).with_name("mutations.txt")
TABLES = ("test_tables", "test_games", "test_faults", "test_vectors", "test_perft")


class Mutation(NamedTuple):
    rule: str
    module: str
    was: str
    becomes: str


with Path(__file__).with_suffix(".csv").open(encoding="utf-8", newline="") as file:
    MUTATIONS = [
        Mutation(**{name: text.replace("\\n", "\n") for name, text in row.items()})
        for row in csv.DictReader(file)
    ]


def mutate(mutation: Mutation, package: Path) -> None:
    """Write the module of `package` with the mutation in it."""
    name = f"{mutation.module}.py"
    source = (ROOT / "recorder" / name).read_text(encoding="utf-8")
    places = source.count(mutation.was)
    assert places == 1, f"{mutation.rule}: {mutation.was!r} stands in {name} {places} times"
    (package / name).write_text(source.replace(mutation.was, mutation.becomes), encoding="utf-8")


def not_compiled(**_: object) -> Callable[[Loop], Loop]:
    """Stands in for `njit`: a mutant runs a few hands, and compiling it would take longer."""
    return lambda loop: loop


def fresh_tables() -> list[ModuleType]:
    """The table tests, imported anew on top of the engine as it now stands on disk.

    The readers stay: no mutation is in them.
    """
    for name in list(sys.modules):
        package, _, rest = name.partition(".")
        if package in ("recorder", "tests") and rest.partition(".")[0] != "formats":
            del sys.modules[name]
    importlib.invalidate_caches()
    return [importlib.import_module(f"tests.engine.{name}") for name in TABLES]


def first_failure() -> str | None:
    """The first row of the first table that does not come out right."""
    for module in fresh_tables():
        for test in [item for name, item in vars(module).items() if name.startswith("test_")]:
            (table,) = test.pytestmark
            _, rows = table.args
            ids = table.kwargs["ids"]
            for row, name in zip(rows, map(ids, rows) if callable(ids) else ids, strict=True):
                try:
                    test(row)
                except Exception:  # Whatever a broken engine raises, it was noticed.
                    return f"{test.__module__.rpartition('.')[2]}: {name}"
    return None


def run() -> dict[str, str | None]:
    """Which row catches each mutation. Leaves the imports of this process in disorder."""
    caught = {}
    sys.dont_write_bytecode = True
    warnings.simplefilter("ignore")  # Integers overflow loudly in loops that are not compiled.
    # Compiled while that can still be done.
    importlib.import_module("recorder.formats.read").read(b'{"hand": 1}', "hand.jsonl")
    numba.njit = not_compiled
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / "recorder"
        shutil.copytree(ROOT / "recorder", package, ignore=shutil.ignore_patterns("__pycache__"))
        (Path(folder) / "data").symlink_to(ROOT / "data")
        sys.path.insert(0, folder)
        assert first_failure() is None, "the tables fail before anything is broken"
        for mutation in MUTATIONS:
            mutate(mutation, package)
            caught[mutation.rule] = first_failure()
            shutil.copy(ROOT / "recorder" / f"{mutation.module}.py", package)
    return caught


def catches() -> dict[str, str | None]:
    """`run`, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.engine.mutations", "--json"],
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    found: dict[str, str | None] = json.loads(done.stdout)
    return found


def listing(caught: dict[str, str | None]) -> str:
    return "".join(f"{rule} -> {row or 'NOTHING'}\n" for rule, row in caught.items())


if __name__ == "__main__":
    if "--json" in sys.argv:
        print(json.dumps(run()))
    else:
        LISTED.write_text(listing(catches()), encoding="utf-8")
