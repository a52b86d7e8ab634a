"""How the store's rows change: every move between states goes through `move`, which refuses an illegal one."""

from __future__ import annotations

import sqlite3
import time
from typing import Any

from tesla_core.errors import TeslaError
from tesla_core.jobs.processes import boot_identity
from tesla_core.jobs.store.database import StoreDamaged
from tesla_core.jobs.store.states import FINISHED, State, check_transition

FACTS = {"revision": int, "drained": int, "drain_reason": str}
"""What the store notes of itself."""


def insert(database: sqlite3.Connection, values: dict[str, Any]) -> int:
    columns = ", ".join(f'"{name}"' for name in values)
    places = ", ".join("?" for _ in values)
    cursor = database.execute(f"INSERT INTO jobs ({columns}) VALUES ({places})", tuple(values.values()))
    return cursor.lastrowid or 0


def update(database: sqlite3.Connection, number: int, **values: Any) -> None:
    changes = ", ".join(f'"{name}" = ?' for name in values)
    database.execute(f"UPDATE jobs SET {changes} WHERE id = ?", (*values.values(), number))


def move(database: sqlite3.Connection, row: sqlite3.Row, state: State, **values: Any) -> None:
    """The only way a state changes."""
    check_transition(str(row["id"]), State(row["state"]), state)
    update(database, row["id"], state=str(state), **values)


def end(database: sqlite3.Connection, row: sqlite3.Row, state: State, reason: str, exit_code: int | None) -> None:
    if state not in FINISHED:
        raise TeslaError(f"A job finishes as one of {', '.join(sorted(FINISHED))}; {state} was given.")
    error = "" if state == State.SUCCEEDED else reason
    move(database, row, state, error=error, finished=time.time(), token=None)
    close_attempt(database, row, str(state), reason, exit_code)


def queue_again(
    database: sqlite3.Connection,
    row: sqlite3.Row,
    reason: str,
    exit_code: int | None,
    failures: int,
    reached: float,
    delay: float,
) -> None:
    if row["state"] == State.CANCELLING:
        end(database, row, State.CANCELLED, reason, exit_code)
        return
    wait = {"wait_boot": boot_identity(), "wait_until": time.monotonic() + delay} if delay > 0 else {}
    changes = {"error": reason, "token": None, "failures": failures, "reached": max(reached, row["reached"])}
    move(database, row, State.QUEUED, **changes, **wait)
    close_attempt(database, row, "requeued", reason, exit_code)


def close_attempt(
    database: sqlite3.Connection, row: sqlite3.Row, outcome: str, reason: str, exit_code: int | None
) -> None:
    database.execute(
        "UPDATE attempts SET ended = ?, outcome = ?, reason = ?, exit_code = ? WHERE token = ?",
        (time.time(), outcome, reason, exit_code, row["token"]),
    )


def read_fact(database: sqlite3.Connection, name: str) -> Any:
    row = database.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
    if row is None or not isinstance(row[0], FACTS[name]):
        raise StoreDamaged("its table of facts", f"{name} is {'missing' if row is None else repr(row[0])[:60]}")
    return row[0]


def failures_after(failures: int, reached_before: float, reached: float) -> int:
    """Failures in a row once one more attempt has failed; if it left a newer checkpoint, the count starts anew.

    `reached` is the place of the checkpoint in the job's folder, in epochs (2.5: half of the third epoch is done).
    """
    return 1 if reached > reached_before else failures + 1
