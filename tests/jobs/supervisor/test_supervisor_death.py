"""Supervisors that are killed, machines that go down, containers that end: real processes, real SIGKILL."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tesla_core.jobs.processes import members
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Job
from tesla_core.jobs.store.states import FINISHED, State
from tesla_core.jobs.store.store import Store
from tesla_core.jobs.supervisor.starting import supervisor_runs
from tests.jobs.light import assert_never_two_at_once, kill_leftovers, lock_intervals, submit, wait_until

Start = Callable[..., subprocess.Popen[bytes]]
SUPERVISOR = (sys.executable, "-m", "tests.jobs.light_supervisor")
CONTAINER = ("unshare", "--pid", "--fork", "--kill-child", "--mount-proc")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home").make()


@pytest.fixture
def store(home: Home) -> Iterator[Store]:
    with Store(home) as store:
        yield store
        kill_leftovers(store)


@pytest.fixture
def start(root: Path, home: Home) -> Iterator[Start]:
    """Start a supervisor process of the home; what still runs at the end of the test is killed."""
    started: list[subprocess.Popen[bytes]] = []

    def start(*before: str) -> subprocess.Popen[bytes]:
        command = [*before, *SUPERVISOR, str(home.path)]
        started.append(subprocess.Popen(command, cwd=root, stdin=subprocess.DEVNULL, start_new_session=True))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.wait()


def until(store: Store, job: str, *states: State) -> Job:
    def look() -> Job | None:
        found = store.get(job)
        return found if found.state in states else None

    return wait_until(look, f"job {job} becomes {' or '.join(states)}")


def kill(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    assert process.wait() == -signal.SIGKILL


def test_a_killed_supervisor_leaves_its_job_at_work_and_the_next_adopts_it(start: Start, store: Store) -> None:
    """Nobody loses a night's training because a helper process died: the same process goes on, as the same attempt."""
    first = start()
    (job,) = submit(store, "run 600")
    before = until(store, job, State.RUNNING)
    assert before.process is not None
    kill(first)
    beats = store.get(job).progress.beat
    assert before.process.alive, "the job goes on without a supervisor"
    start()
    adopted = wait_until(lambda: (now := store.get(job)).progress.beat > beats and now, "its progress is told again")
    assert adopted.process == before.process
    assert (adopted.attempts, adopted.token, adopted.failures) == (1, before.token, 0)
    store.request_cancel(job)
    assert until(store, job, *FINISHED).state is State.CANCELLED
    assert not before.process.alive, "the adopting supervisor can also end it"


def test_a_job_that_ends_without_a_supervisor_is_found_done(start: Start, store: Store) -> None:
    """It finished in the meantime: its result counts, and it is not run again."""
    first = start()
    (job,) = submit(store, "run 0.5")
    running = until(store, job, State.RUNNING)
    kill(first)
    assert running.process is not None
    process = running.process
    wait_until(lambda: not process.alive, "the job ends")
    start()
    done = until(store, job, *FINISHED)
    assert (done.state, done.attempts) == (State.SUCCEEDED, 1)
    assert done.metrics == {"test_accuracy": 1.0}


def test_a_job_killed_without_a_supervisor_is_tried_again(start: Start, store: Store) -> None:
    first = start()
    (job,) = submit(store, "run 0.6")
    running = until(store, job, State.RUNNING)
    kill(first)
    assert running.process is not None
    running.process.send(signal.SIGKILL)
    start()
    done = until(store, job, *FINISHED)
    assert (done.state, done.attempts, done.failures) == (State.SUCCEEDED, 2, 1)


def test_a_supervisor_that_is_stopped_lets_jobs_save_and_the_next_goes_on(start: Start, store: Store) -> None:
    """A planned stop of the service costs no job a try."""
    first = start()
    (job,) = submit(store, "run 600")
    until(store, job, State.RUNNING)
    first.terminate()
    assert first.wait() == 0
    paused = store.get(job)
    assert (paused.state, paused.failures) == (State.QUEUED, 0)
    start()
    assert until(store, job, State.RUNNING).attempts == 2


@pytest.mark.kills
def test_killed_at_its_worst_moments_it_never_runs_a_job_twice_at_once(
    start: Start, store: Store, kills: int, chance: random.Random
) -> None:
    """Between the claim, the start and the commit of a job a supervisor is killed over and over. Every job is done in
    the end, no two attempts of one ever held its folder at once, and none is blamed for it."""
    jobs = submit(store, *["run 0.15"] * 8)

    def worst_moment() -> bool:
        return any(job.state is State.STARTING for job in store.active())

    during_a_start = 0
    for number in range(2 * kills):
        supervisor = start()
        wait_until(lambda: supervisor_runs(store.home), "it has the lock", lambda: time.sleep(0.001))
        deadline = time.monotonic() + chance.uniform(0.05, 0.6)
        while time.monotonic() < deadline and not (number % 2 and worst_moment()):
            pass
        kill(supervisor)
        during_a_start += worst_moment()
        if not store.queue() and not store.active():
            submit(store, "run 0.15")
    start()
    for job in [found.id for found in store.list(limit=-1)]:
        done = until(store, job, *FINISHED)
        assert (done.state, done.failures) == (State.SUCCEEDED, 0), f"job {job}: {done.error}"
        assert_never_two_at_once(done.folder)
        assert lock_intervals(done.folder)
        assert done.attempts == len(store.attempts(job))
    assert len(jobs) == 8
    assert during_a_start, "not one kill fell between a claim and its commit"


