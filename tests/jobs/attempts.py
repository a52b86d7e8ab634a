"""A job's folder and real processes that run its attempts, as a supervisor would start them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from tesla_core.experiments.folder import RunFolder
from tesla_core.files import write_atomically
from tesla_core.jobs.processes import Process, Termination
from tesla_core.problems.parity.experiment import ParitySpec

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 240.0
QUICK = ParitySpec(bits=8, train_size=40, width=8, epochs=3, batch=16, noise=0.1)
LONG = ParitySpec(bits=10, train_size=300, width=16, epochs=100_000, batch=16)
TEAM_SPEC = replace(LONG, epochs=30, train_size=150)
TEAM = ("--gpus", "2", "--checkpoint-seconds", "0.5")


class JobFolder:
    """A run's folder, and the attempts started in it."""

    def __init__(self, path: Path, spec: ParitySpec) -> None:
        self.folder = RunFolder.create(path, spec)
        self.started: list[subprocess.Popen[str]] = []

    def start(self, token: str, *options: str, newest: bool = True, **environment: str) -> subprocess.Popen[str]:
        """Start an attempt with stdout and stderr in the log; `newest` writes its token into the folder first."""
        if newest:
            write_atomically(self.folder.token_file, f"{token}\n".encode())
        with self.folder.log_file.open("ab") as log:
            process = subprocess.Popen(
                self.command(*options),
                cwd=ROOT,
                env={**os.environ, "OMP_NUM_THREADS": "1", "TESLA_JOB_TOKEN": token, **environment},
                stdout=log,
                stderr=log,
                text=True,
            )
        self.started.append(process)
        return process

    def command(self, *options: str) -> list[str]:
        arguments = ["run", "parity", "--resume", str(self.folder.path), "--device", "cpu", *options]
        return [sys.executable, "-m", "tesla_core", *arguments]

    def finish(self, token: str, *options: str, **environment: str) -> int:
        return self.start(token, *options, newest=True, **environment).wait(PATIENCE)

    def ended(self) -> RunFolder:
        """The folder, once what was started last has ended well."""
        assert self.started[-1].wait(PATIENCE) == 0, self.log
        return self.folder

    def close(self) -> None:
        for process in self.started:
            if process.poll() is None:
                process.kill()
            process.wait()

    @property
    def log(self) -> str:
        return self.folder.log_file.read_text()

    @property
    def exit(self) -> dict[str, Any]:
        return json.loads(self.folder.exit_file.read_text())

    @property
    def attempts(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.folder.attempts_file.read_text().splitlines()]

    def epochs(self) -> int:
        """Lines of metrics so far."""
        return len(self.folder.metrics_file.read_bytes().splitlines()) if self.folder.metrics_file.exists() else 0


def wait_until(condition: Callable[[], object], process: subprocess.Popen[str] | None = None) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert process is None or process.poll() is None, f"the process ended with {process.returncode}"
        assert time.monotonic() < deadline, "this took too long"
        time.sleep(0.01)


def end_group(process: Process | None, token: str, grace: float) -> None:
    """End everything an attempt started: TERM, KILL after `grace` seconds. Returns when all are gone."""
    termination = Termination(process, token, grace)
    while not termination.step():
        time.sleep(0.02)
