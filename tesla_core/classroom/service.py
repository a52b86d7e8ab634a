"""The classroom: opening, joining and changing rooms, from whatever thread. It checks who may do what, writes it to the
store, and only then is it so; who listens is told which room changed."""

from __future__ import annotations

import math
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from tesla_core.allowance import Allowance
from tesla_core.classroom.activity import Activity
from tesla_core.classroom.acts import ACTS
from tesla_core.classroom.code import Guesses, draw_code, read_code
from tesla_core.classroom.names import clean_name, draw_name, free_name
from tesla_core.classroom.room import CROWD, MOST_MEMBERS, Asked, Member, Room
from tesla_core.classroom.rules import Actor, check_right
from tesla_core.classroom.scene import as_scene
from tesla_core.classroom.store import FILE, RoomStore, RoomWriter
from tesla_core.data_folder import data_folder
from tesla_core.errors import TeslaError
from tesla_core.jobs.launch.access import NotAllowed, Person
from tesla_core.jobs.store.database import Database
from tesla_core.jobs.store.home import Home
from tesla_core.live.company import RoomError
from tesla_core.messages.say import say
from tesla_core.visits.visit import Visit

LIFETIME = 24 * 3600.0  # seconds
MOST_OF_ONE, MOST_ROOMS = 4, 200
# New places of one room: two classes come in at once; a script that wants all of them gives the teacher time to lock.
PLACES_AT_ONCE, PLACE_SECONDS = 60, 1.0

Change = Callable[[Room, RoomWriter], Room]
"""From a room to what it is next, written in one transaction; what it raises undoes it."""
Listener = Callable[[str], None]


class CrowdedError(RoomError):
    """Very many want a place in a room at the same time."""


