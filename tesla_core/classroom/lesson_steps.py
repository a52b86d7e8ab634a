"""A lesson in a room: the teacher moves its step; everybody reads it in their language, and sees its run."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from tesla_core.canvas.scene import scene_of
from tesla_core.classroom.activity import Act
from tesla_core.classroom.questions import is_of_step, waits_for_run
from tesla_core.classroom.room import Member, Room
from tesla_core.classroom.scene import as_scene
from tesla_core.classroom.service import Classroom, classroom
from tesla_core.errors import check_whole
from tesla_core.lessons.links import opening_epoch
from tesla_core.lessons.shelf import lesson_list, room_answer, room_step, shelf
from tesla_core.live.company import RoomError
from tesla_core.live.service import LiveService, live_service
from tesla_core.messages.say import say, spoken_language

MOST_STEPS = 1000


class LessonSteps:
    """What is kept of it is the lesson's name, the step's number and where its run begins, under the part `step`.

    put: gives a room what it shows under a name.
    """

    name = "step"

    def __init__(self, put: Callable[[str, str, Any], None], service: LiveService) -> None:
        self._put, self._service = put, service
        self.acts: Mapping[str, Act] = {"step": self._move}
        self._scenes: dict[tuple[str, str, str], dict[str, Any]] = {}  # by link and language: as many as lessons have
        self._revealed: set[tuple[str, str, int]] = set()  # steps by room whose answers were out, until the room ends

    def _move(self, room: Room, fields: Mapping[str, Any]) -> None:
        """To a step of a lesson, from 0; without a lesson, away from the one there is."""
        if not fields.get("lesson"):
            self._put(room.code, self.name, None)
            return
        lesson = str(fields["lesson"])[:200]
        number = check_whole("A lesson's step", fields.get("step"), 0, MOST_STEPS)
        step = room_step(lesson, number, spoken_language())
        if step is None:
            raise RoomError(say("There is no such step of a lesson."))
        link = step["link"]
        scene = self._scene_of(link) if link and link["live"] else None
        self._put(room.code, self.name, {"lesson": lesson, "step": number, **_opening(link, scene)})
        if scene or step["html"]:  # without either it is a check, of what was seen
            self._put(room.code, "scene", scene)  # none: pen and paper, or a page without a run

    def section(self, room: Room, names: bool) -> Any:
        """The step's text; what is asked in it comes when the teacher asks it. What to look at comes with the reveal;
        why it is so tells how a run will end: it comes when that is seen."""
        step = self._step(room)
        if step is None:
            return None
        key, told = (room.code, step["lesson"], step["step"]), {**step}
        if self._is_revealed(room):
            self._revealed.add(key)
            if self._is_settled(room):
                told["html"] += self._because(room)
        if told.pop("question") and key not in self._revealed:
            told["look"] = ""
        return told

    def owner_sections(self, room: Room) -> Mapping[str, Any]:
        """All lessons, the teacher's notes to the one at hand, and the question of its step, ready to be asked."""
        kept = room.parts.get(self.name)
        lesson = shelf(spoken_language()).find(kept["lesson"]) if kept else None
        notes = lesson.notes if lesson else ""
        return {"lessons": lesson_list(spoken_language()), "notes": notes, "asks": self._question(room)}

    def own(self, room: Room, member: Member) -> Any:
        return None

    def scene(self, room: Room, member: Member | None) -> Mapping[str, Any] | None:
        """The step's run with its titles in the reader's language, while it is what the room shows."""
        step = self._step(room)
        link = step["link"] if step else None
        if room.scene is None or not link or not link["live"]:
            return None
        key = (link["page"], link["query"], spoken_language())
        if key not in self._scenes:
            self._scenes[key] = self._scene_of(link)
        shown = self._scenes[key]
        return shown if shown["mount"]["spec"] == room.spec else None

    def _scene_of(self, link: Mapping[str, Any]) -> dict[str, Any]:
        shown = scene_of(f"/{link['page']}", link["query"])
        return as_scene({**shown.data, "mount": self._service.mount(shown.spec)})

    def changed(self, room: Room) -> None:
        """Of a room that ended nothing is held."""
        if not room.ends:
            self._revealed = {key for key in self._revealed if key[0] != room.code}

    def _step(self, room: Room) -> dict[str, Any] | None:
        kept = room.parts.get(self.name)
        return room_step(kept["lesson"], kept["step"], spoken_language()) if kept else None

    def _because(self, room: Room) -> str:
        kept = room.parts[self.name]
        return (room_answer(kept["lesson"], kept["step"], spoken_language()) or {}).get("because", "")

    def _is_settled(self, room: Room) -> bool:
        """Whether nobody has to wait for the run to see who was right."""
        asked = room.question
        rule = asked.content.get("rule") if asked else None
        return asked is not None and (asked.right is not None or rule is None or not waits_for_run(rule))

    def _is_revealed(self, room: Room) -> bool:
        """Whether the room's question is the step's, and its answers are out."""
        return room.question is not None and room.question.revealed and is_of_step(room)

    def _question(self, room: Room) -> dict[str, Any] | None:
        step = self._step(room)
        if step is None or step["question"] is None:
            return None
        answer = room_answer(step["lesson"], step["step"], spoken_language()) or {}
        asked = {name: value for name, value in step["question"].items() if value not in (None, "", [], 0)}
        return {**asked, "panel": step["question"]["panel"], "rule": answer.get("rule")}


def _opening(link: Mapping[str, Any] | None, scene: Mapping[str, Any] | None) -> dict[str, Any]:
    """Where the step has the class begin in its run, if it says so: at 0, say, where the same run was seen to its end
    just before. turn: another one whenever a teacher comes to the step."""
    epoch = opening_epoch(link["query"]) if link and scene else None
    if scene is None or epoch is None:
        return {}
    return {"opens": {"spec": scene["mount"]["spec"], "epoch": epoch, "turn": secrets.token_hex(4)}}


def add_lessons(rooms: Classroom, service: LiveService) -> LessonSteps:
    """Rooms know lessons from now on."""
    steps = LessonSteps(rooms.set_part, service)
    rooms.add(steps)
    return steps


@cache
def lesson_steps() -> LessonSteps:
    """The process's one."""
    return add_lessons(classroom(), live_service())
