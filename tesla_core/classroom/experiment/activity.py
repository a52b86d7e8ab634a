"""The class as the experiment, as rooms know it: what the teacher does with it, and what everybody sees of it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tesla_core.canvas.data import panel_looks
from tesla_core.classroom.activity import Act
from tesla_core.classroom.experiment.experiment import AWAY, DONE, RUNNING, STOPPED, Experiment
from tesla_core.classroom.experiment.request import offers, read_design
from tesla_core.classroom.experiment.store import ExperimentStore
from tesla_core.classroom.room import Member, Room
from tesla_core.errors import TeslaError, check_choice
from tesla_core.jobs.store.database import Database
from tesla_core.live.service import LiveService
from tesla_core.live.spec import LiveSpec
from tesla_core.messages.say import say

MOST_OFFERS = 32  # kept, of the scenes that were shown last


class ClassExperiments:
    """The last experiment of every room is held as it is; the store is written before.

    database: the rooms'. tell: called with the code of a room that has something new, from whatever thread.
    """

    name = "experiment"

    def __init__(self, database: Callable[[], Database], tell: Callable[[str], None], service: LiveService) -> None:
        self._database, self._tell, self._service = database, tell, service
        self.acts: Mapping[str, Act] = {"experiment": self._begin, "stop": self._stop}
        self.begun: Callable[[], None] = lambda: None  # told that there is something to train, or no longer
        self._lock = threading.RLock()
        self._store: ExperimentStore | None = None
        self._held: dict[str, Experiment | None] = {}
        self._scenes: dict[tuple[str, int, int, str], dict[str, Any]] = {}
        self._offers: dict[tuple[str, int], dict[str, Any] | None] = {}
        self._past: dict[str, list[dict[str, Any]]] = {}
        self._thinker = ThreadPoolExecutor(1, thread_name_prefix="offers")

    @property
    def store(self) -> ExperimentStore:
        if self._store is None:
            self._store = ExperimentStore(self._database())  # not under the lock: rooms may be loaded by it
        return self._store

    # ---- what the teacher does

    def _begin(self, room: Room, fields: Mapping[str, Any]) -> None:
        """A new experiment with the run that the class sees; or an earlier one, shown again by its number."""
        if fields.get("again") is not None:
            self._show_again(room, fields["again"])
            return
        design = read_design(room.spec, fields)
        with self._lock:
            members = [member.id for member in room.present]
            self._held[room.code] = self.store.begin(room.code, design, members, time.time())
            self._past.pop(room.code, None)
            self._scenes = {key: scene for key, scene in self._scenes.items() if key[0] != room.code}
        self.begun()
        self._tell(room.code)

    def _show_again(self, room: Room, number: object) -> None:
        kept = {str(one.number): one for one in self.store.all(room.code)}
        found = kept[check_choice("experiment of this room", str(number), kept)]
        with self._lock:
            shown = self._held.get(room.code)
            if shown is not None and shown.number != found.number and shown.state == RUNNING:
                self.store.turn(room.code, shown.number, STOPPED)
            state = DONE if all(result.done for result in found.results) else STOPPED
            state = found.state if found.state == RUNNING else state
            self._held[room.code] = self.store.turn(room.code, found.number, state)
        self._tell(room.code)

    def _stop(self, room: Room, fields: Mapping[str, Any]) -> None:
        """What trains is stopped and stays to be seen; what does not train is put away."""
        with self._lock:
            shown = self.of(room.code)
            if shown is None:
                raise TeslaError(say("There is no experiment just now."))
            state = STOPPED if shown.state == RUNNING else AWAY
            self._held[room.code] = self.store.turn(room.code, shown.number, state)
        self.begun()
        self._tell(room.code)

    # ---- what everybody sees

    def of(self, code: str) -> Experiment | None:
        """The one that a room is shown."""
        with self._lock:
            if code not in self._held:
                self._held[code] = self._last(code)
            shown = self._held[code]
        return None if shown is None or shown.state == AWAY else shown

    def _last(self, code: str) -> Experiment | None:
        found = self.store.all(code)
        visible = [one for one in found if one.state != AWAY]
        return visible[-1] if visible else None

    def measured(self, code: str) -> None:
        """The collector has written something: look again."""
        with self._lock:
            shown = self._held.get(code)
            if shown is not None:
                self._held[code] = self.store.find(code, shown.number)
        self._tell(code)

    def section(self, room: Room, names: bool) -> Any:
        shown = self.of(room.code)
        if shown is None:
            return None
        return shown.section({member.id: member.name for member in room.present} if names else None)

    def own(self, room: Room, member: Member) -> Any:
        """The place of their value."""
        shown = self.of(room.code)
        return None if shown is None else shown.hands.get(member.id)

    def scene(self, room: Room, member: Member | None) -> Mapping[str, Any] | None:
        """A student's own run, while the experiment trains; others see what the teacher shows."""
        shown = self.of(room.code)
        if member is None or shown is None or shown.state != RUNNING or room.scene is None:
            return None
        place = shown.hands.get(member.id)
        if place is None:
            return None
        differs = shown.design.differs
        title = say("Yours: {value}", value=differs.titled(shown.design.values[place]))
        key = (room.code, shown.number, place, title)  # a title a language
        if key not in self._scenes:
            self._scenes[key] = {**own_scene(room.scene, shown, place, self._service), "title": title}
        return self._scenes[key]

    def changed(self, room: Room) -> None:
        """Who came gets a value; what those had who are gone is free again. A room that ended is forgotten."""
        if not room.ends:
            with self._lock:
                self._held.pop(room.code, None)
                self._past.pop(room.code, None)
                self._scenes = {key: scene for key, scene in self._scenes.items() if key[0] != room.code}
            self.begun()
            return
        with self._lock:
            shown = self.of(room.code)
            members = [member.id for member in room.present]
            if shown is None or shown.state != RUNNING or set(members) == set(shown.hands):
                return
            self._held[room.code] = self.store.deal(room.code, shown.number, members)
        self._tell(room.code)

    # ---- what the teacher may begin

    def owner_sections(self, room: Room) -> Mapping[str, Any]:
        return {"offer": self.offer(room)}

    def offer(self, room: Room) -> dict[str, Any] | None:
        """What a console offers for the run at hand; None until it is found out, which takes a moment."""
        if room.spec is None:
            return None
        key = (room.spec, max(1, len(room.present)))
        with self._lock:
            if key not in self._offers:
                while len(self._offers) >= MOST_OFFERS:
                    self._offers.pop(next(iter(self._offers)))
                self._offers[key] = None
                self._thinker.submit(self._find_offer, key, room.code)
            found = self._offers[key]
        return None if found is None else {**found, "earlier": self._earlier(room.code)}

    def _find_offer(self, key: tuple[str, int], code: str) -> None:
        try:
            found = offers(*key)
        except TeslaError:  # a run that no page could make: nothing to offer
            found = {"panel": 0, "panels": [], "fields": [], "measures": []}
        with self._lock:
            self._offers[key] = found
        self._tell(code)

    def _earlier(self, code: str) -> list[dict[str, Any]]:
        """Those of the room that can be shown again."""
        with self._lock:
            if code not in self._past:
                kept = self.store.all(code)
                self._past[code] = [
                    {"id": one.number, "field": one.design.field, "label": one.design.differs.label} for one in kept
                ]
            return self._past[code]


def own_scene(scene: Mapping[str, Any], shown: Experiment, place: int, service: LiveService) -> dict[str, Any]:
    """The scene with the run of one value in place of the teacher's. focus: the panel that is the student's."""
    design = shown.design
    at = design.place(place)
    run = LiveSpec.from_text(design.runs[at.run])
    differs = design.differs
    labels = [differs.titled(design.values[index]) for index in design.of_run(at.run).values()]
    mount = {name: value for name, value in service.mount(run).items() if name != "visit"}
    return {
        **scene,
        "mount": mount,
        "base": run.address,
        "branchedAt": None,
        "panels": panel_looks(run.panels, labels, tuple(range(len(run.panels)))),
        "epochs": run.settings.epochs,
        "focus": at.panel,
    }
