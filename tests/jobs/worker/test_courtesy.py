"""The class comes first: if these fail, jobs slow a class down, never get on beside it, or are taken for dead."""

from __future__ import annotations

import os
import time
from pathlib import Path

import numpy as np
import pytest

from tesla_core.errors import TeslaError
from tesla_core.experiments.folder import RunFolder
from tesla_core.experiments.run import run
from tesla_core.jobs.class_first import ENGINE_CORES, TrainingWord, job_share, say_held, too_few_cores
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.worker import attempt
from tesla_core.jobs.worker.attempt import JobAttempt
from tesla_core.jobs.worker.courtesy import Courtesy, courtesy_of_this_job
from tesla_core.jobs.worker.files import read_heartbeat
from tesla_core.jobs.worker.parent_watch import LAUNCHER_VARIABLE
from tesla_core.training.checkpoint import load_checkpoint
from tesla_core.training.trainable import Step, Trainable
from tests.jobs.attempts import QUICK


class Day:
    """A clock that goes on when somebody works or sleeps."""

    def __init__(self, share: float = 0.1, trains_until: float = 1e9) -> None:
        self.now, self.worked, self.beats = 0.0, 0.0, 0
        self.courtesy = Courtesy(lambda: self.now < trains_until, share, self.clock, self.clock, self.sleep)

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        assert seconds <= 0.05 + 1e-9, "a pause looks up often: at the end of a lesson the job goes on at once"
        self.now += seconds

    def work(self, seconds: float, stopping: bool = False) -> None:
        self.now += seconds
        self.worked += seconds
        self.courtesy.make_way(self.beat, lambda: stopping)

    def beat(self) -> None:
        self.beats += 1


@pytest.mark.parametrize("batch", [0.001, 0.04, 0.7, 5.0])
def test_a_job_keeps_a_tenth_of_the_time_however_long_its_batches_are(batch: float) -> None:
    day = Day()
    for _ in range(max(3, int(10 / batch))):
        day.work(batch)
    assert day.worked / day.now == pytest.approx(0.1, abs=0.015)
    assert day.beats > (day.now - day.worked) / 0.06, "it beats its heart all through its pauses"


def test_a_job_alone_or_with_the_whole_share_never_pauses() -> None:
    for day in (Day(trains_until=0.0), Day(share=1.0)):
        for _ in range(100):
            day.work(0.1)
        assert day.now == pytest.approx(day.worked)


def test_a_pause_ends_with_the_lesson_and_with_a_cancel() -> None:
    day = Day(trains_until=2.0)
    day.work(1.0)
    assert 2.0 <= day.now < 2.1
    day = Day()
    day.work(1.0, stopping=True)
    assert day.now == 1.0


def test_a_pause_among_several_processes_is_shorter_than_the_others_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An evaluation of ten minutes would ask for a pause of ninety; the others' exchange would end in an error."""
    monkeypatch.setenv("TESLA_LAB_HOME", str(tmp_path))
    monkeypatch.setenv("TESLA_JOB_MAKES_WAY", "always")
    TrainingWord(Home(tmp_path).make()).leave()
    for team, longest in ((True, 120.0), (False, 5400.0)):
        if team:
            monkeypatch.setenv(LAUNCHER_VARIABLE, "1")
        else:
            monkeypatch.delenv(LAUNCHER_VARIABLE)
        day, courtesy = Day(), courtesy_of_this_job()
        assert courtesy is not None
        day.courtesy = Courtesy(lambda: True, 0.1, day.clock, day.clock, day.sleep, courtesy.longest)
        day.work(600.0)
        assert day.now - 600.0 == pytest.approx(longest, abs=0.1)


def test_the_word_of_the_engine_is_fresh_while_it_trains(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    word = TrainingWord(home)
    word.leave()
    assert not word.fresh, "a lab without a home has no jobs to tell"
    home.make()
    TrainingWord(home).leave()
    assert word.fresh
    for age in (10.0, -3600.0):  # long ago; or the clock was set back since
        os.utime(home.engine_trains, (0, time.time() - age))
        assert not word.fresh
    TrainingWord(home).leave()
    assert word.fresh


def test_jobs_make_way_only_where_cores_are_few(tmp_path: Path) -> None:
    home = Home(tmp_path).make()
    assert too_few_cores(home, 64), "nobody said yet what jobs hold"
    say_held(home, 2)
    assert not too_few_cores(home, ENGINE_CORES + 2)
    assert too_few_cores(home, ENGINE_CORES + 1)


def test_the_share_is_a_setting() -> None:
    assert job_share({}) == 0.1
    assert job_share({"TESLA_LAB_JOB_SHARE": "1"}) == 1.0
    for wrong in ("0", "much", "nan"):
        with pytest.raises(TeslaError, match="TESLA_LAB_JOB_SHARE"):
            job_share({"TESLA_LAB_JOB_SHARE": wrong})


def test_a_job_that_makes_way_loses_nothing_but_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its weights are the same bit for bit, and its supervisor heard it in its pauses."""

    def quiet(_training: Trainable, _step: Step) -> None:
        """Reports nothing."""

    pauses: list[float] = []
    monkeypatch.setattr(
        attempt, "courtesy_of_this_job", lambda: Courtesy(lambda: True, 0.5, clock, clock, pauses.append)
    )
    hours = [0.0]

    def clock() -> float:
        hours[0] += 0.03
        return hours[0]

    courtesy = Courtesy(lambda: True, 0.5, clock, clock, pauses.append)
    monkeypatch.setattr(attempt, "courtesy_of_this_job", lambda: courtesy)
    alone, beside = (RunFolder.create(tmp_path / name, QUICK) for name in ("alone", "beside"))
    run(QUICK, alone, quiet)
    beside.token_file.write_text("token\n")
    run(QUICK, beside, JobAttempt(beside, "token").report(quiet))
    assert pauses
    assert (read_heartbeat(beside.path) or {})["done"] == 1.0
    one, other = (load_checkpoint(folder.checkpoint_file, QUICK.to_dict())[0] for folder in (alone, beside))
    assert one.keys() == other.keys()
    assert all(np.array_equal(np.asarray(one[name]), np.asarray(other[name])) for name in one)
    assert alone.metrics_file.read_bytes() == beside.metrics_file.read_bytes()
