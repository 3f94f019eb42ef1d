"""The built wheel works in another folder: rule sets, sample season and theme travel with it."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("bidwhist-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds what the wheel installs and nothing else of the project."""
    folder = tmp_path_factory.mktemp("installed")
    zipfile.ZipFile(wheel).extractall(folder)
    return folder


@pytest.mark.parametrize(
    "name",
    [
        "recorder/data/rules/pagat.toml",
        "recorder/schema.sql",
        "dashboard/app.py",
        "dashboard/cards.css",
        "dashboard/replayer.js",
        "dashboard/.streamlit/config.toml",
    ],
)
def test_wheel_carries(installed: Path, name: str) -> None:
    assert (installed / name).is_file()


def test_wheel_leaves_the_tests_at_home(installed: Path) -> None:
    packages = {path.name for path in installed.iterdir() if path.suffix != ".dist-info"}
    assert packages == {"recorder", "analytics", "dashboard"}


@pytest.mark.parametrize("arguments", [["rules"], ["demo", "--no-serve", "--club", "sample"]])
def test_wheel_runs_from_another_folder(
    installed: Path, tmp_path: Path, arguments: list[str]
) -> None:
    script = "import recorder.cli, sys; print(recorder.cli.__file__, file=sys.stderr); "
    run = subprocess.run(
        [sys.executable, "-P", "-c", script + "recorder.cli.main()", *arguments],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode in (0, 1), run.stderr
    assert run.stderr.startswith(str(installed)), "ran the checkout, not the wheel"
    if arguments == ["rules"]:
        assert "pagat" in run.stdout