class Classroom:
    """Rooms are loaded once and then held; the store is written before a room is another one."""

    def __init__(self, home: Home | None = None, clock: Callable[[], float] = time.time) -> None:
        """home: the data folder; by default the lab's, looked for when the first room is."""
        self._home, self._clock = home, clock
        self._lock = threading.RLock()
        self._store: RoomStore | None = None
        self._rooms: dict[str, Room] = {}
        self._ended: set[str] = set()
        self._places: dict[str, Allowance] = {}  # by room, how many new ones it takes just now
        self._listeners: list[Listener] = []
        self.guesses = Guesses()
        self.activities: dict[str, Activity] = {}

    # ---- for pages and routes

    def open_room(self, visit: Visit, person: Person) -> Room:
        """A new room of this visitor's."""
        if not person.may_launch:
            raise NotAllowed("open a room")
        _check_own(visit)
        with self._lock:
            store = self._load()
            self.sweep()
            own = [room for room in self._rooms.values() if room.owner == visit.identity]
            if len(own) >= MOST_OF_ONE:
                raise RoomError(say("You have {count} rooms open. End one of them first.", count=len(own)))
            if len(self._rooms) >= MOST_ROOMS:
                raise RoomError(say("There are too many rooms here today."))
            now = self._clock()
            room = Room(draw_code(self._rooms.keys() | self._ended), visit.identity, now, now + LIFETIME)
            with store.writing() as write:
                write.open(room)
            self._rooms[room.code] = room
        self.tell(room.code)
        return room

    def join(self, visit: Visit, code: object, name: object = "") -> Member:
        """A student comes in, with a name of their own or a drawn one; who is in already stays who they are."""
        _check_own(visit)
        room = self.find(visit, code)
        known = room.by_identity.get(visit.identity)
        wanted = clean_name(name) if str(name or "").strip() else ""

        def come_in(room: Room, write: RoomWriter) -> Room:
            nonlocal known
            known = room.by_identity.get(visit.identity)
            taken = {one.name for one in room.present if one is not known}
            if known is None:
                self._check_space(room)
                self._take_turn(room)
                drawn = free_name(wanted or draw_name(taken), taken)
                known = Member(_new_id(room), visit.identity, drawn, self._clock())
            elif known.removed:
                raise RoomError(say("You were removed from this room."))
            elif wanted and wanted != known.name:
                known = replace(known, name=free_name(wanted, taken))
            else:
                return room
            write.member(room.code, known)
            return replace(room, members={**room.members, known.id: known})

        try:
            self.change(room.code, come_in)
        except CrowdedError:
            if CROWD not in room.parts:
                self.set_part(room.code, CROWD, True)  # the teacher is told, who can lock the room
            raise
        assert known is not None
        return known

    def find(self, visit: Visit, code: object) -> Room:
        """The room of a code; a wrong one costs something, so that none is found by trying. Who is in it already has
        nothing to find, and is not held back by what others at their address do."""
        wanted = read_code(code)
        room = self.room(wanted)
        if room is not None and (room.owner == visit.identity or visit.identity in room.by_identity):
            return room
        self.guesses.check(visit)
        if room is not None:
            return room
        if wanted in self._ended:
            raise RoomError(say("The room {code} has ended.", code=wanted))
        self.guesses.note(visit)
        raise RoomError(say("There is no room {code}. Look at the code again.", code=wanted))

    def room(self, code: str) -> Room | None:
        """As it is now. Nobody waits here while somebody else's change is written."""
        self._look()
        room = self._rooms.get(code)
        if room is not None and room.ends <= self._clock():
            self.end(code)
            return None
        return room

    def rooms(self) -> list[Room]:
        self._look()
        return list(self._rooms.values())

    def rooms_of(self, identity: str) -> list[Room]:
        """Those that somebody owns or is in, the newest first."""
        found = [one for one in self.rooms() if one.owner == identity or one.member_of(identity) is not None]
        return sorted(found, key=lambda room: -room.opened)

    def rooms_led_by(self, identity: str) -> list[Room]:
        return [room for room in self.rooms_of(identity) if room.leader == identity]

    def show(self, identity: str, data: Mapping[str, Any], code: str | None = None) -> list[str]:
        """What the page of somebody who leads shows is what the class sees, from now on; in one of their rooms, or in
        all. data: what the canvas is given. Answers with the rooms' codes."""
        scene, shown = as_scene(data), []
        for room in self.rooms_led_by(identity):
            if code in (None, room.code):
                if room.scene != scene:
                    self.set_part(room.code, "scene", scene)
                shown.append(room.code)
        return shown

    def questions(self, code: str) -> list[Asked]:
        """All that a room was asked so far."""
        return self._load().questions(code)

    # ---- for whoever is in a room

    def act(self, code: str, actor: Actor, what: object, fields: Mapping[str, Any]) -> None:
        """Do what somebody in the room asks for, if they may; it is written when this returns."""
        action = check_right(actor, what)
        for activity in self.activities.values():
            if action in activity.acts:
                activity.acts[action](self._present(code), fields)
                return
        if action == "end":
            self.end(code)
            return
        if action not in ACTS:
            raise RoomError(say("That can't be done here yet."))
        now = self._clock()
        self.change(code, lambda room, write: ACTS[action](room, write, actor, fields, now))

    def set_part(self, code: str, name: str, content: Any, quietly: bool = False) -> None:
        """What a room shows or does under a name; None is nothing. quietly: nobody needs to be told."""

        def put(room: Room, write: RoomWriter) -> Room:
            write.part(code, name, content)
            parts = {key: value for key, value in room.parts.items() if key != name}
            return replace(room, parts=parts if content is None else {**parts, name: content})

        self.change(code, put, quietly)

    def settle(self, code: str, number: int, right: Any) -> None:
        """What was right, as the run has shown."""

        def put(room: Room, write: RoomWriter) -> Room:
            if room.question is None or room.question.number != number:
                return room
            asked = replace(room.question, right=right)
            write.question(code, asked)
            return replace(room, question=asked)

        self.change(code, put)

    def change(self, code: str, change: Change, quietly: bool = False) -> Room:
        """Change a room in one transaction, and tell who listens."""
        with self._lock:
            room = self._present(code)
            with self._load().writing() as write:
                after = change(room, write)
            self._rooms[code] = after
        if after is not room and not quietly:
            self.tell(code)
            if after.members is not room.members:
                self._tell_activities(after)
        return after

    def end(self, code: str) -> None:
        """All of it goes."""
        with self._lock:
            with self._load().writing() as write:
                write.end(code, self._clock())
            room = self._rooms.pop(code, None)
            self._places.pop(code, None)
            self._ended.add(code)
        self.tell(code)
        if room is not None:
            self._tell_activities(replace(room, ends=0.0))

    def sweep(self) -> int:
        """End the rooms whose day is over; how many there were."""
        with self._lock:
            over = self._load().expired(self._clock())
            for code in over:
                self.end(code)
        return len(over)

    # ----

    def listen(self, listener: Listener) -> None:
        """Have it called with the code of every room that changes, from whatever thread changes it."""
        self._listeners.append(listener)

    def add(self, activity: Activity) -> None:
        """Something that rooms can do."""
        self.activities[activity.name] = activity

    @property
    def database(self) -> Database:
        """For what an activity keeps of a room, in tables of its own."""
        return self._load().database

    def close(self) -> None:
        with self._lock:
            if self._store is not None:
                self._store.close()
            self._store, self._rooms = None, {}

    def _load(self) -> RoomStore:
        if self._store is not None:
            return self._store
        with self._lock:
            if self._store is None:
                store = RoomStore(self._home or Home.find())
                self._rooms, self._ended = store.rooms(self._clock()), store.ended()
                self._store = store
                for room in list(self._rooms.values()):
                    self._tell_activities(room)
            return self._store

    def _look(self) -> None:
        """Load the rooms, if there is a store of them: who only watches a run makes none."""
        folder = self._home.path if self._home else data_folder()
        if self._store is None and (folder / FILE).exists():
            self._load()

    def _present(self, code: str) -> Room:
        room = self.room(code)
        if room is None:
            raise RoomError(say("The room {code} has ended.", code=code))
        return room

    def _check_space(self, room: Room) -> None:
        if room.locked:
            raise RoomError(say("The teacher has locked this room."))
        if len(room.present) >= MOST_MEMBERS:
            raise RoomError(say("This room is full: {most} are in it.", most=MOST_MEMBERS))

    def _take_turn(self, room: Room) -> None:
        """One of the places that are given out just now, whoever asks: all phones of a school have one address."""
        allowance = self._places.setdefault(room.code, Allowance(PLACES_AT_ONCE, PLACE_SECONDS, self._clock))
        wait = allowance.wait()
        if wait > 0.0:
            seconds = max(2, math.ceil(wait))
            raise CrowdedError(say("Very many are joining at once. Wait {seconds} s and try again.", seconds=seconds))
        allowance.use()

    def tell(self, code: str) -> None:
        """A room has something new for those in it."""
        for listener in list(self._listeners):
            listener(code)

    def _tell_activities(self, room: Room) -> None:
        for activity in list(self.activities.values()):
            activity.changed(room)


def _check_own(visit: Visit) -> None:
    """What is somebody's in a room hangs on who they are: it must be one browser's alone."""
    if not visit.known:
        raise RoomError(say("Your browser keeps no cookies, so the room would not know you again."))
    if not visit.own:
        raise RoomError(say("Very many new browsers came from your network just now. Reload the page and try again."))


def _new_id(room: Room) -> str:
    while (drawn := secrets.token_hex(4)) in room.members:
        pass
    return drawn


@cache
def classroom() -> Classroom:
    """The process's one: its pages, its routes and its sockets change the same rooms."""
    return Classroom()


def try_rooms_of(identity: str) -> list[Room]:
    """As `rooms_of`, and none where the store can't be read: a page of the lab opens without it."""
    try:
        return classroom().rooms_of(identity)
    except TeslaError:
        return []
