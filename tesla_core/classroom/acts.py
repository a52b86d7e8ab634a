"""What can be done in a room, each as one change; `rules.py` says by whom, and is asked before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tesla_core.classroom.names import clean_name, free_name
from tesla_core.classroom.questions import read_answer, read_question
from tesla_core.classroom.room import CLOSED, CROWD, REVEALED, Asked, Member, Room
from tesla_core.classroom.rules import Actor
from tesla_core.classroom.store import RoomWriter
from tesla_core.live.company import RoomError
from tesla_core.messages.say import say

Fields = Mapping[str, Any]
Act = Callable[[Room, RoomWriter, Actor, Fields, float], Room]


def _switch(field: str) -> Act:
    def act(room: Room, write: RoomWriter, actor: Actor, fields: Fields, now: float) -> Room:
        return _with(room, write, **{field: fields.get("on") is True})

    return act


def lock(room: Room, write: RoomWriter, actor: Actor, fields: Fields, now: float) -> Room:
    """Nobody new comes in, or they do again; either way the teacher has looked at who is at the door."""
    write.part(room.code, CROWD, None)
    parts = {name: content for name, content in room.parts.items() if name != CROWD}
    return _with(replace(room, parts=parts), write, locked=fields.get("on") is True)


def gather(room: Room, write: RoomWriter, actor: Actor, fields: Fields, now: float) -> Room:
    """Everybody follows again."""
    write.following(room.code)
    return replace(room, members={one.id: replace(one, following=True) for one in room.members.values()})


def pass_lead(room: Room, write: RoomWriter, actor: Actor, fields: Fields, now: float) -> Room:
    member = _named(room, fields)
    room = _put(room, write, replace(member, following=True))
    return _with(room, write, lead=member.id)


def take_lead(room: Room, write: RoomWriter, actor: Actor, fields: Fields, now: float) -> Room:
    return _with(room, write, lead="")


def rename(room: Room, write: RoomWriter, actor: Actor, fields: Fields, now: float) -> Room:
    return _renamed(room, write, _named(room, fields), fields)


def name_oneself(room: Room, write: RoomWriter, actor: Actor, fields: Fields, now: float) -> Room:
    return _renamed(room, write, _own(room, actor), fields)


def remove(room: Room, write: RoomWriter, actor: Actor, fields: Fields, now: float) -> Room:
    """Somebody is out until they are let in again; their answers and their name stay."""
    if fields.get("on") is False:
        return _put(room, write, replace(_named(room, fields, removed=True), removed=False))
    member = _named(room, fields)
    room = _put(room, write, replace(member, removed=True))
    return _with(room, write, lead="") if room.lead == member.id else room


def follow(room: Room, write: RoomWriter, actor: Actor, fields: Fields, now: float) -> Room:
    return _put(room, write, replace(_own(room, actor), following=fields.get("on") is True))


def ask(room: Room, write: RoomWriter, actor: Actor, fields: Fields, now: float) -> Room:
    """Put a question; one that is still there makes way for it. here: where the class stands, as the server knows."""
    if room.question is not None:
        room = close(room, write, actor, fields, now)
    content = {**read_question(fields.get("question"), float(fields.get("here") or 0.0)), "spec": room.spec}
    asked = Asked(write.next_question(room.code), content, now)
    write.question(room.code, asked)
    return replace(room, question=asked)


def answer(room: Room, write: RoomWriter, actor: Actor, fields: Fields, now: float) -> Room:
    """A student's, which may change until the reveal."""
    asked, member = _question(room), _own(room, actor)
    if not asked.open:
        raise RoomError(say("The answers have been revealed; yours came too late."))
    if fields.get("question") is not None and fields["question"] != asked.number:
        raise RoomError(say("That was another question."))
    value = read_answer(asked.content, fields.get("value"))
    write.answer(room.code, asked.number, member.id, value, now)
    return replace(room, question=replace(asked, answers={**asked.answers, member.id: value}))


def reveal(room: Room, write: RoomWriter, actor: Actor, fields: Fields, now: float) -> Room:
    return _turned(room, write, REVEALED)


def close(room: Room, write: RoomWriter, actor: Actor, fields: Fields, now: float) -> Room:
    return replace(_turned(room, write, CLOSED), question=None)


ACTS: dict[str, Act] = {
    "gather": gather,
    "pause": _switch("paused"),
    "lock": lock,
    "hide": _switch("hidden"),
    "pass": pass_lead,
    "take": take_lead,
    "give": take_lead,
    "rename": rename,
    "name": name_oneself,
    "remove": remove,
    "follow": follow,
    "ask": ask,
    "answer": answer,
    "reveal": reveal,
    "close": close,
}


def _with(room: Room, write: RoomWriter, **fields: Any) -> Room:
    changed = replace(room, **fields)
    write.room(changed)
    return changed


def _put(room: Room, write: RoomWriter, member: Member) -> Room:
    write.member(room.code, member)
    return replace(room, members={**room.members, member.id: member})


def _named(room: Room, fields: Fields, removed: bool = False) -> Member:
    """The student that the message names by their public id."""
    member = room.members.get(str(fields.get("member"))[:40])
    if member is None or member.removed != removed:
        raise RoomError(say("Nobody of that name is in the room."))
    return member


def _own(room: Room, actor: Actor) -> Member:
    """Who acts, as they are now: what came before in the queue may have removed them."""
    member = room.member_of(actor.identity)
    if member is None:
        raise RoomError(say("You were removed from this room."))
    return member


def _renamed(room: Room, write: RoomWriter, member: Member, fields: Fields) -> Room:
    taken = {one.name for one in room.present if one is not member}
    return _put(room, write, replace(member, name=free_name(clean_name(fields.get("name")), taken)))


def _question(room: Room) -> Asked:
    if room.question is None:
        raise RoomError(say("There is no question just now."))
    return room.question


def _turned(room: Room, write: RoomWriter, state: str) -> Room:
    asked = replace(_question(room), state=state)
    write.question(room.code, asked)
    return replace(room, question=asked)
