"""The supervisor's decisions, with real processes under it: who runs, who waits, who is tried again, who is ended."""

from __future__ import annotations

import itertools
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tesla_core.experiments.folder import RunFolder
from tesla_core.jobs.backends.local import InlineBackend, LocalBackend
from tesla_core.jobs.backends.slots import Slots
from tesla_core.jobs.processes import Process, members
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Job, Request
from tesla_core.jobs.store.states import FINISHED, State
from tesla_core.jobs.store.store import Store
from tesla_core.jobs.supervisor.supervisor import Supervisor
from tesla_core.jobs.supervisor.timing import Timing
from tests.jobs.light import QUICK, SPEC, kill_leftovers, light_command, lock_intervals, submit, wait_until

Make = Callable[..., Supervisor]


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home").make()


@pytest.fixture
def make(home: Home) -> Iterator[Make]:
    """Supervisors in this process, with light jobs; what they leave behind is killed."""
    made: list[Supervisor] = []

    def make(settings: Timing = QUICK, slots: int = 2, **options: Any) -> Supervisor:
        backend = LocalBackend(home, light_command)
        made.append(Supervisor(home, settings, {"local": backend}, Slots(slots), **options))
        return made[-1]

    yield make
    with Store(home) as store:
        kill_leftovers(store)
    for supervisor in made:
        supervisor.close()


def until(supervisor: Supervisor, job: str, *states: State) -> Job:
    """Tick until the job is in one of these states."""

    def look() -> Job | None:
        found = supervisor.store.get(job)
        return found if found.state in states else None

    def tick() -> None:
        supervisor.tick()
        time.sleep(0.01)

    return wait_until(look, f"job {job} becomes {' or '.join(states)}", tick)


def test_fifty_jobs_on_two_slots_run_two_at_a_time_in_order_and_all_of_them(make: Make) -> None:
    """A class submits a sweep: the machine is not overrun, the first come are served first, nobody's run is lost."""
    supervisor = make(slots=2)
    ids = submit(supervisor.store, *["run 1"] * 2, *["run 0.03"] * 48)

    def tick() -> None:
        supervisor.tick()
        assert len(supervisor.store.active()) <= 2
        time.sleep(0.002)

    wait_until(lambda: supervisor.store.counts()[State.SUCCEEDED] == 50, "all have run", tick)
    jobs = [supervisor.store.get(job) for job in ids]
    assert [job.attempts for job in jobs] == [1] * 50
    starts = [job.started or 0.0 for job in jobs]
    assert starts == sorted(starts), "they started in the order of their submission"
    moments = [
        (when, step)
        for job in jobs
        for start, end, _ in lock_intervals(job.folder)
        for when, step in ((start, 1), (end, -1))
        if when is not None
    ]
    running = most = 0
    for _, step in sorted(moments):
        running += step
        most = max(most, running)
    assert most == 2, "never more than two processes at work, and really two"


def test_higher_priority_goes_first(make: Make) -> None:
    """A short check is put before a night's sweep."""
    supervisor = make(slots=1)
    (patient,) = submit(supervisor.store, "run 0.02")
    (urgent,) = submit(supervisor.store, "run 0.02", priority=5)
    later = [until(supervisor, job, State.SUCCEEDED).started for job in (patient, urgent)]
    assert later[1] is not None
    assert later[0] is not None
    assert later[1] < later[0]


def test_a_job_that_never_gets_further_is_given_up(make: Make) -> None:
    """A job that dies at once does not keep the machine busy for ever, and its row says why it failed."""
    supervisor = make()
    (job,) = submit(supervisor.store, "die", retries=2)
    failed = until(supervisor, job, *FINISHED)
    assert (failed.state, failed.attempts, failed.failures) == (State.FAILED, 3, 3)
    assert "SIGKILL" in failed.error
    assert [row.outcome for row in failed.attempt_log] == ["requeued", "requeued", "failed"]


def test_each_failure_waits_longer(make: Make) -> None:
    """A host in trouble is not hammered."""
    supervisor = make(replace(QUICK, first_backoff=0.2, longest_backoff=0.4))
    (job,) = submit(supervisor.store, "die", retries=3)
    log = until(supervisor, job, State.FAILED).attempt_log
    pauses = [after.started - (before.ended or 0.0) for before, after in itertools.pairwise(log)]
    assert [pause >= least for pause, least in zip(pauses, (0.2, 0.4, 0.4), strict=True)] == [True] * 3


