"""The teacher's page, as its script makes it. If this fails, a teacher can't open a room, or anybody can."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages._ui.jobs.oidc import found_teacher
from tesla_core.classroom.service import classroom
from tesla_core.jobs.store.store import Store


@pytest.fixture
def console(root: Path, store: Store) -> Iterator[AppTest]:
    """In a lab of its own, at the owner's machine."""
    classroom().close()
    yield AppTest.from_file(str(root / "pages" / "learn" / "console.py"), default_timeout=60)
    classroom().close()


def test_the_owner_opens_a_room(console: AppTest) -> None:
    console.run().button(key="console_open").click().run()
    assert not console.exception
    (room,) = classroom().rooms()
    assert not [button for button in console.button if button.key == "console_open"]
    assert len(room.code) == 4


def test_a_visitor_is_told_how_to_join_and_asked_for_the_passcode(
    console: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESLA_LAB_PASSCODE", "long enough a word")
    monkeypatch.setattr("pages._ui.jobs.roles._address", lambda: "203.0.113.7")
    console.run()
    assert not console.exception
    assert "(join)" in " ".join(text.value for text in console.markdown)
    assert [field.label for field in console.text_input] == ["Passcode to launch runs"]
    assert not [button for button in console.button if button.key == "console_open"]


@pytest.mark.parametrize(
    ("email", "teachers", "expected"),
    [
        ("Ada@School.example", ["ada@school.example"], "ada@school.example"),
        ("ada@school.example", ["@school.example"], "ada@school.example"),
        ("ada@school.example.evil", ["@school.example"], ""),
        ("ada@other.example", ["ada@school.example", "@school.example"], ""),
        ("ada@school.example", [], ""),
        ("ada@school.example", "ada@school.example", ""),
        ("", [""], ""),
        (None, [None, "None"], ""),
    ],
)
def test_only_those_on_the_list_are_teachers(email: object, teachers: object, expected: str) -> None:
    """Students have accounts at the same school."""
    assert found_teacher(email, teachers) == expected
