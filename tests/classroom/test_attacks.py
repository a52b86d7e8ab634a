"""If these fail, one student spoils the lesson for all: looks ahead, stops the others' pages, locks them out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tesla_core.classroom.code import HERE_AT_ONCE
from tesla_core.classroom.service import Classroom
from tesla_core.live.company import RoomError
from tesla_core.live.spec import LiveSpec
from tesla_core.visits.tokens import Signer
from tesla_core.visits.visit import NEW_AT_ONCE, Visit, Visits
from tests.classroom.conftest import TEACHER, visitor

if TYPE_CHECKING:
    from tests.classroom.conftest import Lesson, Page

SpecMaker = Callable[..., LiveSpec]
QUESTION = {"kind": "number", "text": "?"}


def watch(lesson: Lesson, page: Page, spec: LiveSpec, **fields: object) -> None:
    mount = lesson.site.service.mount(spec)
    page.send("watch", spec=mount["spec"], token=mount["token"], **fields)


def test_who_turns_to_a_run_twice_at_once_is_held_all_the_same(lesson: Lesson, make_spec: SpecMaker) -> None:
    """Where somebody is in a run is what they were shown of it, not what their page says."""
    other = make_spec(seed=901)
    lesson.lead(make_spec(seed=900))
    eve = lesson.student("Eve")
    lesson.console.do("ask", question=QUESTION)
    page = lesson.open(eve.visit)
    for _ in range(3):
        watch(lesson, page, other, epoch=15, playing=True, speed=0)
    page.receive(lambda page: page.frames)
    page.listen(1.5)
    assert max(page.positions) == 0.0
    hall = lesson.site.hall
    assert hall.seen(eve.visit.identity, other.text) == 0.0
    lesson.console.do("reveal")
    page.send("play", speed=0)
    page.receive(lambda page: page.position > 5)
    assert hall.seen(eve.visit.identity, other.text) >= 5
    assert hall.seen(visitor().identity, other.text) == 0.0


def test_a_position_that_is_no_number_holds_up_nobody_elses_room(lesson: Lesson, make_spec: SpecMaker) -> None:
    """The room is told one by one; what one page said of itself must not end that in the middle."""
    lesson.lead(make_spec(seed=902))
    other = make_spec(seed=903)
    eve, students = lesson.student("Eve"), [lesson.student(f"Student {number}") for number in range(3)]
    for number, wrong in enumerate(("abc", float("nan"), float("inf"), 10**400, True)):
        page = lesson.open(eve.visit).enter(lesson.code, "page")
        watch(
            lesson, page, make_spec(seed=910 + number), epoch=wrong, speed="none"
        )  # so that no frame says where it is
        page.listen(0.1)
    own = [lesson.open(one.visit) for one in students]
    for page in own:
        watch(lesson, page, other, playing=True, speed=0.1)
    for page in own:
        page.receive(lambda page: page.frames)
    lesson.console.do("ask", question=QUESTION)
    for student, page in zip(students, own, strict=True):
        student.receive(lambda one: one.room["question"])
        page.receive(lambda page: page.state.get("until") is not None)
        student.do("answer", value=3)
        student.receive(lambda one: one.room["you"]["answer"] == 3)


def test_an_answer_beyond_all_numbers_is_refused_with_a_sentence(lesson: Lesson) -> None:
    eve = lesson.student("Eve")
    lesson.console.do("ask", question=QUESTION)
    eve.receive(lambda page: page.room["question"])
    assert eve.try_to("answer", value=10**400)["type"] == "error"
    eve.do("answer", value=4)


def test_who_guesses_at_the_schools_address_does_not_lock_the_class_out(rooms: Classroom) -> None:
    teacher, ada = Visit("teacher", "school"), Visit("ada", "school")
    room = rooms.open_room(teacher, TEACHER)
    rooms.join(ada, room.code, "Ada")
    for number in range(HERE_AT_ONCE):
        with pytest.raises(RoomError):
            rooms.find(Visit(f"eve {number}", "school"), "ZZZZ" if room.code != "ZZZZ" else "ZZZY")
    with pytest.raises(RoomError, match="Too many"):
        rooms.find(Visit("eve", "school"), room.code)
    assert rooms.find(ada, room.code) is rooms.find(teacher, room.code)
    rooms.join(ada, room.code, "Ada L.")


def test_an_identity_that_many_share_neither_owns_a_room_nor_is_in_one(rooms: Classroom) -> None:
    """An address that asked for very many gets one for all who come after: a teacher's room would be theirs, too."""
    book = Visits(Signer(b"key"), clock=lambda: 0.0)
    for _ in range(NEW_AT_ONCE):
        book.begin("10.0.0.1")
    shared = book.begin("10.0.0.1")
    assert shared == book.begin("10.0.0.1")
    with pytest.raises(RoomError, match="Reload"):
        rooms.open_room(shared, TEACHER)
    room = rooms.open_room(visitor(), TEACHER)
    with pytest.raises(RoomError, match="Reload"):
        rooms.join(shared, room.code, "Eve")
