"""If this fails, a student's page draws charts of an epoch that the class is just being asked about."""

from __future__ import annotations

from pathlib import Path

import pytest

from pages._ui.classroom import held
from tesla_core.classroom.hall import GuestHall
from tesla_core.classroom.rules import Way, actor_of
from tesla_core.classroom.service import Classroom
from tesla_core.jobs.launch.access import Person
from tesla_core.jobs.store.home import Home
from tesla_core.live.service import LiveService
from tesla_core.live.spec import LiveSpec
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.toys.task import ToyTask
from tesla_core.training.settings import Settings
from tesla_core.visits.visit import Visit

TEACHER, ADA = Visit("teacher", "school"), Visit("ada", "school")


def run(seed: int) -> LiveSpec:
    return LiveSpec(
        ToyTask("spiral", samples=40), (ModelSpec("relu", width=8),), settings=Settings(epochs=200), seed=seed
    )


def test_what_a_browser_says_of_its_canvas_shows_nothing_before_the_reveal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms, service = Classroom(Home(tmp_path)), LiveService("tests")
    hall = GuestHall(rooms, service)
    monkeypatch.setattr(held, "classroom", lambda: rooms)
    monkeypatch.setattr(held, "hall", lambda: hall)
    looks = {"as": ADA}
    monkeypatch.setattr(held, "this_visit", lambda: looks["as"])
    room = rooms.open_room(TEACHER, Person("teacher", may_launch=True))
    rooms.join(ADA, room.code, "Ada")
    shown, other = run(1), run(2)
    rooms.show(TEACHER.identity, {"mount": service.mount(shown), "title": "", "page": "/"})
    owner = actor_of(room, TEACHER.identity, Way.CONSOLE)
    rooms.act(room.code, owner, "ask", {"question": {"kind": "number", "text": "?", "epoch": 20}})
    assert held.within_hold(shown, 150.0) == 20.0
    assert held.within_hold(shown, 12.0) == 12.0
    assert held.within_hold(other, 150.0) == 0.0  # of which she has seen nothing
    looks["as"] = TEACHER
    assert held.within_hold(shown, 150.0) == 150.0
    looks["as"] = ADA
    rooms.act(room.code, owner, "reveal", {})
    assert held.within_hold(shown, 150.0) == 150.0
    rooms.close()
