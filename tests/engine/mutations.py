"""Breaks every rule of the engine, one at a time, and says which test notices.

    python -m tests.engine.mutations    writes mutations.txt anew

Each mutation replaces one piece of one line in a copy of the package; the table tests then run
against the copy, with the loops not compiled.
"""

import importlib
import os
import shutil
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
LISTED = Path(__file__).with_name("mutations.txt")
TESTS = ("test_tables", "test_games", "test_vectors", "test_perft")


class Mutation(NamedTuple):
    rule: str
    module: str
    was: str
    becomes: str


MUTATIONS = [
    # What a card counts as, and what it is worth.
    Mutation("a joker is a trump", "ranking", "NO_SUIT if trump is None else trump", "NO_SUIT"),
    Mutation("a joker has no suit at no trump", "ranking", "NO_SUIT if trump is None else", "0 or"),
    Mutation("a joker takes nothing at no trump", "ranking", "trump is None and joker_mode", "joker_mode"),
]


def mutated(mutation: Mutation, package: Path) -> None:
    """Write the module of `package` with the mutation in it."""
    name = f"{mutation.module}.py"
    source = (ROOT / "recorder" / name).read_text(encoding="utf-8")
    places = source.count(mutation.was)
    assert places == 1, f"{mutation.rule}: {mutation.was!r} stands in {name} {places} times"
    (package / name).write_text(source.replace(mutation.was, mutation.becomes), encoding="utf-8")


def tables() -> list[ModuleType]:
    """The table tests, imported anew on top of the engine as it now stands on disk."""
    ours = ("recorder", "tests")
    for name in [name for name in sys.modules if name.partition(".")[0] in ours]:
        if name != __name__:
            del sys.modules[name]
    importlib.invalidate_caches()
    return [importlib.import_module(f"tests.engine.{name}") for name in TESTS]


def first_failure(modules: list[ModuleType]) -> str | None:
    """The first row of the first table that does not come out right."""
    for module in modules:
        for test in [item for name, item in vars(module).items() if name.startswith("test_")]:
            (table,) = test.pytestmark
            _, rows = table.args
            ids = table.kwargs["ids"]
            names = map(ids, rows) if callable(ids) else ids
            for row, name in zip(rows, names, strict=True):
                try:
                    test(row)
                except Exception:  # noqa: BLE001 - whatever a broken engine raises, it was noticed
                    return f"{test.__name__}[{name}]"
    return None
