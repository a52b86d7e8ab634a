"""What a room tells those in it, by section: the same for all of one audience, but for what is somebody's own."""

from __future__ import annotations

from collections.abc import Container, Mapping
from enum import StrEnum
from typing import Any

from tesla_core.classroom.activity import Activity
from tesla_core.classroom.questions import seen_question
from tesla_core.classroom.room import CROWD, Member, Room
from tesla_core.classroom.rules import Actor, Role, leads


class Audience(StrEnum):
    """Those who are told the same."""

    OWNER = "owner"
    WALL = "wall"
    STUDENTS = "students"


def audience_of(actor: Actor) -> Audience:
    if actor.role is Role.OWNER:
        return Audience.OWNER
    return Audience.WALL if actor.role is Role.WALL else Audience.STUDENTS


def sections(
    room: Room, here: Container[str], audience: Audience, activities: Mapping[str, Activity]
) -> dict[str, Any]:
    """here: ids of those who are connected."""
    names = audience is Audience.OWNER or not room.hidden
    lead = room.members.get(room.lead)
    return {
        "code": room.code,
        "lead": room.lead,
        "leader": lead.name if lead is not None and names else "",
        "locked": room.locked,
        "paused": room.paused,
        "hidden": room.hidden,
        "members": _members(room, here, audience),
        "question": seen_question(room, names),
        "step": room.parts.get("step"),
        **{name: activity.section(room, names) for name, activity in activities.items()},
        **(_for_owner(room, activities) if audience is Audience.OWNER else {}),
        "ended": "",
    }


def _for_owner(room: Room, activities: Mapping[str, Activity]) -> dict[str, Any]:
    told = {name: told for one in activities.values() for name, told in one.owner_sections(room).items()}
    return {**told, CROWD: CROWD in room.parts}


def _members(room: Room, here: Container[str], audience: Audience) -> Any:
    states = {member.id: _state(member, here) for member in room.present}
    counts = {
        "count": len(states),
        "here": sum(state != "away" for state in states.values()),
        "following": sum(state == "following" for state in states.values()),
    }
    if audience is Audience.STUDENTS:
        return counts
    if audience is Audience.WALL:
        return counts if room.hidden else {**counts, "names": [member.name for member in room.present]}
    answers = room.question.answers if room.question else {}
    return [
        {"id": member.id, "name": member.name, "state": states.get(member.id, "out"), "answered": member.id in answers}
        for member in (*room.present, *room.out)
    ]


def _state(member: Member, here: Container[str]) -> str:
    if member.id not in here:
        return "away"
    return "following" if member.following else "exploring"


def own_section(room: Room, actor: Actor, activities: Mapping[str, Activity]) -> dict[str, Any]:
    """What is one person's: who they are here, and what they answered."""
    member = actor.member
    answers = room.question.answers if room.question else {}
    return {
        "id": member.id if member else "",
        "name": member.name if member else "",
        "role": str(actor.role),
        "leads": leads(room, actor),
        "following": member.following if member else actor.role is Role.WALL,
        "answer": answers.get(member.id) if member else None,
        **{name: activity.own(room, member) if member else None for name, activity in activities.items()},
    }
