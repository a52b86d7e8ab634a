"""The store of the jobs: the one truth of what is queued, runs and has finished.

Every write of an attempt carries its token. A token that is not the job's present one changes nothing and gets False:
whatever a stale process or a supervisor that slept too long believes, it can't touch the job any more.
"""

from __future__ import annotations

import builtins
import secrets
import sqlite3
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Self

from tesla_core.errors import TeslaError, check_whole
from tesla_core.files import to_json
from tesla_core.jobs.database import PATIENCE, Database
from tesla_core.jobs.home import Home
from tesla_core.jobs.job import Attempt, AttemptRow, Job, Progress, Request
from tesla_core.jobs.processes import Process, boot_identity
from tesla_core.jobs.provenance import revision, versions
from tesla_core.jobs.queries import Filter, UnknownJob, count, counts, find, in_starting_order, log_of, number_of, page
from tesla_core.jobs.request import LIMITS
from tesla_core.jobs.retries import backoff, failures_after
from tesla_core.jobs.rows import RowReader, progress_text, values_of
from tesla_core.jobs.states import ACTIVE, FINISHED, State, check_transition

__all__ = ["Store", "UnknownJob"]


class Store:
    """What is known of all jobs of one home. One store may serve many threads."""

    def __init__(self, home: Home, patience: float = PATIENCE) -> None:
        self.home = home.make()
        self._database = Database(home.database, patience)
        self._reader = RowReader(home)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._database.close()

    # Reading

    def get(self, job: str) -> Job:
        """One job, its attempts included."""
        with self._database.reading() as database:
            row = find(database, job)
            positions = in_starting_order(database) if row["state"] == State.QUEUED else {}
            return self._reader.job(row, positions, tuple(log_of(database, row["id"])))

    def list(
        self,
        states: Collection[State] | None = None,
        group: str | None = None,
        owner: str | None = None,
        text: str = "",
        newest_first: bool = True,
        limit: int = 50,
        offset: int = 0,
    ) -> builtins.list[Job]:
        """One page of the jobs that pass all filters. `text` is looked for in number, name, owner, spec and error."""
        wanted = Filter(states, group, owner, text)
        with self._database.reading() as database:
            return self._jobs(database, page(database, wanted, newest_first, limit, offset))

    def count(
        self,
        states: Collection[State] | None = None,
        group: str | None = None,
        owner: str | None = None,
        text: str = "",
    ) -> int:
        """How many jobs pass these filters."""
        with self._database.reading() as database:
            return count(database, Filter(states, group, owner, text))

    def counts(self) -> dict[State, int]:
        """How many jobs are in each state."""
        with self._database.reading() as database:
            return counts(database)

    def queue(self, limit: int | None = None) -> builtins.list[Job]:
        """The queued jobs in starting order, also those that wait for a retry (`Job.waits`)."""
        with self._database.reading() as database:
            order = in_starting_order(database)
            rows = [find(database, str(number)) for number in builtins.list(order)[:limit]]
            return [self._reader.job(row, order) for row in rows]

    def active(self) -> builtins.list[Job]:
        """The jobs that have an attempt going on, oldest first."""
        return self.list(states=ACTIVE, newest_first=False, limit=-1)

    def attempts(self, job: str) -> builtins.list[AttemptRow]:
        with self._database.reading() as database:
            return log_of(database, find(database, job)["id"])

    @property
    def revision_number(self) -> int:
        """Grows with each write: a page that polls needs to read no more than this."""
        return self._fact("revision")

    @property
    def drained(self) -> bool:
        """Whether nothing is to be started for now."""
        return bool(self._fact("drained"))

    @property
    def drain_reason(self) -> str:
        return self._fact("drain_reason")

    # What a person does

    def submit(self, requests: Sequence[Request]) -> builtins.list[Job]:
        """Queue them all or none."""
        common = {"created": time.time(), "revision": revision(), "versions": to_json(versions())}
        with self._writing() as database:
            numbers = [_insert(database, values_of(request) | common) for request in requests]
            order = in_starting_order(database)
            return [self._reader.job(find(database, str(number)), order) for number in numbers]

    def request_cancel(self, job: str) -> Job:
        """A queued job is cancelled at once; one that runs is asked to end. Asking twice is asking once."""
        with self._writing() as database:
            row = find(database, job)
            if row["state"] == State.QUEUED:
                _move(database, row, State.CANCELLED, finished=time.time(), wait_until=None)
            elif row["state"] != State.CANCELLING:
                _move(database, row, State.CANCELLING)
            return self._reader.job(find(database, job), {})

    def retry(self, job: str) -> Job:
        """Queue a job again that failed, was cancelled or lost. It goes on from its checkpoint, if there is one."""
        with self._writing() as database:
            fresh = {"failures": 0, "reached": 0.0, "error": "", "finished": None, "wait_until": None, "started": None}
            _move(database, find(database, job), State.QUEUED, **fresh)
            return self._reader.job(find(database, job), in_starting_order(database))

    def delete(self, jobs: Sequence[str]) -> None:
        """Forget jobs that have finished, all or none. Their folders are the caller's affair."""
        with self._writing() as database:
            rows = [find(database, job) for job in jobs]
            if unfinished := [row for row in rows if row["state"] not in FINISHED]:
                named = ", ".join(f"{row['id']} ({row['state']})" for row in unfinished)
                raise TeslaError(f"Only finished jobs can be deleted; cancel these first: {named}.")
            database.executemany("DELETE FROM jobs WHERE id = ?", [(row["id"],) for row in rows])

    def set_priority(self, job: str, priority: int) -> Job:
        """Jobs of higher priority start first; one that runs already is not touched by it until it is queued again."""
        check_whole("Priority", priority, *LIMITS["priority"])
        with self._writing() as database:
            _update(database, find(database, job)["id"], priority=priority)
            return self._reader.job(find(database, job), in_starting_order(database))

    def set_drained(self, on: bool, reason: str = "") -> None:
        with self._writing() as database:
            facts = {"drained": int(on), "drain_reason": reason if on else ""}
            database.executemany("UPDATE facts SET value = ? WHERE name = ?", [(v, k) for k, v in facts.items()])

    # What the supervisor does

    def claim(self, job: str, boot: str) -> Attempt | None:
        """Take a queued job, to start it: queued → starting, with a fresh token.

        None when it can't be started any more: another was first, it was cancelled, or the lab is drained. The claim
        is on disk when this returns, so that whoever comes later knows of a process that may have been started.
        """
        with self._writing() as database:
            row = database.execute("SELECT * FROM jobs WHERE id = ?", (number_of(job),)).fetchone()
            if row is None or row["state"] != State.QUEUED or _read_fact(database, "drained"):
                return None
            attempt = Attempt(str(row["id"]), row["attempts"] + 1, secrets.token_hex(8), boot)
            now = time.time()
            database.execute(
                "INSERT INTO attempts (token, job, number, boot, started) VALUES (?, ?, ?, ?, ?)",
                (attempt.token, row["id"], attempt.number, boot, now),
            )
            changes = {"attempts": attempt.number, "token": attempt.token, "started": row["started"] or now}
            _move(database, row, State.STARTING, **changes, wait_until=None, error="")
            return attempt

    def started(self, job: str, token: str, process: Process | None, handle: str = "") -> bool:
        """The attempt has a process: starting → running. A job whose cancelling was asked meanwhile stays there."""
        with self._attempt(job, token) as (database, row):
            if row is None:
                return False
            identity = (process.boot, process.pid, process.ticks) if process else (None, None, None)
            database.execute(
                "UPDATE attempts SET process_boot = ?, pid = ?, ticks = ?, handle = ? WHERE token = ?",
                (*identity, handle, token),
            )
            if row["state"] == State.STARTING:
                _move(database, row, State.RUNNING)
            return True

    def report(self, job: str, token: str, progress: Progress) -> bool:
        """How far the attempt is."""
        with self._attempt(job, token) as (database, row):
            if row is not None:
                _update(database, row["id"], progress=progress_text(progress))
            return row is not None

    def finish(
        self,
        job: str,
        token: str,
        state: State,
        error: str = "",
        metrics: dict[str, Any] | None = None,
        exit_code: int | None = None,
    ) -> bool:
        """The attempt has ended, and the job with it, in one of the finished states."""
        with self._attempt(job, token) as (database, row):
            if row is None:
                return False
            _end(database, row, State(state), error, exit_code)
            if metrics is not None:
                kept = {name: value for name, value in metrics.items() if name != "history"}
                _update(database, row["id"], metrics=to_json(kept))
            if state == State.FAILED:
                _update(database, row["id"], failures=row["failures"] + 1)
            return True

    def requeue(
        self,
        job: str,
        token: str,
        reason: str,
        failure: bool,
        delay: float = 0.0,
        reached: float = 0.0,
        exit_code: int | None = None,
    ) -> bool:
        """The attempt has ended and another is to follow, `delay` seconds from now at the earliest.

        `failure`: it was the job's fault; `reached` is then its checkpoint's place. A job that is being cancelled is
        not queued again: it is cancelled.
        """
        with self._attempt(job, token) as (database, row):
            if row is None:
                return False
            failures = failures_after(row["failures"], row["reached"], reached) if failure else row["failures"]
            _queue_again(database, row, reason, exit_code, failures, reached, delay)
            return True

    def fail(self, job: str, token: str, reason: str, reached: float = 0.0, exit_code: int | None = None) -> bool:
        """The attempt ended by the job's fault: queued again after a while, or failed if that was one too many."""
        with self._attempt(job, token) as (database, row):
            if row is None:
                return False
            failures = failures_after(row["failures"], row["reached"], reached)
            if failures > row["retries"] and row["state"] != State.CANCELLING:
                _end(database, row, State.FAILED, reason, exit_code)
                _update(database, row["id"], failures=failures, reached=max(reached, row["reached"]))
            else:
                _queue_again(database, row, reason, exit_code, failures, reached, backoff(failures))
            return True

    # Inside

    def _jobs(self, database: sqlite3.Connection, rows: builtins.list[sqlite3.Row]) -> builtins.list[Job]:
        queued = any(row["state"] == State.QUEUED for row in rows)
        positions = in_starting_order(database) if queued else {}
        return [self._reader.job(row, positions) for row in rows]

    def _fact(self, name: str) -> Any:
        with self._database.reading() as database:
            return _read_fact(database, name)

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._database.writing() as database:
            before = database.total_changes
            yield database
            if database.total_changes != before:
                database.execute("UPDATE facts SET value = value + 1 WHERE name = 'revision'")

    @contextmanager
    def _attempt(self, job: str, token: str) -> Iterator[tuple[sqlite3.Connection, sqlite3.Row | None]]:
        """A transaction with the job's row; None instead of the row when the token is stale."""
        with self._writing() as database:
            rows = database.execute("SELECT * FROM jobs WHERE id = ? AND token = ?", (number_of(job), token))
            yield database, rows.fetchone()


