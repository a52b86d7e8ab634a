"""The folder of the engine's socket. The web process that made it holds its lock, which the kernel takes back however
that process ends; what dead ones left behind is removed by whoever starts next."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from pathlib import Path

PREFIX = "tesla-engine-"


class SocketFolder:
    """A new folder for this process alone."""

    def __init__(self) -> None:
        remove_abandoned()
        while True:
            self.path = Path(tempfile.mkdtemp(prefix=PREFIX))
            self._lock = os.open(self.path, os.O_RDONLY)
            _take(self._lock)
            if _is_at(self._lock, self.path):
                return
            os.close(self._lock)  # somebody took it for abandoned in the moment before it was locked

    def remove(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._lock)


def remove_abandoned() -> None:
    """Remove folders of this user whose process is dead: nobody holds their locks."""
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):  # another's, or being removed by another
            lock = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_DIRECTORY)
            try:
                _take(lock, wait=False)
                if os.fstat(lock).st_uid == os.getuid() and _is_at(lock, path):
                    shutil.rmtree(path)
            finally:
                os.close(lock)


def _take(lock: int, wait: bool = True) -> None:
    """flock: it belongs to the open file, so that also two services of one process keep apart."""
    import fcntl  # where Unix sockets are, this is too

    fcntl.flock(lock, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)


def _is_at(lock: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(lock), path.stat())
    except FileNotFoundError:
        return False
