"""Who may do what in a room: one table, looked at by the service before anything is done."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tesla_core.classroom.room import Member, Room
from tesla_core.errors import check_choice
from tesla_core.live.company import RoomError
from tesla_core.messages.say import say


class Role(StrEnum):
    """What somebody is in a room, by identity and by how they entered. A wall has no rights, whoever opened it."""

    OWNER = "owner"
    LEAD = "lead"
    MEMBER = "member"
    WALL = "wall"


class Way(StrEnum):
    """How a page enters a room: as a student's, as the projector's, as the teacher's, or beside a full page."""

    MEMBER = "member"
    WALL = "wall"
    CONSOLE = "console"
    PAGE = "page"


@dataclass(frozen=True)
class Actor:
    """Somebody in a room. member: None for the owner, unless they joined, too."""

    identity: str
    role: Role
    member: Member | None = None


OWNER, STUDENT = frozenset({Role.OWNER}), frozenset({Role.MEMBER, Role.LEAD})
RIGHTS: dict[str, frozenset[Role]] = {
    **dict.fromkeys(("gather", "pause", "pass", "take", "rename", "remove", "lock", "hide"), OWNER),
    **dict.fromkeys(("ask", "reveal", "close", "step", "end", "experiment", "stop"), OWNER),
    **dict.fromkeys(("follow", "answer", "name"), STUDENT),
    "give": frozenset({Role.LEAD}),
}
"""By what is done, who may do it. Steering the class' playhead and showing a page are the leader's, see `leads`."""


def actor_of(room: Room, identity: str, way: Way) -> Actor:
    """Who somebody is who comes this way; a RoomError for one who has no business there."""
    member = room.member_of(identity)
    if way is Way.WALL:
        return Actor(identity, Role.WALL)
    if way is Way.CONSOLE and identity != room.owner:
        raise RoomError(say("Only who opened the room may lead it from here."))
    if identity == room.owner and (way is not Way.MEMBER or member is None):
        return Actor(identity, Role.OWNER)
    if member is None:
        known = room.by_identity.get(identity)
        raise RoomError(say("You were removed from this room.") if known else say("Join the room first."))
    return Actor(identity, Role.LEAD if room.lead == member.id else Role.MEMBER, member)


def leads(room: Room, actor: Actor) -> bool:
    """Whether somebody's playhead and page are the class'."""
    return actor.role in (Role.OWNER, Role.LEAD) and room.leader == actor.identity


def check_right(actor: Actor, what: object) -> str:
    """What is done, if this person may do it."""
    action = check_choice("action", str(what)[:40], RIGHTS)
    if actor.role not in RIGHTS[action]:
        raise RoomError(say("Only the teacher may do that.") if RIGHTS[action] == OWNER else say("That is not yours."))
    return action
