"""What can be asked of the store's tables, as SQL in one place."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from tesla_core.errors import TeslaError
from tesla_core.jobs.store.job import AttemptRow
from tesla_core.jobs.store.rows import SELECT, attempt_of
from tesla_core.jobs.store.states import State


class UnknownJob(TeslaError):  # noqa: N818
    """A job that is not in the store."""

    def __init__(self, job: object) -> None:
        super().__init__(f"There is no job {job}; `jobs list` shows those there are.")


@dataclass(frozen=True)
class Filter:
    """Which jobs are wanted: None and "" let all pass."""

    states: Collection[State] | None = None
    group: str | None = None
    owner: str | None = None
    text: str = ""

    def where(self) -> tuple[str, list[Any]]:
        """An SQL condition and its values."""
        parts: list[str] = []
        values: list[Any] = []
        if self.states is not None:
            parts.append(f"jobs.state IN ({', '.join('?' for _ in self.states)})")
            values += [str(State(state)) for state in self.states]
        if self.group is not None:
            parts.append('jobs."group" = ?')
            values.append(self.group)
        if self.owner is not None:
            parts.append("jobs.owner = ?")
            values.append(self.owner)
        if words := self.text.strip():
            columns = ("id", "name", "owner", "group", "spec", "error")
            parts.append("(" + " OR ".join(f"jobs.\"{name}\" LIKE ? ESCAPE '!'" for name in columns) + ")")
            escaped = words.replace("!", "!!").replace("%", "!%").replace("_", "!_")
            values += [f"%{escaped}%"] * len(columns)
        return (" WHERE " + " AND ".join(parts) if parts else ""), values


def number_of(job: object) -> int:
    """A job's number in the store; an id that isn't one is as unknown as one that is not there."""
    text = str(job)
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise UnknownJob(repr(job))
    return int(text)


def find(database: sqlite3.Connection, job: str) -> sqlite3.Row:
    row = database.execute(f"{SELECT} WHERE jobs.id = ?", (number_of(job),)).fetchone()
    if row is None:
        raise UnknownJob(job)
    return row


def page_sql(wanted: Filter, newest_first: bool) -> tuple[str, list[Any]]:
    """The SQL of a page, whose last values are limit and offset. Numbers are chosen first: they sort in an index."""
    where, values = wanted.where()
    order = f"ORDER BY jobs.id {'DESC' if newest_first else 'ASC'}"
    return f"{SELECT} WHERE jobs.id IN (SELECT id FROM jobs{where} {order} LIMIT ? OFFSET ?) {order}", values


def page(
    database: sqlite3.Connection, wanted: Filter, newest_first: bool, limit: int, offset: int
) -> list[sqlite3.Row]:
    sql, values = page_sql(wanted, newest_first)
    return database.execute(sql, (*values, limit, offset)).fetchall()


def count(database: sqlite3.Connection, wanted: Filter) -> int:
    where, values = wanted.where()
    return database.execute(f"SELECT count(*) FROM jobs{where}", values).fetchone()[0]


def counts(database: sqlite3.Connection) -> dict[State, int]:
    found = dict(database.execute("SELECT state, count(*) FROM jobs GROUP BY state").fetchall())
    return {state: found.get(str(state), 0) for state in State}


def in_starting_order(database: sqlite3.Connection) -> dict[int, int]:
    """The queued jobs' numbers with their places, 1 for the next: by priority, then by age."""
    rows = database.execute("SELECT id FROM jobs WHERE state = 'queued' ORDER BY priority DESC, id")
    return {row["id"]: place for place, row in enumerate(rows, start=1)}


def queue(database: sqlite3.Connection, limit: int) -> list[sqlite3.Row]:
    """The first queued jobs in starting order."""
    sql = f"{SELECT} WHERE jobs.state = 'queued' ORDER BY jobs.priority DESC, jobs.id LIMIT ?"
    return database.execute(sql, (limit,)).fetchall()


def log_of(database: sqlite3.Connection, number: int) -> list[AttemptRow]:
    rows = database.execute("SELECT * FROM attempts WHERE job = ? ORDER BY number", (number,))
    return [attempt_of(row) for row in rows]


def durations(database: sqlite3.Connection, experiment: str, most: int) -> list[tuple[str, float]]:
    """Spec text and seconds, all attempts together, of the runs of an experiment that succeeded last."""
    rows = database.execute(
        """SELECT spec, (SELECT sum(max(0, ended - attempts.started)) FROM attempts WHERE job = jobs.id) AS seconds
        FROM jobs WHERE experiment = ? AND state = 'succeeded' ORDER BY id DESC LIMIT ?""",
        (experiment, most),
    )
    return [(row["spec"], row["seconds"]) for row in rows if row["seconds"] is not None]
