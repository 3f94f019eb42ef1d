"""What the README shows is what happens."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from analytics.registry import STATISTICS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")

# "… `NAME`:" and a block is a file; each "$ command" of a console block is followed by its output.
FILES = dict(re.findall(r"`([\w.-]+)`:\n\n```\w+\n(.*?)```", README, re.DOTALL))
CONSOLES = "\n".join(re.findall(r"```console\n(.*?)```", README, re.DOTALL))
COMMANDS = dict(re.findall(r"^\$ bidwhist (.*)\n((?:(?!\$ ).*\n)*)", CONSOLES, re.MULTILINE))


@pytest.mark.parametrize(("command", "printed"), COMMANDS.items(), ids=COMMANDS)
def test_command_prints_what_is_shown(command: str, printed: str, tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-c", "from recorder.cli import main; main()", *shlex.split(command)],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT), "COLUMNS": "100"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert run.stdout == printed, run.stderr


def test_readme_shows_a_command() -> None:
    assert COMMANDS


def test_the_statistics_are_those_of_the_registry() -> None:
    for name, statistic in STATISTICS.items():
        assert f"| {name} | {statistic.sentence} | {statistic.needs} |" in README


def test_readme_is_short() -> None:
    assert README.count("\n") < 150


def test_the_gate_runs_the_readmes_own_test_command() -> None:
    assert re.search(r"python -m pytest$", README, re.MULTILINE)
    gate = (ROOT / ".ci/run").read_text(encoding="utf-8")
    assert "grep -m 1 'python -m pytest$' README.md" in gate


def test_links_lead_to_files() -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", README)
    assert [link for link in links if not (ROOT / link).exists()] == []
