"""The tables of the rooms, as the steps that lead from an empty database to the present version."""

from __future__ import annotations

from tesla_core.classroom.experiment.schema import TABLES

# One step a version; a step that was ever released is not edited any more: add the next one below it.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE rooms (
            code TEXT PRIMARY KEY,
            owner TEXT NOT NULL,
            opened REAL NOT NULL,
            ends REAL NOT NULL,
            lead TEXT NOT NULL DEFAULT '',
            locked INTEGER NOT NULL DEFAULT 0,
            paused INTEGER NOT NULL DEFAULT 0,
            hidden INTEGER NOT NULL DEFAULT 0
        ) WITHOUT ROWID""",
        """CREATE TABLE members (
            room TEXT NOT NULL REFERENCES rooms (code) ON DELETE CASCADE,
            id TEXT NOT NULL,
            identity TEXT NOT NULL,
            name TEXT NOT NULL,
            following INTEGER NOT NULL DEFAULT 1,
            removed INTEGER NOT NULL DEFAULT 0,
            joined REAL NOT NULL,
            PRIMARY KEY (room, id),
            UNIQUE (room, identity)
        ) WITHOUT ROWID""",
        # What a room shows and does, as JSON: scene, playhead, step, and what other parts keep of it.
        """CREATE TABLE parts (
            room TEXT NOT NULL REFERENCES rooms (code) ON DELETE CASCADE,
            name TEXT NOT NULL,
            content TEXT NOT NULL,
            PRIMARY KEY (room, name)
        ) WITHOUT ROWID""",
        """CREATE TABLE questions (
            room TEXT NOT NULL REFERENCES rooms (code) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            content TEXT NOT NULL,
            state TEXT NOT NULL DEFAULT 'open',
            asked REAL NOT NULL,
            "right" TEXT,
            PRIMARY KEY (room, number)
        ) WITHOUT ROWID""",
        """CREATE TABLE answers (
            room TEXT NOT NULL,
            question INTEGER NOT NULL,
            member TEXT NOT NULL,
            value TEXT NOT NULL,
            given REAL NOT NULL,
            PRIMARY KEY (room, question, member),
            FOREIGN KEY (room, question) REFERENCES questions (room, number) ON DELETE CASCADE
        ) WITHOUT ROWID""",
        # Codes of rooms that were, so that who comes late is told so, and none is given out again at once.
        "CREATE TABLE ended (code TEXT PRIMARY KEY, at REAL NOT NULL) WITHOUT ROWID",
    ),
    TABLES,
)
