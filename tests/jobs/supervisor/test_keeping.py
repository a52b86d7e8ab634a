"""If these fail, jobs wait for ever after their supervisor's death, until somebody happens to launch another."""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tesla_core.errors import TeslaError
from tesla_core.jobs.processes import Process
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Request
from tesla_core.jobs.store.states import FINISHED
from tesla_core.jobs.store.store import Store
from tesla_core.jobs.supervisor import keeping
from tesla_core.jobs.supervisor.keeping import keep_jobs_supervised, take_up_jobs
from tesla_core.jobs.supervisor.starting import supervisor_runs
from tests.jobs.attempts import LONG
from tests.jobs.light import kill_leftovers, submit, wait_until


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    monkeypatch.setenv("TESLA_LAB_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TESLA_LAB_GPUS", "none")
    home = Home.find()
    yield home
    if (process := supervisor_of(home)) is not None:
        process.send(signal.SIGKILL)


@pytest.fixture
def keeping_thread() -> Iterator[None]:
    """The web process's loop."""
    loop = asyncio.new_event_loop()
    task = loop.create_task(keep_jobs_supervised())

    def work() -> None:
        loop.run_until_complete(asyncio.gather(task, return_exceptions=True))
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()

    thread = threading.Thread(target=work)
    thread.start()
    yield
    loop.call_soon_threadsafe(task.cancel)
    thread.join()


def supervisor_of(home: Home) -> Process | None:
    """By the identity it wrote into its lock."""
    words = home.lock.read_text().split() if home.lock.exists() else []
    process = Process(words[0], int(words[1]), int(words[2])) if len(words) == 3 else None
    return process if process is not None and process.alive else None


def test_a_killed_supervisor_is_replaced_without_anybody_asking(home: Home, keeping_thread: None) -> None:
    with Store(home) as store:
        (job,) = store.submit([Request(LONG, device="cpu")])
        first = wait_until(lambda: supervisor_of(home), "the job has a supervisor")
        wait_until(lambda: store.active(), "it has begun")
        first.send(signal.SIGKILL)
        wait_until(lambda: supervisor_of(home) not in (None, first), "it has another")
        store.request_cancel(job.id)
        wait_until(lambda: store.get(job.id).state in FINISHED, "it follows the job to its end")
        assert store.get(job.id).attempts == 1
        kill_leftovers(store)


def test_nothing_is_started_or_made_where_no_job_waits(home: Home) -> None:
    assert not take_up_jobs(home)
    assert not home.path.exists()
    with Store(home) as store:
        assert not take_up_jobs(home)
        store.set_drained(True)
        submit(store, "run 1")
        assert not take_up_jobs(home), "a lab that was told to rest rests"
    assert not supervisor_runs(home)


def test_a_lab_whose_jobs_cant_be_taken_up_says_so_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A full disk lasts for hours; a line a second would fill what is left of it."""
    tried = []

    def fail(home: Home) -> bool:
        tried.append(home)
        raise TeslaError("No space is left.")

    monkeypatch.setattr(keeping, "take_up_jobs", fail)
    monkeypatch.setattr(keeping, "LOOK_SECONDS", 0.001)

    async def some() -> None:
        task = asyncio.create_task(keep_jobs_supervised())
        while len(tried) < 4:
            await asyncio.sleep(0.001)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    with caplog.at_level(logging.ERROR, "tesla_core"):
        asyncio.run(some())
    assert [record.getMessage() for record in caplog.records] == ["Background jobs are not taken up: No space is left."]
