"""What a room may do beside following its teacher, as rooms need to know it: a class experiment is one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from tesla_core.classroom.room import Member, Room

Act = Callable[[Room, Mapping[str, Any]], None]
"""What the teacher does with it; called outside of every lock, in a thread that may wait."""


class Activity(Protocol):
    """name: of its section in what a room sends. acts: by the word that the teacher's page sends."""

    name: str
    acts: Mapping[str, Act]

    def section(self, room: Room, names: bool) -> Any:
        """What everybody sees of it; quick. names: whether it may say whose something is."""
        ...

    def owner_sections(self, room: Room) -> Mapping[str, Any]:
        """Further sections, which only who opened the room is told; quick."""
        ...

    def own(self, room: Room, member: Member) -> Any:
        """What is one student's: goes into their `you` under the activity's name; quick."""
        ...

    def scene(self, room: Room, member: Member | None) -> Mapping[str, Any] | None:
        """What a student's page shows instead of the room's scene, or a projector's (None); quick."""
        ...

    def changed(self, room: Room) -> None:
        """The room is another one than it was: somebody came or went, it was loaded or has ended (`room.ends` is 0)."""
        ...
