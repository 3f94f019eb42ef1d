"""Results are kept by content, survive kills and rebuilds, and only what is new is worked out."""

import json
from pathlib import Path

import pytest
from filelock import FileLock

from analytics.accuracy.analyse import Progress, analyse, running, stop
from analytics.accuracy.questions import judgeable, questions
from analytics.accuracy.season import season
from analytics.accuracy.store import Store
from analytics.errors import AnalysisError
from analytics.facts import facts
from recorder.cli import main
from recorder.club import Club

VECTORS = Path(__file__).parent.parent / "vectors"
HANDS = 2
SAMPLES = 20


@pytest.fixture
def club(tmp_path: Path) -> Club:
    made = Club.create(tmp_path / "club", "Thursday")
    lines = (VECTORS / "hands.jsonl").read_text(encoding="utf-8").splitlines()
    made.import_bytes("\n".join(lines[1 : 1 + HANDS]).encode(), "hands.jsonl")
    return made


def kept(club: Club) -> int:
    store = Store(club.path)
    store.refresh()
    return sum(store.bidding(question.bidding_key) is not None for question in questions(club))


def test_a_run_is_taken_up_where_it_stopped_and_a_rebuild_loses_nothing(club: Club) -> None:
    assert len(questions(club)) == HANDS
    first = analyse(club, samples=SAMPLES, limit=1)
    assert (first.done, kept(club)) == (1, 1)
    told: list[Progress] = []
    rest = analyse(club, samples=SAMPLES, said=told.append)
    assert (rest.done, rest.total, kept(club)) == (HANDS - 1, HANDS - 1, HANDS)
    assert told[0].done == 0
    club.rebuild()
    assert analyse(club, samples=SAMPLES).total == 0


def test_a_corrected_hand_is_judged_again_and_only_that_one(club: Club) -> None:
    analyse(club, samples=SAMPLES)
    hand = questions(club)[0]
    club.correct(hand.id, {"note": "lively"})
    assert analyse(club, samples=SAMPLES).total == 0
    assert hand.record.calls == "pass, 4 up, pass, 5 down"
    club.correct(hand.id, {"calls": "4 up, pass, pass, 5 down"})
    assert analyse(club, samples=SAMPLES).total == 1


LOST = [
    {},
    {"tricks": ""},
    {"calls": "", "tricks": ""},
    {"deal_n": "", "deal_e": "", "tricks": ""},
    {"deal_s": "", "deal_w": "", "tricks": ""},
    {"deal_n": "", "deal_e": "", "deal_s": "", "calls": "", "tricks": ""},
    {"deal_n": "AS ??", "deal_e": "", "deal_s": "", "tricks": ""},
    {"deal_e": "", "deal_s": "", "deal_w": "", "bidder": "", "calls": "", "bid": "", "tricks": ""},
]


@pytest.mark.parametrize("lost", LOST, ids=lambda lost: " ".join(lost) or "nothing")
def test_the_hands_to_judge_are_those_with_something_to_ask(
    club: Club, lost: dict[str, str]
) -> None:
    for question in questions(club):
        club.correct(question.id, lost)
    asked = [one for one in questions(club) if one.bidding_key or one.play_key]
    assert set(judgeable(club)) == {int(question.id, 16) for question in asked}
    assert season(club, facts(club), Store(club.path)).total == len(asked)


def test_only_hands_with_a_result_are_asked_for(club: Club) -> None:
    analyse(club, samples=SAMPLES, limit=1)
    store = Store(club.path)
    store.refresh()
    [known] = questions(club, kept=store.knows)
    assert known.id in {question.id for question in questions(club)}
    found = season(club, facts(club), store)
    assert (found.analysed, found.total) == (1, HANDS)
    assert set(found.calls["id"]) == {known.id}


def test_a_line_torn_by_a_kill_costs_one_hand(club: Club) -> None:
    analyse(club, samples=SAMPLES)
    path = Store(club.path).path
    path.write_bytes(path.read_bytes()[:-40])
    assert kept(club) == HANDS - 1
    assert analyse(club, samples=SAMPLES).total == 1
    assert kept(club) == HANDS


def test_two_runs_at_once_are_refused_and_a_run_can_be_stopped(club: Club) -> None:
    folder = club.path / "analysis"
    folder.mkdir()
    with FileLock(folder / "run.lock"):
        with pytest.raises(AnalysisError, match="another run"):
            analyse(club, samples=SAMPLES)
        assert running(club.path) == Progress(0, 0, None)
    assert running(club.path) is None

    def stop_at_once(progress: Progress) -> None:
        stop(club.path)

    assert analyse(club, samples=SAMPLES, threads=1, said=stop_at_once).done == 1


def test_the_command_judges_and_says_who_bids_how(
    club: Club, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["analyse", "--club", str(club.path), "--samples", str(SAMPLES)]
    with pytest.raises(SystemExit) as left:
        main([*arguments, "--json"])
    assert left.value.code == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {row["player"] for row in rows} == {"Ann", "Bo", "Cy", "Di"}
    with pytest.raises(SystemExit):
        main(arguments)
    told = capsys.readouterr()
    assert "nothing new" in told.err
    assert f"{HANDS} of {HANDS} hands judged" in told.out


def test_luck_and_play_add_up_to_the_result(club: Club) -> None:
    analyse(club, samples=SAMPLES)
    found = season(club, facts(club), Store(club.path))
    assert (found.analysed, found.total) == (HANDS, HANDS)
    assert found.luck.height > 0
    for row in found.luck.to_dicts():
        parts = row["bid_worth"] + row["cards"] + row["play"] + row["rest"]
        assert parts == pytest.approx(row["net"])
    assert set(found.calls["id"]) <= {question.id for question in questions(club)}
    assert all(reason.endswith(".") for reason in found.calls["reason"])
