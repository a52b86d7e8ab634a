"""The web process sees to it that unfinished jobs have a supervisor: after its own start, and after a supervisor's
death, without anybody asking."""

from __future__ import annotations

import asyncio
import logging

from tesla_core.errors import TeslaError
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.states import ACTIVE, State
from tesla_core.jobs.store.store import Store
from tesla_core.jobs.supervisor.starting import ensure_supervisor, supervisor_runs

LOOK_SECONDS = 1.0
LONGEST_SECONDS = 60.0  # between two tries where none can be started

log = logging.getLogger("tesla_core")


def take_up_jobs(home: Home) -> bool:
    """Start a supervisor if jobs wait for one that could do something for them; True if it was started."""
    if not home.database.exists() or supervisor_runs(home):
        return False
    with Store(home) as store:
        counts = store.counts()
        waits = counts.get(State.QUEUED, 0) and not store.drained
        unfinished = waits or any(counts.get(state, 0) for state in ACTIVE)
    if unfinished:
        ensure_supervisor(home)
    return bool(unfinished)


async def keep_jobs_supervised() -> None:
    """Until cancelled. The rest of the lab works without jobs, so nothing that goes wrong here leaves it: it is
    written down, once, and tried again at longer and longer intervals. The Jobs page says it to whoever opens it."""
    pause, said = LOOK_SECONDS, ""
    while True:
        try:
            if await asyncio.to_thread(lambda: take_up_jobs(Home.find())):
                log.info("Background jobs have a supervisor again")
            pause, said = LOOK_SECONDS, ""
        except (TeslaError, OSError) as error:
            if str(error) != said:
                log.error("Background jobs are not taken up: %s", error)
            pause, said = min(2 * pause, LONGEST_SECONDS), str(error)
        await asyncio.sleep(pause)
