"""A room's gathering: those who are connected in it, the runs that they are shown, and what they were told.

Each audience is told once what is different, in bytes that all of it shares.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import math
import time
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tesla_core.classroom.broadcast import Broadcast
from tesla_core.classroom.guest import Guest
from tesla_core.classroom.holding import HERE, room_limit
from tesla_core.classroom.judging import judge
from tesla_core.classroom.questions import waits_for_run
from tesla_core.classroom.room import Room
from tesla_core.classroom.rules import actor_of
from tesla_core.classroom.sections import Audience, audience_of, own_section, sections
from tesla_core.errors import TeslaError
from tesla_core.live.company import RoomError
from tesla_core.messages.catalogue import catalogue_of
from tesla_core.messages.say import speaking
from tesla_core.visits.visit import Visit

if TYPE_CHECKING:
    from tesla_core.classroom.hall import GuestHall

log = logging.getLogger("tesla_core")

TOLD_GAP = 0.1  # seconds between two tellings of a room
SAVED_GAP = 2.0  # seconds between two savings of where the class is
SCENES = 128  # texts of scenes that are kept, each with its scene
EMPTY = 20.0  # seconds after which a run that no screen shows is let go

Readers = tuple[Audience, str]
"""Those who are told the same in the same language."""


class Gathering:
    """Lives on the event loop. guests: those who are connected."""

    def __init__(self, hall: GuestHall, code: str) -> None:
        self.hall, self.code = hall, code
        self.guests: set[Guest] = set()
        self._told: dict[Readers, dict[str, str]] = {}
        self._stages: dict[str, Broadcast] = {}
        self._told_at, self._due = 0.0, False
        self._asked = 0
        self._turn = self._opens(self.room).get("turn")  # of the step that the class was last taken to
        self._saved: dict[str, Any] = {}
        self._saved_at = 0.0
        self._judging: asyncio.Task[None] | None = None
        self._scenes: dict[int, tuple[Any, str]] = {}

    @property
    def room(self) -> Room | None:
        return self.hall.classroom.room(self.code)

    @property
    def position(self) -> float:
        """Where the class is in its run."""
        room = self.room
        stage = self._stages.get(room.spec or "") if room else None
        if stage is not None:
            return stage.position
        kept = room.parts.get("playhead") if room else None
        return float((kept or {}).get("epoch") or 0.0)

    # ---- who is here

    def add(self, guest: Guest, room: Room) -> None:
        """Somebody came: they are told all of it, the others that they came."""
        assert guest.actor is not None
        guest.gathering = self
        self.guests.add(guest)
        readers = _readers(guest)
        if readers not in self._told:
            self._told[readers] = self._texts(room, readers)
        guest.told = self._own_texts(guest, room)
        guest.screen.tell(_message("room", {**self._told[readers], **guest.told}))
        guest.place(room)
        self.mark()

    def remove(self, guest: Guest) -> None:
        self.guests.discard(guest)
        self.mark()

    def _here(self) -> set[str]:
        return {one.actor.member.id for one in self.guests if one.actor and one.actor.member}

    # ---- telling

    def mark(self) -> None:
        """Something is different: tell it, at once or as soon as the last telling is long enough ago."""
        if self._due:
            return
        self._due = True
        loop = asyncio.get_running_loop()
        loop.call_later(max(0.0, self._told_at + TOLD_GAP - time.monotonic()), self._publish)

    def _publish(self) -> None:
        self._due, self._told_at = False, time.monotonic()
        room = self.room
        if room is None:
            self._end()
            return
        self._open(room)
        for guest in list(self.guests):
            self._know_again(guest, room)
        told, self._told = self._told, {}
        for readers in {_readers(guest) for guest in self.guests}:
            before, now = told.get(readers, {}), self._texts(room, readers)
            self._told[readers] = now
            changed = {name: text for name, text in now.items() if before.get(name) != text}
            if changed and before:
                self._send(readers, _message("changed", changed))
        for guest in list(self.guests):
            with others_go_on(self.code):
                self._publish_own(guest, room)
        self._hold(room)

    def _publish_own(self, guest: Guest, room: Room) -> None:
        own = self._own_texts(guest, room)
        changed = {name: text for name, text in own.items() if guest.told.get(name) != text}
        if changed:
            guest.told = own
            guest.screen.tell(_message("changed", changed))
        guest.place(room)

    def _know_again(self, guest: Guest, room: Room) -> None:
        """Who somebody is may have changed: they lead now, or were removed."""
        assert guest.actor is not None
        try:
            guest.actor = actor_of(room, guest.actor.identity, guest.way)
        except RoomError:
            guest.screen.tell(_message("changed", {"ended": '"removed"'}))
            guest.leave_room()

    def _send(self, readers: Readers, text: str) -> None:
        for guest in self.guests:
            if _readers(guest) == readers:
                guest.screen.tell(text)

    def _texts(self, room: Room, readers: Readers) -> dict[str, str]:
        audience, language = readers
        with speaking(catalogue_of(language)):
            found = sections(room, self._here(), audience, self.hall.classroom.activities)
        return {name: json.dumps(value) for name, value in found.items()}

    def _own_texts(self, guest: Guest, room: Room) -> dict[str, str]:
        assert guest.actor is not None
        with speaking(catalogue_of(guest.screen.language)):
            own, scene = own_section(room, guest.actor, self.hall.classroom.activities), guest.scene_of(room)
        return {"you": json.dumps(own), "scene": self._scene_text(scene)}

    def _scene_text(self, scene: Any) -> str:
        """Written once for all who are shown it."""
        held = self._scenes.get(id(scene))
        if held is None or held[0] is not scene:
            if len(self._scenes) >= SCENES:
                self._scenes.clear()
            held = self._scenes[id(scene)] = (scene, json.dumps(scene))
        return held[1]

    def _end(self) -> None:
        for guest in list(self.guests):
            guest.screen.tell(_message("changed", {"ended": '"ended"', "question": "null", "scene": "null"}))
            guest.leave_room()
        for stage in self._stages.values():
            stage.close()
        self._stages = {}
        self.hall.drop(self)

    # ---- what is shown

    def stage(self, spec: str) -> Broadcast:
        """The run of a spec as this class sees it."""
        if spec not in self._stages:
            room = self.room
            kept = (room.parts.get("playhead") if room else None) or {}
            start = {name: kept[name] for name in ("epoch", "playing", "speed", "eases") if name in kept}
            of_scene, opens = room is not None and spec == room.spec, self._opens(room)
            if not of_scene:
                start = {"playing": True, "speed": 0}
            elif kept.get("spec") != spec or (opens and kept.get("turn") != opens["turn"]):
                start = {"epoch": opens["epoch"]} if opens.get("epoch") else {}
            # Each run is another viewer's, all of one place: what one viewer may watch is for one person.
            viewer = Visit(f"class {self.code} {zlib.crc32(spec.encode()):08x}", f"class {self.code}")
            self._stages[spec] = Broadcast(self.hall.service, viewer, spec, start)
            self._stages[spec].led = bool(start)
            if room is not None:
                self._hold(room)
        return self._stages[spec]

    def _opens(self, room: Room | None) -> dict[str, Any]:
        """Where the lesson's step begins, if its run is the one at hand."""
        opens = (room.parts.get("step") or {}).get("opens") if room else None
        return opens if room and opens and opens["spec"] == room.spec else {}

    def _open(self, room: Room) -> None:
        """Take the class to where its new step begins, also where the run is the one that it has just seen."""
        opens = self._opens(room)
        if not opens or opens["turn"] == self._turn:
            return
        self._turn = opens["turn"]
        stage = self._stages.get(opens["spec"])
        if stage is not None:
            stage.control({"type": "pause"})
            stage.control({"type": "seek", "epoch": opens["epoch"]})

    def _hold(self, room: Room) -> None:
        """While the class is asked or paused, nobody in it goes further."""
        stage = self._stages.get(room.spec or "")
        if stage is None:
            return
        asked = room.question
        if asked is not None and asked.open and asked.number != self._asked:
            self._asked = asked.number
            stage.control({"type": "pause"})
        limit = room_limit(room, stage.spec)
        if limit == HERE:
            limit = stage.position if stage.until is None else stage.until
        stage.hold(limit)

    async def tick(self) -> None:
        room, now = self.room, time.monotonic()
        if room is None:
            self._end()
            return
        wanted = {guest.broadcast.spec for guest in self.guests if guest.broadcast}
        for spec, stage in list(self._stages.items()):
            if not len(stage) and spec not in wanted and now - stage.empty_since > (EMPTY if spec == room.spec else 0):
                await self._save(room)
                stage.close()
                self._stages.pop(spec, None)
        if now - self._saved_at > SAVED_GAP:
            self._saved_at = now
            await self._save(room)
        if self._judging is None or self._judging.done():
            self._judging = asyncio.create_task(self._judge(room))
        if not self.guests and not self._stages:
            self.hall.drop(self)

    async def _save(self, room: Room) -> None:
        """Where the class is, for one that goes on after the server's end."""
        stage = self._stages.get(room.spec or "")
        if stage is None:
            return
        place = {"spec": stage.spec, "turn": self._turn, **stage.place}
        if place != self._saved:
            self._saved = place
            with contextlib.suppress(RoomError):
                await asyncio.to_thread(self.hall.classroom.set_part, self.code, "playhead", place, True)

    async def _judge(self, room: Room) -> None:
        """Once the answers are revealed and the class has seen the epoch that they are about: who was right?"""
        asked = room.question
        if asked is None or not asked.revealed or asked.right is not None or not asked.content.get("rule"):
            return
        rule, stage = asked.content["rule"], self._stages.get(asked.content.get("spec") or "")
        seen = stage is not None and (stage.finished or stage.position >= rule.get("epoch", math.inf))
        if waits_for_run(rule) and not seen:
            return
        with contextlib.suppress(TeslaError):  # the engine is busy or away: the next look will tell
            right = await asyncio.to_thread(judge, asked.content, self.hall.service.client())
            if right is not None:
                await asyncio.to_thread(self.hall.classroom.settle, self.code, asked.number, right)


@contextlib.contextmanager
def others_go_on(code: str) -> Iterator[None]:
    """Whatever breaks with one of a room breaks for nobody else in it."""
    try:
        yield
    except Exception:
        log.exception("Room %s could not be told to one of those in it", code)


def _readers(guest: Guest) -> Readers:
    assert guest.actor is not None
    return audience_of(guest.actor), guest.screen.language


def _message(kind: str, texts: dict[str, str]) -> str:
    """A message of sections that are JSON already."""
    inner = ", ".join(f'"{name}": {text}' for name, text in texts.items())
    return f'{{"type": "room", "{kind}": {{{inner}}}}}'
