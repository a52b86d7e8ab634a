"""The store's tables, as the steps that lead from an empty database to the present version."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from tesla_core.errors import TeslaError

JOBS = "The store of the jobs"

# One step a version; a step that was ever released is not edited any more: add the next one below it.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        # AUTOINCREMENT: the number of a deleted job, and with it the name of its folder, is never used again.
        """CREATE TABLE jobs (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            state TEXT NOT NULL DEFAULT 'queued',
            experiment TEXT NOT NULL,
            spec TEXT NOT NULL,
            name TEXT NOT NULL,
            owner TEXT NOT NULL,
            device TEXT NOT NULL,
            gpus INTEGER NOT NULL,
            priority INTEGER NOT NULL,
            retries INTEGER NOT NULL,
            backend TEXT NOT NULL,
            "group" TEXT NOT NULL,
            revision TEXT NOT NULL,
            versions TEXT NOT NULL,
            created REAL NOT NULL,
            started REAL,
            finished REAL,
            attempts INTEGER NOT NULL DEFAULT 0,
            failures INTEGER NOT NULL DEFAULT 0,
            reached REAL NOT NULL DEFAULT 0,
            token TEXT,
            wait_boot TEXT,
            wait_until REAL,
            progress TEXT NOT NULL DEFAULT '{}',
            error TEXT NOT NULL DEFAULT '',
            metrics TEXT
        )""",
        """CREATE TABLE attempts (
            token TEXT PRIMARY KEY,
            job INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            boot TEXT NOT NULL,
            started REAL NOT NULL,
            ended REAL,
            outcome TEXT NOT NULL DEFAULT '',
            reason TEXT NOT NULL DEFAULT '',
            exit_code INTEGER,
            process_boot TEXT,
            pid INTEGER,
            ticks INTEGER,
            handle TEXT NOT NULL DEFAULT ''
        ) WITHOUT ROWID""",
        "CREATE TABLE facts (name TEXT PRIMARY KEY, value) WITHOUT ROWID",
        "INSERT INTO facts VALUES ('revision', 0), ('drained', 0), ('drain_reason', '')",
        "CREATE INDEX jobs_by_state ON jobs (state, id)",
        "CREATE INDEX jobs_in_starting_order ON jobs (priority DESC, id) WHERE state = 'queued'",
        'CREATE INDEX jobs_by_group ON jobs ("group", id)',
        "CREATE INDEX jobs_by_owner ON jobs (owner, id)",
        "CREATE INDEX jobs_by_experiment ON jobs (experiment, state, id)",
        "CREATE UNIQUE INDEX attempts_by_job ON attempts (job, number)",
    ),
)


class NewerSchema(TeslaError):  # noqa: N818
    """A database that a newer version of the program wrote."""

    def __init__(self, version: int, ours: int, store: str = JOBS) -> None:
        super().__init__(
            f"{store} has schema version {version}; this program knows versions up to {ours}. "
            "Update the program, or set TESLA_LAB_HOME to another folder."
        )


def migrate(connection: sqlite3.Connection, steps: Sequence[Sequence[str]] = MIGRATIONS, store: str = JOBS) -> None:
    """Bring a database to the present version, all steps or none. One that is there already is only read."""
    if _version(connection, len(steps), store) == len(steps):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Asked again: another process may have been first.
        for step in steps[_version(connection, len(steps), store) :]:
            for statement in step:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(steps)}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _version(connection: sqlite3.Connection, ours: int, store: str) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > ours:
        raise NewerSchema(version, ours, store)
    return version
