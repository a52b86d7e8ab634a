"""The parts below the canvas that a problem brings along: drawn when the engine has answered, and kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from pages._ui.charts import chart, theme
from pages._ui.live.playhead import follow, playhead, wait
from pages._ui.markdown import plain
from tesla_core.errors import TeslaError
from tesla_core.lab.section import Section
from tesla_core.live.client import LiveError
from tesla_core.live.service import live_service
from tesla_core.live.spec import LiveSpec
from tesla_core.messages.say import say

_HASH: dict[str | type[Any], Callable[[Any], Any]] = {
    LiveSpec: lambda spec: spec.address,
    Section: lambda section: section.title,
}


@st.cache_resource(max_entries=128, show_spinner=False, hash_funcs=_HASH)
def found(section: Section, spec: LiveSpec, epoch: int) -> Any:
    """A frame never changes, so what is found in it is asked for once."""
    return section.finder()(live_service().client(), spec, epoch)


def show_section(prefix: str, section: Section, spec: LiveSpec, labels: Sequence[str]) -> None:
    """Draw a section; prefix: of its keys."""
    if section.follows:
        _show_following(prefix, section, spec, labels)
    else:
        _show_start(prefix, section, spec, labels)


@st.fragment
def _show_following(prefix: str, section: Section, spec: LiveSpec, labels: Sequence[str]) -> None:
    """At the playhead; runs again by itself when the canvas shows another frame."""
    at = playhead(f"{prefix}playhead", spec)
    _show_head(section)
    failed = False
    if at is None:
        wait(say("Waiting for the first frame of the run…"))
    else:
        try:
            _show_body(prefix, section, spec, labels, at.epoch)
        except LiveError as error:
            wait(say("{error} Asking again by itself.", error=error))
            failed = True
    follow(f"{prefix}playhead", spec.address, again=failed)


def _show_start(prefix: str, section: Section, spec: LiveSpec, labels: Sequence[str]) -> None:
    _show_head(section)
    try:
        _show_body(prefix, section, spec, labels, 0)
    except TeslaError:
        _wait_for_start(section, spec)


@st.fragment(run_every=2)
def _wait_for_start(section: Section, spec: LiveSpec) -> None:
    """While the engine starts: ask every other second, and draw the page again when it has answered."""
    try:
        found(section, spec, 0)
    except TeslaError as error:
        st.info(plain(f"{error} {say(section.waiting)}" if section.waiting else error))
    else:
        st.rerun()


def _show_head(section: Section) -> None:
    st.header(say(section.title), anchor=False)
    if section.intro:
        st.markdown(say(section.intro))


def _show_body(prefix: str, section: Section, spec: LiveSpec, labels: Sequence[str], epoch: int) -> None:
    body = section.body_maker()(spec, labels, epoch, found(section, spec, epoch), theme())
    for paragraph in body.over:
        st.markdown(paragraph)
    words, drawing = st.columns([body.share, 1 - body.share], gap="medium")
    with words:
        for paragraph in body.beside:
            st.markdown(paragraph)
        if body.caption:
            st.caption(body.caption)
        if body.table:
            st.dataframe(body.table, hide_index=True, width="stretch", height="content")
    if body.figure is not None:
        with drawing:
            chart(f"{prefix}{section.name}", body.figure)
