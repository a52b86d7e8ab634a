"""Which room somebody is in, and what its class sees of their page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from pages._ui.visit import this_visit
from tesla_core.classroom.service import classroom, try_rooms_of
from tesla_core.errors import TeslaError

SWITCH = "class sees this page"
_PLACE = "class page"
_SHOWS = "shows"  # the part of a room that keeps the switch


@dataclass(frozen=True)
class ClassPart:
    """A visitor's part in a room. shows: whether its class sees the pages that they open."""

    code: str
    owns: bool
    leads: bool
    shows: bool


def class_of() -> ClassPart | None:
    """The newest room of the visitor's; None for who is in none."""
    identity = this_visit().identity
    for room in try_rooms_of(identity):
        owns, leads = room.owner == identity, room.leader == identity
        return ClassPart(room.code, owns, leads, leads and _kept(room.parts).get(identity, owns))
    return None


def keep_switch(code: str) -> None:
    """What somebody has chosen holds for the room, on their other pages and in tabs that they open later."""
    room = classroom().room(code)
    if room is not None:
        chosen = {**_kept(room.parts), this_visit().identity: bool(st.session_state[SWITCH])}
        classroom().set_part(code, _SHOWS, chosen, quietly=True)


def _kept(parts: Mapping[str, Any]) -> Mapping[str, bool]:
    """By identity."""
    return parts.get(_SHOWS) or {}


def at_page(page: str, title: str) -> None:
    """Which page the script is about to run. page: its path."""
    st.session_state[_PLACE] = page, title


def show_to_class(data: Mapping[str, Any], link: str) -> str:
    """Have the class of who leads see a page's canvas, unless they keep it to themselves. data: what the canvas is
    given. link: the query that leads here. Answers with the code of the room; empty where no class sees it."""
    part = class_of()
    if part is None or not part.shows:
        return ""
    page, title = st.session_state.get(_PLACE, ("", ""))
    try:
        shown = classroom().show(this_visit().identity, {**data, "title": title, "page": f"/{page}?{link}"}, part.code)
    except TeslaError:  # the room has ended in this very moment, or can't be written: the page itself goes on
        return ""
    return part.code if part.code in shown else ""
