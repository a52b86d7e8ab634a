"""Start the supervisor if none runs: what app and command line call after every change."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys

from tesla_core.data_folder import PACKAGE_ROOT
from tesla_core.errors import TeslaError
from tesla_core.jobs.lock import FileLock
from tesla_core.jobs.processes import TOKEN_VARIABLE
from tesla_core.jobs.store.home import Home

START_SECONDS = 60.0


def supervisor_runs(home: Home) -> bool:
    """Whether another process holds the supervisor's lock. The one who holds it must not ask."""
    with FileLock(home.lock) as lock:
        return not lock.take()


def ensure_supervisor(home: Home) -> None:
    """Start a supervisor of `home` that outlives this process, unless one runs. Any number may call this at once."""
    if supervisor_runs(home):
        return
    # flock, unlike lockf, also keeps the threads of one process apart.
    with home.lock.with_suffix(".starting").open("a") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if not supervisor_runs(home):
            _start(home)


def _start(home: Home) -> None:
    """The process started here forks the supervisor, ends once that holds the lock, and leaves no zombie behind."""
    with home.supervisor_log.open("ab") as log:
        try:
            code = subprocess.run(
                [sys.executable, "-m", "tesla_core.jobs.supervisor", "--detach"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=PACKAGE_ROOT,
                env=_environment(home),
                start_new_session=True,
                timeout=START_SECONDS,
            ).returncode
        except subprocess.TimeoutExpired:
            code = None
    if code != 0:
        raise TeslaError(f"The supervisor of background jobs did not start; {home.supervisor_log} says why.")


def _environment(home: Home) -> dict[str, str]:
    """Ours, but for the token: a job that submits others must not take the supervisor with it when it is ended."""
    inherited = {name: value for name, value in os.environ.items() if name != TOKEN_VARIABLE}
    return {**inherited, "TESLA_LAB_HOME": str(home.path)}
