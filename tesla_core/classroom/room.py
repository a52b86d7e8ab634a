"""A room as it is at one moment: who leads, who is in it, what is shown and asked. Never changed, only replaced."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

MOST_MEMBERS = 100
CROWD = "crowd"  # the part of a room at whose door there were too many, until the teacher has looked
OPEN, REVEALED, CLOSED = "open", "revealed", "closed"


@dataclass(frozen=True)
class Member:
    """A student. id: as others may know them. identity: as only the server does."""

    id: str
    identity: str
    name: str
    joined: float
    following: bool = True
    removed: bool = False


@dataclass(frozen=True)
class Asked:
    """A question that was put to the room. content: as `read_question` leaves it. answers: by member. right: what was
    right, once the run has shown it."""

    number: int
    content: Mapping[str, Any]
    asked: float
    state: str = OPEN
    answers: Mapping[str, Any] = field(default_factory=dict)
    right: Any = None

    @property
    def open(self) -> bool:
        return self.state == OPEN

    @property
    def revealed(self) -> bool:
        return self.state == REVEALED


@dataclass(frozen=True)
class Room:
    """parts: what it shows and does by name: scene, playhead, step, experiment. question: the one at hand."""

    code: str
    owner: str
    opened: float
    ends: float
    lead: str = ""
    locked: bool = False
    paused: bool = False
    hidden: bool = False
    members: Mapping[str, Member] = field(default_factory=dict)
    parts: Mapping[str, Any] = field(default_factory=dict)
    question: Asked | None = None

    @cached_property
    def by_identity(self) -> Mapping[str, Member]:
        return {member.identity: member for member in self.members.values()}

    def member_of(self, identity: str) -> Member | None:
        """Who this is in the room; None for one who never joined or was removed."""
        member = self.by_identity.get(identity)
        return None if member is None or member.removed else member

    @cached_property
    def present(self) -> tuple[Member, ...]:
        """All but those who were removed, in the order in which they came."""
        return tuple(sorted((one for one in self.members.values() if not one.removed), key=lambda one: one.joined))

    @cached_property
    def out(self) -> tuple[Member, ...]:
        """Those who were removed."""
        return tuple(sorted((one for one in self.members.values() if one.removed), key=lambda one: one.joined))

    @property
    def leader(self) -> str:
        """The identity that leads."""
        member = self.members.get(self.lead)
        return self.owner if member is None or member.removed else member.identity

    @property
    def scene(self) -> Mapping[str, Any] | None:
        return self.parts.get("scene")

    @property
    def spec(self) -> str | None:
        """The text of the spec that is shown."""
        return self.scene["mount"]["spec"] if self.scene else None
