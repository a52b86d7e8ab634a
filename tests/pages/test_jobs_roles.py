"""The Jobs page to its owner, to who has the passcode, and to everybody else."""

from __future__ import annotations

from itertools import count

import pytest

from tesla_core.experiments.folder import RunFolder
from tesla_core.jobs.launch.access import Gate
from tesla_core.jobs.launch.presets import PRESETS, runs_of
from tesla_core.jobs.store.states import State
from tesla_core.jobs.store.store import Store
from tesla_core.visits.tokens import Signer
from tests.pages.script_page import Open
from tests.pages.test_jobs import component, labels, said, start, submit


def test_whoever_was_let_in_can_lock_the_lab_again(
    open_jobs: Open, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A projector in a lecture hall is left to the next group."""
    monkeypatch.setenv("TESLA_LAB_PASSCODE", "seven waves")
    app = open_jobs()
    assert "Lock again" not in labels(app)
    app.text_input(key="jobs_passcode").set_value("seven waves")
    app.button(key="jobs_unlock").click().run()
    given = app.session_state["role_pass"]
    app.button(key="jobs_lock").click().run()
    assert not any(label.startswith("Launch") for label in labels(app))
    assert app.session_state["role_post"][1] == "", "the browser's cookie goes, too"
    app.session_state["role_pass"] = given
    app.run()
    assert "Pause all jobs" not in labels(app), "what was given back opens nothing in another tab"


def test_a_passcode_that_is_too_short_is_said_to_be(open_jobs: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lab runs, and nobody wonders why the right code is none."""
    monkeypatch.setenv("TESLA_LAB_PASSCODE", "seven77")
    app = open_jobs()
    assert not app.exception
    assert "fewer than 8 characters" in said(app)
    assert not any(box.key == "jobs_passcode" for box in app.text_input)


def test_a_visitor_with_the_passcode_may_launch(open_jobs: Open, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The teacher's passcode opens the form from any laptop; a wrong one says so, and a changed one closes it again."""
    monkeypatch.setenv("TESLA_LAB_PASSCODE", "seven waves")
    monkeypatch.setattr("pages._ui.jobs.roles._address", lambda: "10.0.0.8")
    hours = count()
    gate = Gate(Signer(b"k" * 32), clock=lambda: 3600.0 * next(hours))
    monkeypatch.setattr("pages._ui.jobs.roles.gate", lambda: gate)
    app = open_jobs()
    assert not any(label.startswith("Launch") for label in labels(app))
    app.text_input(key="jobs_passcode").set_value("six waves")
    app.button(key="jobs_unlock").click().run()
    assert "not the passcode" in said(app)
    app.text_input(key="jobs_passcode").set_value("seven waves")
    app.button(key="jobs_unlock").click().run()
    app.button(key="jobs_launch").click().run()
    assert store.count() == len(runs_of(PRESETS[0]))
    assert gate.holds(app.session_state["role_post"][1]), "the browser is to keep it"
    monkeypatch.setenv("TESLA_LAB_PASSCODE", "eight waves")
    app.run()
    assert "Pause all jobs" not in labels(app)


def test_a_visitor_is_not_shown_the_machines_folders(
    open_jobs: Open, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The owner needs them to go on by hand; to all others they are nobody's business."""
    (job,) = submit(store)
    token = start(store, job)
    RunFolder(job.folder).log_file.write_text(f'  File "{store.home.path}/train.py", line 3\n')
    store.finish(job.id, token, State.FAILED, f"No room in {job.folder}.", exit_code=74)

    def everything(part: str) -> str:
        app = open_jobs(job=job.id)
        app.session_state["jobs_part"] = part
        app.run()
        assert not app.exception
        return str([*component(app, "tesla_jobs"), *app.code, *app.json, *app.dataframe, said(app)])

    parts = ("Log", "Settings", "Attempts")
    assert all(str(store.home.path) in everything(part).replace("\\", "") for part in parts)
    monkeypatch.setenv("TESLA_LAB_PASSCODE", "seven waves")
    assert not [part for part in parts if str(store.home.path) in everything(part).replace("\\", "")]
