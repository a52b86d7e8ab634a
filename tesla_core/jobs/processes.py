"""Processes that can't be mistaken for others: a pid alone says little, since pids are used again.

A process is (boot, pid, start ticks). Those that an attempt started carry its token in their environment, so that a
child that left the process group is found too. A signal goes only to a process whose identity has been checked.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tesla_core.errors import TeslaError

TOKEN_VARIABLE = "TESLA_JOB_TOKEN"
PROC = Path("/proc")
PATIENCE_AFTER_KILL = 10.0  # seconds; past them a process is stuck in the kernel


class _Seen(NamedTuple):
    """What the system says of a pid now. state is the kernel's letter: Z for a zombie."""

    state: str
    group: int
    ticks: int


@dataclass(frozen=True)
class Process:
    """One process: the boot of the machine it belongs to, its pid, and when it started in the kernel's ticks."""

    boot: str
    pid: int
    ticks: int

    @classmethod
    def of(cls, pid: int) -> Process | None:
        """The process that has this pid now; None if there is none."""
        seen = _look(pid)
        return None if seen is None else cls(boot_identity(), pid, seen.ticks)

    @classmethod
    def current(cls) -> Process:
        process = cls.of(os.getpid())
        if process is None:
            raise TeslaError("This process can't be found in the system's list of processes: is /proc mounted?")
        return process

    @property
    def alive(self) -> bool:
        """Whether this very process runs. A zombie does not, nor does a stranger with the same pid."""
        seen = self._seen()
        return seen is not None and seen.state not in "ZX"

    def send(self, number: int) -> bool:
        """Send a signal to this very process; False if it is gone."""
        if hasattr(os, "pidfd_open"):
            try:
                descriptor = os.pidfd_open(self.pid)
            except ProcessLookupError:
                return False
            except OSError:  # an old kernel, or a sandbox without the call
                return self._send_by_pid(number)
            try:  # from here on the descriptor means one process, whatever becomes of the pid
                if not self.alive:
                    return False
                signal.pidfd_send_signal(descriptor, number)
                return True
            except ProcessLookupError:
                return False
            except PermissionError as error:
                raise TeslaError(f"The process {self.pid} belongs to somebody else and can't be ended.") from error
            finally:
                os.close(descriptor)
        return self._send_by_pid(number)

    def _send_by_pid(self, number: int) -> bool:
        if not self.alive:
            return False
        try:
            os.kill(self.pid, number)
        except ProcessLookupError:
            return False
        except PermissionError as error:
            raise TeslaError(f"The process {self.pid} belongs to somebody else and can't be ended.") from error
        return True

    def _seen(self) -> _Seen | None:
        """What the system says of this process; None if the pid is unused or another's."""
        seen = _look(self.pid) if self.boot == boot_identity() else None
        return seen if seen is not None and seen.ticks == self.ticks else None


@cache
def boot_identity() -> str:
    """Names this life of the machine. A container's PID namespace and first process belong to it: its death is one."""
    if os.path.lexists(PROC / "self") and os.readlink(PROC / "self") != str(os.getpid()):
        raise TeslaError(
            "/proc shows the processes of another PID namespace, where pids mean others: mount it in this one, too."
        )
    first = _look(1)
    started = first.ticks if first else 0
    try:
        boot = (PROC / "sys/kernel/random/boot_id").read_text().strip()
        return f"{boot}:{(PROC / 'self/ns/pid').stat().st_ino}:{started}"
    except OSError:
        return f"{_session()}:{started}"


def members(token: str) -> list[Process]:
    """Every living process that has the token in its environment, also one that left the process group."""
    wanted = f"{TOKEN_VARIABLE}={token}"
    found = [Process.of(pid) for pid in _pids() if wanted in _environment(pid)]
    return [process for process in found if process is not None and process.alive]


