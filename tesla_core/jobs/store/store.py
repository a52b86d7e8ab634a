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

from tesla_core.errors import TeslaError
from tesla_core.experiments.provenance import revision, versions
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.files import to_json
from tesla_core.jobs.processes import Process
from tesla_core.jobs.store import changes, queries
from tesla_core.jobs.store.database import PATIENCE, Database
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Attempt, AttemptRow, Job, Progress, Request
from tesla_core.jobs.store.queries import Filter, UnknownJob
from tesla_core.jobs.store.rows import RowReader, progress_text, read_spec, values_of
from tesla_core.jobs.store.states import ACTIVE, FINISHED, State

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
            row = queries.find(database, job)
            positions = queries.in_starting_order(database) if row["state"] == State.QUEUED else {}
            return self._reader.job(row, positions, tuple(queries.log_of(database, row["id"])))

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
            return self._jobs(database, queries.page(database, wanted, newest_first, limit, offset))

    def count(
        self,
        states: Collection[State] | None = None,
        group: str | None = None,
        owner: str | None = None,
        text: str = "",
    ) -> int:
        """How many jobs pass these filters."""
        with self._database.reading() as database:
            return queries.count(database, Filter(states, group, owner, text))

    def counts(self) -> dict[State, int]:
        """How many jobs are in each state."""
        with self._database.reading() as database:
            return queries.counts(database)

    def queue(self, limit: int | None = None) -> builtins.list[Job]:
        """The queued jobs in starting order, also those that wait for a retry (`Job.waits`)."""
        with self._database.reading() as database:
            rows = queries.queue(database, -1 if limit is None else limit)
            return [self._reader.job(row, {row["id"]: place}) for place, row in enumerate(rows, start=1)]

    def active(self) -> builtins.list[Job]:
        """The jobs that have an attempt going on, oldest first."""
        return self.list(states=ACTIVE, newest_first=False, limit=-1)

    def attempts(self, job: str) -> builtins.list[AttemptRow]:
        with self._database.reading() as database:
            return queries.log_of(database, queries.find(database, job)["id"])

    def durations(self, experiment: str, most: int = 50) -> builtins.list[tuple[ExperimentSpec, float]]:
        """What runs of an experiment were, and how many seconds they took: those that succeeded last."""
        with self._database.reading() as database:
            found = [(read_spec(text), seconds) for text, seconds in queries.durations(database, experiment, most)]
            return [(spec, seconds) for spec, seconds in found if spec.experiment == experiment]

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
            numbers = [changes.insert(database, values_of(request) | common) for request in requests]
            order = queries.in_starting_order(database)
            return [self._reader.job(queries.find(database, str(number)), order) for number in numbers]

    def request_cancel(self, job: str) -> Job:
        """A queued job is cancelled at once; one that runs is asked to end. Asking twice is asking once."""
        with self._writing() as database:
            row = queries.find(database, job)
            if row["state"] == State.QUEUED:
                changes.move(database, row, State.CANCELLED, finished=time.time(), wait_until=None)
            elif row["state"] in FINISHED:
                raise TeslaError(f"Job {row['id']} is {row['state']} already: there is nothing to cancel.")
            elif row["state"] != State.CANCELLING:
                changes.move(database, row, State.CANCELLING)
            return self._reader.job(queries.find(database, job), {})

    def retry(self, job: str) -> Job:
        """Queue a job again that failed, was cancelled or lost. It goes on from its checkpoint, if there is one."""
        with self._writing() as database:
            row = queries.find(database, job)
            if row["state"] not in FINISHED or row["state"] == State.SUCCEEDED:
                raise TeslaError(
                    f"Job {row['id']} is {row['state']}; only one that failed, was cancelled or lost can be retried."
                )
            fresh = {"failures": 0, "reached": 0.0, "error": "", "finished": None, "wait_until": None, "started": None}
            changes.move(database, row, State.QUEUED, **fresh)
            return self._reader.job(queries.find(database, job), queries.in_starting_order(database))

    def delete(self, jobs: Sequence[str]) -> None:
        """Forget jobs that have finished, all or none. Their folders are the caller's affair."""
        with self._writing() as database:
            rows = [queries.find(database, job) for job in jobs]
            if unfinished := [row for row in rows if row["state"] not in FINISHED]:
                named = ", ".join(f"{row['id']} ({row['state']})" for row in unfinished)
                raise TeslaError(f"Only finished jobs can be deleted; cancel these first: {named}.")
            database.executemany("DELETE FROM jobs WHERE id = ?", [(row["id"],) for row in rows])

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
            row = database.execute("SELECT * FROM jobs WHERE id = ?", (queries.number_of(job),)).fetchone()
            if row is None or row["state"] != State.QUEUED or changes.read_fact(database, "drained"):
                return None
            attempt = Attempt(str(row["id"]), row["attempts"] + 1, secrets.token_hex(8), boot)
            now = time.time()
            database.execute(
                "INSERT INTO attempts (token, job, number, boot, started) VALUES (?, ?, ?, ?, ?)",
                (attempt.token, row["id"], attempt.number, boot, now),
            )
            values = {"attempts": attempt.number, "token": attempt.token, "started": row["started"] or now}
            changes.move(database, row, State.STARTING, **values, wait_until=None, error="")
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
                changes.move(database, row, State.RUNNING)
            return True

    def report(self, job: str, token: str, progress: Progress) -> bool:
        """How far the attempt is."""
        with self._attempt(job, token) as (database, row):
            if row is not None:
                changes.update(database, row["id"], progress=progress_text(progress))
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
            changes.end(database, row, State(state), error, exit_code)
            if metrics is not None:
                kept = {name: value for name, value in metrics.items() if name != "history"}
                changes.update(database, row["id"], metrics=to_json(kept))
            if state == State.FAILED:
                changes.update(database, row["id"], failures=row["failures"] + 1)
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
            failures = changes.failures_after(row["failures"], row["reached"], reached) if failure else row["failures"]
            changes.queue_again(database, row, reason, exit_code, failures, reached, delay)
            return True

    # Inside

    def _jobs(self, database: sqlite3.Connection, rows: builtins.list[sqlite3.Row]) -> builtins.list[Job]:
        queued = any(row["state"] == State.QUEUED for row in rows)
        positions = queries.in_starting_order(database) if queued else {}
        return [self._reader.job(row, positions) for row in rows]

    def _fact(self, name: str) -> Any:
        with self._database.reading() as database:
            return changes.read_fact(database, name)

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
            rows = database.execute("SELECT * FROM jobs WHERE id = ? AND token = ?", (queries.number_of(job), token))
            yield database, rows.fetchone()
