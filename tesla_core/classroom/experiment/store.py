"""Class experiments in the rooms' SQLite file: what was measured outlives every process, and goes with its room."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from sqlite3 import Connection, Row

from tesla_core.classroom.experiment.dealing import deal
from tesla_core.classroom.experiment.experiment import DONE, RUNNING, STOPPED, Design, Experiment, ValueResult
from tesla_core.jobs.store.database import Database

MOST_KEPT = 20
"""Experiments of one room; the oldest goes for the next."""


class ExperimentStore:
    """Every change is one transaction. database: the rooms'."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def begin(self, room: str, design: Design, members: Sequence[str], now: float) -> Experiment:
        """A new one, whose values are dealt; one that still runs in the room is stopped."""
        with self._database.writing() as connection:
            connection.execute(
                "UPDATE experiments SET state = ? WHERE room = ? AND state = ?", (STOPPED, room, RUNNING)
            )
            (last,) = connection.execute("SELECT max(number) FROM experiments WHERE room = ?", (room,)).fetchone()
            number = (last or 0) + 1
            connection.execute("DELETE FROM experiments WHERE room = ? AND number <= ?", (room, number - MOST_KEPT))
            content = json.dumps(design.as_data())
            connection.execute(
                "INSERT INTO experiments (room, number, content, begun) VALUES (?, ?, ?, ?)",
                (room, number, content, now),
            )
            connection.executemany(
                "INSERT INTO results (room, experiment, place) VALUES (?, ?, ?)",
                [(room, number, place) for place in range(len(design.values))],
            )
            _deal(connection, room, number, members, len(design.values))
            return _experiment(connection, _row(connection, room, number))

    def deal(self, room: str, number: int, members: Sequence[str]) -> Experiment:
        """Give a value to everybody who is here and has none; what those had who left is free."""
        with self._database.writing() as connection:
            found = _experiment(connection, _row(connection, room, number))
            _deal(connection, room, number, members, len(found.results))
            return _experiment(connection, _row(connection, room, number))

    def keep(self, room: str, number: int, found: Mapping[int, ValueResult]) -> bool:
        """What was measured of some values; never less than was known. Whether all are done with it now."""
        with self._database.writing() as connection:
            connection.executemany(
                "UPDATE results SET epoch = ?, score = ?, learned = ?, done = ?, failed = ?, "
                "tickets = coalesce(?, tickets) "
                "WHERE room = ? AND experiment = ? AND place = ? AND epoch <= ? AND done <= ?",
                [
                    (
                        *(one.epoch, one.score, one.learned, one.done, one.failed, one.tickets),
                        *(room, number, place, one.epoch, one.done),
                    )
                    for place, one in found.items()
                ],
            )
            (left,) = connection.execute(
                "SELECT count(*) FROM results WHERE room = ? AND experiment = ? AND NOT done", (room, number)
            ).fetchone()
            if not left:
                connection.execute(
                    "UPDATE experiments SET state = ? WHERE room = ? AND number = ? AND state = ?",
                    (DONE, room, number, RUNNING),
                )
            return not left

    def keep_tickets(self, room: str, number: int, tickets: Mapping[int, float]) -> None:
        with self._database.writing() as connection:
            connection.executemany(
                "UPDATE results SET tickets = ? WHERE room = ? AND experiment = ? AND place = ?",
                [(margin, room, number, place) for place, margin in tickets.items()],
            )

    def turn(self, room: str, number: int, state: str) -> Experiment:
        """It is stopped, put away or shown again; its results stay."""
        with self._database.writing() as connection:
            connection.execute("UPDATE experiments SET state = ? WHERE room = ? AND number = ?", (state, room, number))
            return _experiment(connection, _row(connection, room, number))

    def running(self, now: float) -> list[Experiment]:
        """Those that train, of rooms that have not ended."""
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT experiments.* FROM experiments JOIN rooms ON rooms.code = experiments.room "
                "WHERE experiments.state = ? AND rooms.ends > ?",
                (RUNNING, now),
            ).fetchall()
            return [_experiment(connection, row) for row in rows]

    def find(self, room: str, number: int) -> Experiment | None:
        with self._database.reading() as connection:
            row = _row(connection, room, number)
            return None if row is None else _experiment(connection, row)

    def all(self, room: str) -> list[Experiment]:
        """Those of a room, in order."""
        with self._database.reading() as connection:
            rows = connection.execute("SELECT * FROM experiments WHERE room = ? ORDER BY number", (room,)).fetchall()
            return [_experiment(connection, row) for row in rows]


def _row(connection: Connection, room: str, number: int) -> Row:
    return connection.execute("SELECT * FROM experiments WHERE room = ? AND number = ?", (room, number)).fetchone()


def _deal(connection: Connection, room: str, number: int, members: Sequence[str], values: int) -> None:
    key = (room, number)
    held = dict(connection.execute("SELECT member, place FROM hands WHERE room = ? AND experiment = ?", key).fetchall())
    dealt = deal(members, values, held)
    if dealt != held:
        connection.execute("DELETE FROM hands WHERE room = ? AND experiment = ?", key)
        connection.executemany("INSERT INTO hands VALUES (?, ?, ?, ?)", [(*key, *one) for one in dealt.items()])


def _experiment(connection: Connection, row: Row) -> Experiment:
    key = (row["room"], row["number"])
    results = connection.execute(
        "SELECT * FROM results WHERE room = ? AND experiment = ? ORDER BY place", key
    ).fetchall()
    hands = connection.execute("SELECT member, place FROM hands WHERE room = ? AND experiment = ?", key).fetchall()
    return Experiment(
        *key,
        row["state"],
        row["begun"],
        _design(row["content"]),
        tuple(_result(one) for one in results),
        {one["member"]: one["place"] for one in hands},
    )


@lru_cache(maxsize=64)
def _design(content: str) -> Design:
    """Read once: a room is told of its experiment every second."""
    return Design.from_data(json.loads(content))


def _result(row: Row) -> ValueResult:
    learned = None if row["learned"] is None else bool(row["learned"])
    return ValueResult(row["epoch"], row["score"], learned, row["tickets"], bool(row["done"]), row["failed"])
