"""If this fails, a lab whose engine hangs goes on being sent people."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from typing import TYPE_CHECKING

from tesla_core.operations.health import PATIENCE, Readiness, checks_of

if TYPE_CHECKING:
    from tests.live.conftest import LiveSite


def test_a_stopped_engine_is_noticed_within_ten_seconds(live_site: LiveSite) -> None:
    """SIGSTOP: the process is there and accepts connections, but says nothing."""

    async def until(word: str, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while (await readiness.parts())["engine"] != word:
            assert time.monotonic() < deadline
            await asyncio.sleep(0.1)

    async def watch() -> None:
        await until("ok", 30.0)
        engine = live_site.service.client().status().pid
        os.kill(engine, signal.SIGSTOP)
        try:
            await until("does not answer", 10.0)
        finally:
            os.kill(engine, signal.SIGCONT)
        await until("ok", 30.0)

    readiness = Readiness(checks_of(live_site.service.client(PATIENCE)))
    asyncio.run(watch())
