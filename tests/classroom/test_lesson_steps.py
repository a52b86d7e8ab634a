"""A lesson in a room. If this fails, a teacher moves the step and the class stays where it was."""

from __future__ import annotations

import pytest

from tesla_core.classroom.lesson_steps import LessonSteps, add_lessons
from tesla_core.classroom.questions import seen_question, waits_for_run
from tesla_core.classroom.room import Room
from tesla_core.classroom.rules import Way, actor_of
from tesla_core.classroom.service import Classroom
from tesla_core.errors import TeslaError
from tesla_core.jobs.launch.access import Person
from tesla_core.lessons.links import opening_epoch
from tesla_core.lessons.shelf import lesson_list, room_answer, room_step
from tesla_core.live.company import RoomError
from tesla_core.live.service import LiveService
from tesla_core.messages.catalogue import catalogue_of
from tesla_core.messages.say import speaking
from tesla_core.visits.visit import Visit

OWNER = Visit("0123456789abcdef", "127.0.0.1")
LESSON = "3-parity"


@pytest.fixture
def steps(rooms: Classroom) -> LessonSteps:
    return add_lessons(rooms, LiveService("a key of a test"))


@pytest.fixture
def room(rooms: Classroom, steps: LessonSteps) -> Room:
    return rooms.open_room(OWNER, Person("teacher", may_launch=True))


def move(rooms: Classroom, room: Room, **fields: object) -> Room:
    rooms.act(room.code, actor_of(room, OWNER.identity, Way.CONSOLE), "step", fields)
    return rooms.rooms()[0]


def test_a_step_brings_its_text_and_its_run(rooms: Classroom, room: Room, steps: LessonSteps) -> None:
    (lesson,) = (one for one in lesson_list("en") if one["name"] == LESSON)
    texts = set()
    for number in range(len(lesson["steps"])):
        found = move(rooms, room, lesson=LESSON, step=number)
        section = steps.section(found, names=True)
        assert (section["lesson"], section["step"], section["of"]) == (LESSON, number, len(lesson["steps"]))
        texts.add(section["html"])
    assert len(texts) > 3
    assert found.scene is not None
    assert found.scene["page"].startswith("/parity?")
    assert "visit" not in found.scene["mount"]
    assert move(rooms, room, lesson=None).parts.get("step") is None


def test_a_step_that_bets_on_a_run_begins_before_it(rooms: Classroom, room: Room, steps: LessonSteps) -> None:
    """Lesson 4 shows the run of its third step again in the fourth, and asks who wins: its end must not be in sight."""
    third, fourth = (move(rooms, room, lesson="4-lottery", step=number) for number in (2, 3))
    assert third.spec == fourth.spec
    assert "opens" not in third.parts["step"]
    opens = fourth.parts["step"]["opens"]
    assert (opens["spec"], opens["epoch"]) == (fourth.spec, 0.0)
    again = move(rooms, room, lesson="4-lottery", step=3).parts["step"]["opens"]
    assert again["turn"] != opens["turn"]
    for lesson in lesson_list("en"):
        for number in range(len(lesson["steps"])):
            step = room_step(lesson["name"], number, "en")
            rule = (room_answer(lesson["name"], number, "en") or {}).get("rule") or {}
            if step and step["link"] and "epoch" in rule:
                assert (opening_epoch(step["link"]["query"]) or 0) < rule["epoch"], (lesson["name"], number)


def test_what_is_asked_goes_to_the_teacher_alone(rooms: Classroom, room: Room, steps: LessonSteps) -> None:
    """The question with what is right in it is ready to be asked as it is, and no student is sent it before."""
    (lesson,) = (one for one in lesson_list("en") if one["name"] == LESSON)
    owner, asked = actor_of(room, OWNER.identity, Way.CONSOLE), 0
    for number, step in enumerate(lesson["steps"]):
        found = move(rooms, room, lesson=LESSON, step=number)
        question = steps.owner_sections(found)["asks"]
        assert (question is not None) == step["question"]
        assert "question" not in steps.section(found, names=True)
        if question:
            rooms.act(room.code, owner, "ask", {"question": question})
            asked += 1
    assert asked >= 3
    assert len(rooms.questions(room.code)) == asked


def test_why_it_is_so_is_told_when_it_is_known_who_was_right(rooms: Classroom, room: Room, steps: LessonSteps) -> None:
    """A number that the lesson knows is judged in a room as it is alone, and nobody reads the reason before. Where the
    run decides, the reason tells how it ends: it waits for that, too."""
    owner, judged = actor_of(room, OWNER.identity, Way.CONSOLE), []
    for number in range(len(lesson_list("en"))):
        move(rooms, room, lesson=LESSON, step=number)
        because = (room_answer(LESSON, number, "en") or {}).get("because")
        if not because:
            continue
        rooms.act(room.code, owner, "ask", {"question": steps.owner_sections(rooms.rooms()[0])["asks"]})
        assert because not in steps.section(rooms.rooms()[0], names=True)["html"]
        rooms.act(room.code, owner, "reveal", {})
        found = rooms.rooms()[0]
        assert found.question is not None
        rule = found.question.content["rule"]
        judged.append(rule["rule"])
        assert (because in steps.section(found, names=True)["html"]) == (rule["rule"] in ("option", "number"))
        rooms.settle(room.code, found.question.number, {"options": [0]})
        assert because in steps.section(rooms.rooms()[0], names=True)["html"]
    assert {"number", "finds"} <= set(judged)


