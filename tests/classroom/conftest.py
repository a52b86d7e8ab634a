"""A room on a real server with a real engine; a teacher, students, walls, each over a socket of its own."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from websockets.sync.client import ClientConnection, connect

from tesla_core.classroom.experiment.keeping import add_experiments
from tesla_core.classroom.hall import GuestHall
from tesla_core.classroom.room import Room
from tesla_core.classroom.service import Classroom
from tesla_core.jobs.launch.access import Person
from tesla_core.jobs.store.home import Home
from tesla_core.live.protocol import DIFFERENCE, FRAME, decode_frame, frame_position
from tesla_core.live.service import LiveService
from tesla_core.live.spec import LiveSpec
from tesla_core.visits.visit import COOKIE, Visit, visits
from tests.live.conftest import LiveSite, make_spec

__all__ = ["make_spec"]

TEACHER = Person("teacher", may_launch=True)


def visitor(address: str = "127.0.0.1") -> Visit:
    """A browser of its own; not by `begin`, which gives an address only so many."""
    return Visit(secrets.token_hex(8), address)


class Page:
    """A page in a room, as the server sees it."""

    def __init__(self, socket: ClientConnection, visit: Visit) -> None:
        self.socket, self.visit = socket, visit
        self.room: dict[str, Any] = {}
        self.messages: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.positions: list[float] = []
        self.numbers: list[int] = []
        self.frames = 0
        self.acknowledges = True
        self._turn = 0

    def send(self, kind: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"type": kind, **fields}))

    def enter(self, code: str, way: str, **fields: Any) -> Page:
        self.send("enter", room=code, **{"as": way}, **fields)
        self.receive(lambda page: page.room or page.errors)
        return self

    def do(self, what: str, **fields: Any) -> None:
        """Do something, and see it done."""
        answer = self.try_to(what, **fields)
        assert answer["type"] == "done", answer

    def try_to(self, what: str, **fields: Any) -> dict[str, Any]:
        """The answer to it: done, or an error."""
        self._turn += 1
        turn = self._turn
        self.send("do", what=what, turn=turn, **fields)
        self.receive(lambda page: any(message.get("turn") == turn for message in page.messages))
        return next(message for message in self.messages if message.get("turn") == turn)

    @property
    def errors(self) -> list[str]:
        return [message["message"] for message in self.messages if message["type"] == "error"]

    @property
    def state(self) -> dict[str, Any]:
        return next((message for message in reversed(self.messages) if message["type"] == "state"), {})

    @property
    def position(self) -> float:
        return self.positions[-1] if self.positions else -1.0

    def receive(self, until: Callable[[Page], Any], seconds: float = 20.0) -> None:
        """Read until something holds; fail when it does not within the time."""
        deadline = time.monotonic() + seconds
        while not until(self):
            left = deadline - time.monotonic()
            assert left > 0, f"waited {seconds} s; {self.room}, {self.messages[-3:]}, {self.positions[-3:]}"
            with contextlib.suppress(TimeoutError):
                self._take(self.socket.recv(min(left, 0.25)))

    def listen(self, seconds: float) -> None:
        """Read whatever comes in that time."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            with contextlib.suppress(TimeoutError):
                self._take(self.socket.recv(left))

    def _take(self, message: str | bytes) -> None:
        if isinstance(message, bytes):
            if message[0] in (FRAME, DIFFERENCE):
                number, position = frame_position(message)
                if message[0] == FRAME:
                    decode_frame(message)
                self.frames += 1
                self.positions.append(position)
                self.numbers.append(number)
                if self.acknowledges:
                    self.send("ack", frame=number)
            return
        self.raw.append(message)
        data = json.loads(message)
        self.messages.append(data)
        if data["type"] == "room":
            self.room = data["room"] if "room" in data else {**self.room, **data["changed"]}


def open_socket(port: int, visit: Visit) -> ClientConnection:
    """As this visitor's browser opens it."""
    headers = {"cookie": f"{COOKIE}={visits().cookie(visit)}", "origin": f"http://127.0.0.1:{port}"}
    return connect(f"ws://127.0.0.1:{port}/live", max_size=None, additional_headers=headers, compression=None)


class ClassSite(LiveSite):
    """The live route with rooms, and what trains their experiments."""

    def __init__(self, home: Path, port: int = 0) -> None:
        self.classroom = Classroom(Home(home))
        super().__init__(self._hall, port)

    def _hall(self, service: LiveService) -> GuestHall:
        self.experiments, self.collector = add_experiments(self.classroom, service)
        self.hall = GuestHall(self.classroom, service)
        return self.hall

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        async with super().lifespan(app):
            collecting = asyncio.create_task(self.collector.run())
            yield
            collecting.cancel()
            await asyncio.gather(collecting, return_exceptions=True)

    def scene(self, spec: LiveSpec) -> dict[str, Any]:
        return {"mount": self.service.mount(spec, "a page's own token"), "title": "A race", "page": "/boundaries"}

    @contextlib.contextmanager
    def page(self, visit: Visit) -> Iterator[Page]:
        with open_socket(self.port, visit) as socket:
            yield Page(socket, visit)


class Lesson:
    """A room with its teacher at the console, and whoever else comes."""

    def __init__(self, site: ClassSite, stack: ExitStack) -> None:
        self.site, self._stack = site, stack
        self.owner = visitor()
        self.room: Room = site.classroom.open_room(self.owner, TEACHER)
        self.code = self.room.code
        self._console: Page | None = None

    @property
    def console(self) -> Page:
        if self._console is None:
            self._console = self.open(self.owner).enter(self.code, "console")
        return self._console

    def open(self, visit: Visit) -> Page:
        return self._stack.enter_context(self.site.page(visit))

    def student(self, name: str = "", visit: Visit | None = None) -> Page:
        visit = visit or visitor()
        self.site.classroom.join(visit, self.code, name)
        return self.open(visit).enter(self.code, "member")

    def wall(self) -> Page:
        return self.open(visitor()).enter(self.code, "wall")

    def lead(self, spec: LiveSpec, visit: Visit | None = None, **fields: Any) -> Page:
        """The full page of whoever leads, on a run; by default the teacher's."""
        visit = visit or self.owner
        self.site.classroom.show(visit.identity, self.site.scene(spec))
        page = self.open(visit).enter(self.code, "page")
        mount = self.site.service.mount(spec)
        page.send("watch", spec=mount["spec"], token=mount["token"], **fields)
        return page


@pytest.fixture
def rooms(tmp_path: Path) -> Iterator[Classroom]:
    """The service of rooms alone, without a server."""
    found = Classroom(Home(tmp_path))
    yield found
    found.close()


@pytest.fixture(scope="session")
def class_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClassSite]:
    site = ClassSite(tmp_path_factory.mktemp("home"))
    site.wait_for_engine()
    yield site
    site.close()
    site.classroom.close()


@pytest.fixture
def lesson(class_site: ClassSite) -> Iterator[Lesson]:
    with ExitStack() as stack:
        held = Lesson(class_site, stack)
        yield held
        if class_site.classroom.room(held.code) is not None:
            class_site.classroom.end(held.code)
