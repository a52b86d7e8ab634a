"""One connection in the hall: who it is, in which room, and what it may see and steer."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import TYPE_CHECKING, Any

from tesla_core.classroom.broadcast import Broadcast
from tesla_core.classroom.holding import HERE, rooms_holding
from tesla_core.classroom.holding import limit as limit_of
from tesla_core.classroom.room import Room
from tesla_core.classroom.rules import Actor, Role, Way, actor_of, leads
from tesla_core.errors import TeslaError, check_choice
from tesla_core.live.company import RoomError, Screen
from tesla_core.messages.say import say

if TYPE_CHECKING:
    from tesla_core.classroom.gathering import Gathering
    from tesla_core.classroom.hall import GuestHall

log = logging.getLogger("tesla_core")

STEERING = ("play", "pause", "speed", "seek", "step", "reset")


class Guest:
    """What the live route's company calls a presence."""

    def __init__(self, hall: GuestHall, screen: Screen) -> None:
        self.hall, self.screen = hall, screen
        self.gathering: Gathering | None = None
        self.way = Way.PAGE
        self.actor: Actor | None = None
        self.told: dict[str, str] = {}  # what is its own, as it was told last
        self.broadcast: Broadcast | None = None
        self._differences = False
        self._canvas = True
        self._wanted: dict[str, Any] | None = None  # the run that its page asked for

    # ---- what the browser says

    @property
    def entered(self) -> bool:
        return self.gathering is not None

    @property
    def identity(self) -> str:
        return self.screen.visit.identity

    async def take(self, message: dict[str, Any]) -> None:
        what, turn = message.get("what"), message.get("turn")
        await self.hall.paces.turn(f"{self.identity} at {self.screen.visit.address}")
        try:
            if message["type"] == "enter":
                self._enter(message)
                return
            if self.gathering is None or self.actor is None:
                raise RoomError(say("Enter a room first."))
            await self._do(self.gathering, what, message)
        except TeslaError as mistake:
            self._tell(
                {"type": "error", "code": "room", "message": str(mistake), "what": _echo(what), "turn": _echo(turn)}
            )
            return
        except Exception:
            log.exception("Something could not be done in a room")
            said = say("That could not be done.")
            self._tell({"type": "error", "code": "room", "message": said, "what": _echo(what), "turn": _echo(turn)})
            return
        self._tell({"type": "done", "what": _echo(what), "turn": _echo(turn)})

    def _enter(self, message: dict[str, Any]) -> None:
        visit = self.screen.visit
        way = Way(check_choice("way to enter", str(message.get("as", "member"))[:40], list(Way)))
        room = self.hall.classroom.find(visit, message.get("room"))
        actor = actor_of(room, visit.identity, way)
        self.leave_room()
        self.way, self.actor = way, actor
        self._differences = message.get("differences") is True
        self._canvas = way is not Way.CONSOLE or message.get("canvas") is True
        self.hall.know(self)
        self.hall.gathering(room.code).add(self, room)

    async def _do(self, gathering: Gathering, what: object, message: dict[str, Any]) -> None:
        room, actor = gathering.room, self.actor
        if room is None or actor is None:
            raise RoomError(say("The room {code} has ended.", code=gathering.code))
        actor = self.actor = actor_of(room, actor.identity, self.way)
        fields = {name: value for name, value in message.items() if name not in ("type", "what", "turn")}
        fields["here"] = gathering.position
        await asyncio.to_thread(self.hall.classroom.act, gathering.code, actor, what, fields)

    def pass_on(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Nothing of a screen that shows what the class sees; of all others as far as the class has got."""
        kind = message["type"]
        if kind == "watch":
            return self._watch(message)
        if self.broadcast is None:
            return None if kind in STEERING and self._stands_still() else message
        if kind == "ack":
            self.broadcast.acknowledge(self.screen, message.get("frame"))
        elif kind == "ping":
            self.screen.tell('{"type": "pong"}')
        elif kind in STEERING and self._steers():
            self.broadcast.control(message)
        return None

    def _watch(self, message: dict[str, Any]) -> dict[str, Any] | None:
        self.hall.know(self)
        self._differences = message.get("differences") is True
        if self.entered and self.way is not Way.PAGE:
            return None  # what it shows is the room's affair
        self._wanted = message
        room = self.gathering.room if self.gathering else None
        if room is not None and self._belongs(room):
            self.attach(self._stage(room))
            return None
        if self.broadcast is not None:
            self.detach()
        return self._held(message)

    def _held(self, message: dict[str, Any]) -> dict[str, Any]:
        """A run that it turns to while the class is held goes no further than the class may."""
        limit = limit_of(self.hall.classroom, self.identity, message["spec"])
        if limit is None:
            return message
        now = self.screen.watching
        if limit == HERE:  # another run than the one that is asked about: it stays where it is
            limit = self.screen.reached if now and now["spec"] == message["spec"] else 0.0
        return {**message, "until": limit}

    def hold(self) -> None:
        """What it watches by itself stands still or may go on, as its rooms are now."""
        watching = self.screen.watching
        if watching is None or self.broadcast is not None:
            return
        limit = limit_of(self.hall.classroom, self.identity, watching["spec"])
        if limit == HERE:
            limit = watching.get("until")
            limit = self.screen.reached if limit is None else limit
        self.screen.hold(limit)

    def seen(self, spec: str) -> float:
        """How far it has shown a run."""
        stage, watching = self.broadcast, self.screen.watching
        if stage is not None:
            return stage.position if stage.spec == spec else 0.0
        return self.screen.reached if watching is not None and watching["spec"] == spec else 0.0

    def _stands_still(self) -> bool:
        return any(room.paused for room in rooms_holding(self.hall.classroom, self.identity))

    # ---- what the room says

    def place(self, room: Room) -> None:
        """Show the class' run, or let go of it, as the room is now."""
        if self._belongs(room):
            self.attach(self._stage(room))
        elif self.broadcast is not None:
            self.detach()
        self.hold()

    def _belongs(self, room: Room) -> bool:
        """Whether this screen shows the class' run rather than one of its own."""
        actor = self.actor
        if actor is None or not self._canvas or self.scene_of(room) is None:
            return False
        if self.way is Way.PAGE:
            return leads(room, actor) and self._wanted is not None and self._wanted["spec"] == room.spec
        if actor.role is Role.MEMBER and self.way is Way.MEMBER:
            return actor.member is not None and actor.member.following
        return True

    def scene_of(self, room: Room) -> Any:
        """What its page shows: the room's scene, unless an activity has another for it."""
        if self.way in (Way.MEMBER, Way.WALL):
            for activity in self.hall.classroom.activities.values():
                own = activity.scene(room, self.actor.member if self.actor else None)
                if own is not None:
                    return own
        return room.scene

    def _stage(self, room: Room) -> Broadcast:
        assert self.gathering is not None
        return self.gathering.stage(self.scene_of(room)["mount"]["spec"])

    def _steers(self) -> bool:
        """Whether its buttons are the class'."""
        room = self.gathering.room if self.gathering else None
        if room is None or self.actor is None or self.broadcast is None or room.paused:
            return False
        return leads(room, self.actor) and self.broadcast.spec == room.spec

    def attach(self, stage: Broadcast) -> None:
        if self.broadcast is not stage:
            if self.broadcast is not None:
                self.broadcast.detach(self.screen)
            elif self.screen.watching is not None:
                self.screen.turn(None)
            self.broadcast = stage
            stage.attach(self.screen, self._differences)
        if self.way is Way.PAGE and self._wanted is not None:
            stage.begin(self._wanted)

    def detach(self) -> None:
        """On its own again: where the class is, on the run that its page asked for or that it has seen last."""
        stage, self.broadcast = self.broadcast, None
        if stage is None:
            return
        stage.detach(self.screen)
        if self.way is Way.PAGE and self._wanted is not None:
            same = stage.place if self._wanted["spec"] == stage.spec else {}
            self.screen.turn(self._held({**self._wanted, **same}))
        elif self.way is Way.MEMBER and self.entered:
            own = {"spec": stage.spec, **stage.place, "playing": False, "differences": self._differences}
            self.screen.turn(self._held(own))

    # ----

    def leave(self) -> None:
        self._wanted = None
        self.leave_room()
        self.hall.forget(self)

    def leave_room(self) -> None:
        gathering, self.gathering, self.actor = self.gathering, None, None
        self.detach()
        self.told = {}
        if gathering is not None:
            gathering.remove(self)

    def _tell(self, message: dict[str, Any]) -> None:
        self.screen.tell(json.dumps(message))


def _echo(value: object) -> object:
    """What is sent back of a message: a short word or a number, nothing else."""
    if isinstance(value, str):
        return value[:40]
    return value if type(value) in (int, float) and abs(value) < 1e15 else None  # pyright: ignore
