"""What the live benchmarks share: the real app on loopback, viewers that paint like browsers, tables."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import websockets

from tesla_core.live.protocol import FRAMES, frame_position
from tesla_core.visits.key import key_from
from tesla_core.visits.tokens import Signer
from tesla_core.visits.visit import Visits

ROOT = Path(__file__).parents[2]
KEY = "benchmark"


@dataclass
class Painter:
    """A viewer: acknowledges every frame as if it had painted it, and remembers when each came."""

    socket: Any
    times: list[float] = field(default_factory=list)
    position: float = 0.0
    head: float = 0.0
    state: str = ""
    errors: list[str] = field(default_factory=list)
    nbytes: int = 0

    async def send(self, kind: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"type": kind, **fields}))

    async def paint(self) -> None:
        """Until cancelled."""
        async for message in self.socket:
            if isinstance(message, str):
                data = json.loads(message)
                if data["type"] == "state":
                    self.state, self.head = data["state"], data.get("head", self.head)
                elif data["type"] == "error":
                    self.errors.append(data["message"])
            elif message[0] in FRAMES:
                number, self.position = frame_position(message)
                self.times.append(time.monotonic())
                self.nbytes += len(message)
                await self.send("ack", frame=number)

    def frames_a_second(self, since: float, until: float) -> float:
        return sum(since <= at <= until for at in self.times) / (until - since)


def visit_token(source: str = "127.0.0.1") -> str:
    """An identity as the app gives one to a page that is opened from this address."""
    book = Visits(Signer(key_from(KEY)))
    return book.page_token(book.begin(source))


def live_socket(port: int, source: str = "127.0.0.1") -> websockets.connect:
    """A connection to the live route as a page of the app opens it, from an address of loopback."""
    origin: Any = f"http://127.0.0.1:{port}"
    return websockets.connect(
        f"ws://127.0.0.1:{port}/live", origin=origin, max_size=None, ping_timeout=None, local_addr=(source, 0)
    )


@contextlib.asynccontextmanager
async def painter(
    port: int, mount: Mapping[str, str], source: str = "127.0.0.1", **fields: Any
) -> AsyncIterator[Painter]:
    """A viewer that watches, from an address of loopback."""
    async with live_socket(port, source) as connection:
        viewer = Painter(connection)
        await viewer.send("watch", spec=mount["spec"], token=mount["token"], **fields)
        task = asyncio.create_task(viewer.paint())
        try:
            yield viewer
        finally:
            task.cancel()


@contextlib.contextmanager
def running_app(log: Path | None = None, root: Path = ROOT, **environment: str) -> Iterator[tuple[psutil.Process, int]]:
    """`streamlit run app.py` on a free port of loopback, with a signing key that is known here.

    log: where its output goes. root: whose app.py, of this or another revision. environment: what its
    variables are beside that.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = ["--server.port", str(port), "--server.address", "127.0.0.1", "--server.headless", "true"]
    with (log or Path(os.devnull)).open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "streamlit", "run", str(root / "app.py"), *options],
            env={**os.environ, "TESLA_LIVE_KEY": KEY, **environment},
            cwd=root,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        yield psutil.Process(process.pid), port
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


async def wait_for_engine(port: int, mount: Mapping[str, str], seconds: float = 120.0) -> None:
    """Until a first frame comes."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError, websockets.WebSocketException):
            async with painter(port, mount) as viewer:
                while time.monotonic() < deadline:
                    if viewer.times:
                        return
                    await asyncio.sleep(0.1)
        await asyncio.sleep(0.3)
    raise SystemExit("The app did not show a first frame in time.")


def processor_seconds(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system


def engine_of(app: psutil.Process) -> psutil.Process:
    """The process that trains: the busiest below the app."""
    children = app.children(recursive=True)
    before = {child: processor_seconds(child) for child in children}
    time.sleep(1.0)
    return max(children, key=lambda child: processor_seconds(child) - before[child])


def report(title: str, rows: Sequence[tuple[str, str]], data: Mapping[str, Any]) -> None:
    """A small table for people, then one line of JSON."""
    width = max(len(name) for name, _ in rows)
    print(f"\n{title}")
    for name, value in rows:
        print(f"  {name:<{width}}  {value}")
    print(json.dumps(data))
