"""The rooms in SQLite: what a room is outlives every process, and goes as a whole when it ends."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from sqlite3 import Connection, Row
from typing import Any

from tesla_core.classroom.room import CLOSED, Asked, Member, Room
from tesla_core.classroom.schema import MIGRATIONS
from tesla_core.jobs.store.database import Database, StoreDamaged
from tesla_core.jobs.store.home import Home

log = logging.getLogger("tesla_core")

FILE = "classroom.sqlite3"
NAME = "The store of the rooms"
REMEMBERED = 7 * 24 * 3600.0  # seconds for which the code of a room that ended is not given out again


class RoomStore:
    """Every change is one transaction: what was told to somebody is on the disk."""

    def __init__(self, home: Home) -> None:
        self.path = home.make().path / FILE
        self.database = _open(self.path)

    @classmethod
    def find(cls) -> RoomStore:
        return cls(Home.find())

    def close(self) -> None:
        self.database.close()

    @contextmanager
    def writing(self) -> Iterator[RoomWriter]:
        with self.database.writing() as connection:
            yield RoomWriter(connection)

    def rooms(self, now: float) -> dict[str, Room]:
        """All that have not ended."""
        with self.database.reading() as connection:
            rows = connection.execute("SELECT * FROM rooms WHERE ends > ?", (now,)).fetchall()
            return {row["code"]: room for row in rows if (room := _readable(connection, row)) is not None}

    def ended(self) -> set[str]:
        """Codes of rooms that were."""
        with self.database.reading() as connection:
            return {code for (code,) in connection.execute("SELECT code FROM ended")}

    def questions(self, code: str) -> list[Asked]:
        """All that a room was asked, in order, with their answers."""
        with self.database.reading() as connection:
            rows = connection.execute("SELECT * FROM questions WHERE room = ? ORDER BY number", (code,)).fetchall()
            return [_asked(connection, row) for row in rows]

    def expired(self, now: float) -> list[str]:
        with self.database.reading() as connection:
            return [code for (code,) in connection.execute("SELECT code FROM rooms WHERE ends <= ?", (now,))]


class RoomWriter:
    """What one transaction writes."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def open(self, room: Room) -> None:
        self._connection.execute(
            "INSERT INTO rooms (code, owner, opened, ends) VALUES (?, ?, ?, ?)",
            (room.code, room.owner, room.opened, room.ends),
        )

    def room(self, room: Room) -> None:
        """Who leads, and the room's switches."""
        self._connection.execute(
            "UPDATE rooms SET lead = ?, locked = ?, paused = ?, hidden = ? WHERE code = ?",
            (room.lead, room.locked, room.paused, room.hidden, room.code),
        )

    def member(self, code: str, member: Member) -> None:
        self._connection.execute(
            "INSERT INTO members (room, id, identity, name, following, removed, joined) VALUES (?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (room, id) DO UPDATE SET name = excluded.name, following = excluded.following, "
            "removed = excluded.removed",
            (code, member.id, member.identity, member.name, member.following, member.removed, member.joined),
        )

    def following(self, code: str) -> None:
        """Everybody follows."""
        self._connection.execute("UPDATE members SET following = 1 WHERE room = ?", (code,))

    def part(self, code: str, name: str, content: Any) -> None:
        """What a room shows or does under a name; None removes it."""
        if content is None:
            self._connection.execute("DELETE FROM parts WHERE room = ? AND name = ?", (code, name))
            return
        self._connection.execute("INSERT OR REPLACE INTO parts VALUES (?, ?, ?)", (code, name, json.dumps(content)))

    def question(self, code: str, asked: Asked) -> None:
        self._connection.execute(
            'INSERT INTO questions (room, number, content, state, asked, "right") VALUES (?, ?, ?, ?, ?, ?) '
            'ON CONFLICT (room, number) DO UPDATE SET state = excluded.state, "right" = excluded."right"',
            (code, asked.number, json.dumps(asked.content), asked.state, asked.asked, json.dumps(asked.right)),
        )

    def answer(self, code: str, number: int, member: str, value: Any, now: float) -> None:
        self._connection.execute(
            "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?)", (code, number, member, json.dumps(value), now)
        )

    def end(self, code: str, now: float) -> None:
        """All of a room goes; that it was stays for some days."""
        self._connection.execute("DELETE FROM rooms WHERE code = ?", (code,))
        self._connection.execute("INSERT OR REPLACE INTO ended VALUES (?, ?)", (code, now))
        self._connection.execute("DELETE FROM ended WHERE at < ?", (now - REMEMBERED,))

    def next_question(self, code: str) -> int:
        (number,) = self._connection.execute("SELECT max(number) FROM questions WHERE room = ?", (code,)).fetchone()
        return (number or 0) + 1


def _open(path: Path) -> Database:
    """The database; a damaged one is put aside, since rooms live for a day and a class can't wait for its repair."""
    try:
        return Database(path, steps=MIGRATIONS, name=NAME)
    except StoreDamaged as damage:
        aside = path.with_name(f"{path.stem}.damaged-{int(time.time())}")
        path.replace(aside)
        for ending in ("-wal", "-shm"):
            path.with_name(path.name + ending).unlink(missing_ok=True)
        log.warning("%s It was put aside as %s, and rooms begin anew.", damage, aside.name)
        return Database(path, steps=MIGRATIONS, name=NAME)


def _readable(connection: Connection, row: Row) -> Room | None:
    """The room of a row; one that can't be read is left alone and named, and the others open."""
    try:
        return _room(connection, row)
    except (ValueError, TypeError, KeyError) as damage:
        log.warning("Room %s can't be read (%s) and stays closed.", row["code"], damage)
        return None


def _room(connection: Connection, row: Row) -> Room:
    code = row["code"]
    members = connection.execute("SELECT * FROM members WHERE room = ?", (code,)).fetchall()
    parts = connection.execute("SELECT name, content FROM parts WHERE room = ?", (code,)).fetchall()
    last = connection.execute("SELECT * FROM questions WHERE room = ? ORDER BY number DESC LIMIT 1", (code,)).fetchone()
    return Room(
        code,
        row["owner"],
        row["opened"],
        row["ends"],
        row["lead"],
        bool(row["locked"]),
        bool(row["paused"]),
        bool(row["hidden"]),
        {one["id"]: _member(one) for one in members},
        {part["name"]: json.loads(part["content"]) for part in parts},
        None if last is None or last["state"] == CLOSED else _asked(connection, last),
    )


def _member(row: Row) -> Member:
    return Member(row["id"], row["identity"], row["name"], row["joined"], bool(row["following"]), bool(row["removed"]))


def _asked(connection: Connection, row: Row) -> Asked:
    answers = connection.execute(
        "SELECT member, value FROM answers WHERE room = ? AND question = ?", (row["room"], row["number"])
    ).fetchall()
    return Asked(
        row["number"],
        json.loads(row["content"]),
        row["asked"],
        row["state"],
        {answer["member"]: json.loads(answer["value"]) for answer in answers},
        json.loads(row["right"] or "null"),
    )
