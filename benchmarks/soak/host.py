"""The real app with a home of its own, started again whenever it dies, as systemd or Docker would do."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from benchmarks.live.site import KEY, ROOT
from tesla_core.jobs.processes import Process
from tesla_core.jobs.store.home import Home

RESTART_SECONDS = 0.5  # Docker waits 0.1 s at first, a systemd unit 0.1 s unless it says otherwise
STOP_SECONDS = 20.0
SETTINGS = {
    "TESLA_LIVE_KEY": KEY,
    "TESLA_LAB_CPU_SLOTS": "2",
    "TESLA_LAB_GPUS": "none",
    "TESLA_LAB_PASSCODE": "",
    # A job that is killed every few seconds has to get on in between: it keeps more of the time than a class leaves it,
    # and does not wait a minute for its next try.
    "TESLA_LAB_JOB_SHARE": "0.4",
    "TESLA_LAB_JOBS_LONGEST_BACKOFF": "1",
}
UNUSUAL = frozenset(
    {"PYTHONDONTWRITEBYTECODE"}
)  # what a workplace sets and no host does: each start would compile anew


class Host:
    """A machine with the lab on it. folder: for everything that it writes, temporary files included."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = Home(folder / "home").make()
        self.temporary = folder / "tmp"
        self.temporary.mkdir()
        self.log = folder / "app.log"
        self.starts = 0
        inherited = {name: value for name, value in os.environ.items() if name not in UNUSUAL}
        self.environment = {
            **inherited,
            **SETTINGS,
            "TESLA_LAB_HOME": str(self.home.path),
            "TMPDIR": str(self.temporary),
        }
        self._process: asyncio.subprocess.Process | None = None
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def web(self) -> Process | None:
        """The web process, while it lives."""
        if self._process is None or self._process.returncode is not None:
            return None
        return Process.of(self._process.pid)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """The app, kept alive until the end of the block, and then asked to stop."""
        keeping = asyncio.create_task(self._keep())
        try:
            yield
        finally:
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)
            await self._stop()

    async def _keep(self) -> None:
        while True:
            self._process = await self._start()
            await self._process.wait()
            await asyncio.sleep(RESTART_SECONDS)

    async def _start(self) -> asyncio.subprocess.Process:
        self.starts += 1
        options = ["--server.port", str(self.port), "--server.address", "127.0.0.1", "--server.headless", "true"]
        with self.log.open("ab") as output:
            return await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "streamlit", "run", str(ROOT / "app.py"), *options),
                env=self.environment,
                cwd=ROOT,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    async def _stop(self) -> None:
        process = self._process
        if process is None or process.returncode is not None:
            return
        process.send_signal(signal.SIGTERM)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), STOP_SECONDS)
        if process.returncode is None:
            process.kill()
            await process.wait()
