"""If these fail, a student leads the class, ends the room, or takes the server down. All of it over the socket."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from tesla_core.classroom.rules import OWNER, RIGHTS
from tesla_core.live.spec import LiveSpec
from tests.classroom.conftest import visitor

if TYPE_CHECKING:
    from tests.classroom.conftest import ClassSite, Lesson

SpecMaker = Callable[..., LiveSpec]
OWNERS = sorted(action for action, roles in RIGHTS.items() if roles == OWNER)


@pytest.mark.parametrize("action", OWNERS)
def test_no_student_does_what_is_the_teachers(lesson: Lesson, action: str) -> None:
    ada, bob, wall = lesson.student("Ada"), lesson.student("Bob"), lesson.wall()
    room = lesson.site.classroom.room(lesson.code)
    target = ada.room["you"]["id"]
    question = {"kind": "number", "text": "?"}
    for page in (bob, wall):
        answer = page.try_to(action, member=target, name="X", on=True, question=question, role="owner", identity="me")
        assert (answer["type"], answer["code"]) == ("error", "room")
    after = lesson.site.classroom.room(lesson.code)
    assert after is not None
    assert after == room


def test_a_wall_has_no_rights_though_the_teacher_opened_it(lesson: Lesson) -> None:
    """The projector's page is in the teacher's browser; whoever passes by must not end the room there."""
    wall = lesson.open(lesson.owner).enter(lesson.code, "wall")
    assert wall.try_to("end")["type"] == "error"
    assert wall.try_to("answer", value=1)["type"] == "error"


def test_nobody_enters_as_what_they_are_not(lesson: Lesson) -> None:
    ada = lesson.student("Ada")
    for way in ("console", "owner", "lead", "teacher", "", None, 3, ["member"]):
        stranger = lesson.open(visitor())
        stranger.send("enter", room=lesson.code, **{"as": way})
        stranger.receive(lambda page: page.errors)
        assert stranger.room == {}
    page = lesson.open(ada.visit)
    page.send("enter", room=lesson.code, **{"as": "console"})
    page.receive(lambda page: page.errors)
    assert page.room == {}
    assert "Only who opened" in page.errors[0]


def test_a_stranger_must_join_and_one_who_was_removed_is_out(lesson: Lesson) -> None:
    stranger = lesson.open(visitor())
    stranger.send("enter", room=lesson.code, **{"as": "member"})
    stranger.receive(lambda page: page.errors)
    assert "Join" in stranger.errors[0]
    ada = lesson.student("Ada")
    lesson.console.do("remove", member=ada.room["you"]["id"])
    ada.receive(lambda page: page.room["ended"] == "removed")
    assert ada.try_to("name", name="X")["type"] == "error"
    lesson.console.receive(lambda page: [member["state"] for member in page.room["members"]] == ["out"])
    ada.send("enter", room=lesson.code, **{"as": "member"})
    ada.receive(lambda page: any("removed" in error for error in page.errors))


def test_a_forged_identity_is_nobodys(lesson: Lesson) -> None:
    """A page's token is read where there is no cookie; whatever else a message says of somebody is not."""
    page = lesson.open(visitor())
    page.send("enter", room=lesson.code, **{"as": "console"}, visit="forged", identity=lesson.owner.identity)
    page.receive(lambda page: page.errors)
    assert page.room == {}
    everything = "".join((*page.raw, *lesson.student("Ada").raw, *lesson.wall().raw, *lesson.console.raw))
    assert lesson.owner.identity not in everything


def test_long_and_marked_up_names_come_out_as_text(lesson: Lesson) -> None:
    long, marked = lesson.student("x" * 500), lesson.student("<img src=x onerror=alert(1)>")
    assert long.room["you"]["name"] == "x" * 24
    assert marked.room["you"]["name"] == "<img src=x onerror=alert"
    long.do("name", name="\u202eevil\u0000 name")
    lesson.console.receive(lambda page: [one["name"] for one in page.room["members"]][:1] == ["evil name"])
    assert long.try_to("name", name="   ")["type"] == "error"


