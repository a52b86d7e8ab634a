"""The owner's page: if these fail, an owner does not see what is wrong, or visitors see who else is here."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tesla_core.counts import web_counts
from tesla_core.operations.middleware import Connection, open_connections


@pytest.fixture(autouse=True)
def somebody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A home of its own, and one viewer with a page and a canvas."""
    monkeypatch.setenv("TESLA_LAB_HOME", str(tmp_path / "home"))
    here = open_connections()
    here[1] = Connection("4f2a7719aa", "10.0.0.9", "live", time.time() - 120, 3_000_000)
    here[2] = Connection("4f2a7719aa", "10.0.0.9", "pages", time.time() - 60, 1_000_000)
    yield
    here.clear()


def opened(root: Path) -> AppTest:
    app = AppTest.from_file(str(root / "pages" / "router.py"), default_timeout=60).run()
    return app.switch_page("jobs/status.py").run()


def test_the_owner_sees_what_is_wrong_and_who_is_here(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pages._ui.jobs.roles._address", lambda: "127.0.0.1")
    web_counts().refuse("limit")
    app = opened(root)
    assert not app.exception
    assert "Engine does not answer" in app.error[0].value
    people, refused = (frame.value for frame in app.dataframe)
    assert people.to_dict("records")[0] | {"Minutes": 2.0} == {
        "Visit": "4f2a7719",
        "Address": "10.0.0.9",
        "Pages": 1,
        "Canvases": 1,
        "Minutes": 2.0,
        "MB sent": 4.0,
    }
    assert "limit" in list(refused["Reason"])
    assert any("doctor" in caption.value for caption in app.caption)


def test_a_visitor_sees_nothing_of_it(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither by its address nor by a link on the Jobs page."""
    monkeypatch.setattr("pages._ui.jobs.roles._address", lambda: "10.0.0.7")
    app = opened(root)
    assert not app.exception
    assert not app.dataframe
    assert not app.metric
    assert "owner" in app.info[0].value
    shown = " ".join(str(element.value) for element in [*app.markdown, *app.caption, *app.info])
    assert "10.0.0.9" not in shown
    board = app.switch_page("jobs/board.py").run()
    assert not [link for link in board.get("page_link") if "Status" in link.proto.label]


def test_a_wrong_passcode_is_counted(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The owner sees that somebody guesses; what was typed is nowhere."""
    monkeypatch.setattr("pages._ui.jobs.roles._address", lambda: "10.0.0.7")
    monkeypatch.setenv("TESLA_LAB_PASSCODE", "the right and long one")
    app = opened(root)
    before = web_counts().refused().get("passcode", 0)
    app.text_input(key="status_passcode").set_value("a guess")
    next(button for button in app.button if "Unlock" in button.label).click().run()
    assert not app.exception
    assert web_counts().refused()["passcode"] == before + 1
    assert not app.dataframe
