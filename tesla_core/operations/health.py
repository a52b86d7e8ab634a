"""Whether the lab can serve: the engine answers, the store can be written, the disk has room.

Anybody may ask, so the answer names parts and uses fixed words: no path, no error text, nothing of a visitor.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from tesla_core.errors import TeslaError, check_range
from tesla_core.jobs.store.database import Database
from tesla_core.jobs.store.home import Home
from tesla_core.live.client import LiveClient

LEAST_DISK_VARIABLE = "TESLA_LAB_LEAST_DISK"
LEAST_DISK = 256.0  # megabytes below which nothing new should be sent here
PATIENCE = 2.0  # seconds for each part
KEPT = 1.0  # seconds for which an answer stands

OK, NO_ANSWER, NOT_WRITABLE, NEARLY_FULL = "ok", "does not answer", "not writable", "nearly full"
Check = Callable[[], str]


class Readiness:
    """Looks at all parts, at most once a second and once at a time, however many ask."""

    def __init__(self, checks: Mapping[str, Check], clock: Callable[[], float] = time.monotonic) -> None:
        self._checks, self._clock = dict(checks), clock
        self._looking: asyncio.Task[dict[str, str]] | None = None
        self._answer: tuple[float, dict[str, str]] | None = None

    async def parts(self) -> dict[str, str]:
        """Each part with its word: "ok", or what is wrong with it."""
        if self._answer is not None and self._clock() - self._answer[0] < KEPT:
            return self._answer[1]
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        return await asyncio.shield(self._looking)

    async def _look(self) -> dict[str, str]:
        words = await asyncio.gather(*(asyncio.to_thread(check) for check in self._checks.values()))
        found = dict(zip(self._checks, words, strict=True))
        self._answer = self._clock(), found
        return found


def checks_of(client: LiveClient) -> dict[str, Check]:
    """The parts of a lab. client: of its engine, with the patience that a check may have."""
    return {"engine": lambda: check_engine(client), "store": check_store, "disk": check_disk}


def check_engine(client: LiveClient) -> str:
    try:
        client.status()
    except TeslaError:
        return NO_ANSWER
    return OK


def check_store() -> str:
    """Whether a transaction can begin; before there is a store, whether one could be made."""
    try:
        home = Home.find()
        if not home.database.exists():
            return OK if os.access(_nearest(home.path), os.W_OK) else NOT_WRITABLE
        database = Database(home.database, PATIENCE)
        try:
            with database.writing():
                pass
        finally:
            database.close()
    except (TeslaError, OSError):
        return NOT_WRITABLE
    return OK


def check_disk() -> str:
    try:
        free = shutil.disk_usage(_nearest(Home.find().path)).free
        return OK if free >= least_disk() else NEARLY_FULL
    except (TeslaError, OSError):
        return NOT_WRITABLE


def least_disk(environment: Mapping[str, str] = os.environ) -> float:
    """Bytes: TESLA_LAB_LEAST_DISK in megabytes, else 256."""
    given = environment.get(LEAST_DISK_VARIABLE, "").strip()
    try:
        megabytes = float(given) if given else LEAST_DISK
    except ValueError:
        raise TeslaError(f"{LEAST_DISK_VARIABLE} must be a number of megabytes; {given!r} was given.") from None
    return check_range(LEAST_DISK_VARIABLE, megabytes, 0.0, 1e9) * 1e6


def _nearest(path: Path) -> Path:
    """The folder itself, or the nearest one above it that is there."""
    return next(folder for folder in (path, *path.parents) if folder.exists())