def test_after_the_machine_went_down_jobs_go_on_by_themselves(start: Start, store: Store) -> None:
    """The power failed: everything is dead and the boot identity another. No job is blamed for it."""
    first = start()
    jobs = submit(store, "run 1", "run 1")
    tokens = [until(store, job, State.RUNNING).token or "" for job in jobs]
    kill(first)
    for token in tokens:
        for process in members(token):
            process.send(signal.SIGKILL)
        wait_until(lambda token=token: not members(token), "all are dead")
    database = sqlite3.connect(store.home.database)
    with database:
        database.execute("UPDATE attempts SET boot = 'an earlier life', process_boot = 'an earlier life'")
    database.close()
    start()
    for job in jobs:
        done = until(store, job, *FINISHED)
        assert (done.state, done.attempts, done.failures) == (State.SUCCEEDED, 2, 0)
        assert "restarted" in done.attempt_log[0].reason


def test_after_a_containers_first_process_ended_jobs_go_on_in_the_next(start: Start, store: Store) -> None:
    """`docker restart`: the kernel kills all that was in the container. That is a machine's death, not a job's."""
    container = start(*CONTAINER)
    (job,) = submit(store, "run 1")
    before = until(store, job, State.RUNNING)
    assert before.process is not None
    wait_until(lambda: lock_intervals(before.folder), "it is at work")
    outside = members(before.token or "")
    kill(container)
    wait_until(lambda: not members(before.token or ""), "the kernel has ended all of it")
    assert [process.pid for process in outside] != [before.process.pid], "its pid was one of the container's own"
    start(*CONTAINER)
    done = until(store, job, *FINISHED)
    assert (done.state, done.attempts, done.failures) == (State.SUCCEEDED, 2, 0)
    assert done.attempt_log[0].boot != done.attempt_log[1].boot


def test_twenty_who_start_a_supervisor_at_once_get_one(root: Path, home: Home, store: Store) -> None:
    """A whole class opens the app: one supervisor runs, whoever was first."""
    racer = """
import sys, threading
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.supervisor.starting import ensure_supervisor
home, barrier = Home(sys.argv[1]), threading.Barrier(5)
def race():
    barrier.wait()
    ensure_supervisor(home)
threads = [threading.Thread(target=race) for _ in range(5)]
print("ready", flush=True); sys.stdin.readline()
for thread in threads: thread.start()
for thread in threads: thread.join()
"""
    command = [sys.executable, "-c", racer, str(home.path)]
    racers = [
        subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=_quick())
        for _ in range(4)
    ]
    for process in racers:
        assert process.stdout is not None
        process.stdout.readline()
    for process in racers:
        assert process.stdin is not None
        process.stdin.write(b"go\n")
        process.stdin.flush()
    for process in racers:
        process.communicate()
        assert process.returncode == 0
    supervisors = _supervisors_of(home)
    try:
        assert len(supervisors) == 1
        assert supervisor_runs(home)
        assert home.supervisor_log.read_text().count(f"of {home.path}") == 1
    finally:
        for pid in supervisors:
            os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not supervisor_runs(home), "the lock is free again")


def test_a_home_that_was_deleted_and_made_again_has_one_supervisor(start: Start, home: Home, store: Store) -> None:
    """Whoever clears the folder to begin anew is not left with a process that trains what nobody can see or stop."""
    first = start()
    (job,) = submit(store, "run 600")
    running = until(store, job, State.RUNNING)
    assert running.process is not None
    shutil.rmtree(home.path)
    home.make()
    start()
    assert first.wait(timeout=60) == 0
    assert not running.process.alive
    wait_until(lambda: supervisor_runs(home), "the new home has a supervisor")
    (again,) = submit(store, "run 1")
    assert until(store, again, *FINISHED).state is State.SUCCEEDED


def test_a_supervisor_without_work_ends_by_itself(root: Path, home: Home) -> None:
    """Nothing lingers on a machine that nobody uses for jobs any more."""
    environment = {**_quick(), "TESLA_LAB_HOME": str(home.path), "TESLA_LAB_JOBS_IDLE_EXIT": "0.1"}
    command = [sys.executable, "-m", "tesla_core.jobs.supervisor"]
    done = subprocess.run(command, cwd=root, env=environment, timeout=60)
    assert done.returncode == 0
    assert not supervisor_runs(home)


def _quick() -> dict[str, str]:
    return {**os.environ, "TESLA_LAB_JOBS_IDLE_POLL": "0.05"}


def _supervisors_of(home: Home) -> list[int]:
    wanted = f"TESLA_LAB_HOME={home.path}".encode()
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if wanted in (path / "environ").read_bytes().split(b"\0"):
                found.append(int(path.name))
        except OSError:
            continue
    return found
