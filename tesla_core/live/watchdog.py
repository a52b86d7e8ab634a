"""Notices an engine that lives but does not answer, and ends it, so that another takes its place.

Unanswered questions are counted, not seconds: a web process that was stopped itself has missed one, not many.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import subprocess
import time
from collections.abc import Callable
from typing import Any

from tesla_core.live.wire import MOST_OUT, Address, connect, pack_text, read_message, unpack_answer

log = logging.getLogger("tesla_core")

EVERY = 1.0  # seconds from an answer to the next question
PATIENCE = 2.0  # seconds for an answer
MOST_UNANSWERED = 3  # in a row; with the two above, a hung engine is found within seven seconds
LONGEST_START = 180.0  # seconds in which nobody listens: torch from a slow disk takes a while


class Watchdog:
    """Asks the engine for its status all the time. process: the one that keeps the engine alive."""

    def __init__(self, address: Callable[[], Address], process: Callable[[], subprocess.Popen[bytes] | None]) -> None:
        self._address, self._process = address, process
        self.ended = 0
        """Engines that were ended because they did not answer."""
        self._engine: int | None = None  # its process, once it has answered
        self._unanswered = 0
        self._heard_at = time.monotonic()

    async def watch(self) -> None:
        """For ever."""
        self._heard_at = time.monotonic()
        while True:
            await self._look()
            await asyncio.sleep(EVERY)

    async def _look(self) -> None:
        try:
            while self._unanswered < MOST_UNANSWERED:
                try:
                    async with asyncio.timeout(PATIENCE):
                        self._engine = (await self._status())["pid"]
                    self._unanswered, self._heard_at = 0, time.monotonic()
                    return
                except TimeoutError:
                    self._unanswered += 1
            self._end("does not answer")
        except (FileNotFoundError, ConnectionRefusedError, ConnectionResetError, asyncio.IncompleteReadError):
            # Nobody is there: the engine starts or has just died, which whoever keeps it alive has seen.
            self._unanswered, self._engine = 0, None
            if time.monotonic() - self._heard_at > LONGEST_START:
                self._end(f"did not start within {LONGEST_START:g} s")
        except (OSError, KeyError, ValueError):  # too many wait for it already, or this was no answer
            self._unanswered += 1

    async def _status(self) -> dict[str, Any]:
        address = self._address()
        reader, writer = await connect(address)
        with contextlib.closing(writer):
            question = {"type": "ask", "question": "status", "arguments": {}}
            writer.write(pack_text({"type": "hello", "secret": address.secret}) + pack_text(question))
            return unpack_answer((await read_message(reader, MOST_OUT))[1])[0]

    def _end(self, why: str) -> None:
        """Kill the engine alone, whose keeper then forks the next; or all of them, when it is not known or was killed
        already and nothing changed."""
        process, engine = self._process(), self._engine
        self._unanswered, self._engine, self._heard_at = 0, None, time.monotonic()
        if process is None:
            return
        self.ended += 1
        log.warning("The live engine %s; it is ended, and another one started", why)
        with contextlib.suppress(ProcessLookupError):
            if engine is not None and engine != process.pid and _session(engine) == process.pid:
                os.kill(engine, signal.SIGKILL)
            elif hasattr(os, "killpg") and _session(process.pid) == process.pid:
                os.killpg(process.pid, signal.SIGKILL)  # it leads a session of its own
            else:
                process.kill()


def _session(pid: int) -> int:
    return os.getsid(pid) if hasattr(os, "getsid") else 0
