"""The console as a component: it speaks with the room on its own socket, and the page runs again when the room ends."""

from __future__ import annotations

from urllib.parse import urlsplit

import streamlit as st
from streamlit.components.v2 import component

from pages._ui.classroom.launching import launch_experiment, said_of_jobs
from pages._ui.jobs.plot import base_path
from pages._ui.language import language
from pages._ui.visit import page_visit, this_visit
from tesla_core.canvas.bundle import bundled, stylesheet
from tesla_core.classroom.pages.files import CLASSROOM
from tesla_core.classroom.pages.following import told_of
from tesla_core.classroom.pages.link import ClassLink, reachable
from tesla_core.classroom.pages.routes import NOTES, RESULTS
from tesla_core.classroom.room import Room
from tesla_core.classroom.service import classroom
from tesla_core.messages.say import marked, say

LAB = (
    (marked("Boundaries"), "/boundaries"),
    (marked("Parity"), "/parity"),
    (marked("Spectra"), "/spectra"),
    (marked("Taylor"), "/taylor"),
    (marked("Continuous"), "/continuous"),
)
"""Pages of the lab that a class can be shown."""
WIDE = (None, "", "0.0.0.0", "::")
"""Addresses to listen on that mean all of the machine's."""

CLASS_STYLES = "\n".join([stylesheet(), *(stylesheet(name, CLASSROOM) for name in ("classroom.css", "console.css"))])
_console = component("tesla_console", css=CLASS_STYLES, js=bundled("console", CLASSROOM), isolate_styles=False)


def listens_widely() -> bool:
    """Whether the lab answers on all of the machine's addresses."""
    return st.get_option("server.address") in WIDE


def own_rooms() -> list[Room]:
    """The visitor's, the newest first."""
    identity = this_visit().identity
    return [room for room in classroom().rooms_of(identity) if room.owner == identity]


def show_console(code: str) -> None:
    folder = base_path()
    url = urlsplit(str(st.context.url or "http://localhost"))
    link = ClassLink(reachable(f"{url.scheme}://{url.netloc}", listens_widely()), folder, code)
    data = {
        **told_of(language(), folder, code, page_visit()),
        "join": link.shown,
        "qr": link.picture,
        "wall": f"{folder}/wall/{code}",
        "notes": f"{folder}{NOTES.format(code=code)}",
        "results": f"{folder}{RESULTS.format(code=code)}",
        "pages": [{"title": say(title), "page": f"{folder}{path}"} for title, path in LAB],
    }
    said_of_jobs()
    _console(
        key=f"console {code}", data=data, on_ended_change=lambda: None, on_jobs_change=lambda: launch_experiment(code)
    )
