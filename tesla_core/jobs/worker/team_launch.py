"""`--gpus N`: the command starts itself N times through torchrun, and stays to look after them."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tesla_core.experiments.folder import RunFolder
from tesla_core.jobs.processes import TOKEN_VARIABLE, oom_kills
from tesla_core.jobs.worker.endings import CODES, STARVED, Ending, ending_of
from tesla_core.jobs.worker.files import read_exit
from tesla_core.jobs.worker.parent_watch import LAUNCHER_VARIABLE, end_with, must_end_with_parent, parent


def launch_team(size: int, command: Sequence[str], place: Path | None = None) -> None:
    """Run `python -m tesla_core COMMAND` in `size` processes until all have ended; leave with the exit code of the
    first that failed. The rendezvous takes a free port of this host, so that several teams can run at once.

    place: the run's folder. Where memory was what one of them lacked, this is written there: the others only see that
    it is gone.
    """
    from torch.distributed.elastic.multiprocessing.api import SignalException
    from torch.distributed.elastic.multiprocessing.errors import ChildFailedError
    from torch.distributed.run import parse_args, run

    if must_end_with_parent():
        end_with(parent())  # the members end with this process in turn
    options = ["--standalone", "--nnodes=1", f"--nproc-per-node={size}", "--max-restarts=0", "--monitor-interval=0.1"]
    os.environ.setdefault("OMP_NUM_THREADS", str(max(1, (os.cpu_count() or 1) // size)))
    os.environ[LAUNCHER_VARIABLE] = str(os.getpid())
    killed = oom_kills()
    try:
        run(parse_args([*options, "-m", "tesla_core", *command]))
    except SignalException:
        raise SystemExit(CODES["interrupted"]) from None
    except ChildFailedError as failed:
        codes = {failure.exitcode for failure in failed.failures.values()}
        if STARVED.code in codes or (-signal.SIGKILL in codes and oom_kills() > killed):
            _leave_word(place, STARVED)
            raise SystemExit(STARVED.code) from None
        code = failed.get_first_failure()[1].exitcode
        raise SystemExit(code if code > 0 else CODES["crash"]) from None
    finally:
        del os.environ[LAUNCHER_VARIABLE]


def _leave_word(place: Path | None, ending: Ending) -> None:
    """For the supervisor, over what the leader said of it, unless that was the same."""
    print(f"error: {ending.reason}", file=sys.stderr, flush=True)
    token = os.environ.get(TOKEN_VARIABLE)
    if place is None or not token:
        return
    from tesla_core.jobs.worker.attempt import JobAttempt

    said = read_exit(place)
    if said is None or (said.get("token"), said.get("kind")) != (token, ending.kind):
        JobAttempt(RunFolder(place), token).end(ending)


def in_team() -> bool:
    """Whether torchrun started this process as one of several."""
    return LAUNCHER_VARIABLE in os.environ


def leads() -> bool:
    """Whether this process is the one of its team that writes and reports; a process on its own is."""
    return not in_team() or os.environ["RANK"] == "0"


@contextlib.contextmanager
def team_member() -> Iterator[None]:
    """A member of a team that is no job's attempt: it ends with its launcher, and lets the leader do the talking."""
    end_with(parent())
    try:
        yield
    except (Exception, KeyboardInterrupt) as end:
        if leads() or ending_of(end).kind == "crash":
            raise
        raise SystemExit(ending_of(end).code) from None
