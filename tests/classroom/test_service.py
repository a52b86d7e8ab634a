"""If these fail, a room is lost with a restart, a student is two, or somebody gets in who must not."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest

from tesla_core.classroom.room import MOST_MEMBERS
from tesla_core.classroom.rules import Way, actor_of
from tesla_core.classroom.sections import Audience, sections
from tesla_core.classroom.service import LIFETIME, MOST_OF_ONE, PLACE_SECONDS, PLACES_AT_ONCE, Classroom
from tesla_core.classroom.store import FILE
from tesla_core.jobs.launch.access import NotAllowed, Person
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.schema import NewerSchema
from tesla_core.live.company import RoomError
from tesla_core.visits.visit import NOBODY, Visit
from tests.classroom.conftest import TEACHER, visitor

SCENE = {"mount": {"spec": "s", "token": "t", "visit": "SECRET"}, "words": {}, "playing": True, "title": "A race"}
QUESTION = {"kind": "choice", "text": "Which?", "options": ["one", "two"]}


class Rooms(Classroom):
    """On a folder of its own, with a clock that can be set."""

    def __init__(self, folder: Path) -> None:
        self.now = 1_000.0
        super().__init__(Home(folder), lambda: self.now)

    def do(self, code: str, visit: Visit, what: str, way: Way = Way.MEMBER, **fields: object) -> None:
        room = self.room(code)
        assert room is not None
        self.act(code, actor_of(room, visit.identity, way), what, fields)


@pytest.fixture
def rooms(tmp_path: Path) -> Iterator[Rooms]:
    found = Rooms(tmp_path)
    yield found
    found.close()


def test_only_who_may_launch_opens_a_room_and_only_a_few(rooms: Rooms) -> None:
    with pytest.raises(NotAllowed, match="open a room"):
        rooms.open_room(visitor(), Person("visitor", may_launch=False))
    with pytest.raises(RoomError, match="cookies"):
        rooms.open_room(Visit(NOBODY, "here"), TEACHER)
    teacher = visitor()
    codes = {rooms.open_room(teacher, TEACHER).code for _ in range(MOST_OF_ONE)}
    assert len(codes) == MOST_OF_ONE
    with pytest.raises(RoomError, match="End one"):
        rooms.open_room(teacher, TEACHER)


def test_who_only_looks_makes_no_store(tmp_path: Path, rooms: Rooms) -> None:
    assert rooms.rooms_of("somebody") == []
    assert not (tmp_path / FILE).exists()


def test_a_wrong_and_an_ended_code_say_so(rooms: Rooms) -> None:
    room = rooms.open_room(visitor(), TEACHER)
    other = "AAAA" if room.code != "AAAA" else "BBBB"
    with pytest.raises(RoomError, match=f"no room {other}"):
        rooms.join(visitor(), other)
    rooms.end(room.code)
    with pytest.raises(RoomError, match=f"{room.code} has ended"):
        rooms.join(visitor(), room.code)


def test_two_tabs_of_one_student_are_one(rooms: Rooms) -> None:
    room, student = rooms.open_room(visitor(), TEACHER), visitor()
    first = rooms.join(student, room.code, "Ada")
    assert rooms.join(student, room.code) == first
    assert rooms.join(student, room.code.lower(), "Ada L.").id == first.id
    assert [member.name for member in (rooms.room(room.code) or room).present] == ["Ada L."]


def test_a_room_holds_a_hundred_and_those_who_are_in_may_return(rooms: Rooms) -> None:
    room, first = rooms.open_room(visitor(), TEACHER), visitor()
    rooms.join(first, room.code)
    for some in (MOST_MEMBERS // 2, MOST_MEMBERS // 2 - 1):
        threads = [Thread(target=rooms.join, args=(visitor(), room.code, "Ada")) for _ in range(some)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        rooms.now += PLACES_AT_ONCE * PLACE_SECONDS
    with pytest.raises(RoomError, match="full"):
        rooms.join(visitor(), room.code)
    rooms.join(first, room.code)
    members = (rooms.room(room.code) or room).present
    assert len({member.name for member in members}) == len({member.id for member in members}) == MOST_MEMBERS


def test_a_class_comes_in_at_once_and_a_script_that_takes_every_place_is_slowed(rooms: Rooms) -> None:
    """All of a school come from one address. The teacher hears of a crowd, and locks the room: who is in stays in."""
    teacher, ada = visitor(), visitor("school")
    room = rooms.open_room(teacher, TEACHER)
    rooms.join(ada, room.code, "Ada")
    for _ in range(PLACES_AT_ONCE - 1):
        rooms.join(visitor("school"), room.code)
    assert _crowded(rooms, room.code) is False
    for _ in range(5):
        with pytest.raises(RoomError, match="Very many are joining at once"):
            rooms.join(visitor("school"), room.code)
    assert _crowded(rooms, room.code) is True
    rooms.join(ada, room.code)  # a reload takes no place
    rooms.now += PLACE_SECONDS
    rooms.join(visitor("school"), room.code)
    rooms.do(room.code, teacher, "lock", Way.CONSOLE, on=True)
    assert _crowded(rooms, room.code) is False
    rooms.now += 100 * PLACE_SECONDS
    with pytest.raises(RoomError, match="locked"):
        rooms.join(visitor("home"), room.code)
    assert len((rooms.room(room.code) or room).present) == PLACES_AT_ONCE + 1
    rooms.join(ada, room.code)


def _crowded(rooms: Rooms, code: str) -> bool:
    """What the console is told, and nobody else."""
    room = rooms.room(code)
    assert room is not None
    assert "crowd" not in sections(room, (), Audience.STUDENTS, {})
    return sections(room, (), Audience.OWNER, {})["crowd"]


def test_a_locked_room_lets_nobody_new_in_and_one_who_was_removed_stays_out(rooms: Rooms) -> None:
    teacher, ada, bob = visitor(), visitor(), visitor()
    code = rooms.open_room(teacher, TEACHER).code
    member = rooms.join(ada, code, "Ada")
    rooms.do(code, teacher, "lock", Way.CONSOLE, on=True)
    with pytest.raises(RoomError, match="locked"):
        rooms.join(bob, code)
    rooms.join(ada, code)
    rooms.do(code, teacher, "lock", Way.CONSOLE, on=False)
    rooms.do(code, teacher, "pass", Way.CONSOLE, member=member.id)
    rooms.do(code, teacher, "remove", Way.CONSOLE, member=member.id)
    with pytest.raises(RoomError, match="removed"):
        rooms.join(ada, code)
    room = rooms.room(code)
    assert room is not None
    assert (room.present, room.leader) == ((), teacher.identity)
    rooms.do(code, teacher, "remove", Way.CONSOLE, member=member.id, on=False)
    assert rooms.join(ada, code).name == "Ada"


def test_all_of_a_room_is_there_after_a_restart(tmp_path: Path, rooms: Rooms) -> None:
    teacher, ada = visitor(), visitor()
    code = rooms.open_room(teacher, TEACHER).code
    rooms.join(ada, code, "Ada")
    rooms.show(teacher.identity, SCENE)
    rooms.do(code, teacher, "ask", Way.CONSOLE, question=QUESTION)
    rooms.do(code, ada, "answer", value=1)
    rooms.do(code, ada, "follow", on=False)
    rooms.do(code, teacher, "hide", Way.CONSOLE, on=True)
    before = rooms.room(code)
    again = Rooms(tmp_path)
    assert before == again.room(code)
    assert before is not None
    assert before.question is not None
    assert list(before.question.answers.values()) == [1]
    again.close()


def test_nothing_is_so_that_could_not_be_written(tmp_path: Path, rooms: Rooms) -> None:
    """A student who was told "done" has their answer in the store, and one who was not has none anywhere."""
    teacher, ada = visitor(), visitor()
    code = rooms.open_room(teacher, TEACHER).code
    rooms.join(ada, code)
    rooms.do(code, teacher, "ask", Way.CONSOLE, question=QUESTION)
    with closing(sqlite3.connect(tmp_path / FILE)) as other:
        other.execute("CREATE TRIGGER full BEFORE INSERT ON answers BEGIN SELECT RAISE(ABORT, 'no'); END")
        other.commit()
    with pytest.raises(sqlite3.IntegrityError):
        rooms.do(code, ada, "answer", value=1)
    room = rooms.room(code)
    assert room is not None
    assert room.question is not None
    assert room.question.answers == {}


def test_a_room_ends_after_a_day_and_all_of_it_goes(tmp_path: Path, rooms: Rooms) -> None:
    teacher, ada = visitor(), visitor()
    code = rooms.open_room(teacher, TEACHER).code
    rooms.join(ada, code, "Ada of Lovelace")
    rooms.do(code, teacher, "ask", Way.CONSOLE, question=QUESTION)
    rooms.do(code, ada, "answer", value=1)
    rooms.now += LIFETIME
    with pytest.raises(RoomError, match="has ended"):
        rooms.join(visitor(), code)
    with closing(sqlite3.connect(tmp_path / FILE)) as store:
        tables = [name for (name,) in store.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        counts = {name: store.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in tables}
    assert counts == {**dict.fromkeys(counts, 0), "ended": 1}


def test_a_room_that_ended_while_the_server_was_down_goes_at_the_next_start(tmp_path: Path, rooms: Rooms) -> None:
    code = rooms.open_room(visitor(), TEACHER).code
    later = Rooms(tmp_path)
    later.now += LIFETIME + 1
    assert later.rooms() == []
    assert later.sweep() == 1
    assert later.room(code) is None
    later.close()


def test_a_damaged_store_is_put_aside_and_a_class_can_begin(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"This is no database at all." * 100)
    rooms = Rooms(tmp_path)
    assert rooms.open_room(visitor(), TEACHER).code
    assert [path.name for path in tmp_path.glob("classroom.damaged-*")]
    rooms.close()


def test_one_room_that_can_not_be_read_leaves_the_others(tmp_path: Path, rooms: Rooms) -> None:
    teacher = visitor()
    bad, good = (rooms.open_room(teacher, TEACHER).code for _ in range(2))
    rooms.close()
    with closing(sqlite3.connect(tmp_path / FILE)) as store:
        store.execute("INSERT INTO parts VALUES (?, 'scene', '{')", (bad,))
        store.commit()
    assert [room.code for room in Rooms(tmp_path).rooms()] == [good]


def test_a_store_of_a_newer_lab_is_left_alone(tmp_path: Path, rooms: Rooms) -> None:
    rooms.open_room(visitor(), TEACHER)
    rooms.close()
    with closing(sqlite3.connect(tmp_path / FILE)) as store:
        store.execute("PRAGMA user_version = 99")
    with pytest.raises(NewerSchema, match="store of the rooms"):
        Rooms(tmp_path).open_room(visitor(), TEACHER)
    assert (tmp_path / FILE).exists()


def test_only_who_leads_shows_and_their_token_stays_here(tmp_path: Path, rooms: Rooms) -> None:
    teacher, ada, bob = visitor(), visitor(), visitor()
    code = rooms.open_room(teacher, TEACHER).code
    member = rooms.join(ada, code)
    rooms.join(bob, code)
    assert rooms.show(ada.identity, SCENE) == []
    assert rooms.show(teacher.identity, SCENE) == [code]
    rooms.do(code, teacher, "pass", Way.CONSOLE, member=member.id)
    assert rooms.show(teacher.identity, SCENE) == rooms.show(bob.identity, SCENE) == []
    assert rooms.show(ada.identity, {**SCENE, "title": "Another"}) == [code]
    room = rooms.room(code)
    assert room is not None
    assert room.scene == {"mount": {"spec": "s", "token": "t"}, "title": "Another"}
    assert "SECRET" not in json.dumps(room.parts)
    assert b"SECRET" not in (tmp_path / FILE).read_bytes() + (tmp_path / f"{FILE}-wal").read_bytes()