def test_a_reader_is_asked_in_their_language_and_sees_the_run_in_it(
    rooms: Classroom, room: Room, steps: LessonSteps
) -> None:
    """A Korean student's phone had a Korean text around an English question and an English picture."""
    found = move(rooms, room, lesson="4-lottery", step=0)
    owner = actor_of(room, OWNER.identity, Way.CONSOLE)
    rooms.act(room.code, owner, "ask", {"question": steps.owner_sections(found)["asks"]})
    found = rooms.rooms()[0]
    told = {}
    for language in ("en", "ko"):
        with speaking(catalogue_of(language)):
            question, scene = seen_question(found, names=True), steps.scene(found, None)
            step = room_step("4-lottery", 0, language)
            assert question is not None
            assert step is not None
            assert (question["text"], question["options"]) == (step["question"]["text"], step["question"]["options"])
            assert scene is not None
            assert scene["mount"]["spec"] == found.spec
            assert scene is steps.scene(found, None), "sent anew each time"
            told[language] = (question["options"], scene["measures"])
    assert told["en"][0] != told["ko"][0]
    assert told["en"][1] != told["ko"][1]
    rooms.act(room.code, owner, "ask", {"question": {"kind": "number", "text": "And you?"}})
    with speaking(catalogue_of("ko")):
        question = seen_question(rooms.rooms()[0], names=True)
    assert question is not None
    assert question["text"] == "And you?"


def test_a_bet_on_a_run_is_not_told_before_the_run(rooms: Classroom, room: Room, steps: LessonSteps) -> None:
    """The number of winners among ten was told by the reveal, before anybody had pressed Play."""
    waits = [waits_for_run((room_answer("4-lottery", number, "en") or {})["rule"]) for number in (0, 1, 2)]
    assert waits == [True, False, True]


def test_a_page_without_a_run_takes_the_run_away(rooms: Classroom, room: Room) -> None:
    """Else the step on the page of tickets stood above ten starts of the step before."""
    assert move(rooms, room, lesson="4-lottery", step=4).scene is not None
    assert move(rooms, room, lesson="4-lottery", step=5).scene is None


def test_what_will_be_seen_is_not_sent_before_the_class_has_predicted(
    rooms: Classroom, room: Room, steps: LessonSteps
) -> None:
    """A step says what to look at, "two show a spiral": whoever reads that has the answer."""
    owner, looks = actor_of(room, OWNER.identity, Way.CONSOLE), 0
    for number in range(6):
        found, step = move(rooms, room, lesson=LESSON, step=number), room_step(LESSON, number, "en")
        assert step is not None
        if not step["look"] or step["question"] is None:
            assert steps.section(found, names=True)["look"] == step["look"]
            continue
        looks += 1
        assert steps.section(found, names=True)["look"] == ""
        rooms.act(room.code, owner, "ask", {"question": steps.owner_sections(found)["asks"]})
        assert steps.section(rooms.rooms()[0], names=True)["look"] == ""
        for action in ("reveal", "close"):
            rooms.act(room.code, owner, action, {})
            assert steps.section(rooms.rooms()[0], names=True)["look"] == step["look"]
    assert looks >= 3


def test_pen_and_paper_take_the_run_away(rooms: Classroom, room: Room) -> None:
    """Else phones show the run of some step before below a text that is not of it."""
    texts = [room_step(LESSON, number, "en") for number in range(6)]
    without = next(number for number, step in enumerate(texts) if step and step["html"] and not step["link"])
    with_run = next(number for number, step in enumerate(texts) if step and step["link"] and step["link"]["live"])
    assert move(rooms, room, lesson=LESSON, step=with_run).scene is not None
    assert move(rooms, room, lesson=LESSON, step=without).scene is None


@pytest.mark.parametrize("step", [-1, 99, "x", None])
def test_a_step_that_is_not_there_changes_nothing(rooms: Classroom, room: Room, step: object) -> None:
    with pytest.raises(TeslaError, match="step"):
        move(rooms, room, lesson=LESSON, step=step)
    with pytest.raises(RoomError, match="no such step"):
        move(rooms, room, lesson="no-such-lesson", step=0)
    assert "step" not in rooms.rooms()[0].parts
    assert room_step(LESSON, 0, "en") is not None
