"""If these fail, a class sees the answer before it has thought, or what was answered is lost."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tesla_core.classroom.questions import read_answer, read_question
from tesla_core.errors import TeslaError
from tesla_core.live.spec import LiveSpec

if TYPE_CHECKING:
    from tests.classroom.conftest import Lesson, Page

SpecMaker = Callable[..., LiveSpec]
WHICH = {"kind": "choice", "text": "Which leads at epoch 30?", "options": ["TESLA", "ReLU"]}
LEADS = {**WHICH, "rule": {"rule": "leads", "epoch": 30}}
NUMBER = {"kind": "number", "text": "How many?", "low": 0, "high": 1e9}


def asked(page: Page) -> bool:
    return bool(page.room["question"])


def test_nothing_of_an_answer_leaves_the_server_before_the_reveal(lesson: Lesson) -> None:
    ada, bob, wall = lesson.student("Ada"), lesson.student("Bob"), lesson.wall()
    pages = (lesson.console, ada, bob, wall)
    lesson.console.do("ask", question=NUMBER)
    ada.receive(asked)
    ada.do("answer", value=11111)
    ada.do("answer", value=424242)
    lesson.console.receive(lambda page: asked(page) and page.room["question"]["answered"] == 1)
    lesson.console.receive(lambda page: [one["answered"] for one in page.room["members"]] == [True, False])
    for page in (lesson.console, bob, wall):
        page.listen(0.3)
        assert not any("424242" in text or "11111" in text for text in page.raw)
    ada.receive(lambda page: page.room["you"]["answer"] == 424242)
    lesson.console.do("reveal")
    for page in pages:
        page.receive(lambda page: asked(page) and page.room["question"]["revealed"])
        assert page.room["question"]["answers"] == [{"value": 424242, "name": "Ada"}]
    late = bob.try_to("answer", value=3)
    assert "too late" in late["message"]
    assert "11111" not in "".join(text for page in (bob, wall, lesson.console) for text in page.raw)


def test_what_a_lesson_holds_for_right_is_not_sent_along(lesson: Lesson) -> None:
    ada = lesson.student("Ada")
    lesson.console.do("ask", question={**WHICH, "rule": {"rule": "option", "index": 1}})
    ada.receive(asked)
    assert not any("rule" in text for text in (*ada.raw, *lesson.console.raw))
    ada.do("answer", value=1)
    lesson.console.do("reveal")
    ada.receive(lambda page: page.room["question"].get("right"))
    assert ada.room["question"]["right"] == {"options": [1]}
    assert ada.room["question"]["counts"] == [0, 1]
    lesson.console.do("close")
    ada.receive(lambda page: page.room["question"] is None)
    assert "no question" in ada.try_to("answer", value=0)["message"]


def test_names_are_hidden_from_all_but_the_teacher(lesson: Lesson) -> None:
    lesson.console.do("hide", on=True)
    ada, bob, wall = lesson.student("Ada Secretname"), lesson.student("Bob"), lesson.wall()
    lesson.console.do("ask", question=NUMBER)
    ada.receive(asked)
    ada.do("answer", value=5)
    lesson.console.do("pass", member=ada.room["you"]["id"])
    lesson.console.do("reveal")
    for page in (bob, wall):
        page.receive(lambda page: page.room["question"] and page.room["question"]["revealed"])
        page.receive(lambda page: page.room["lead"])
        assert page.room["question"]["answers"] == [{"value": 5}]
        assert not any("Secretname" in text for text in page.raw)
    assert lesson.console.room["members"][0]["name"] == "Ada Secretname"
    lesson.console.do("hide", on=False)
    wall.receive(lambda page: page.room["members"].get("names") == ["Ada Secretname", "Bob"])
    assert "names" not in bob.room["members"]


def test_nobody_goes_past_an_open_question_on_any_page(lesson: Lesson, make_spec: SpecMaker) -> None:
    spec = make_spec(seed=21, epochs=400)
    ada = lesson.student("Ada")
    teacher = lesson.lead(spec)
    teacher.send("play", speed=0)
    ada.receive(lambda page: page.position >= 60)  # all of it is recorded beyond
    teacher.send("pause")
    teacher.send("seek", epoch=10)
    ada.receive(lambda page: page.position == 10)
    full, other = lesson.open(ada.visit), lesson.open(ada.visit)
    mounts = [lesson.site.service.mount(one) for one in (spec, make_spec(seed=22, epochs=400))]
    full.send("watch", spec=mounts[0]["spec"], token=mounts[0]["token"], epoch=40)
    other.send("watch", spec=mounts[1]["spec"], token=mounts[1]["token"], playing=True, speed=20)
    full.receive(lambda page: page.position == 40)
    other.receive(lambda page: page.position > 2)
    lesson.console.do("ask", question=LEADS)
    ada.receive(asked)
    full.receive(lambda page: page.position == 10)
    other.receive(lambda page: page.state.get("state") == "paused")
    stood, before = other.position, len(full.positions)
    for page in (full, other, ada, teacher):
        for message in ({"type": "seek", "epoch": 50}, {"type": "play", "speed": 0}, {"type": "step"}):
            page.send(message.pop("type"), **message)
    fresh = lesson.open(ada.visit)
    fresh.send("watch", spec=mounts[0]["spec"], token=mounts[0]["token"], epoch=45, until=300, playing=True, speed=0)
    unheld = lesson.open(ada.visit)
    unheld.send("watch", spec=mounts[1]["spec"], token=mounts[1]["token"], epoch=45, playing=True, speed=0)
    fresh.receive(lambda page: page.frames)
    for page in (full, other, ada, teacher, fresh, unheld):
        page.listen(0.4)
    assert max(full.positions[before:], default=10) == max(fresh.positions) == ada.position == teacher.position == 10
    assert other.position <= stood + 0.5
    assert max(unheld.positions, default=0) == 0
    states = [message for message in fresh.messages if message["type"] == "state"]
    assert max(message.get("epoch", 0) for message in states) <= 10
    assert max(message.get("head", 0) for message in states) <= 10
    lesson.console.do("reveal")
    full.send("seek", epoch=50)
    full.receive(lambda page: page.position == 50)


def test_play_shows_who_was_right(lesson: Lesson, make_spec: SpecMaker) -> None:
    spec = make_spec(seed=23, epochs=60)
    ada = lesson.student("Ada")
    teacher = lesson.lead(spec)
    teacher.receive(lambda page: page.frames)
    lesson.console.do("ask", question=LEADS)
    ada.receive(asked)
    ada.do("answer", value=0)
    lesson.console.do("reveal")
    ada.receive(lambda page: page.room["question"]["revealed"])
    ada.listen(0.7)
    assert ada.room["question"]["right"] is None
    teacher.send("play", speed=0)
    ada.receive(lambda page: page.room["question"]["right"])
    history = lesson.site.service.client().metrics(spec).test_accuracy[29]
    best = [int(place) for place in range(2) if history[place] >= history.max() - 0.005]
    assert ada.room["question"]["right"] == {"options": best, "epoch": 30}


def test_pausing_stills_every_screen_and_the_class_goes_on(lesson: Lesson, make_spec: SpecMaker) -> None:
    ada, bob = lesson.student("Ada"), lesson.student("Bob")
    teacher = lesson.lead(make_spec(seed=24, epochs=4000))
    bob.do("follow", on=False)
    full = lesson.open(bob.visit)
    mount = lesson.site.service.mount(make_spec(seed=25, epochs=4000))
    full.send("watch", spec=mount["spec"], token=mount["token"], playing=True, speed=20)
    teacher.send("play", speed=20)
    for page in (ada, full):
        page.receive(lambda page: page.position > 3)
    lesson.console.do("pause", on=True)
    for page in (ada, full):
        page.receive(lambda page: page.state.get("state") == "paused")
        page.listen(0.2)
    stood = [page.position for page in (ada, full)]
    teacher.send("seek", epoch=0)
    full.send("seek", epoch=0)
    full.send("play", speed=0)
    for page in (ada, full, teacher):
        page.listen(0.4)
    assert [page.position for page in (ada, full)] == stood
    lesson.console.do("pause", on=False)
    for page, before in zip((ada, full), stood, strict=True):
        page.receive(lambda page, before=before: page.position > before + 2)


def test_a_drawing_comes_out_as_it_was_drawn(lesson: Lesson) -> None:
    ada, wall = lesson.student("Ada"), lesson.wall()
    lesson.console.do("ask", question={"kind": "draw", "text": "Where will the boundary run?", "panel": 1})
    ada.receive(asked)
    ada.do("answer", value=[[[0, 0.5], [0.25, 0.3333333], [1, 1]]])
    lesson.console.do("reveal")
    wall.receive(lambda page: asked(page) and page.room["question"]["revealed"])
    assert wall.room["question"]["answers"] == [{"value": [[[0, 0.5], [0.25, 0.333], [1, 1]]], "name": "Ada"}]


BAD_ANSWERS: list[tuple[dict[str, Any], list[Any]]] = [
    ({"kind": "choice", "text": "?", "options": ["a", "b"]}, [2, -1, True, 0.5, "0", None, [0], {}, 10**40]),
    ({"kind": "number", "text": "?", "low": 0, "high": 10}, [11, -1, True, "3", None, float("nan"), float("inf")]),
    (
        {"kind": "draw", "text": "?"},
        [[], [[]], [[[0, 2]]], [[[0]]], [[["a", 0]]], 3, "x", [[[0, 0]] * 97], [[[0, 0]]] * 9],
    ),
]


@pytest.mark.parametrize(("question", "answers"), BAD_ANSWERS)
def test_an_answer_that_is_none_is_refused(question: dict[str, Any], answers: list[Any]) -> None:
    content = read_question(question, 0.0)
    for answer in answers:
        with pytest.raises(TeslaError):
            read_answer(content, answer)


@pytest.mark.parametrize(
    "question",
    [
        None,
        [],
        {"kind": "choice"},
        {"kind": "choice", "text": "?"},
        {"kind": "choice", "text": "?", "options": ["a"]},
        {"kind": "choice", "text": "?", "options": ["a", 3]},
        {"kind": "choice", "text": "x" * 301, "options": ["a", "b"]},
        {"kind": "essay", "text": "?"},
        {"kind": "number", "text": "?", "epoch": "soon"},
        {"kind": "number", "text": "?", "rule": {"rule": "option", "index": 1}},
        {"kind": "number", "text": "?", "rule": {"rule": "leads"}},
        {"kind": "number", "text": "?", "rule": {"rule": "finds", "epoch": 3, "panel": "a"}},
        {"kind": "number", "text": "?", "rule": {"rule": "__class__", "epoch": 3}},
        {"kind": "choice", "text": "?", "options": ["a", "b"], "rule": {"rule": "leads", "epoch": 3, "panels": [1]}},
    ],
)
def test_a_question_that_is_none_is_refused(question: Any) -> None:
    with pytest.raises(TeslaError):
        read_question(question, 0.0)


def test_a_lost_teacher_leaves_the_room_running(lesson: Lesson, make_spec: SpecMaker) -> None:
    ada = lesson.student("Ada")
    teacher = lesson.lead(make_spec(seed=26, epochs=4000))
    teacher.send("play", speed=20)
    ada.receive(lambda page: page.position > 2)
    teacher.socket.close()
    start, before = time.monotonic(), ada.position
    ada.receive(lambda page: page.position > before + 20)
    assert time.monotonic() - start < 10
    back = lesson.lead(make_spec(seed=26, epochs=4000))
    back.receive(lambda page: page.position > before + 20)  # where the class is, not at the beginning
    back.send("pause")
    ada.receive(lambda page: page.state.get("state") == "paused")
