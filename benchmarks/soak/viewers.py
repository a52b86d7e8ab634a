"""Those who watch all through a soak: sockets that come back as a page's does, and one page in Chromium."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlencode

import websockets
from playwright.async_api import Page, WebSocket, async_playwright

from benchmarks.live.site import KEY, live_socket, visit_token
from benchmarks.soak.host import Host
from benchmarks.soak.sight import Sight
from tesla_core.live.protocol import FRAMES, frame_position
from tesla_core.live.service import LiveService
from tesla_core.live.spec import LiveSpec
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.signal.task import RegressionTask
from tesla_core.problems.toys.task import ToyTask
from tesla_core.training.settings import Settings

EPOCHS = 400
PANELS = (ModelSpec("tesla", harmonics=4, width=16, depth=2), ModelSpec("relu", width=16, depth=2))
PLAN = Settings(epochs=EPOCHS, batch=100)
SPECS = {
    "moons": LiveSpec(ToyTask("moons", samples=300), PANELS, PLAN),
    "spiral": LiveSpec(ToyTask("spiral", samples=300), PANELS, PLAN, 1),
    "signal": LiveSpec(RegressionTask(train_size=300), PANELS, PLAN, 2),
}
PAGE = {
    "b_data": "Moons",
    "b_panels": ["TESLA K=4", "ReLU"],
    "b_width": "16",
    "b_samples": "300",
    "b_epochs": str(EPOCHS),
}
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
FIRST_WAIT, LONGEST_WAIT = 0.3, 1.0  # seconds, as assets/live/session/connection.js has them
GONE = ("restarting", "loading")  # what the route says while there is no engine


async def watch(host: Host, sight: Sight, spec: LiveSpec) -> None:
    """Until cancelled; comes back whenever the connection is lost."""
    mount = LiveService(KEY).mount(spec, visit_token())
    chance, position, failures = random.Random(sight.name), 0.0, 0
    while True:
        try:
            async with live_socket(host.port) as socket:
                await _send(socket, "watch", **mount, epoch=position, playing=True)
                async for message in socket:
                    if isinstance(message, bytes):
                        if message[0] in FRAMES:
                            number, position = frame_position(message)
                            await _send(socket, "ack", frame=number)
                            sight.saw_frame()
                            failures = 0
                    elif (state := json.loads(message).get("state")) in GONE:
                        sight.broke()
                    elif state == "finished":
                        await _send(socket, "seek", epoch=0)
                        await _send(socket, "play")
        except (OSError, websockets.WebSocketException, TimeoutError):
            pass
        sight.broke()
        wait = min(LONGEST_WAIT, FIRST_WAIT * 2**failures) * chance.uniform(0.75, 1.25)
        failures += 1
        await asyncio.sleep(wait)


async def _send(socket: Any, kind: str, **fields: Any) -> None:
    await socket.send(json.dumps({"type": kind, **fields}))


class BrowserPage:
    """A page of the lab in a real Chromium. A frame counts once it is painted, which is when the page says so."""

    def __init__(self, page: Page, sight: Sight) -> None:
        self.page, self.sight = page, sight
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("websocket", self._follow)

    async def open(self, url: str) -> None:
        await self.page.goto(f"{url}/boundaries?{urlencode(PAGE, doseq=True)}")
        await self.page.wait_for_selector('[data-testid="tesla-live"][data-frame]', timeout=60_000)

    async def keep_playing(self) -> None:
        """Press Play whenever the run has come to its end, until cancelled."""
        play = self.page.locator('[data-testid="tesla-live"]').get_by_role("button", name="Play", exact=True)
        while True:
            with contextlib.suppress(Exception):  # the page is being drawn anew; the next look will do
                if await play.count():
                    await play.click(timeout=1000)
            await asyncio.sleep(1.0)

    async def exceptions(self) -> list[str]:
        """What the page shows of exceptions, and what its scripts raised."""
        return self.errors + await self.page.locator('[data-testid="stException"]').all_inner_texts()

    def _follow(self, socket: WebSocket) -> None:
        if socket.url.endswith("/live"):
            socket.on("framesent", self._sent)
            socket.on("framereceived", self._received)
            socket.on("close", lambda _: self.sight.broke())

    def _sent(self, payload: str | bytes) -> None:
        if isinstance(payload, str) and json.loads(payload).get("type") == "ack":
            self.sight.saw_frame()

    def _received(self, payload: str | bytes) -> None:
        if isinstance(payload, str) and json.loads(payload).get("state") in GONE:
            self.sight.broke()


@asynccontextmanager
async def everybody(host: Host) -> AsyncIterator[tuple[list[Sight], BrowserPage]]:
    """All who watch, from the moment the app answers to the end of the block."""
    found = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    if found is None:
        raise SystemExit("The soak needs Chromium; `make browser` installs one.")
    sights = [Sight(name) for name in SPECS]
    tasks = [asyncio.create_task(watch(host, sight, SPECS[sight.name])) for sight in sights]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=found, args=FLAGS)
        page = BrowserPage(await browser.new_page(viewport={"width": 1280, "height": 800}), Sight("page"))
        try:
            while not all(sight.frames for sight in sights):
                await asyncio.sleep(0.1)
            await page.open(host.url)
            tasks.append(asyncio.create_task(page.keep_playing()))
            yield [*sights, page.sight], page
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await browser.close()
