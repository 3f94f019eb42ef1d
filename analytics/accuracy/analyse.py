"""Working through a club: only what is new, on all cores, to be stopped and taken up again."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import msgspec
from filelock import FileLock, Timeout

from analytics.accuracy.judging import judge
from analytics.accuracy.questions import Question, questions
from analytics.accuracy.store import KeptBidding, KeptPlay, Store
from analytics.double_dummy.declared import declared
from analytics.errors import AnalysisError
from analytics.facts import Club

__all__ = ["SAMPLES", "Progress", "analyse", "analyse_one", "background", "running", "stop"]

SAMPLES = 100


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run has come."""

    done: int
    total: int
    seconds_left: float | None
    """None until a few hands are done."""


GETTING_READY = Progress(0, 0, None)
STARTS_WITHIN = 60  # seconds


def analyse(
    club: Club,
    *,
    samples: int = SAMPLES,
    limit: int | None = None,
    heeds_calls: bool = False,
    threads: int | None = None,
    said: Callable[[Progress], None] = lambda _: None,
) -> Progress:
    """Judge the hands that are not yet, the newest first, at most `limit`.

    Every result is on disk as soon as it is known. AnalysisError while another run is on.
    """
    store = Store(club.path)
    with _only_run(store.folder):
        store.refresh()
        wanted = [
            task
            for question in questions(club)
            if (task := _Task.of(question, store, samples, heeds_calls=heeds_calls))
        ][:limit]
        return _work(store, wanted, threads or os.cpu_count() or 1, said)


def analyse_one(store: Store, question: Question, *, samples: int = SAMPLES) -> None:
    """Judge one hand on the spot, and keep it."""
    task = _Task.of(question, store, samples, heeds_calls=False)
    if task is not None:
        store.append(*task.do())
        store.refresh()


@dataclass(frozen=True, slots=True)
class _Task:
    question: Question
    samples: int
    heeds_calls: bool
    wants_bidding: bool
    wants_play: bool

    @classmethod
    def of(
        cls, question: Question, store: Store, samples: int, *, heeds_calls: bool
    ) -> _Task | None:
        kept = store.bidding(question.bidding_key, heeds_calls=heeds_calls)
        wants_bidding = question.bidding_key is not None and (
            kept is None or kept.samples < samples
        )
        wants_play = question.play_key is not None and store.play(question.play_key) is None
        if not wants_bidding and not wants_play:
            return None
        return cls(question, samples, heeds_calls, wants_bidding, wants_play)

    def do(self) -> tuple[KeptBidding | None, KeptPlay | None]:
        asked = self.question
        bidding = play = None
        if self.wants_bidding and asked.bidding_key is not None:
            judged = judge(asked.spoken, self.samples, heeds_calls=self.heeds_calls)
            bidding = KeptBidding(asked.bidding_key, self.samples, self.heeds_calls, judged)
        if self.wants_play and asked.play_key is not None:
            play = KeptPlay.of(asked.play_key, declared(asked.record, asked.rules))
        return bidding, play


def _work(
    store: Store, tasks: list[_Task], threads: int, said: Callable[[Progress], None]
) -> Progress:
    started = time.monotonic()
    waiting = iter(tasks)
    done = 0
    progress = Progress(0, len(tasks), None)
    said(progress)
    with ThreadPoolExecutor(threads) as pool:
        running = {pool.submit(task.do) for task in islice(waiting, threads)}
        while running:
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                store.append(*future.result())
                done += 1
                if not _is_told_to_stop(store.folder) and (task := next(waiting, None)):
                    running.add(pool.submit(task.do))
            each = (time.monotonic() - started) / done
            left = each * (len(tasks) - done) if done >= 5 else None
            progress = Progress(done, len(tasks), left)
            _write(store.folder, progress)
            said(progress)
    return progress


@contextmanager
def _only_run(folder: Path) -> Iterator[None]:
    folder.mkdir(exist_ok=True)
    lock = FileLock(folder / "run.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise AnalysisError(f"another run is analysing the club of {folder.parent}") from None
    try:
        for mark in (_stop_file(folder), _starting_file(folder)):
            mark.unlink(missing_ok=True)
        yield
    finally:
        _progress_file(folder).unlink(missing_ok=True)
        lock.release()


def background(club: Path, samples: int = SAMPLES) -> None:
    """Start a run that goes on without us; what it says is kept in `analysis/run.log`."""
    folder = club / "analysis"
    folder.mkdir(exist_ok=True)
    _starting_file(folder).touch()
    command = [sys.executable, "-c", "from recorder.cli import main; main()"]
    with (folder / "run.log").open("wb") as log:
        subprocess.Popen(
            [*command, "analyse", "--samples", str(samples), "--club", str(club)],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )


def stop(club: Path) -> None:
    """Have the run that is on end after the hands it is at."""
    _stop_file(club / "analysis").touch()


def running(club: Path) -> Progress | None:
    """How far the run that is on has come; None where there is none."""
    folder = club / "analysis"
    lock = FileLock(folder / "run.lock")
    if not folder.is_dir():
        return None
    try:
        lock.acquire(timeout=0)
    except Timeout:
        try:
            return msgspec.json.decode(_progress_file(folder).read_bytes(), type=Progress)
        except (OSError, msgspec.DecodeError):
            return GETTING_READY
    lock.release()
    return GETTING_READY if _is_starting(folder) else None


def _is_starting(folder: Path) -> bool:
    """Whether a run was started just now and is not at work yet."""
    try:
        since = time.time() - _starting_file(folder).stat().st_mtime
    except FileNotFoundError:
        return False
    return since < STARTS_WITHIN


def _starting_file(folder: Path) -> Path:
    return folder / "starting"


def _progress_file(folder: Path) -> Path:
    return folder / "progress.json"


def _stop_file(folder: Path) -> Path:
    return folder / "stop"


def _is_told_to_stop(folder: Path) -> bool:
    return _stop_file(folder).exists()


def _write(folder: Path, progress: Progress) -> None:
    new = folder / "progress.new"
    new.write_bytes(msgspec.json.encode(progress))
    new.replace(_progress_file(folder))
