"""If these fail, a class does not see what its teacher shows, or a student takes the lead."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tesla_core.live.spec import LiveSpec

if TYPE_CHECKING:
    from tests.classroom.conftest import Lesson, Page

SpecMaker = Callable[..., LiveSpec]


def reaches(epoch: float) -> Callable[[Page], bool]:
    return lambda page: page.position >= epoch


def test_a_student_and_the_wall_see_what_the_teacher_plays(lesson: Lesson, make_spec: SpecMaker) -> None:
    student, wall = lesson.student("Ada"), lesson.wall()
    assert student.room["scene"] is None
    teacher = lesson.lead(make_spec(seed=11, epochs=400))
    for page in (student, wall):
        page.receive(lambda page: page.room["scene"] and page.frames)
        assert page.room["scene"]["title"] == "A race"
        assert "visit" not in page.room["scene"]["mount"]
        assert page.position == 0.0
    teacher.send("play", speed=40)
    for page in (teacher, student, wall):
        page.receive(reaches(20.0))
    teacher.send("pause")
    teacher.receive(lambda page: page.state.get("state") == "paused")
    teacher.send("seek", epoch=7)
    for page in (teacher, student, wall):
        page.receive(lambda page: page.position == 7.0 and page.state.get("state") == "paused")


def test_what_a_follower_presses_moves_nobody(lesson: Lesson, make_spec: SpecMaker) -> None:
    student = lesson.student("Ada")
    teacher = lesson.lead(make_spec(seed=12, epochs=400))
    teacher.receive(lambda page: page.frames)
    mount = lesson.site.service.mount(make_spec(seed=99))
    for kind in ("play", "seek", "step", "speed", "reset"):
        student.send(kind, epoch=3, speed=0, unit="epoch")
    student.send("watch", spec=mount["spec"], token=mount["token"], playing=True)
    student.send("ping")
    student.receive(lambda page: any(message["type"] == "pong" for message in page.messages))
    teacher.listen(0.5)
    student.listen(0.1)
    assert (teacher.position, student.position) == (0.0, 0.0)
    assert {message["run"] for message in student.messages if message["type"] == "run"} == {
        make_spec(seed=12, epochs=400).address
    }
    assert student.errors == []


def test_letting_go_and_coming_back(lesson: Lesson, make_spec: SpecMaker) -> None:
    student = lesson.student("Ada")
    teacher = lesson.lead(make_spec(seed=13, epochs=400))
    teacher.send("play", speed=0)
    student.receive(reaches(30.0))
    teacher.send("pause")
    student.do("follow", on=False)
    student.receive(lambda page: page.state.get("state") == "paused")
    lesson.console.receive(lambda page: page.room["members"][0]["state"] == "exploring")
    student.send("seek", epoch=2)
    student.receive(lambda page: page.position == 2.0)
    teacher.listen(0.3)
    assert teacher.position > 2.0
    lesson.console.do("gather")
    student.receive(lambda page: page.room["you"]["following"] and page.position == teacher.position)
    lesson.console.receive(lambda page: page.room["members"][0]["state"] == "following")


def test_who_comes_late_sees_where_the_class_is(lesson: Lesson, make_spec: SpecMaker) -> None:
    teacher = lesson.lead(make_spec(seed=14, epochs=400))
    teacher.send("play", speed=0)
    teacher.receive(reaches(30.0))
    teacher.send("pause")
    teacher.receive(lambda page: page.state.get("state") == "paused")
    student = lesson.student("Late")
    student.receive(lambda page: page.position == teacher.position and page.state.get("state") == "paused")


def test_a_step_takes_the_class_back_to_where_it_begins(lesson: Lesson, make_spec: SpecMaker) -> None:
    """The run was seen to its end in the step before: with the end in sight nobody bets. Once there, Play goes on."""
    spec, student = make_spec(seed=18, epochs=40), lesson.student("Ada")
    teacher = lesson.lead(spec)
    teacher.send("play", speed=0)
    student.receive(reaches(40.0))
    room = lesson.site.classroom.room(lesson.code)
    assert room is not None
    step = {"lesson": "4", "step": 3, "opens": {"spec": room.spec, "epoch": 0.0, "turn": "first"}}
    lesson.site.classroom.set_part(lesson.code, "step", step)
    student.receive(lambda page: page.position == 0.0 and page.state.get("state") == "paused")
    teacher.send("seek", epoch=7)
    student.receive(lambda page: page.position == 7.0)
    lesson.site.classroom.set_part(lesson.code, "other", {})  # whatever else becomes known of the room
    lesson.student("Bob").receive(lambda page: page.position == 7.0)


def test_a_student_who_leads_shows_a_page_of_their_own(lesson: Lesson, make_spec: SpecMaker) -> None:
    ada, bob = lesson.student("Ada"), lesson.student("Bob")
    lesson.lead(make_spec(seed=16, epochs=400)).receive(lambda page: page.frames)
    lesson.console.do("pass", member=ada.room["you"]["id"])
    other = make_spec(seed=17, epochs=400)
    full = lesson.lead(other, ada.visit, playing=True, speed=40)
    assert full.room["you"]["leads"]
    bob.receive(lambda page: page.room["scene"] and page.room["scene"]["mount"]["run"] == other.address)
    bob.receive(lambda page: page.position > 5)
    full.send("pause")
    full.send("seek", epoch=3)
    for page in (ada, bob):
        page.receive(lambda page: page.position == 3 and page.state.get("state") == "paused")
    assert [message["run"] for message in bob.messages if message["type"] == "run"][-1] == other.address


def test_the_lead_goes_to_a_student_and_back(lesson: Lesson, make_spec: SpecMaker) -> None:
    ada, bob = lesson.student("Ada"), lesson.student("Bob")
    teacher = lesson.lead(make_spec(seed=15, epochs=400))
    teacher.send("play", speed=0)
    for page in (ada, bob):
        page.receive(reaches(20.0))
    teacher.send("pause")
    lesson.console.do("pass", member=ada.room["you"]["id"])
    ada.receive(lambda page: page.room["you"]["role"] == "lead")
    bob.receive(lambda page: page.room["leader"] == "Ada")
    ada.send("seek", epoch=5)
    bob.receive(lambda page: page.position == 5.0)
    teacher.send("seek", epoch=9)
    teacher.receive(lambda page: page.position == 9.0)  # the teacher's page is their own now
    bob.listen(0.3)
    assert bob.position == 5.0
    lesson.console.do("take")
    ada.receive(lambda page: page.room["you"]["role"] == "member")
    ada.send("seek", epoch=3)
    teacher.receive(lambda page: page.position == 5.0)
    teacher.send("seek", epoch=6)
    for page in (ada, bob):
        page.receive(lambda page: page.position == 6.0)
    assert 3.0 not in bob.positions
