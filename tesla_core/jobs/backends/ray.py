"""The backend of a Ray cluster: the cluster places attempts, runs them and keeps their output.

A submission's name is made of the job and the attempt's token, so that nothing is started twice and everything is
found again. Heartbeats come as lines of the job's output; its folder, which the cluster's machines share, has them too.
Only this host opens the store.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import math
import shlex
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from tesla_core.data_folder import PACKAGE_ROOT
from tesla_core.experiments.folder import RunFolder
from tesla_core.files import write_atomically
from tesla_core.jobs.backends.command import Command, runner_command
from tesla_core.jobs.backends.contract import Exit, Handle, Status, UnreachableError
from tesla_core.jobs.backends.ray_client import RayClient
from tesla_core.jobs.backends.ray_exits import beat_in, exit_on_cluster
from tesla_core.jobs.backends.ray_settings import RaySettings
from tesla_core.jobs.backends.ray_watch import OVER, POLL_SECONDS, TAKEN_BACK, UNSENT, RayWatch, Seen
from tesla_core.jobs.processes import TOKEN_VARIABLE
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Attempt, Job
from tesla_core.jobs.worker.attempt import EVENTS_VARIABLE, EXIT_EVENT
from tesla_core.jobs.worker.files import LogTail, read_heartbeat
from tesla_core.jobs.worker.heartbeat import EVENT
from tesla_core.jobs.worker.parent_watch import WATCH_VARIABLE

RESULT_SECONDS = 15.0
"""A shared folder may show a result a moment after the cluster has reported success."""


class RayBackend:
    """Attempts on the cluster that TESLA_LAB_RAY_ADDRESS names. Only `find` and `log` wait for the network."""

    name = "ray"
    places_itself = True

    def __init__(
        self,
        home: Home,
        command: Command | None = None,
        settings: RaySettings | None = None,
        poll: float = POLL_SECONDS,
    ) -> None:
        self.home = home
        self.settings = settings or RaySettings.from_environment()
        self._command = command or partial(runner_command, python=self.settings.python)
        self._client = RayClient(self.settings.address, self.settings.secret)
        self._watch = RayWatch(self._client, poll)
        self._beats: dict[str, tuple[int, float]] = {}
        self._succeeded: dict[str, float] = {}

    def start(self, job: Job, attempt: Attempt, gpus: Sequence[str] = ()) -> Handle:
        """Hand the attempt over as soon as the head takes it; until then its status is that it waits."""
        submission = f"tesla-{job.id}-{attempt.token}"
        self._watch.submit(submission, self._request(submission, job, attempt))
        return _handle(submission, attempt.token)

    def status(self, job: Job, handle: Handle) -> Status:
        submission, token = _read(handle)
        seen = self._watch.seen(submission)
        heartbeat = self._newest_beat(job, submission, token, seen)
        if seen is not None and seen.status in OVER:
            return self._over(job, submission, token, seen, heartbeat)
        silence, problem = self._watch.silence
        if silence and (seen is None or seen.status != UNSENT):
            return self._while_silent(submission, heartbeat, silence, problem)
        return Status(alive=True, heartbeat=heartbeat, waiting=seen is None or seen.status in {UNSENT, "PENDING"})

    def stop(self, job: Job, handle: Handle, grace: float) -> None:
        """The grace is the cluster's own (`stop_seconds`)."""
        self._watch.stop(_read(handle)[0])

    def find(self, job: Job, attempt: Attempt) -> Handle | None:
        submission = f"tesla-{job.id}-{attempt.token}"
        if self._client.details(submission) is None:
            return None
        return _handle(submission, attempt.token)

    def log(self, job: Job, handle: Handle | None, last: int) -> str:
        """From the run's folder; what was printed before the runner had opened it, from the cluster."""
        lines = LogTail(job.folder).last(last)
        if not lines and handle is not None:
            lines = self._output(_read(handle)[0], last)
        return "\n".join(lines)

    def close(self) -> None:
        self._watch.close()

    def _request(self, submission: str, job: Job, attempt: Attempt) -> dict[str, Any]:
        """What the Jobs API is sent. `exec` makes the runner a child of Ray's own process, the parent it watches; the
        token stays out of that process's environment."""
        request = job.request
        processes = max(1, request.gpus)
        gpus = processes if request.device.startswith("cuda") else 0
        there = dataclasses.replace(job, folder=self._folder_there(job))
        variables = {
            TOKEN_VARIABLE: attempt.token,
            EVENTS_VARIABLE: "stdout",
            WATCH_VARIABLE: "1",
            "OMP_NUM_THREADS": str(self.settings.cpus),
            "RAY_USAGE_STATS_ENABLED": "0",
        }
        words = ["env", *(f"{name}={value}" for name, value in variables.items())]
        words += self._command(there, tuple(map(str, range(gpus))))
        return {
            "submission_id": submission,
            "entrypoint": f"cd {shlex.quote(str(PACKAGE_ROOT))} 2>/dev/null; exec {shlex.join(words)}",
            "entrypoint_num_cpus": processes * self.settings.cpus,
            "entrypoint_num_gpus": gpus,
            "runtime_env": {"env_vars": {"RAY_JOB_STOP_WAIT_TIME_S": str(self.settings.stop_seconds)}},
        }

    def _folder_there(self, job: Job) -> Path:
        """The run's folder as the cluster's machines see it."""
        if self.settings.folder is None:
            return job.folder
        return self.settings.folder / job.folder.relative_to(self.home.runs)

    def _newest_beat(self, job: Job, submission: str, token: str, seen: Seen | None) -> dict[str, Any] | None:
        """By either way that heartbeats come, so that neither a lost log nor a slow folder makes a job seem dead."""
        beats = [read_heartbeat(job.folder), beat_in(seen, token) if seen else None]
        own = [beat for beat in beats if beat is not None and beat.get("token") == token]
        if not own:
            return None
        newest = max(own, key=_number)
        if self._beats.get(submission, (-1, 0.0))[0] != _number(newest):
            self._beats[submission] = _number(newest), time.monotonic()
        return newest

    def _while_silent(self, submission: str, heartbeat: dict[str, Any] | None, silence: float, problem: str) -> Status:
        """The head does not answer. A job whose heartbeat still moves lives; one without is given up after a while."""
        quiet = time.monotonic() - self._beats.get(submission, (0, -math.inf))[1]
        if quiet < self.settings.patience:
            return Status(alive=True, heartbeat=heartbeat)
        if silence < self.settings.patience:
            raise UnreachableError(f"{problem} What became of the job is unknown; asking again.")
        self._watch.stop(submission)  # for a head that comes back with the job still running
        self._forget(submission)
        reason = f"{problem} The job went silent with it, {silence:.0f} s ago."
        return Status(alive=False, heartbeat=heartbeat, exit=Exit(None, "machine-gone", reason))

    def _over(self, job: Job, submission: str, token: str, seen: Seen, heartbeat: dict[str, Any] | None) -> Status:
        end = exit_on_cluster(job.folder, token, seen)
        if seen.status == TAKEN_BACK:
            _make_stale(job, token)
        if seen.status == "SUCCEEDED" and not RunFolder(job.folder).result_file.is_file():
            since = self._succeeded.setdefault(submission, time.monotonic())
            if time.monotonic() - since < RESULT_SECONDS:
                return Status(alive=True, heartbeat=heartbeat)
            end = Exit(end.code, "crash", f"It ended without an error, but {job.folder} here shows no result of it.")
        self._forget(submission)
        return Status(alive=False, heartbeat=heartbeat, exit=end)

    def _forget(self, submission: str) -> None:
        self._watch.forget(submission)
        self._beats.pop(submission, None)
        self._succeeded.pop(submission, None)

    def _output(self, submission: str, last: int) -> list[str]:
        try:
            details = self._client.details(submission)
            node = (details or {}).get("driver_node_id")
            lines = self._client.tail(submission, node, last) if node else []
        except UnreachableError as error:
            return [str(error)]
        return [line for line in lines if not line.startswith((EVENT, EXIT_EVENT))]


def _make_stale(job: Job, token: str) -> None:
    """An attempt that is still in the cluster's queue ends at once when its turn comes."""
    file = RunFolder(job.folder).token_file
    with contextlib.suppress(OSError):  # no folder: the runner would not begin either
        if file.read_text().strip() == token:
            write_atomically(file, b"taken back\n")


def _number(beat: dict[str, Any]) -> int:
    number = beat.get("beat")
    return number if isinstance(number, int) else 0


def _handle(submission: str, token: str) -> Handle:
    return json.dumps({"submission": submission, "token": token})


def _read(handle: Handle) -> tuple[str, str]:
    data = json.loads(handle)
    return data["submission"], data["token"]
