"""A small spec that trains in milliseconds, and one real engine behind a real WebSocket for all tests of this part."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from websockets.sync.client import ClientConnection, connect

from tesla_core.live.company import Hall
from tesla_core.live.protocol import FRAME, Frame, decode_frame
from tesla_core.live.relay import MOST_WATCH
from tesla_core.live.route import live_route
from tesla_core.live.service import LiveService
from tesla_core.live.spec import LiveSpec
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.toys.task import ToyTask
from tesla_core.training.settings import Settings
from tesla_core.visits.middleware import VisitMiddleware
from tesla_core.visits.sockets import SocketMiddleware, socket_limits
from tesla_core.visits.visit import COOKIE, visits

SpecMaker = Callable[..., LiveSpec]


@pytest.fixture(scope="session")
def make_spec() -> SpecMaker:
    """A spec of two little panels on 40 points; the seed and any field may be given."""

    def make(seed: int = 0, epochs: int = 20, batch: int = 7, lr: float = 1e-2, **fields: Any) -> LiveSpec:
        task = fields.pop("task", ToyTask("spiral", samples=40))
        panels = fields.pop("panels", (ModelSpec(harmonics=3, width=8), ModelSpec("relu", width=8)))
        return LiveSpec(task, panels, Settings(epochs=epochs, batch=batch, lr=lr), seed, resolution=16, **fields)

    return make


class Browser:
    """A browser as the server sees it: watches, presses buttons, acknowledges what it paints."""

    def __init__(self, socket: ClientConnection, mount: dict[str, str]) -> None:
        self.socket, self.mount = socket, mount
        self.frames: list[Frame] = []
        self.raw: list[bytes] = []
        self.states: list[dict[str, Any]] = []
        self.messages: list[dict[str, Any]] = []
        self.acknowledges = True

    def send(self, kind: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"type": kind, **fields}))

    def watch(self, **fields: Any) -> None:
        self.send("watch", **{name: self.mount[name] for name in ("spec", "token", "visit")}, **fields)

    def receive(self, until: Callable[[Browser], Any], seconds: float = 40.0) -> None:
        """Read messages until something holds; fail when it does not within the time."""
        deadline = time.monotonic() + seconds
        while not until(self):
            left = deadline - time.monotonic()
            assert left > 0, f"waited {seconds} s; states {self.states[-3:]}, {len(self.frames)} frames"
            with contextlib.suppress(TimeoutError):
                self._take(self.socket.recv(min(left, 0.5)))

    def _take(self, message: str | bytes) -> None:
        if isinstance(message, str):
            data = json.loads(message)
            (self.states if data["type"] == "state" else self.messages).append(data)
        elif message[0] == FRAME:
            self.raw.append(message)
            self.frames.append(decode_frame(message))
            if self.acknowledges:
                self.send("ack", frame=self.frames[-1].number)

    @property
    def state(self) -> str:
        return self.states[-1]["state"] if self.states else ""


class LiveSite:
    """The web side: the service that keeps the engine, and the route on a port of loopback."""

    def __init__(self, hall: Callable[[LiveService], Hall] | None = None, port: int = 0) -> None:
        self.service = LiveService("tests")
        route = live_route(self.service, hall=hall(self.service) if hall else None)
        middleware = [
            Middleware(VisitMiddleware),
            Middleware(SocketMiddleware, limits=socket_limits(1024), small={route.path: MOST_WATCH}),
        ]
        app = Starlette(routes=[route], lifespan=self.lifespan, middleware=middleware)
        self._server = uvicorn.Server(
            uvicorn.Config(app, host="127.0.0.1", port=port, log_level="error", ws="websockets-sansio")
        )
        self._thread = threading.Thread(target=self._server.run)
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)
        self.port = self._server.servers[0].sockets[0].getsockname()[1]

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        async with self.service.lifespan(app):
            yield

    @contextlib.contextmanager
    def browser(self, spec: LiveSpec, source: str = "127.0.0.1", **headers: Any) -> Iterator[Browser]:
        """A browser with an identity of its own, at an address of loopback."""
        headers = {"origin": f"http://127.0.0.1:{self.port}", **headers}
        visit = visits().page_token(visits().begin(source))
        address = (source, 0)
        with connect(f"ws://127.0.0.1:{self.port}/live", max_size=None, source_address=address, **headers) as socket:
            yield Browser(socket, self.service.mount(spec, visit))

    @staticmethod
    def identity(source: str) -> str:
        """A browser's cookie, as the server gives it at an address."""
        return f"{COOKIE}={visits().cookie(visits().begin(source))}"

    def wait_for_engine(self) -> None:
        deadline = time.monotonic() + 60
        while True:
            try:
                self.service.client().status()
                return
            except ValueError:
                assert time.monotonic() < deadline, "the engine did not start"
                time.sleep(0.1)

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join(20)


@pytest.fixture(scope="session")
def live_site() -> Iterator[LiveSite]:
    site = LiveSite()
    site.wait_for_engine()
    yield site
    site.close()
