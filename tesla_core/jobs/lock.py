"""A lock that one process holds at a time: by `lockf`, which the kernel lets go when its holder dies, however it dies.

POSIX gives such a lock to a process, not to an open file, and takes it away when that process closes any file on it. So
whoever holds it never opens the file a second time.
"""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path
from types import TracebackType

RETRY_SECONDS = 0.05


class FileLock:
    """Exclusive while held. A file left behind says nothing; only the lock counts."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: int | None = None

    @property
    def held(self) -> bool:
        return self._file is not None

    @property
    def lost(self) -> bool:
        """Whether the file that is held is at its path no more: its folder was deleted, and another process may hold
        the one that is made next."""
        if self._file is None:
            return False
        try:
            there, held = self._path.stat(), os.fstat(self._file)
        except OSError:
            return True
        return (there.st_dev, there.st_ino) != (held.st_dev, held.st_ino)

    def take(self, patience: float = 0.0) -> bool:
        """Take the lock; False if another process holds it for all of `patience` seconds."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        deadline = time.monotonic() + patience
        while True:
            try:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                if time.monotonic() >= deadline:
                    os.close(file)
                    return False
                time.sleep(RETRY_SECONDS)
            else:
                self._file = file
                return True

    def write(self, text: str) -> None:
        """Say in the file who holds it. For people: nothing reads it to decide."""
        if self._file is not None:
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, f"{text}\n".encode(), 0)

    def release(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def __enter__(self) -> FileLock:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None):
        self.release()
