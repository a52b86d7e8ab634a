"""The backend of this host: each attempt is a process group of its own, which outlives the supervisor."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tesla_core.data_folder import PACKAGE_ROOT, VARIABLE
from tesla_core.experiments.folder import RunFolder
from tesla_core.jobs.backends.command import Command, runner_command
from tesla_core.jobs.backends.contract import Exit, Handle, Status, process_of
from tesla_core.jobs.backends.exits import exit_of
from tesla_core.jobs.backends.slots import engine_gpu, job_threads
from tesla_core.jobs.class_first import step_back
from tesla_core.jobs.processes import TOKEN_VARIABLE, Process, Termination, members, oom_kills
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Attempt, Job
from tesla_core.jobs.worker import courtesy
from tesla_core.jobs.worker.files import LogTail, read_exit, read_heartbeat

MOST_ENDED = 100


class LocalBackend:
    """Processes of this host. One is ours if boot, pid and start ticks are right and the token is in its environment.

    command: from a job and its GPUs to the words of the command line that runs it.
    """

    name = "local"
    places_itself = False

    def __init__(self, home: Home, command: Command = runner_command) -> None:
        self.home = home
        self._command = command
        self._children: dict[str, list[subprocess.Popen[bytes]]] = {}
        self._endings: dict[str, tuple[float, Termination]] = {}
        self._adopted: dict[str, Process | None] = {}

    def start(self, job: Job, attempt: Attempt, gpus: Sequence[str] = ()) -> Handle:
        self._forget_ended()
        with RunFolder(job.folder).log_file.open("ab") as log:
            before = oom_kills()
            child = subprocess.Popen(
                self._command(job, gpus),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=PACKAGE_ROOT,
                env=_environment(attempt, gpus, self.home),
                start_new_session=True,
            )
        step_back(child.pid)
        self._children.setdefault(attempt.token, []).append(child)
        return _handle(attempt.token, Process.of(child.pid), gpus, before)

    def status(self, job: Job, handle: Handle) -> Status:
        token = _token(handle)
        heartbeat = _of_attempt(read_heartbeat(job.folder), token)
        if token in self._endings:
            self._endings[token][1].step()
        if self._leader_runs(handle):
            return Status(alive=True, heartbeat=heartbeat)
        if members(token):
            # The leader is gone and has left children behind: the attempt is over only when they are.
            self.stop(job, handle, grace=0.0)
            return Status(alive=True, heartbeat=heartbeat)
        return Status(alive=False, heartbeat=heartbeat, exit=self._exit(job, handle))

    def stop(self, job: Job, handle: Handle, grace: float) -> None:
        token, end = _token(handle), time.monotonic() + grace
        if token not in self._endings or end < self._endings[token][0]:
            self._endings[token] = end, Termination(self._leader(handle), token, grace)
        self._endings[token][1].step()

    def find(self, job: Job, attempt: Attempt) -> Handle | None:
        running = members(attempt.token)
        if running:
            leader = next((process for process in running if _leads(process)), None)
            return _handle(attempt.token, leader, _given_gpus(leader))
        ended = _of_attempt(read_exit(job.folder), attempt.token)
        return _handle(attempt.token, None, ()) if ended else None

    def log(self, job: Job, handle: Handle | None, last: int) -> str:
        return "\n".join(LogTail(job.folder).last(last))

    def close(self) -> None:
        """Forget the children without waiting for them: they are to outlive us."""
        for child in (child for children in self._children.values() for child in children):
            if child.poll() is None:
                child.returncode = 0  # else Popen warns of a child that still runs
        self._children.clear()

    def _forget_ended(self) -> None:
        """A supervisor lives for weeks. Of what ended, the last ones will do."""
        ended = [token for token, children in self._children.items() if all(c.returncode is not None for c in children)]
        for token in ended[:-MOST_ENDED]:
            del self._children[token]
            self._endings.pop(token, None)

    def _leader(self, handle: Handle) -> Process | None:
        """The process of the handle, if it is ours: a handle may be old, and its pid a stranger's by now."""
        token, process = _token(handle), process_of(handle)
        if token in self._children or process is None:
            return process
        if token not in self._adopted:
            self._adopted[token] = process if process in members(token) else None
        return self._adopted[token]

    def _leader_runs(self, handle: Handle) -> bool:
        if children := self._children.get(_token(handle)):
            return any(child.poll() is None for child in children)
        leader = self._leader(handle)
        return leader is not None and leader.alive

    def _exit(self, job: Job, handle: Handle) -> Exit:
        token = _token(handle)
        children = self._children.get(token)
        starved = oom_kills() > json.loads(handle).get("oom_kills", oom_kills())
        return exit_of(job.folder, token, children[-1].returncode if children else None, starved)


class InlineBackend(LocalBackend):
    """The backend of tests and of debugging: `start` runs the attempt to its end before it returns. Another thread may
    look at it and stop it meanwhile."""

    name = "inline"

    def start(self, job: Job, attempt: Attempt, gpus: Sequence[str] = ()) -> Handle:
        handle = super().start(job, attempt, gpus)
        for child in list(self._children[attempt.token]):
            child.wait()
        return handle


def _environment(attempt: Attempt, gpus: Sequence[str], home: Home) -> dict[str, str]:
    threads = {"OMP_NUM_THREADS": str(job_threads())}
    visible = {"CUDA_VISIBLE_DEVICES": ",".join(gpus)} if gpus else {}
    ours = {VARIABLE: str(home.path), TOKEN_VARIABLE: attempt.token, **_way(gpus)}
    return {**threads, **os.environ, **visible, **ours}


def _way(gpus: Sequence[str]) -> dict[str, str]:
    """Whether the job is to make way for a class: on the engine's GPU always, on the CPU where cores are few."""
    if not gpus:
        return {courtesy.VARIABLE: courtesy.CROWDED}
    return {courtesy.VARIABLE: courtesy.ALWAYS if engine_gpu() in gpus else ""}


def _handle(token: str, process: Process | None, gpus: Sequence[str], killed: int | None = None) -> Handle:
    """killed: how many processes the kernel had ended for lack of memory before this one began."""
    starved = {} if killed is None else {"oom_kills": killed}
    identity = {"boot": process.boot, "pid": process.pid, "ticks": process.ticks} if process else {}
    return json.dumps({"token": token, **identity, "gpus": list(gpus), **starved})


def _token(handle: Handle) -> str:
    return json.loads(handle)["token"]


def _of_attempt(data: dict[str, Any] | None, token: str) -> dict[str, Any] | None:
    """What another attempt left in the folder says nothing about this one."""
    return data if data is not None and data.get("token") == token else None


def _leads(process: Process) -> bool:
    try:
        return os.getpgid(process.pid) == process.pid
    except ProcessLookupError:
        return False


def _given_gpus(process: Process | None) -> tuple[str, ...]:
    """CUDA_VISIBLE_DEVICES of a running process, as it was started."""
    if process is None:
        return ()
    try:
        entries = Path(f"/proc/{process.pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return ()
    values = [entry.partition(b"=")[2].decode() for entry in entries if entry.startswith(b"CUDA_VISIBLE_DEVICES=")]
    return tuple(values[0].split(",")) if values and values[0] else ()
