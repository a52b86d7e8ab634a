"""Learn: the shelf of lessons, and a lesson step by step, for somebody alone."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages._ui.controls import address
from pages._ui.language import language
from pages._ui.lessons.lesson_page import show_lesson
from pages._ui.lessons.place import begin_at_the_top, go, place
from pages._ui.lessons.texts import STYLE, show_faults, show_glossary
from pages._ui.markdown import plain
from tesla_core.lessons.lesson import Lesson
from tesla_core.lessons.shelf import Lessons, shelf
from tesla_core.messages.say import say


def show_shelf(found: Lessons) -> None:
    st.title(say("Learn"), anchor=False)
    st.markdown(
        say(
            "Lessons of half an hour and more: read, predict, press Play, compare. Each works alone on a phone, or in "
            "class with a teacher who leads."
        )
    )
    with st.container(key="learn_cards"):
        for lesson in found.lessons:
            _card(lesson)
    show_glossary(language())


def _card(lesson: Lesson) -> None:
    with st.container(border=True, key=f"learn_card_{lesson.name}"):
        st.button(
            plain(lesson.numbered),
            key=f"learn open {lesson.name}",
            type="primary",
            on_click=partial(go, lesson.name),
            width="stretch",
        )
        st.markdown(plain(lesson.summary))
        st.caption(say("{minutes} minutes", minutes=lesson.minutes))


st.html(STYLE)
here, found = place(), shelf(language())
lesson = found.find(here.lesson)
begin_at_the_top(here)
if here.lesson and lesson is None:
    st.warning(plain(say("There is no lesson “{name}”. These there are:", name=here.lesson[:60])))
show_faults(found.faults)
if lesson is None:
    show_shelf(found)
    address.tell("page", [])
else:
    show_lesson(lesson, here)