def group_of(leader: Process) -> list[Process]:
    """The living processes of the group that `leader` leads; none when the leader is gone and can't vouch for it."""
    before = leader._seen()
    if before is None or before.group != leader.pid:
        return []
    looks = [(pid, _look(pid)) for pid in _pids()]
    found = [Process(leader.boot, pid, seen.ticks) for pid, seen in looks if seen and seen.group == leader.pid]
    # The group's number can't pass to a stranger while its leader is there, be it as a zombie.
    return [process for process in found if process.alive] if leader._seen() is not None else []


class Termination:
    """TERM to everything an attempt started, KILL after `grace` seconds; `step` until it says that all are gone.

    Each process gets TERM once: the first asks a run for a checkpoint, a second would interrupt it.
    """

    def __init__(
        self, process: Process | None, token: str, grace: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._process, self._token, self._clock = process, token, clock
        self._kill_at = clock() + grace
        self._asked: set[Process] = set()

    def step(self) -> bool:
        """Look once, send what is due, and say whether all are gone. Raises when something can't be killed."""
        living = self.living() or self.living()  # twice: one may fork and end while the list is being read
        now = self._clock()
        for process in living:
            if now >= self._kill_at:
                process.send(signal.SIGKILL)
            elif process not in self._asked:
                process.send(signal.SIGTERM)
        self._asked.update(living)
        if living and now > self._kill_at + PATIENCE_AFTER_KILL:
            pids = ", ".join(str(process.pid) for process in living)
            raise TeslaError(f"Processes that can't be killed: {pids}. They may wait for a disk or a device.")
        return not living

    def living(self) -> list[Process]:
        """All of the attempt that still run, those seen before included."""
        found = {process for process in self._asked if process.alive} | set(members(self._token))
        if self._process is not None:
            found.update(group_of(self._process))
            if self._process.alive:
                found.add(self._process)
        return sorted((process for process in found if process.pid != os.getpid()), key=lambda process: process.pid)


def _look(pid: int) -> _Seen | None:
    try:
        content = (PROC / str(pid) / "stat").read_bytes()
    except FileNotFoundError:
        return None if PROC.joinpath("self").exists() else _look_by_psutil(pid)
    except (ProcessLookupError, PermissionError):
        return None
    fields = content[content.rindex(b")") + 2 :].split()  # the name before may hold spaces and brackets
    return _Seen(fields[0].decode(), int(fields[2]), int(fields[19]))


def _look_by_psutil(pid: int) -> _Seen | None:
    import psutil

    try:
        process = psutil.Process(pid)
        state = "Z" if process.status() == psutil.STATUS_ZOMBIE else "R"
        return _Seen(state, os.getpgid(pid), int(process.create_time() * 100))
    except (psutil.Error, OSError):
        return None


def _pids() -> Iterator[int]:
    try:
        names = os.listdir(PROC)
    except FileNotFoundError:
        import psutil

        yield from psutil.pids()
        return
    yield from (int(name) for name in names if name.isdigit())


def _environment(pid: int) -> list[str]:
    """A process's environment as "NAME=value"; empty if it is another user's, a zombie or gone."""
    if PROC.joinpath("self").exists():
        with contextlib.suppress(OSError):
            return (PROC / str(pid) / "environ").read_bytes().decode(errors="replace").split("\0")
        return []
    import psutil

    with contextlib.suppress(psutil.Error, OSError):
        return [f"{name}={value}" for name, value in psutil.Process(pid).environ().items()]
    return []


def _session() -> str:
    """This boot's name off Linux."""
    if sys.platform == "darwin":
        asked = subprocess.run(["sysctl", "-n", "kern.bootsessionuuid"], capture_output=True, text=True, check=False)
        if asked.returncode == 0 and asked.stdout.strip():
            return asked.stdout.strip()
    import psutil

    return f"booted-{round(psutil.boot_time() / 60)}"


def oom_kills() -> int:
    """How many processes this machine's kernel has ended for lack of memory so far; 0 where it doesn't say."""
    try:
        lines = Path("/proc/vmstat").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("oom_kill ")), 0)