def test_codes_are_not_found_by_trying(class_site: ClassSite, lesson: Lesson) -> None:
    with class_site.page(visitor("127.0.0.1")) as page:
        for number in range(40):
            page.send("enter", room=f"ZZ{'ABCDEFGHJK'[number // 10]}{'ABCDEFGHJK'[number % 10]}", **{"as": "wall"})
        page.receive(lambda page: len(page.errors) == 40)
        assert sum("no room" in error for error in page.errors) <= 10
        page.send("enter", room=lesson.code, **{"as": "wall"})  # the right one is not looked at either
        page.receive(lambda page: len(page.errors) == 41)
        assert "Too many wrong codes" in page.errors[-1]


def test_an_ended_room_tells_everybody_and_does_nothing_more(lesson: Lesson, make_spec: SpecMaker) -> None:
    ada, wall, console = lesson.student("Ada"), lesson.wall(), lesson.console
    teacher = lesson.lead(make_spec(seed=31))
    ada.receive(lambda page: page.frames)
    console.do("end")
    for page in (ada, wall, teacher, console):
        page.receive(lambda page: page.room["ended"] == "ended")
    assert ada.try_to("answer", value=1)["type"] == "error"
    ada.send("enter", room=lesson.code, **{"as": "member"})
    ada.receive(lambda page: any("has ended" in error for error in page.errors))
    assert lesson.site.classroom.rooms_of(lesson.owner.identity) == []
    teacher.send("seek", epoch=0)  # their page goes on by itself
    teacher.send("ping")
    teacher.receive(lambda page: any(message["type"] == "pong" for message in page.messages))


def test_who_acts_without_pause_is_slowed_and_the_others_are_not(lesson: Lesson) -> None:
    """Every act is a write to the disk, which all rooms share."""
    ada, bob = lesson.student("Ada"), lesson.student("Bob")
    start = time.monotonic()
    for number in range(60):
        ada.send("do", what="follow", on=True, turn=1000 + number)
    bob.do("name", name="Robert")
    assert time.monotonic() - start < 2.0
    ada.receive(lambda page: any(message.get("turn") == 1059 for message in page.messages))
    assert time.monotonic() - start > 2.5


def test_two_tabs_of_one_student_are_one_member(lesson: Lesson) -> None:
    ada = lesson.student("Ada")
    second = lesson.open(ada.visit).enter(lesson.code, "member")
    assert second.room["you"]["id"] == ada.room["you"]["id"]
    lesson.console.receive(lambda page: len(page.room["members"]) == 1)
    lesson.console.do("ask", question={"kind": "number", "text": "?"})
    ada.receive(lambda page: page.room["question"])
    ada.do("answer", value=7)
    second.receive(lambda page: page.room["you"]["answer"] == 7)
    ada.socket.close()
    lesson.console.listen(0.5)
    assert lesson.console.room["members"][0]["state"] == "following"
    second.socket.close()
    lesson.console.receive(lambda page: page.room["members"][0]["state"] == "away")


leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=4,
)
messages = st.fixed_dictionaries(
    {"type": st.sampled_from(["enter", "do", "watch", "play", "seek", "ack", "hold"])},
    optional={
        "what": st.sampled_from(sorted(RIGHTS)) | values,
        **dict.fromkeys(
            ("turn", "room", "as", "member", "name", "on", "value", "question", "visit", "epoch", "frame", "until"),
            values,
        ),
    },
)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(messages, max_size=6))
def test_any_message_of_a_student_changes_nobody_else(lesson: Lesson, sent: list[dict[str, Any]]) -> None:
    """A room is what it was, but for the sender's own name, answer and following; and the server answers."""
    bob = visitor()
    before = lesson.site.classroom.room(lesson.code)
    lesson.site.classroom.join(bob, lesson.code)
    with lesson.site.page(bob) as page:
        page.enter(lesson.code, "member")
        with contextlib.suppress(ConnectionClosed):
            for message in sent:
                page.socket.send(json.dumps(message))
            page.send("enter", room=lesson.code, **{"as": "member"})
            page.try_to("follow", on=True)
    after = lesson.site.classroom.room(lesson.code)
    assert before is not None
    assert after is not None
    assert (after.lead, after.locked, after.paused, after.hidden) == ("", False, False, False)
    assert (after.scene, after.question, after.owner) == (None, None, lesson.owner.identity)
    assert {one.id for one in before.present} <= set(after.members)
    lesson.site.classroom.change(lesson.code, lambda room, write: before)
