"""The sample season is what its script writes, and holds what its README says is planted."""

import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from recorder.evaluate import evaluate, rule_column
from recorder.formats import Reading, read_path
from recorder.rules import load_rules

DATA = Path(__file__).parents[2] / "data"
SEASON = DATA / "season"
FAULTY = ("faults", "undated", "us-and-them")


def readings(*, faulty: bool) -> dict[str, Reading]:
    return {
        path.name: read_path(path)
        for path in sorted(SEASON.iterdir())
        if any(word in path.name for word in FAULTY) == faulty
    }


@pytest.fixture(scope="module")
def sound() -> pl.DataFrame:
    """The hands of the files without planted faults, evaluated under their own rules."""
    hands = pl.concat([reading.hands for reading in readings(faulty=False).values()])
    rules = rule_column(hands["rules"], load_rules("pagat"))
    assert rules.unknown == ()
    judged = evaluate(hands, rules.rules, rules.which).hands
    return hands.hstack(judged.rename({name: f"{name}_now" for name in judged.columns}))


def test_the_script_writes_these_very_bytes(tmp_path: Path) -> None:
    subprocess.run([sys.executable, DATA / "simulate.py", tmp_path], check=True, timeout=300)
    written = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert sorted(written) == sorted(path.name for path in SEASON.iterdir())
    assert [name for name, data in written.items() if data != (SEASON / name).read_bytes()] == []


def test_the_season_is_small_and_says_that_it_is_simulated() -> None:
    assert sum(path.stat().st_size for path in SEASON.iterdir()) < 1_500_000
    silent = [path.name for path in SEASON.iterdir() if "(simulated)" not in path.read_text()]
    assert silent == []


def test_sound_files_are_read_whole() -> None:
    for name, reading in readings(faulty=False).items():
        assert (name, reading.quarantined, reading.questions) == (name, (), ())


def test_it_holds_about_1200_hands_some_with_every_card(sound: pl.DataFrame) -> None:
    assert 1000 < sound.height < 1400
    by_detail = dict(sound["detail_now"].value_counts().iter_rows())
    assert by_detail["play"] > 200
    assert by_detail["auction"] > 300
    assert by_detail["result"] > 400
    assert by_detail["bidder"] > 0
    assert by_detail["deal"] > 0


def test_six_in_ten_bids_are_made_and_sevens_are_rare(sound: pl.DataFrame) -> None:
    assert 0.55 < sound["made_now"].mean() < 0.70
    share = sound["level_now"].is_between(3, 5).mean()
    assert share > 0.9
    assert 0 < (sound["level_now"] == 7).sum() < 15


@pytest.mark.parametrize("name", ["points_ns", "points_ew", "score_ns", "score_ew"])
def test_what_the_table_wrote_is_what_the_rules_pay(sound: pl.DataFrame, name: str) -> None:
    wrong = sound.filter(
        pl.col(name).is_not_null() & (pl.col(name) != pl.col(f"{name}_now").cast(pl.Int32))
    )
    assert wrong.select("file", "line").rows() == []


def test_some_reneges_are_called_and_some_are_not(sound: pl.DataFrame) -> None:
    reneged = sound.filter(pl.col("renege_plays_now") != 0)
    assert reneged["reneges"].count() > 0
    assert reneged["reneges"].null_count() > 0
    assert sound["faults_now"].max() == 0


PLANTED = {
    "2026-04-02-table-1-faults.csv": ["spreadsheet_date", "dialect_needed"],
    "2026-04-02-table-2-faults.toml": ["cut_off"],
    "2026-04-02-table-3-faults.jsonl": ["unreadable", "cut_off"],
    "2026-01-15-table-3-us-and-them.csv": ["dialect_needed"],
}


@pytest.mark.parametrize("name", PLANTED)
def test_planted_faults_are_found(name: str) -> None:
    found = {fault.code for fault in read_path(SEASON / name).quarantined}
    assert found >= set(PLANTED[name])


def test_the_sheet_of_us_is_whole_once_we_say_who_we_are() -> None:
    reading = read_path(SEASON / "2026-01-15-table-3-us-and-them.csv", dialect="us=NS")
    assert reading.quarantined == ()
    assert reading.hands.height > 25
    judged = evaluate(reading.hands, [load_rules("pagat").rules]).hands
    for name in ("points_ns", "points_ew"):
        assert judged[name].cast(pl.Int32).equals(reading.hands[name])


def test_the_undated_sheet_has_two_equal_lines() -> None:
    hands = read_path(SEASON / "2026-04-02-undated.csv").hands
    assert hands["date"].null_count() == hands.height > 5
    assert hands.drop("line").is_duplicated().sum() >= 2


def test_one_player_is_spelt_two_ways() -> None:
    names = read_path(SEASON / "2026-04-02-table-1-faults.csv").hands["player_n"].unique()
    (short,) = (name for name in names if name.endswith("."))
    assert any(name.startswith(short[:-1]) for name in names if name != short)


def test_every_file_is_named_in_the_readme() -> None:
    text = (DATA / "README.md").read_text()
    stems = {path.name[:10] for path in SEASON.iterdir()}
    assert [stem for stem in sorted(stems) if stem not in text] == []
