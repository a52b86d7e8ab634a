"""How far somebody may look into a run while their class is asked what comes next, or is paused."""

from __future__ import annotations

import sqlite3

from tesla_core.classroom.room import Room
from tesla_core.classroom.service import Classroom
from tesla_core.errors import TeslaError

HERE = -1.0
"""No further than they are."""


def rooms_holding(rooms: Classroom, identity: str) -> list[Room]:
    """The rooms that keep a student from going on: one that is paused, or has an open question."""
    try:
        found = rooms.rooms()
    except (TeslaError, OSError, sqlite3.Error):  # a store that can't be read holds nobody
        return []
    held = [room for room in found if room.paused or (room.question is not None and room.question.open)]
    return [room for room in held if room.member_of(identity) is not None]


def limit(rooms: Classroom, identity: str, spec: str) -> float | None:
    """How far somebody may go in a run: to an epoch, no further than they are (HERE), or as they like (None)."""
    limits = [room_limit(room, spec) for room in rooms_holding(rooms, identity)]
    return min((found for found in limits if found is not None), default=None)


def room_limit(room: Room, spec: str) -> float | None:
    """Of the run that a question is about to its epoch, of all others no further than somebody is."""
    asked = room.question
    if room.paused:
        return HERE
    if asked is None or not asked.open:
        return None
    return float(asked.content["epoch"]) if asked.content.get("spec") == spec else HERE
