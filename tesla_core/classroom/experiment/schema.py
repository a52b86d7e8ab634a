"""The tables of class experiments, in the file of the rooms: with its room goes all that is known of one."""

from __future__ import annotations

TABLES: tuple[str, ...] = (
    """CREATE TABLE experiments (
        room TEXT NOT NULL REFERENCES rooms (code) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        content TEXT NOT NULL,
        state TEXT NOT NULL DEFAULT 'running',
        begun REAL NOT NULL,
        PRIMARY KEY (room, number)
    ) WITHOUT ROWID""",
    # One row a value: what its run has reached so far.
    """CREATE TABLE results (
        room TEXT NOT NULL,
        experiment INTEGER NOT NULL,
        place INTEGER NOT NULL,
        epoch INTEGER NOT NULL DEFAULT 0,
        score REAL,
        learned INTEGER,
        tickets REAL,
        done INTEGER NOT NULL DEFAULT 0,
        failed TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (room, experiment, place),
        FOREIGN KEY (room, experiment) REFERENCES experiments (room, number) ON DELETE CASCADE
    ) WITHOUT ROWID""",
    # Who has which value.
    """CREATE TABLE hands (
        room TEXT NOT NULL,
        experiment INTEGER NOT NULL,
        member TEXT NOT NULL,
        place INTEGER NOT NULL,
        PRIMARY KEY (room, experiment, member),
        FOREIGN KEY (room, experiment) REFERENCES experiments (room, number) ON DELETE CASCADE
    ) WITHOUT ROWID""",
)
