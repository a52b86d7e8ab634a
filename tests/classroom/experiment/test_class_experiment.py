"""A class as the experiment, over the socket and with a real engine: what is begun, seen, killed and stopped."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import replace
from typing import Any

import pytest

from tesla_core.classroom.experiment.experiment import ValueResult
from tesla_core.classroom.experiment.request import read_design
from tesla_core.live.spec import LiveSpec
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.parity.surface import SurfaceTask
from tesla_core.training.settings import Settings
from tests.classroom.conftest import ClassSite, Lesson, Page

PARITY = LiveSpec(
    SurfaceTask(6, 32), (ModelSpec(harmonics=4, width=16, depth=1),), Settings(epochs=6, batch=8, lr=1e-2)
)


def show(lesson: Lesson, spec: LiveSpec = PARITY) -> None:
    """The teacher's page shows a run."""
    scene = {**lesson.site.scene(spec), "panels": [], "base": "", "epochs": spec.settings.epochs}
    lesson.site.classroom.show(lesson.owner.identity, scene)


def shown(lesson: Lesson) -> str | None:
    room = lesson.site.classroom.room(lesson.code)
    assert room is not None
    return room.spec


def experiment(page: Page) -> dict[str, Any]:
    return page.room.get("experiment") or {}


def is_done(page: Page) -> bool:
    return experiment(page).get("state") == "done"


def moves(page: Page) -> bool:
    return any(one["epoch"] for one in experiment(page).get("results", ()))


def test_six_students_see_six_seeds_on_one_chart(lesson: Lesson) -> None:
    """Each has a value of their own, and the chart on phone, console and wall has the same results."""
    show(lesson)
    students = [lesson.student() for _ in range(6)]
    wall = lesson.wall()
    lesson.console.do("experiment", field="seed", count=6)
    for page in (lesson.console, wall, *students):
        page.receive(is_done)
    assert sorted(page.room["you"]["experiment"] for page in students) == list(range(6))
    shown = experiment(students[0])
    assert [one["value"] for one in shown["results"]] == list(range(6))
    assert all(one["done"] and one["epoch"] == 6 and 0 <= one["score"] <= 1 for one in shown["results"])
    wall.receive(lambda page: all(one.get("tickets", 0) > 0 for one in experiment(page)["results"]))
    assert len({one["score"] for one in shown["results"]}) > 1


def test_a_student_s_page_shows_the_run_of_its_own_value(lesson: Lesson) -> None:
    """While the class trains, a phone shows its own network; afterwards what the teacher shows."""
    show(lesson, replace(PARITY, settings=replace(PARITY.settings, epochs=400)))
    student = lesson.student()
    student.receive(lambda page: page.frames)
    lesson.console.do("experiment", field="settings.lr", values="0.001, 0.01")
    student.receive(lambda page: page.room["scene"]["mount"]["spec"] != shown(lesson))
    own = LiveSpec.from_text(student.room["scene"]["mount"]["spec"])
    assert own.settings.lr == 0.001
    before = student.frames
    student.receive(lambda page: page.frames > before)
    lesson.console.do("stop")
    student.receive(lambda page: page.room["scene"]["mount"]["spec"] == shown(lesson))


def test_results_are_those_of_the_run_itself(lesson: Lesson) -> None:
    """What the chart says of a value is what anybody sees who trains it alone."""
    show(lesson)
    lesson.console.do("experiment", field="panel.harmonics", values=[1, 4], measure="test_accuracy.end")
    lesson.console.receive(is_done)
    kept = lesson.site.experiments.of(lesson.code)
    assert kept is not None
    run = LiveSpec.from_text(kept.design.runs[0])
    history = lesson.site.service.client().metrics(run).test_accuracy
    assert [one["score"] for one in experiment(lesson.console)["results"]] == pytest.approx(list(history[-1]), abs=1e-6)


def test_who_comes_later_gets_what_was_left_behind(lesson: Lesson) -> None:
    """A student who is removed is replaced; nothing that was measured is lost."""
    show(lesson)
    first, second = lesson.student(), lesson.student()
    long = replace(PARITY, settings=replace(PARITY.settings, epochs=2000))
    show(lesson, long)
    lesson.console.do("experiment", field="seed", count=2)
    first.receive(lambda page: page.room["you"].get("experiment") is not None)
    second.receive(lambda page: page.room["you"].get("experiment") == 1)
    lesson.console.do("remove", member=second.room["you"]["id"])
    third = lesson.student()
    third.receive(lambda page: page.room["you"].get("experiment") == 1)
    assert first.room["you"]["experiment"] == 0


def test_it_goes_on_after_the_engine_is_killed(lesson: Lesson) -> None:
    """The engine dies in the middle of the lesson: a moment later the points move on, and all get there."""
    show(lesson, replace(PARITY, settings=replace(PARITY.settings, epochs=600)))
    lesson.console.do("experiment", field="seed", count=4)
    lesson.console.receive(moves)
    pid = lesson.site.service.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    lesson.console.receive(is_done, 60)
    assert [one["epoch"] for one in experiment(lesson.console)["results"]] == [600] * 4


def test_what_was_measured_is_there_after_the_app_was_killed(lesson: Lesson) -> None:
    """Another process finds the experiment in the file and goes on with what is not done; here it opens it anew."""
    show(lesson)
    lesson.console.do("experiment", field="seed", count=3)
    lesson.console.receive(is_done)
    site: ClassSite = lesson.site
    before = site.experiments.of(lesson.code)
    assert before is not None
    site.experiments._held.clear()  # as a process begins
    again = site.experiments.of(lesson.code)
    assert again is not None
    assert (again.state, again.results, again.design) == ("done", before.results, before.design)