def test_a_mistake_is_not_tried_again(make: Make) -> None:
    """A spec that can't run says so at once."""
    supervisor = make()
    (job,) = submit(supervisor.store, "mistake")
    failed = until(supervisor, job, *FINISHED)
    assert (failed.state, failed.attempts) == (State.FAILED, 1)
    assert "bits must be from 2 to 64" in failed.error


def test_a_cancel_ends_the_whole_group_within_the_deadline_for_good(make: Make) -> None:
    """Children that ignore SIGTERM, also one in a session of its own, go with the job, and it does not come back."""
    supervisor = make()
    (job,) = submit(supervisor.store, "stubborn")
    token = until(supervisor, job, State.RUNNING).token
    assert token is not None
    wait_until(lambda: len(members(token)) == 3, "the job has its two children")
    supervisor.store.request_cancel(job)
    asked = time.monotonic()
    cancelled = until(supervisor, job, *FINISHED)
    assert time.monotonic() - asked < QUICK.cancel_grace + 5.0
    assert cancelled.state is State.CANCELLED
    assert members(token) == []
    for _ in range(20):
        supervisor.tick()
    assert supervisor.store.get(job).state is State.CANCELLED
    assert supervisor.store.get(job).attempts == 1


def test_a_row_that_points_at_a_stranger_leaves_the_stranger_alone(make: Make, home: Home) -> None:
    """The pid in a row was given to somebody else's program: a cancel must not hit it."""
    stranger = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
    try:
        first = make()
        (job,) = submit(first.store, "run 60")
        running = until(first, job, State.RUNNING)
        assert running.process is not None
        running.process.send(signal.SIGKILL)
        wait_until(lambda: not members(running.token or ""), "the job is dead")
        process = Process.of(stranger.pid)
        assert process is not None
        with sqlite3.connect(home.database) as database:
            pointing = '{"token": "%s", "boot": "%s", "pid": %d, "ticks": %d, "gpus": []}'
            handle = pointing % (running.token, process.boot, process.pid, process.ticks)
            database.execute("UPDATE attempts SET pid = ?, ticks = ?, handle = ?", (process.pid, process.ticks, handle))
        database.close()
        first.store.request_cancel(job)
        second = make()
        assert until(second, job, *FINISHED).state is State.CANCELLED
        assert stranger.poll() is None, "the stranger was killed"
    finally:
        stranger.kill()
        stranger.wait()


def test_what_a_killed_attempt_left_half_written_is_removed(make: Make) -> None:
    """A job that is killed in the middle of a checkpoint, over and over, would fill the disk."""
    supervisor = make()
    (job,) = submit(supervisor.store, "run 600")
    running = until(supervisor, job, State.RUNNING)
    torn = running.folder / ".checkpoint.safetensors.7.tmp"
    torn.touch()
    for process in members(running.token or ""):
        process.send(signal.SIGKILL)
    wait_until(lambda: supervisor.store.get(job).token != running.token, "its death is noticed", supervisor.tick)
    assert not torn.exists()


def test_a_silent_job_is_ended_and_counts_as_failed(make: Make) -> None:
    """A job that hangs does not hold its slot for ever. The wait is measured by a clock that never jumps."""
    supervisor = make(replace(QUICK, first_beat=0.3, drain_grace=0.2))
    (job,) = submit(supervisor.store, "silent", retries=0)
    failed = until(supervisor, job, *FINISHED)
    assert failed.state is State.FAILED
    assert "no sign of life" in failed.error


def test_a_drain_pauses_what_runs_and_a_resume_lets_it_go_on(make: Make) -> None:
    """Class in ten minutes: the machine is free soon, and nothing is lost or counted against a job."""
    supervisor = make()
    running, waiting = submit(supervisor.store, "run 1", "run 0.01")
    until(supervisor, running, State.RUNNING)
    supervisor.store.set_drained(True, "class")
    wait_until(lambda: not supervisor.store.active(), "nothing runs", supervisor.tick)
    third = submit(supervisor.store, "run 0.01")[0]
    for _ in range(20):
        supervisor.tick()
    jobs = [supervisor.store.get(job) for job in (running, third)]
    assert [(job.state, job.failures) for job in jobs] == [(State.QUEUED, 0)] * 2
    assert jobs[0].attempts == 1
    supervisor.store.set_drained(False)
    for job in (running, waiting, third):
        assert until(supervisor, job, *FINISHED).state is State.SUCCEEDED


