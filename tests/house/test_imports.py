"""dashboard -> analytics -> recorder, never back; inside recorder the order of the house."""

import ast
import graphlib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("recorder", "analytics", "dashboard")

# Each may import what stands before it; modules of one group may import each other.
RECORDER = (
    {"errors"},
    {"codes", "paths"},
    {"cards", "seats"},
    {"rules"},
    {"auction", "contracts"},
    {"ranking"},
    {"kernel"},
    {"replay", "encode", "results"},
    {"scoring", "ladder", "games"},
    {"hand"},
    {"findings", "leads", "evaluate", "explain", "problems", "infer"},
    {"spoken", "sitting", "next_play", "play_by_play"},
    {"formats", "typed_rows"},
    {"ledger"},
    {"scorebook"},
    {"club", "one_hand"},
    {"cli"},
)


def imported_modules(source: str) -> Iterator[str]:
    """Every absolute module name that is imported anywhere in the text, also inside functions."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=module, names=names, level=0):
                yield from (f"{module}.{name.name}" for name in names)
            case ast.ImportFrom():
                pytest.fail(f"relative import at line {node.lineno}")


def level(module: str) -> tuple[int, int] | None:
    """Where a module stands in the house; None outside it or where no order is laid down."""
    package, *rest = module.split(".")
    if package not in PACKAGES:
        return None
    if package != "recorder" or not rest:
        return PACKAGES.index(package), 0
    for place, group in enumerate(RECORDER, start=1):
        if rest[0] in group:
            return 0, place
    return None


def test_every_module_of_the_recorder_has_its_place() -> None:
    here = {path.stem for path in (ROOT / "recorder").iterdir() if path.suffix == ".py"}
    here |= {path.parent.name for path in (ROOT / "recorder").glob("*/__init__.py")}
    assert here - {"__init__"} == set().union(*RECORDER)


def modules() -> list[Path]:
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def climbing(path: Path, source: str) -> list[str]:
    """The imports of a module that go up the house."""
    mine = level(".".join(path.relative_to(ROOT).with_suffix("").parts))
    if mine is None:
        return []
    return [
        name
        for name in imported_modules(source)
        if (theirs := level(name)) is not None and theirs > mine
    ]


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_go_down_only(path: Path) -> None:
    assert climbing(path, path.read_text(encoding="utf-8")) == []


CLIMBS = {
    "cards know no rule": ("recorder/cards.py", "import recorder.rules"),
    "the recorder asks no question": ("recorder/club.py", "from analytics import bids"),
    "a question knows no page": ("analytics/bids.py", "from dashboard.words import percent"),
    "hidden in a function": ("recorder/replay.py", "def f():\n    import recorder.cli"),
}


@pytest.mark.parametrize(("module", "line"), CLIMBS.values(), ids=CLIMBS)
def test_a_climbing_import_is_seen(module: str, line: str) -> None:
    assert climbing(ROOT / module, line)


def test_tests_are_out_of_reach() -> None:
    for path in modules():
        names = imported_modules(path.read_text(encoding="utf-8"))
        assert not [name for name in names if name.split(".")[0] == "tests"], path


def test_no_import_goes_round() -> None:
    files = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in modules()}
    graph = {
        name: {
            wanted
            for imported in imported_modules(path.read_text(encoding="utf-8"))
            if (wanted := imported if imported in files else imported.rpartition(".")[0]) in files
        }
        for name, path in files.items()
    }
    assert list(graphlib.TopologicalSorter(graph).static_order())
