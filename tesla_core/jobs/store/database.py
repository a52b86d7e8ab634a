"""One SQLite file for many threads and processes: connections, transactions, and what went wrong in plain words."""

from __future__ import annotations

import os
import shutil
import sqlite3
import threading
import time
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tesla_core.errors import TeslaError
from tesla_core.jobs.store.schema import JOBS, MIGRATIONS, migrate

PATIENCE = 5.0  # seconds for which a locked database is tried again


class StoreError(TeslaError):
    """The store can't be read or written for a reason outside of it."""


class StoreLocked(StoreError):  # noqa: N818
    """Another program keeps the database locked."""


class StoreFull(StoreError):  # noqa: N818
    """The disk has no room left."""


class StoreDamaged(StoreError):  # noqa: N818
    """What is in the database is not what this program wrote. where: the file, or what in it."""

    def __init__(self, where: object, what: object, store: str = JOBS) -> None:
        super().__init__(f"{store}, {where}, is damaged ({what}). Restore it from a backup, or move it away.")


class _Connection(sqlite3.Connection):
    """A connection that can be referred to weakly: that of a thread that ended goes with it."""


class Database:
    """A connection for each thread that asks, opened when it first does. A forked child opens its own."""

    def __init__(
        self,
        path: Path,
        patience: float = PATIENCE,
        steps: Sequence[Sequence[str]] = MIGRATIONS,
        name: str = JOBS,
    ) -> None:
        """steps: those of its tables. name: of the store, as its errors begin."""
        self.path, self.patience, self.steps, self.name = path, patience, steps, name
        self._renew()
        with self.named_errors():
            self.connection()

    def connection(self) -> sqlite3.Connection:
        if self._process != os.getpid():
            self._inherited = self._own  # kept, for closing them is the parent's affair
            self._renew()
        connection = getattr(self._own, "connection", None)
        if connection is not None and self._own.file != self._file():
            connection.close()  # the folder was deleted and made again: it is another store, though of the same name
            connection = self._own.connection = None
        if connection is None:
            connection = self._own.connection = self._open()
            self._own.file = self._file()
            self._opened.add(connection)
        return connection

    def _file(self) -> tuple[int, int] | None:
        """Which file is at the path now; None where there is none, and writes would go nowhere."""
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Reads that see one state of the store."""
        with self.named_errors():
            connection = self.connection()
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction that no other writer overlaps; an exception undoes all of it."""
        with self.named_errors():
            connection = self.connection()
            self._begin(connection)
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:  # a full disk may have ended it
                    connection.execute("ROLLBACK")
                raise

    def close(self) -> None:
        """Close the connections of all threads; one that asks later gets a new one."""
        for connection in list(self._opened):
            connection.close()
        self._renew()

    @contextmanager
    def named_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise self._named(error) from error

    def _renew(self) -> None:
        self._process, self._own = os.getpid(), threading.local()
        self._opened: weakref.WeakSet[_Connection] = weakref.WeakSet()

    def _open(self) -> _Connection:
        deadline = time.monotonic() + self.patience
        while True:
            connection = sqlite3.connect(
                self.path,
                timeout=self.patience,
                isolation_level=None,
                check_same_thread=False,
                factory=_Connection,
            )
            try:
                connection.row_factory = sqlite3.Row
                connection.execute("PRAGMA foreign_keys = ON")
                connection.execute("PRAGMA journal_mode = WAL")
                migrate(connection, self.steps, self.name)
                return connection
            except sqlite3.OperationalError as error:
                connection.close()
                # Two first openings at once: the switch to WAL fails without waiting.
                if not _is(error, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) or time.monotonic() > deadline:
                    raise
                time.sleep(0.02)
            except BaseException:
                connection.close()
                raise

    def _begin(self, connection: sqlite3.Connection) -> None:
        deadline = time.monotonic() + self.patience
        while True:
            try:
                connection.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                # Some locks, as that of a recovery after a crash, answer at once instead of waiting.
                if not _is(error, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) or time.monotonic() > deadline:
                    raise
                time.sleep(0.02)

    def _named(self, error: sqlite3.Error) -> TeslaError | sqlite3.Error:
        if _is(error, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return StoreLocked(
                f"{self.name}, {self.path}, is locked by another program (a copy or backup tool?), and was "
                f"still after {self.patience:g} s. Nothing was changed; try again when that program is done."
            )
        if _is(error, sqlite3.SQLITE_FULL) or (_is(error, sqlite3.SQLITE_IOERR) and _no_room(self.path.parent)):
            return StoreFull(
                f"The disk of {self.path.parent} is full. {self.name} was not changed. Make room, or delete old jobs."
            )
        if _is(error, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return StoreDamaged(self.path, error, self.name)
        if _is(error, sqlite3.SQLITE_ERROR) and str(error).startswith(("no such table", "no such column")):
            return StoreDamaged(self.path, error, self.name)
        if _is(error, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_IOERR):
            return StoreError(f"{self.name}, {self.path}, can't be used: {error}.")
        return error


def _is(error: sqlite3.Error, *codes: int) -> bool:
    """Whether it is one of these errors; the low byte of an extended code says which family it is of."""
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in codes


def _no_room(folder: Path) -> bool:
    try:
        return shutil.disk_usage(folder).free < 1 << 16
    except OSError:
        return False
