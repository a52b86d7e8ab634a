"""Lessons as somebody alone meets them: the shelf, a step with its run, a question, and the way on."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs

import pytest
from streamlit.testing.v1 import AppTest

from tesla_core.lessons.lesson import LabLink
from tesla_core.lessons.links import run_of
from tesla_core.lessons.shelf import shelf
from tests.pages.script_page import Open, address, canvas, opener, spec


@pytest.fixture
def open_learn(root: Path) -> Open:
    return opener(root, "learn/lessons.py")


def press(app: AppTest, label: str) -> AppTest:
    """The last button of that label on the page."""
    found = [button for button in app.button if button.label == label]
    assert found, [button.label for button in app.button]
    return found[-1].click().run()


def texts(app: AppTest) -> str:
    return " ".join([*(element.proto.body for element in app.get("html")), *(each.value for each in app.markdown)])


def test_the_shelf_leads_into_a_lesson_and_step_by_step_to_its_end(open_learn: Open) -> None:
    app = open_learn()
    assert not app.exception
    assert all(app.button(key=f"learn open {lesson.name}") for lesson in shelf("en").lessons)
    app = app.button(key="learn open 3-parity").click().run()
    assert app.title[0].value == r"3 · Memorising or understanding?"
    app = press(app, "Begin")
    assert app.title[0].value == "An odd question"
    assert address(app) == "v=2&lesson=3-parity&step=1"
    for _ in range(9):
        app = press(app, "Next")
        assert not app.exception
    assert app.title[0].value == "Homework"
    assert address(press(app, "All lessons")) == "v=2"


def test_a_link_opens_its_step_in_its_language_with_its_run(open_learn: Open) -> None:
    """A teacher's link leads thirty phones to the same step, and all watch one run."""
    app = open_learn(lesson="3-parity", step="5", lang="ko")
    assert app.title[0].value == "경주"
    found = shelf("ko").find("3-parity")
    assert found
    assert found.steps[4].link
    assert spec(app) == run_of(found.steps[4].link).spec


def test_a_prediction_is_kept_and_compared_only_when_asked(open_learn: Open) -> None:
    """Who sees the answer first has nothing to watch for."""
    app = press(open_learn(lesson="3-parity", step="4"), "Yes")
    assert "about 55%" not in texts(app)
    app = press(app, "No")
    app = press(app, "Compare with the answer")
    assert "You are right." in texts(app)
    assert "about 55%" in texts(app)


def test_a_number_is_judged_within_its_margin(open_learn: Open) -> None:
    app = open_learn(lesson="3-parity", step="3")
    for given, said in ((20.0, "It is otherwise: 50%."), (48.0, "You are right.")):
        app.number_input[0].set_value(given)
        app = press(app, "Answer")
        assert said in texts(app)


def test_a_step_that_begins_late_shows_its_run_there(open_learn: Open) -> None:
    assert canvas(open_learn(lesson="1-activation", step="5"))["open"]["epoch"] == 20
    assert canvas(open_learn(lesson="1-activation", step="4"))["open"]["epoch"] is None


@pytest.mark.parametrize("parameters", [{"lesson": "9-none"}, {"lesson": "<b>", "step": "x"}, {"step": "-3"}])
def test_a_wrong_link_shows_the_shelf(open_learn: Open, parameters: dict[str, str]) -> None:
    app = open_learn(**parameters)
    assert not app.exception
    assert app.title[0].value == "Learn"


def test_a_step_past_the_end_is_the_end(open_learn: Open) -> None:
    assert open_learn(lesson="3-parity", step="99").title[0].value == "Homework"


def test_a_broken_lesson_is_named_and_the_others_are_there(
    open_learn: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A teacher who mistyped finds the line; the class finds its lessons."""
    (tmp_path / "9-mine").mkdir()
    (tmp_path / "9-mine" / "en.md").write_text("# Steps\n", encoding="utf-8")
    monkeypatch.setenv("TESLA_LAB_LESSONS", str(tmp_path))
    app = open_learn()
    assert "9\\-mine/en\\.md" in app.warning[0].value
    assert "line 1" in app.warning[0].value
    assert all(app.button(key=f"learn open {lesson.name}") for lesson in shelf("en", own=Path("nowhere")).lessons)


FILES = {
    "activation": "lab/activation.py",
    "boundaries": "lab/boundaries.py",
    "parity": "lab/parity.py",
    "spectra": "lab/spectra.py",
    "taylor": "lab/taylor.py",
    "lottery": "theory/lottery.py",
    "paper": "jobs/paper.py",
}
LINKS = list(
    dict.fromkeys(step.link for lesson in shelf("en").lessons for step in lesson.steps if step.link is not None)
)


@pytest.mark.parametrize("link", LINKS, ids=[link.text for link in LINKS])
def test_the_full_page_of_every_step_opens_without_a_complaint(root: Path, at_epoch_five: None, link: LabLink) -> None:
    """What a student opens from a lesson is what the lesson speaks of."""
    app = opener(root, FILES[link.path])(**parse_qs(link.query))
    assert not app.exception
    assert [warning.value for warning in app.warning] == []
    if link.live:
        assert spec(app) == run_of(link).spec


def test_nothing_tells_what_will_be_seen_before_the_prediction(open_learn: Open) -> None:
    """What to look at says a part of the answer: it comes with the answer given."""
    app = open_learn(lesson="3-parity", step="4")
    assert "What to look at" not in texts(app)
    assert "What to look at" in texts(press(app, "No"))
