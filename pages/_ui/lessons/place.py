"""Where somebody is in a lesson. It is in the address, so that a link, a reload and Back lead to the same step."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import streamlit as st
from streamlit.components.v2 import component

from pages._ui.controls import address
from tesla_core.lessons.lesson import Lesson

LESSON, STEP = "lesson", "step"
_TOP = component("tesla_top", js=(Path(__file__).parents[3] / "assets" / "pages" / "top.js").read_text("utf-8"))


@dataclass(frozen=True)
class LessonPlace:
    """lesson: its name, or none for the shelf. step: 0 is its beginning, then come its steps, the checks, the
    end."""

    lesson: str = ""
    step: int = 0

    @property
    def pairs(self) -> list[address.Pair]:
        """As the address has it."""
        return [(LESSON, self.lesson), (STEP, str(self.step))] if self.lesson else []


def last_step(lesson: Lesson) -> int:
    """The end, after the checks."""
    return len(lesson.steps) + 2


def place() -> LessonPlace:
    """As the address of who arrives says; else as this session left it."""
    if address.arrives("learn_") or "learn place" not in st.session_state:
        step = "".join(address.given(STEP)[-1:])
        number = int(step) if step.isdecimal() and len(step) < 4 else 0
        st.session_state["learn place"] = LessonPlace("".join(address.given(LESSON)[-1:]), number)
    return st.session_state["learn place"]


def go(lesson: str = "", step: int = 0) -> None:
    """To another place: a new entry of the browser's history."""
    st.session_state["learn place"] = LessonPlace(lesson, step)
    address.new_entry()


def begin_at_the_top(here: LessonPlace) -> None:
    """Who goes to another step reads it from its beginning, wherever the last one was left."""
    _TOP(key="learn_top", data={"place": f"{here.lesson} {here.step}"})
