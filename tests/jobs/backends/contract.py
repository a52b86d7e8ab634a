"""What every backend must do, as tests. A backend's own test module makes a `bench` fixture and subclasses the suite.

Jobs are those of light_runner.py: their names say how they behave, and `light_command` is the command that runs them.
"""

from __future__ import annotations

import json
import threading
import time
from dataclasses import dataclass

from tesla_core.experiments.folder import RunFolder
from tesla_core.jobs.backends.contract import Backend, Exit, Handle, Status
from tesla_core.jobs.processes import boot_identity, members
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Attempt, Job
from tesla_core.jobs.store.store import Store
from tesla_core.jobs.supervisor.folders import prepare
from tests.jobs.light import assert_never_two_at_once, lock_intervals, submit, wait_until


@dataclass
class Bench:
    """A backend with a home around it. blocks: whether its `start` returns only when the attempt has ended."""

    home: Home
    backend: Backend
    blocks: bool = False

    def claim(self, behaviour: str) -> tuple[Job, Attempt]:
        """A job as the supervisor hands it to a backend: claimed, with a folder and a token."""
        with Store(self.home) as store:
            (job_id,) = submit(store, behaviour, backend=self.backend.name)
            attempt = store.claim(job_id, boot_identity())
            assert attempt is not None
            job = store.get(job_id)
        prepare(job, attempt)
        return job, attempt

    def start(self, job: Job, attempt: Attempt) -> Handle:
        """Start it and return while it runs, also where `start` itself does not."""
        if not self.blocks:
            return self.backend.start(job, attempt)
        threading.Thread(target=self.backend.start, args=(job, attempt)).start()
        return wait_until(lambda: self.backend.find(job, attempt), "the attempt is found")

    def status(self, job: Job, handle: Handle) -> Status:
        return self.backend.status(job, handle)

    def end_of(self, job: Job, handle: Handle) -> Exit:
        ended = wait_until(lambda: self.status(job, handle).exit, "the attempt ends", lambda: time.sleep(0.05))
        assert isinstance(ended, Exit)
        return ended

    def until_it_beats(self, job: Job, handle: Handle) -> dict:
        return wait_until(lambda: self.status(job, handle).heartbeat, "a heartbeat is seen", lambda: time.sleep(0.02))


class BackendContract:
    """Subclass it as `class TestLocal(BackendContract)` beside a fixture `bench`."""

    def test_a_job_is_started_seen_at_work_and_ends_with_a_result(self, bench: Bench) -> None:
        """The plain case: somebody launches a job and gets a result."""
        job, attempt = bench.claim("run 1")
        handle = bench.start(job, attempt)
        assert isinstance(json.loads(handle), dict), "a handle is a JSON object"
        beat = bench.until_it_beats(job, handle)
        assert beat["token"] == attempt.token
        assert bench.end_of(job, handle).kind == "succeeded"
        assert RunFolder(job.folder).result_file.is_file()

    def test_a_crash_is_told_with_a_reason(self, bench: Bench) -> None:
        """The board says why a job failed, not only that it did."""
        job, attempt = bench.claim("crash")
        end = bench.end_of(job, bench.backend.start(job, attempt))
        assert end.kind == "crash"
        assert "the loss went out for a walk" in end.reason

    def test_a_kill_is_a_crash(self, bench: Bench) -> None:
        """What the kernel ended for want of memory does not count as done."""
        job, attempt = bench.claim("die")
        assert bench.end_of(job, bench.backend.start(job, attempt)).kind == "crash"

    def test_a_mistake_is_told_apart_from_a_crash(self, bench: Bench) -> None:
        """A spec that can't run is not tried again and again."""
        job, attempt = bench.claim("mistake")
        end = bench.end_of(job, bench.backend.start(job, attempt))
        assert end.kind == "mistake"
        assert "bits must be from 2 to 64" in end.reason

    def test_what_ignores_the_request_to_stop_is_killed_with_all_its_children(self, bench: Bench) -> None:
        """A cancelled job frees the machine, whatever its data loaders think of it."""
        job, attempt = bench.claim("stubborn")
        handle = bench.start(job, attempt)
        bench.until_it_beats(job, handle)
        started = time.monotonic()
        bench.backend.stop(job, handle, 0.5)
        bench.backend.stop(job, handle, 0.5)
        assert bench.end_of(job, handle).kind != "succeeded"
        assert time.monotonic() - started > 0.4, "it was given its grace"
        assert members(attempt.token) == []

    def test_a_stop_asks_first(self, bench: Bench) -> None:
        """A job that is paused for a class gets to write its checkpoint."""
        job, attempt = bench.claim("run 60")
        handle = bench.start(job, attempt)
        bench.until_it_beats(job, handle)
        bench.backend.stop(job, handle, 60.0)
        assert bench.end_of(job, handle).kind == "interrupted"

    def test_it_is_found_again_though_its_handle_was_lost(self, bench: Bench) -> None:
        """The supervisor died between starting a job and writing that down: the job is adopted, not started twice."""
        job, attempt = bench.claim("run 60")
        bench.until_it_beats(job, bench.start(job, attempt))
        found = bench.backend.find(job, attempt)
        assert found is not None
        assert bench.status(job, found).alive
        bench.backend.stop(job, found, 5.0)
        bench.end_of(job, found)

    def test_what_never_started_is_not_found(self, bench: Bench) -> None:
        job, attempt = bench.claim("run 60")
        assert bench.backend.find(job, attempt) is None

    def test_two_starts_of_one_attempt_never_run_at_once(self, bench: Bench) -> None:
        """Whatever goes wrong around it, two processes never write one checkpoint."""
        job, attempt = bench.claim("run 0.4")
        threads = [threading.Thread(target=bench.backend.start, args=(job, attempt)) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        handle = wait_until(lambda: bench.backend.find(job, attempt), "the attempt is found")
        bench.end_of(job, handle)
        assert lock_intervals(job.folder)
        assert_never_two_at_once(job.folder)

    def test_its_log_can_be_read(self, bench: Bench) -> None:
        """Somebody asks what the job printed, also after it has ended."""
        job, attempt = bench.claim("run 0.1")
        handle = bench.backend.start(job, attempt)
        bench.end_of(job, handle)
        assert "a result is there" in bench.backend.log(job, handle, 20)
        assert bench.backend.log(job, handle, 1).strip() == "a result is there"
