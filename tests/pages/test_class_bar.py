"""The bar of somebody who leads a class. If this fails, a teacher who looks something up shows it to the wall."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tesla_core.classroom.service import Classroom, classroom
from tesla_core.jobs.launch.access import Person
from tesla_core.visits.visit import Visit, visits
from tests.pages.script_page import opener, spec

SEES = "Class sees this page"


def whose(app: AppTest) -> Visit:
    return visits().find("127.0.0.1", None, app.session_state["live_visit"])


def tab(root: Path, page: str, token: str) -> AppTest:
    """Another tab of the same person's."""
    app = AppTest.from_file(str(root / "pages" / "router.py"), default_timeout=120)
    app.session_state["live_visit"] = token
    return app.switch_page(page).run()


@pytest.fixture
def rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Classroom]:
    monkeypatch.setenv("TESLA_LAB_HOME", str(tmp_path))
    monkeypatch.setattr("pages._ui.visit.visitor_address", lambda: "127.0.0.1")
    classroom.cache_clear()
    yield classroom()
    classroom().close()
    classroom.cache_clear()


def test_what_is_kept_from_the_class_stays_so_in_another_tab(root: Path, rooms: Classroom) -> None:
    app = opener(root, "lab/boundaries.py")()
    room = rooms.open_room(whose(app), Person("teacher", may_launch=True))
    shown = spec(app.run())
    assert [switch.value for switch in app.toggle if switch.label == SEES] == [True]
    assert (found := rooms.room(room.code)) is not None
    assert found.spec == shown.text
    next(switch for switch in app.toggle if switch.label == SEES).set_value(False).run()
    other = tab(root, "lab/parity.py", app.session_state["live_visit"])
    assert not other.exception
    assert [switch.value for switch in other.toggle if switch.label == SEES] == [False]
    assert (found := rooms.room(room.code)) is not None
    assert found.spec == shown.text


def test_a_page_without_a_run_offers_none(root: Path, rooms: Classroom) -> None:
    """The class keeps what it saw; a switch there would say otherwise."""
    app = opener(root, "jobs/paper.py")()
    room = rooms.open_room(whose(app), Person("teacher", may_launch=True))
    assert SEES not in [switch.label for switch in app.run().toggle]
    assert (found := rooms.room(room.code)) is not None
    assert found.scene is None
