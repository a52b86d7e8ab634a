"""The real app with a home of its own, an honest viewer at a run, and what both went through under an attack."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import psutil
import websockets

from benchmarks.live.site import (
    KEY,
    Painter,
    live_socket,
    painter,
    processor_seconds,
    running_app,
    visit_token,
    wait_for_engine,
)
from tesla_core.live.service import LiveService
from tesla_core.live.spec import LiveSpec, default_panels
from tesla_core.problems.toys.task import ToyTask
from tesla_core.training.settings import Settings

HONEST = LiveSpec(ToyTask("spiral"), default_panels(), Settings(epochs=5000, batch=100))
HONEST_ADDRESS = "127.0.0.1"
QUIET = 0.15  # of the machine, that other programs may have before figures are called too low
LEAST_SHARE = 0.5  # of the epochs/s without an attack
LEAST_FRAMES = 4.0  # a second
MOST_WEB, MOST_ENGINE, MOST_LOG = 500.0, 1_000.0, 1.0  # MB


@dataclass(frozen=True)
class Ground:
    """What an attacker has: the app's port, specs signed as its pages sign them, addresses of loopback."""

    port: int
    app: psutil.Process
    log: Path

    def mount(self, spec: LiveSpec) -> dict[str, str]:
        return LiveService(KEY).mount(spec)

    def socket(self, number: int = 0) -> websockets.connect:
        """A connection from the attacker's address with that number: 127.0.0.2, 127.0.0.3, …"""
        return live_socket(self.port, attackers_address(number))

    def engine(self) -> psutil.Process | None:
        """The process that trains: the child of the one that keeps it alive."""
        with contextlib.suppress(psutil.NoSuchProcess, IndexError):
            keeper = next(each for each in self.app.children() if "tesla_core.live" in each.cmdline())
            return keeper.children()[0]
        return None


def attackers_address(number: int) -> str:
    return f"127.0.0.{2 + number % 250}"


Attack = Callable[[Ground], Awaitable[None]]
"""Attacks until it is cancelled, or until it has done its worst. Its docstring's first line says what it does."""


@dataclass
class Stretch:
    """A stretch of time as an honest viewer had it. stall: the longest wait for a frame, in seconds. others: the part
    of the machine's processor time that programs had which are neither the app nor its attackers."""

    epochs_a_second: float
    frames_a_second: float
    stall: float
    others: float


@dataclass
class Memory:
    """Megabytes, sampled all along."""

    web: list[float] = field(default_factory=list)
    engine: list[float] = field(default_factory=list)


@dataclass
class Outcome:
    """An attack as it went."""

    name: str
    before: Stretch
    under: Stretch
    memory_before: Memory
    memory_under: Memory
    memory_after: Memory
    restarts: int
    log_megabytes: float
    lost: bool

    @property
    def failures(self) -> list[str]:
        """What should not have been."""
        share = self.under.epochs_a_second / self.before.epochs_a_second
        web, engine = max(self.memory_under.web), max(self.memory_under.engine, default=0.0)
        checks = [
            (share >= LEAST_SHARE, f"{share:.0%} of the epochs/s is left; at least {LEAST_SHARE:.0%} should be"),
            (self.under.frames_a_second >= LEAST_FRAMES, f"{self.under.frames_a_second:.1f} frames/s are left"),
            (web <= MOST_WEB, f"the web process took {web:.0f} MB; at most {MOST_WEB:.0f} are allowed"),
            (engine <= MOST_ENGINE, f"the engine took {engine:.0f} MB; at most {MOST_ENGINE:.0f} are allowed"),
            (not self.restarts, f"{self.restarts} restarts"),
            (self.log_megabytes <= MOST_LOG, f"{self.log_megabytes:.1f} MB of log"),
            (not self.lost, "the honest viewer's connection was lost"),
        ]
        return [sentence for holds, sentence in checks if not holds]


async def fight(name: str, attack: Attack, seconds: float) -> Outcome:
    """A fresh app, a stretch in peace, one under attack, and some time to get over it."""
    async with (
        ground() as here,
        painter(here.port, here.mount(HONEST), HONEST_ADDRESS, visit=visit_token(), playing=True, speed=0) as honest,
    ):
        while honest.head < 1:
            await asyncio.sleep(0.1)
        first = here.engine()
        before, memory_before = await _stretch(here, honest, seconds / 2)
        attacking = asyncio.create_task(_until_cancelled(attack, here))
        under, memory_under = await _stretch(here, honest, seconds)
        attacking.cancel()
        await asyncio.gather(attacking, return_exceptions=True)
        _, memory_after = await _stretch(here, honest, min(seconds / 2, 8.0))
        restarts = int(here.engine() != first) + int(not here.app.is_running())
        lost = honest.socket.close_code is not None
        return Outcome(
            name, before, under, memory_before, memory_under, memory_after, restarts, _megabytes(here.log), lost
        )


async def _until_cancelled(attack: Attack, here: Ground) -> None:
    """One that the app throws out comes again, as an attacker would."""
    while True:
        with contextlib.suppress(OSError, websockets.WebSocketException, ExceptionGroup):
            await attack(here)
        await asyncio.sleep(0.1)


@contextlib.asynccontextmanager
async def ground() -> AsyncIterator[Ground]:
    """The app, started and warm, with a home that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="tesla-attack-") as home:
        log = Path(home) / "app.log"
        with running_app(log, TESLA_LAB_HOME=home) as (app, port):
            await wait_for_engine(port, LiveService(KEY).mount(HONEST))
            yield Ground(port, app, log)


async def _stretch(here: Ground, honest: Painter, seconds: float) -> tuple[Stretch, Memory]:
    memory, since, head, machine = Memory(), time.monotonic(), honest.head, _Machine(here.app)
    while time.monotonic() - since < seconds:
        await asyncio.sleep(0.25)
        for process, samples in ((here.app, memory.web), (here.engine(), memory.engine)):
            with contextlib.suppress(psutil.NoSuchProcess):
                if process is not None:
                    samples.append(process.memory_info().rss / 1e6)
    until = time.monotonic()
    times = [since, *(at for at in honest.times if at >= since), until]
    stall = max(after - at for at, after in pairwise(times))
    # A run that was lost begins again: its head falls.
    epochs = max(honest.head - head, 0.0)
    return Stretch(epochs / (until - since), honest.frames_a_second(since, until), stall, machine.others()), memory


class _Machine:
    """Processor time of all, and of the app and this process, from one moment on."""

    def __init__(self, app: psutil.Process) -> None:
        self._app = app
        self._since = self._used()

    def _used(self) -> tuple[float, float, float]:
        """Seconds of all processors since the start of the machine: there were, were used, and by us."""
        times = psutil.cpu_times()
        idle = times.idle + getattr(times, "iowait", 0.0)
        ours = 0.0
        for process in (psutil.Process(), self._app, *self._app.children(recursive=True)):
            with contextlib.suppress(psutil.NoSuchProcess):
                ours += processor_seconds(process)
        return sum(times), sum(times) - idle, ours

    def others(self) -> float:
        there, used, ours = (now - was for now, was in zip(self._used(), self._since, strict=True))
        return max(0.0, used - ours) / max(there, 1e-9)


def _megabytes(path: Path) -> float:
    return path.stat().st_size / 1e6 if path.exists() else 0.0