def test_what_was_left_half_done_goes_on_from_the_file(lesson: Lesson) -> None:
    """After the app was killed, the next process trains what is not done, and keeps what is as it was measured."""
    site: ClassSite = lesson.site
    design = read_design(PARITY.text, {"field": "settings.lr", "values": "0.001, 0.01, 0.1"})
    found = site.experiments.store.begin(lesson.code, design, [], time.time())  # as a process finds it when it starts
    known = ValueResult(6, 0.123, False, None, done=True)
    site.experiments.store.keep(lesson.code, found.number, {1: known})
    site.collector.wake()
    deadline = time.monotonic() + 30
    while (now := site.experiments.store.find(lesson.code, found.number)) is None or now.state != "done":
        assert time.monotonic() < deadline, now
        time.sleep(0.05)
    assert now.results[1] == known
    assert [result.epoch for result in now.results] == [6, 6, 6]


def test_it_is_stopped_put_away_and_opened_again(lesson: Lesson) -> None:
    """Stop ends the training and keeps the chart; pressed again it goes, and comes back by its number."""
    show(lesson, replace(PARITY, settings=replace(PARITY.settings, epochs=2000)))
    lesson.console.do("experiment", field="seed", count=2)
    lesson.console.receive(moves)
    lesson.console.do("stop")
    lesson.console.receive(lambda page: experiment(page).get("state") == "stopped")
    lesson.console.do("stop")
    lesson.console.receive(lambda page: page.room["experiment"] is None)
    lesson.console.do("experiment", again=1)
    lesson.console.receive(lambda page: experiment(page).get("state") == "stopped")
    assert any(one["epoch"] for one in experiment(lesson.console)["results"])


def test_the_teacher_is_offered_what_the_run_has(lesson: Lesson) -> None:
    """The console lists fields with values to start from; a student's page is not sent that list."""
    student = lesson.student()
    show(lesson)
    lesson.console.receive(lambda page: page.room.get("offer"))
    offer = lesson.console.room["offer"]
    assert {"seed", "panel.harmonics", "task.bits"} <= {one["name"] for one in offer["fields"]}
    assert offer["measures"][0]["name"] == "test_accuracy.end"
    student.listen(0.3)
    assert "offer" not in student.room


def test_no_student_begins_or_stops_one(lesson: Lesson) -> None:
    """Only who opened the room makes its class train."""
    show(lesson)
    student = lesson.student()
    assert student.try_to("experiment", field="seed", count=4)["type"] == "error"
    assert student.try_to("stop")["type"] == "error"
    student.listen(0.2)
    assert student.room["experiment"] is None


def test_names_are_not_on_the_chart_where_they_are_hidden(lesson: Lesson) -> None:
    """On the projector nobody reads whose run lost, if the teacher hides names."""
    show(lesson)
    lesson.console.do("hide", on=True)
    student = lesson.student("Ada Unseen")
    wall = lesson.wall()
    lesson.console.do("experiment", field="seed", count=1)
    for page in (wall, student):
        page.receive(is_done)
        assert "Unseen" not in str(experiment(page))
    lesson.console.receive(is_done)
    assert experiment(lesson.console)["results"][0]["name"] == "Ada Unseen"


HOSTILE: tuple[dict[str, Any], ...] = (
    {},
    {"field": "task.seed"},
    {"field": None, "count": 3},
    {"field": ["seed"], "count": 3},
    {"field": "seed"},
    {"field": "seed", "count": -1},
    {"field": "seed", "count": "30"},
    {"field": "seed", "count": 1e308},
    {"field": "seed", "count": True, "panel": True},
    {"field": "seed", "count": 3, "panel": 7},
    {"field": "seed", "count": 3, "panel": "0"},
    {"field": "seed", "count": 3, "measure": "__class__"},
    {"field": "seed", "count": 3, "measure": ["reached"]},
    {"field": "seed", "values": "0-99999999"},
    {"field": "seed", "values": "'; DROP TABLE rooms; --"},
    {"field": "seed", "values": [[[[1]]]]},
    {"field": "seed", "values": {"0": 1}},
    {"field": "seed", "values": ["0", "<script>"]},
    {"field": "panel.width", "values": [512, 1024]},
    {"field": "panel.width", "values": [float("nan")]},
    {"field": "task.bits", "values": [10**30]},
    {"again": 99},
    {"again": {"a": 1}},
)


def test_what_no_page_sends_is_answered_and_breaks_nothing(lesson: Lesson) -> None:
    """Whatever comes as an experiment is refused in a sentence, and the next one is begun as ever."""
    show(lesson)
    for fields in HOSTILE:
        answer = lesson.console.try_to("experiment", **fields)
        assert (answer["type"], answer.get("code")) == ("error", "room"), fields
        assert 5 < len(answer["message"]) < 800, fields
    assert lesson.console.room.get("experiment") is None
    lesson.console.do("experiment", field="seed", count=2)
    lesson.console.receive(is_done)


def test_an_experiment_needs_something_to_see(lesson: Lesson) -> None:
    """Before the class is shown a page there is nothing to vary, and the teacher reads why."""
    answer = lesson.console.try_to("experiment", field="seed", count=3)
    assert "Show the class a page" in answer["message"]


def test_a_room_that_ends_takes_its_experiments_along(lesson: Lesson) -> None:
    """Nothing of a class stays when its room is gone, and nothing trains for it."""
    show(lesson, replace(PARITY, settings=replace(PARITY.settings, epochs=2000)))
    lesson.console.do("experiment", field="seed", count=2)
    lesson.console.receive(moves)
    lesson.console.do("end")
    assert lesson.site.experiments.store.all(lesson.code) == []
    assert lesson.site.experiments.store.running(0.0) == []
