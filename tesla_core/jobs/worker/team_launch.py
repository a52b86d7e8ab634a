"""`--gpus N`: the command starts itself N times through torchrun, and stays to look after them."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence

from tesla_core.errors import TeslaError
from tesla_core.jobs.worker.endings import CODES, ending_of
from tesla_core.jobs.worker.parent_watch import LAUNCHER_VARIABLE, end_with, must_end_with_parent, parent


def launch_team(size: int, command: Sequence[str]) -> None:
    """Run `python -m tesla_core COMMAND` in `size` processes until all have ended; leave with the exit code of the
    first that failed. The rendezvous takes a free port of this host, so that several teams can run at once."""
    from torch.distributed.elastic.multiprocessing.api import SignalException
    from torch.distributed.elastic.multiprocessing.errors import ChildFailedError
    from torch.distributed.run import parse_args, run

    if must_end_with_parent():
        end_with(parent())  # the members end with this process in turn
    options = ["--standalone", "--nnodes=1", f"--nproc-per-node={size}", "--max-restarts=0", "--monitor-interval=0.1"]
    os.environ.setdefault("OMP_NUM_THREADS", str(max(1, (os.cpu_count() or 1) // size)))
    os.environ[LAUNCHER_VARIABLE] = str(os.getpid())
    try:
        run(parse_args([*options, "-m", "tesla_core", *command]))
    except SignalException:
        raise SystemExit(CODES["interrupted"]) from None
    except ChildFailedError as failed:
        code = failed.get_first_failure()[1].exitcode
        raise SystemExit(code if code > 0 else CODES["crash"]) from None
    finally:
        del os.environ[LAUNCHER_VARIABLE]


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
    except (TeslaError, KeyboardInterrupt) as end:
        if leads():
            raise
        raise SystemExit(ending_of(end).code) from None
