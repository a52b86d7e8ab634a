"""A class for the benchmarks: the real app with rooms that are open already, and people on sockets of their own."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import secrets
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import websockets

from benchmarks.live.site import KEY
from tesla_core.canvas.scene import scene_of
from tesla_core.classroom.room import Room
from tesla_core.classroom.service import Classroom
from tesla_core.jobs.launch.access import Person
from tesla_core.jobs.store.home import Home
from tesla_core.live.protocol import FRAMES, frame_position
from tesla_core.live.service import LiveService
from tesla_core.visits.key import key_from
from tesla_core.visits.tokens import Signer
from tesla_core.visits.visit import COOKIE, Visit, Visits

ADDRESS = "127.0.0.1"


def open_room(home: Path, page: str, query: str = "") -> tuple[Room, Visit]:
    """A room whose teacher shows a page of the lab, left in the store for an app that is started later."""
    owner = Visit(secrets.token_hex(16), ADDRESS)
    service, rooms = LiveService(KEY), Classroom(Home(home))
    try:
        room = rooms.open_room(owner, Person("benchmark", may_launch=True))
        shown = scene_of(page, query)
        rooms.show(owner.identity, {**shown.data, "mount": service.mount(shown.spec)})
        found = rooms.room(room.code)
        assert found is not None
        return found, owner
    finally:
        rooms.close()


def cookie_of(visit: Visit) -> str:
    return f"{COOKIE}={Visits(Signer(key_from(KEY))).cookie(visit)}"


def join(port: int, visit: Visit, code: str) -> None:
    """Send the form, and open the page that it leads to, as a phone does. Blocks."""
    headers = {"Cookie": cookie_of(visit), "Content-Type": "application/x-www-form-urlencoded"}
    headers |= {"Origin": f"http://{ADDRESS}:{port}", "Sec-Fetch-Site": "same-origin"}
    for method, path, body in (
        ("POST", "/_tesla/join", urlencode({"code": code, "name": ""})),
        ("GET", f"/r/{code}", None),
    ):
        connection = http.client.HTTPConnection(ADDRESS, port, timeout=30)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            answer.read()
            if answer.status not in (200, 303):
                raise SystemExit(f"{method} {path} answered {answer.status}.")
        finally:
            connection.close()


@dataclass(eq=False)
class Someone:
    """A page in a room: paints what it is sent, and remembers when it came."""

    socket: Any
    room: dict[str, Any] = field(default_factory=dict)
    frames: list[tuple[float, float]] = field(default_factory=list)  # when each came, and its epoch
    errors: list[str] = field(default_factory=list)
    done: int = 0
    nbytes: int = 0

    async def send(self, kind: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"type": kind, **fields}))

    async def read(self) -> None:
        """Until the connection ends."""
        async for message in self.socket:
            self.nbytes += len(message)
            if isinstance(message, bytes):
                if message[0] in FRAMES:
                    number, epoch = frame_position(message)
                    self.frames.append((time.monotonic(), epoch))
                    await self.send("ack", frame=number)
                continue
            data = json.loads(message)
            if data["type"] == "room":
                self.room = data["room"] if "room" in data else {**self.room, **data["changed"]}
            elif data["type"] == "error":
                self.errors.append(data["message"])
            elif data["type"] == "done":
                self.done += 1

    async def until(self, holds: Callable[[Someone], Any], seconds: float = 120.0) -> None:
        deadline = time.monotonic() + seconds
        while not holds(self):
            if time.monotonic() > deadline:
                raise SystemExit(f"Waited {seconds:.0f} s in vain; errors: {self.errors[-3:]}, room: {self.room}")
            await asyncio.sleep(0.02)

    def first_at(self, epoch: float, since: float, near: float = 0.75) -> float | None:
        """When a frame of that epoch, or one beside it, first came after a moment."""
        return next((at for at, shown in self.frames if at >= since and abs(shown - epoch) <= near), None)


@contextlib.asynccontextmanager
async def someone(port: int, visit: Visit, code: str, way: str) -> AsyncIterator[Someone]:
    """Somebody who enters a room as member, wall, console or page."""
    async with websockets.connect(
        f"ws://{ADDRESS}:{port}/live",
        origin=f"http://{ADDRESS}:{port}",  # pyright: ignore[reportArgumentType]
        additional_headers={"Cookie": cookie_of(visit)},
        max_size=None,
        ping_timeout=None,
    ) as socket:
        one = Someone(socket)
        await one.send("enter", room=code, differences=True, **{"as": way})
        reading = asyncio.create_task(one.read())
        try:
            yield one
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
