"""A lesson, step by step: text and question, the live run beside them, and the way on."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from html import escape

import streamlit as st

from pages._ui.classroom.showing import at_page
from pages._ui.controls import address
from pages._ui.lessons.asking import Asking
from pages._ui.lessons.place import LessonPlace, go, last_step
from pages._ui.lessons.texts import show_html
from pages._ui.live.view import live_view
from pages._ui.markdown import plain
from pages._ui.page_style import use_full_width
from tesla_core.lessons.lesson import LabLink, Lesson, LessonStep
from tesla_core.lessons.links import opening_epoch, run_of
from tesla_core.messages.say import say, say_count

CANVAS = "learn_live"
CANVAS_HEIGHT = 600  # all panels and the sentence below them on a laptop's screen


def show_lesson(lesson: Lesson, here: LessonPlace) -> None:
    """All of it."""
    use_full_width()
    step = min(here.step, last_step(lesson))
    _head(lesson, step)
    run = ""
    if step == 0:
        _beginning(lesson)
    elif step <= len(lesson.steps):
        run = _step(lesson, lesson.steps[step - 1], step)
    elif step == len(lesson.steps) + 1:
        _checks(lesson)
    else:
        _end(lesson)
    _ways(lesson, step)
    address.tell("page", LessonPlace(lesson.name, step).pairs, run)


def _head(lesson: Lesson, step: int) -> None:
    st.button(say("All lessons"), key="learn_shelf", icon=":material/arrow_back:", type="tertiary", on_click=go)
    if step == 0:
        st.title(plain(lesson.numbered), anchor=False)
        return
    title, steps = plain(lesson.numbered), len(lesson.steps)
    where = say("Step {number} of {steps}", number=step, steps=steps) if step <= steps else ""
    st.progress(min(1.0, step / last_step(lesson)), text=" · ".join(filter(None, (title, where))))


def _beginning(lesson: Lesson) -> None:
    aims = "".join(f"<li>{escape(aim)}</li>" for aim in lesson.aims)
    show_html(f"<p>{escape(lesson.summary)}</p>", lesson.language)
    st.caption(_length(lesson))
    show_html(f"<h2>{escape(say('Afterwards'))}</h2><ul>{aims}</ul>", lesson.language)
    with st.expander(say("For the teacher"), icon=":material/person_raised_hand:", key="learn_notes"):
        show_html(lesson.notes, lesson.language, "notes")


def _length(lesson: Lesson) -> str:
    minutes = say("{minutes} minutes", minutes=lesson.minutes)
    return f"{minutes} · {say_count(len(lesson.steps), '{count} step', '{count} steps')}"


def _step(lesson: Lesson, step: LessonStep, number: int) -> str:
    """In return, the address of the run it shows, if it shows one."""
    asking = Asking(f"learn {lesson.name} {number}", step.question, lesson.language) if step.question else None
    live = step.link is not None and step.link.live
    words, scene = st.columns([0.4, 0.6], gap="large") if step.link else (st.container(key="learn_alone"), None)
    with words:
        st.title(plain(step.title), anchor=False)
        show_html(step.html, lesson.language)
        if asking:
            asking.show(live)
            if scene is None:
                asking.show_answer(live)
    if scene is None or step.link is None:
        return ""
    with scene:
        if step.look and not (asking and asking.is_awaited):
            show_html(f"<p><strong>{escape(say('What to look at'))}</strong></p>{step.look}", lesson.language, "look")
        run = _canvas(step.link, number, step.title) if live else ""
        if asking:
            asking.show_answer(live)
        _full_page(step.link, live)
    return run


def _canvas(link: LabLink, number: int, title: str) -> str:
    found = run_of(link)
    at_page(link.path, title)  # for a class that is shown the step: from it one goes on to the full page
    around = replace(found.around, height=CANVAS_HEIGHT, spectrum=False)
    opening = {"turn": f"{address.visit()} {number}", "epoch": opening_epoch(link.query)}
    live_view(CANVAS, found.spec, around, labels=found.labels, link=link.query, on={}, pace=found.pace, opening=opening)
    return found.spec.address


def _full_page(link: LabLink, live: bool) -> None:
    folder = (st.get_option("server.baseUrlPath") or "").strip("/")
    url = f"/{folder}{link.text}" if folder else link.text
    label = say("Open the full page, with all settings") if live else say("Open this page of the lab")
    st.link_button(label, url, icon=":material/open_in_new:", type="tertiary" if live else "primary", width="stretch")


def _checks(lesson: Lesson) -> None:
    st.title(say("Three checks"), anchor=False)
    with st.container(key="learn_alone"):
        for number, question in enumerate(lesson.checks, start=1):
            asking = Asking(f"learn {lesson.name} check {number}", question, lesson.language)
            asking.show(scene=False)
            asking.show_answer(scene=False)
            if number < len(lesson.checks):
                st.divider()


def _end(lesson: Lesson) -> None:
    st.title(say("Homework"), anchor=False)
    with st.container(key="learn_alone"):
        show_html(lesson.homework, lesson.language)


def _ways(lesson: Lesson, step: int) -> None:
    """Back and on, as wide as a thumb needs."""
    last = last_step(lesson)
    with st.container(horizontal=True, key="learn_ways"):
        if step:
            back = partial(go, lesson.name, step - 1)
            st.button(say("Back"), key="learn_back", icon=":material/arrow_back:", on_click=back, width="stretch")
        if step < last:
            label = say("Begin") if step == 0 else say("Next")
            on = partial(go, lesson.name, step + 1)
            st.button(label, key="learn_next", type="primary", on_click=on, width="stretch")
        else:
            st.button(say("All lessons"), key="learn_done", type="primary", on_click=go, width="stretch")
