"""From requests to rows of the store and from rows to jobs."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from tesla_core.errors import TeslaError
from tesla_core.experiments.registry import EXPERIMENTS, spec_from_dict
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.files import to_json
from tesla_core.jobs.processes import Process, boot_identity
from tesla_core.jobs.store.database import StoreDamaged
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import AttemptRow, Job, Progress, Request
from tesla_core.jobs.store.request import UnreadableSpec
from tesla_core.jobs.store.states import State
from tesla_core.models.spec import split_options

OPTIONS = tuple(field.name for field in fields(Request) if field.name != "spec")
LONGEST_WAIT = 60.0  # seconds for which a retry is believed to wait, whatever a clock did
SELECT = """SELECT jobs.*, attempts.boot, attempts.process_boot, attempts.pid, attempts.ticks, attempts.handle
    FROM jobs LEFT JOIN attempts ON attempts.token = jobs.token"""


def values_of(request: Request) -> dict[str, Any]:
    """A request's columns."""
    options = {name: getattr(request, name) for name in OPTIONS}
    return {"experiment": request.spec.experiment, "spec": to_json(request.spec.to_dict()), **options}


def progress_text(progress: Progress) -> str:
    return to_json(asdict(progress))


class RowReader:
    """Makes jobs of rows. Specs are parsed once: the same jobs are asked for again and again."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._specs: dict[str, ExperimentSpec] = {}

    def job(self, row: sqlite3.Row, positions: Mapping[int, int], attempt_log: tuple[AttemptRow, ...] = ()) -> Job:
        """A row with its attempts; one that no version of this program wrote is a StoreDamaged."""
        try:
            return self._job(row, positions, attempt_log)
        except (ValueError, TypeError, AttributeError, LookupError) as error:
            raise StoreDamaged(f"job {row['id']} in it", str(error)[:80]) from error

    def _job(self, row: sqlite3.Row, positions: Mapping[int, int], attempt_log: tuple[AttemptRow, ...]) -> Job:
        waits = seconds_to_wait(row["wait_boot"], row["wait_until"])
        return Job(
            id=str(row["id"]),
            state=State(row["state"]),
            request=Request(self._spec(row["spec"]), **{name: row[name] for name in OPTIONS}),
            created=row["created"],
            folder=self._home.run_folder(row["id"]),
            started=row["started"],
            finished=row["finished"],
            attempts=row["attempts"],
            failures=row["failures"],
            reached=row["reached"],
            token=row["token"],
            boot=row["boot"],
            process=process_of(row),
            handle=row["handle"] or "",
            progress=Progress(**json.loads(row["progress"])),
            error=row["error"],
            metrics=None if row["metrics"] is None else json.loads(row["metrics"]),
            waits=waits,
            not_before=time.time() + waits if waits else None,
            revision=row["revision"],
            versions=json.loads(row["versions"]),
            position=positions.get(row["id"]),
            attempt_log=attempt_log,
        )

    def _spec(self, text: str) -> ExperimentSpec:
        if text not in self._specs:
            if len(self._specs) >= 2000:
                self._specs.clear()
            self._specs[text] = read_spec(text)
        return self._specs[text]


def read_spec(text: str) -> ExperimentSpec:
    """A spec of the store, as it was checked when it was submitted.

    It is not checked again: that can mean to count all strings of 20 bits, too long for a list, and the run itself
    checks it once more. One that this version doesn't know is kept as it is: the other jobs must still be shown.
    """
    data = json.loads(text)
    kind = EXPERIMENTS.get(data.get("experiment"))
    given = split_options(data)
    known = {field.name: field.default for field in fields(kind)} if kind else {}
    if kind is None or given.keys() - known.keys() != {"experiment"}:
        return UnreadableSpec(data=data, problem=_first_problem(data))
    spec = object.__new__(kind)
    spec.__dict__.update(known | {name: given[name] for name in known.keys() & given.keys()})
    return spec


def _first_problem(data: dict[str, Any]) -> str:
    try:
        spec_from_dict(data)
    except TeslaError as error:
        return str(error)
    return "This spec is of another version of the program."


def seconds_to_wait(boot: str | None, until: float | None) -> float:
    """Seconds until a retry is due. The monotonic clock counts within one boot; no clock can park a job for long."""
    if until is None or boot != boot_identity():
        return 0.0
    return min(LONGEST_WAIT, max(0.0, until - time.monotonic()))


def attempt_of(row: sqlite3.Row) -> AttemptRow:
    kinds = {"number": int, "token": str, "boot": str, "started": float, "outcome": str, "reason": str, "handle": str}
    maybe = {"ended": float, "exit_code": int, "pid": int, "ticks": int}
    held = dict(row)
    for name, kind in (kinds | maybe).items():  # SQLite keeps whatever was written, whatever its column is called
        if not isinstance(held.get(name), kind) and not (name in maybe and held.get(name) is None):
            raise StoreDamaged("its table of attempts", f"{name} of job {row['job']} is {repr(held.get(name))[:60]}")
    names = (*kinds, "ended", "exit_code")
    return AttemptRow(**{name: row[name] for name in names}, process=process_of(row))


def process_of(row: sqlite3.Row) -> Process | None:
    return None if row["pid"] is None else Process(row["process_boot"], row["pid"], row["ticks"])
