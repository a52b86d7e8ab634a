"""The hall: everyone who is connected, room by room, and how a room's changes reach them.

It lives on the event loop; a room's changes come from whatever thread makes them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from functools import cache

from tesla_core.classroom.gathering import Gathering, others_go_on
from tesla_core.classroom.guest import Guest
from tesla_core.classroom.service import Classroom, classroom
from tesla_core.errors import TeslaError
from tesla_core.live.company import Screen
from tesla_core.live.service import LiveService, live_service
from tesla_core.visits.pace import Paces

log = logging.getLogger("tesla_core")

TICK = 0.5
ACTS_AT_ONCE, ACT_SECONDS = 30, 0.1  # what one visitor may do in rooms: every act is written to the disk
SWEEP = 60.0


class GuestHall:
    """Gives every connection its presence, and every room its gathering."""

    def __init__(self, rooms: Classroom, service: LiveService) -> None:
        self.classroom, self.service = rooms, service
        self.paces = Paces(ACTS_AT_ONCE, ACT_SECONDS)
        self._gatherings: dict[str, Gathering] = {}
        self._guests: dict[str, set[Guest]] = {}  # by identity, those whose page is known
        self._identities: dict[Guest, str] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ticking: asyncio.Task[None] | None = None
        rooms.listen(self._changed)

    def arrive(self, screen: Screen) -> Guest:
        self._loop = asyncio.get_running_loop()
        if self._ticking is None or self._ticking.done():
            self._ticking = asyncio.create_task(self._tick())
        return Guest(self, screen)

    def gathering(self, code: str) -> Gathering:
        return self._gatherings.setdefault(code, Gathering(self, code))

    def know(self, guest: Guest) -> None:
        """Who sits here is known now, or is somebody else than was thought."""
        if self._identities.get(guest) != guest.identity:
            self.forget(guest)
            self._identities[guest] = guest.identity
            self._guests.setdefault(guest.identity, set()).add(guest)

    def forget(self, guest: Guest) -> None:
        identity = self._identities.pop(guest, None)
        if identity is not None:
            self._guests[identity].discard(guest)
            if not self._guests[identity]:
                del self._guests[identity]

    def present(self) -> dict[str, int]:
        """By room, how many connections there are."""
        return {code: len(gathering.guests) for code, gathering in self._gatherings.items()}

    def seen(self, identity: str, spec: str) -> float:
        """How far somebody's screens have shown them a run. From any thread."""
        return max((guest.seen(spec) for guest in list(self._guests.get(identity, ()))), default=0.0)

    # ---- changes

    def _changed(self, code: str) -> None:
        """From any thread."""
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):  # the server has ended meanwhile
                loop.call_soon_threadsafe(self._tell, code)

    def _tell(self, code: str) -> None:
        gathering, room = self._gatherings.get(code), self.classroom.room(code)
        if gathering is not None:
            gathering.mark()
        for identity in [] if room is None else [one.identity for one in room.members.values()]:
            for guest in list(self._guests.get(identity, ())):
                with others_go_on(code):
                    guest.hold()
        if room is None:
            for guests in list(self._guests.values()):
                for guest in list(guests):
                    with others_go_on(code):
                        guest.hold()

    def drop(self, gathering: Gathering) -> None:
        if self._gatherings.get(gathering.code) is gathering:
            del self._gatherings[gathering.code]

    async def _tick(self) -> None:
        """For ever: what time brings by itself."""
        swept = time.monotonic()
        while True:
            await asyncio.sleep(TICK)
            for gathering in list(self._gatherings.values()):
                try:
                    await gathering.tick()
                except TeslaError as mistake:
                    log.warning("Room %s: %s", gathering.code, mistake)
                except Exception:
                    log.exception("Room %s could not be kept", gathering.code)
            if time.monotonic() - swept > SWEEP:
                swept = time.monotonic()
                with contextlib.suppress(TeslaError):
                    await asyncio.to_thread(self.classroom.sweep)


@cache
def hall() -> GuestHall:
    """The process's one."""
    return GuestHall(classroom(), live_service())
