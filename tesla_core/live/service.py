"""The web process's side of the engine: starts it, and again when it dies or hangs, signs specs, hands out clients."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import json
import logging
import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path

from tesla_core.live.client import LiveClient
from tesla_core.live.socket_folder import SocketFolder
from tesla_core.live.spec import LiveSpec
from tesla_core.live.watchdog import Watchdog
from tesla_core.live.wire import Address
from tesla_core.visits.key import key_from, signing_key

log = logging.getLogger("tesla_core")

PATH = "/live"
SHORTEST_LIFE = 5.0
LONGEST_PAUSE = 10.0
ROOT = Path(__file__).parents[2]


class LiveService:
    """One engine process, the secret that signs specs, and the address pages and the route find it at."""

    def __init__(self, key: str | None = None) -> None:
        """key: what signs specs; by default the server's own, under which open pages outlive a restart."""
        self._key = key
        self._folder: SocketFolder | None = None
        self._address: Address | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._stopping = False
        self.base_path = ""
        self.starts = 0
        self.watchdog = Watchdog(lambda: self.address, lambda: self._process)

    @property
    def address(self) -> Address:
        """Where the engine listens; an OSError before it was started."""
        if self._address is None:
            raise ConnectionRefusedError("the engine has not been started")
        return self._address

    def client(self, timeout: float = 5.0) -> LiveClient:
        return LiveClient(lambda: self.address, timeout)

    # ---- signing

    def sign(self, text: str) -> str:
        key = key_from(self._key) if self._key else signing_key()
        return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()

    def verify(self, text: str, token: str) -> bool:
        # What is no Unicode (half a surrogate pair, say) was not signed here.
        own = self.sign(text.encode(errors="replace").decode())
        return hmac.compare_digest(own.encode(), token.encode(errors="replace")) and text.isascii()

    def mount(self, spec: LiveSpec, visit: str = "") -> dict[str, str]:
        """What the canvas component needs to watch a spec. visit: the page token of who looks at it."""
        return {
            "path": f"{self.base_path}{PATH}",
            "spec": spec.text,
            "token": self.sign(spec.text),
            "run": spec.address,
            "visit": visit,
        }

    # ---- the process

    def start(self) -> None:
        """Start the engine; it is ready some seconds later."""
        if self._address is None:
            self._address = self._choose_address()
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tesla_core.live"],
            stdin=subprocess.PIPE,
            env=environment,
            start_new_session=True,  # Ctrl-C reaches the app alone, which then ends the engine
        )
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(asdict(self._address)).encode() + b"\n")
        self._process.stdin.flush()
        self.starts += 1

    def _choose_address(self) -> Address:
        secret = secrets.token_hex(16)
        if hasattr(socket, "AF_UNIX"):
            self._folder = SocketFolder()
            return Address(path=str(self._folder.path / "engine"), secret=secret)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            return Address(port=probe.getsockname()[1], secret=secret)

    def stop(self) -> None:
        """End the engine; closing its standard input is enough, and a kill makes sure."""
        self._stopping = True
        process, self._process = self._process, None
        if process is not None:
            assert process.stdin is not None
            with contextlib.suppress(OSError):
                process.stdin.close()
            try:
                process.wait(3.0)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if self._folder is not None:
            self._folder.remove()
        self._folder = self._address = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    async def watch_over(self) -> None:
        """Start the engine again whenever it dies; longer and longer pauses when it dies at once."""
        pause = 0.0
        while not self._stopping:
            born, process = time.monotonic(), self._process
            while process is not None and process.poll() is None:
                await asyncio.sleep(0.05)
            if self._stopping or process is None:
                return
            assert process.stdin is not None
            with contextlib.suppress(OSError):
                process.stdin.close()
            long_lived = time.monotonic() - born >= SHORTEST_LIFE
            pause = 0.0 if long_lived else min(max(2 * pause, 0.5), LONGEST_PAUSE)
            log.warning("The live engine ended with code %s; starting it again in %g s", process.returncode, pause)
            await asyncio.sleep(pause)
            self.start()

    @asynccontextmanager
    async def lifespan(self, _: object = None) -> AsyncIterator[None]:
        """The engine lives as long as the app does."""
        self._stopping = False
        if self._process is None:
            self.start()
        keepers = [asyncio.create_task(keeper) for keeper in (self.watch_over(), self.watchdog.watch())]
        try:
            yield
        finally:
            self._stopping = True
            for keeper in keepers:
                keeper.cancel()
            await asyncio.gather(*keepers, return_exceptions=True)
            await asyncio.to_thread(self.stop)


@lru_cache(maxsize=1)
def live_service() -> LiveService:
    """The process's one service: the app starts it, pages ask it."""
    return LiveService()
