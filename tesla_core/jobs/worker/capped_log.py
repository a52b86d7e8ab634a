"""A job's log in its folder, never larger than two files of a few megabytes."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import TracebackType
from typing import TextIO, cast

from tesla_core.experiments.folder import RunFolder

LIMIT = 4_000_000  # bytes


class CappedLog:
    """What the process prints, in log.txt; past the limit that becomes log.1.txt and a new one begins.

    Where stdout and stderr are the file already, as the local supervisor opens them, only their descriptors move to the
    new file. Elsewhere (a cluster, a shell) what Python prints goes both there and into the file.
    """

    def __init__(self, folder: RunFolder, limit: int = LIMIT) -> None:
        self._path, self._old, self._limit = folder.log_file, folder.old_log_file, limit
        self._descriptors: list[int] = []
        self._copies: list[_Copying] = []
        self._streams = sys.stdout, sys.stderr

    def __enter__(self) -> CappedLog:
        self._descriptors = [number for number in (1, 2) if _is_open_on(number, self._path)]
        if not self._descriptors:
            log = self._path.open("a", encoding="utf-8", errors="replace")
            self._streams = sys.stdout, sys.stderr
            self._copies = [_Copying(stream, log) for stream in self._streams]
            sys.stdout, sys.stderr = (cast(TextIO, copy) for copy in self._copies)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None):
        if self._copies:
            sys.stdout, sys.stderr = self._streams
            self._copies[0].log.close()

    def rotate_when_full(self) -> None:
        """To be called now and then."""
        try:
            if self._path.stat().st_size <= self._limit:
                return
        except FileNotFoundError:
            return
        self._path.replace(self._old)
        if self._copies:
            log = self._path.open("a", encoding="utf-8", errors="replace")
            self._copies[0].log.close()
            for copy in self._copies:
                copy.log = log
            return
        sys.stdout.flush()
        sys.stderr.flush()
        new = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        for number in self._descriptors:
            os.dup2(new, number)
        os.close(new)


class _Copying:
    """A text stream whose lines also go to the log."""

    def __init__(self, stream: TextIO, log: TextIO) -> None:
        self._stream, self.log = stream, log

    def write(self, text: str) -> int:
        self.log.write(text)
        self.log.flush()
        return self._stream.write(text)

    def flush(self) -> None:
        self._stream.flush()

    def isatty(self) -> bool:
        return False  # a line that moves is no line of a log

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


def _is_open_on(number: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(number), path.stat())
    except OSError:
        return False