def _insert(database: sqlite3.Connection, values: dict[str, Any]) -> int:
    columns = ", ".join(f'"{name}"' for name in values)
    places = ", ".join("?" for _ in values)
    cursor = database.execute(f"INSERT INTO jobs ({columns}) VALUES ({places})", tuple(values.values()))
    return cursor.lastrowid or 0


def _update(database: sqlite3.Connection, number: int, **values: Any) -> None:
    changes = ", ".join(f'"{name}" = ?' for name in values)
    database.execute(f"UPDATE jobs SET {changes} WHERE id = ?", (*values.values(), number))


def _move(database: sqlite3.Connection, row: sqlite3.Row, state: State, **values: Any) -> None:
    """The only way a state changes."""
    check_transition(str(row["id"]), State(row["state"]), state)
    _update(database, row["id"], state=str(state), **values)


def _end(database: sqlite3.Connection, row: sqlite3.Row, state: State, reason: str, exit_code: int | None) -> None:
    if state not in FINISHED:
        raise TeslaError(f"A job finishes as one of {', '.join(sorted(FINISHED))}; {state} was given.")
    error = "" if state == State.SUCCEEDED else reason
    _move(database, row, state, error=error, finished=time.time(), token=None)
    _close(database, row, str(state), reason, exit_code)


def _queue_again(
    database: sqlite3.Connection,
    row: sqlite3.Row,
    reason: str,
    exit_code: int | None,
    failures: int,
    reached: float,
    delay: float,
) -> None:
    if row["state"] == State.CANCELLING:
        _end(database, row, State.CANCELLED, reason, exit_code)
        return
    wait = {"wait_boot": boot_identity(), "wait_until": time.monotonic() + delay} if delay > 0 else {}
    changes = {"error": reason, "token": None, "failures": failures, "reached": max(reached, row["reached"])}
    _move(database, row, State.QUEUED, **changes, **wait)
    _close(database, row, "requeued", reason, exit_code)


def _close(database: sqlite3.Connection, row: sqlite3.Row, outcome: str, reason: str, exit_code: int | None) -> None:
    database.execute(
        "UPDATE attempts SET ended = ?, outcome = ?, reason = ?, exit_code = ? WHERE token = ?",
        (time.time(), outcome, reason, exit_code, row["token"]),
    )


def _read_fact(database: sqlite3.Connection, name: str) -> Any:
    return database.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()[0]