def test_a_deleted_folder_is_named_and_the_others_go_on(make: Make) -> None:
    """Somebody tidied up too much: that job is lost, by name, and a retry starts it afresh."""
    supervisor = make()
    lost, other = submit(supervisor.store, "run 60", "run 0.5")
    folder = until(supervisor, lost, State.RUNNING).folder
    wait_until(lambda: lock_intervals(folder), "it is at work", supervisor.tick)
    folder.rename(folder.with_name("gone"))  # at one stroke, since the job still writes into it
    found = until(supervisor, lost, *FINISHED)
    assert found.state is State.LOST
    assert str(folder) in found.error
    assert until(supervisor, other, *FINISHED).state is State.SUCCEEDED
    supervisor.store.retry(lost)
    until(supervisor, lost, State.RUNNING)
    assert RunFolder(folder).spec_file.is_file()


def test_a_folder_deleted_while_the_job_waits_is_named_too(make: Make) -> None:
    supervisor = make()
    (job,) = submit(supervisor.store, "run 60")
    folder = until(supervisor, job, State.RUNNING).folder
    supervisor.store.set_drained(True)
    until(supervisor, job, State.QUEUED)
    shutil.rmtree(folder)
    supervisor.store.set_drained(False)
    assert until(supervisor, job, *FINISHED).state is State.LOST


def test_a_locked_database_holds_up_the_supervisor_but_no_job(home: Home, make: Make) -> None:
    """A copy tool has the store: what runs goes on, and afterwards the store has the truth."""
    supervisor = make()
    supervisor.store.close()
    supervisor.store = Store(home, patience=0.05)
    (job,) = submit(supervisor.store, "run 0.3")
    until(supervisor, job, State.RUNNING)
    copying = sqlite3.connect(home.database, isolation_level=None)
    copying.execute("BEGIN EXCLUSIVE")
    result = RunFolder(supervisor.store.get(job).folder).result_file
    wait_until(result.is_file, "the job ends meanwhile", supervisor.tick)
    for _ in range(5):
        supervisor.tick()
    copying.execute("ROLLBACK")
    copying.close()
    assert until(supervisor, job, *FINISHED).state is State.SUCCEEDED


def test_a_clock_that_jumps_parks_no_job(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody sets the clock back by a year while a job waits for its next try."""
    supervisor = make(replace(QUICK, first_backoff=0.3, longest_backoff=0.3))
    (job,) = submit(supervisor.store, "die", retries=1)
    until(supervisor, job, State.QUEUED)
    until(supervisor, job, State.RUNNING, State.QUEUED)
    now = time.time
    for jump in (-365 * 86_400.0, 365 * 86_400.0):
        monkeypatch.setattr(time, "time", lambda jump=jump: now() + jump)
        supervisor.tick()
    started = time.monotonic()
    assert until(supervisor, job, *FINISHED).attempts == 2
    assert time.monotonic() - started < 10.0


def test_a_job_for_which_the_host_has_no_gpu_fails_by_name(make: Make) -> None:
    """Four GPUs asked of a host with none: said at once instead of waiting for ever."""
    supervisor = make()
    (job,) = supervisor.store.submit([Request(SPEC, device="cuda", gpus=4)])
    failed = until(supervisor, job.id, *FINISHED)
    assert failed.state is State.FAILED
    assert failed.error == "The job asks for 4 GPUs; this host has 0."


def test_with_the_inline_backend_one_tick_is_one_attempt(home: Home) -> None:
    """Tests and debuggers see a whole job within one call."""
    supervisor = Supervisor(home, QUICK, {"inline": InlineBackend(home, light_command)}, Slots(1))
    (job,) = submit(supervisor.store, "run 0.05", backend="inline")
    supervisor.tick()
    done = supervisor.store.get(job)
    supervisor.close()
    assert done.state is State.SUCCEEDED
    assert done.metrics == {"test_accuracy": 1.0}
