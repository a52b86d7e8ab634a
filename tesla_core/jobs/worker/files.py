"""What a job's process leaves in its folder, for those who watch it: pages, supervisor, command line. No torch."""

from __future__ import annotations

import json
import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tesla_core.experiments.folder import RunFolder

LONGEST_LINE = 1_000_000  # bytes; a metrics file that has a longer one is damaged
TAIL_BLOCK = 65_536


def read_heartbeat(folder: Path | str) -> dict[str, Any] | None:
    """The newest sign of life, with the token of the attempt that gave it; None before the first."""
    return _read_object(RunFolder(folder).heartbeat_file)


def read_exit(folder: Path | str) -> dict[str, Any] | None:
    """Why the newest attempt that could say so ended: token, code, reason, kind."""
    return _read_object(RunFolder(folder).exit_file)


def read_result(folder: Path | str) -> dict[str, Any] | None:
    """The finished run's spec, metrics and seconds."""
    return _read_object(RunFolder(folder).result_file)


def read_checkpoint_place(folder: Path | str) -> tuple[int, int] | None:
    """The finished epochs and the batch that the checkpoint goes on from; None without a readable one.

    A safetensors file starts with the length of a JSON header, which holds all but the tensors.
    """
    try:
        with RunFolder(folder).checkpoint_file.open("rb") as file:
            header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
        data = json.loads(header["__metadata__"]["data"])
        return int(data["epoch"]), int(data["batch"])
    except (OSError, ValueError, KeyError, TypeError, MemoryError, OverflowError):
        return None


class MetricsTail:
    """A metrics file that is read on from where the last look ended.

    `read()` gives the epochs that are new since then; after a rewrite (a resume cuts the file back to its checkpoint)
    it starts again from the first, and `restarts` has grown. `records` are all as they stand now. Lines that are no
    JSON object are passed over and counted in `corrupt`; a last line without its end is left for the next look.
    """

    def __init__(self, folder: Path | str) -> None:
        self._path = RunFolder(folder).metrics_file
        self.records: list[dict[str, Any]] = []
        self.corrupt = 0
        self.restarts = 0
        self._offset, self._last_line = 0, b""

    def read(self) -> list[dict[str, Any]]:
        try:
            with self._path.open("rb") as file:
                if self._offset and not self._goes_on(file.fileno()):
                    self._restart()
                file.seek(self._offset)
                content = file.read()
        except FileNotFoundError:
            if self._offset:
                self._restart()
            return []
        whole = content[: content.rfind(b"\n") + 1]
        if not whole and len(content) > LONGEST_LINE:
            whole = content  # never ends: counted as corrupt once instead of being read again at every look
        new = [record for line in whole.splitlines(keepends=True) if (record := self._parse(line)) is not None]
        self._offset += len(whole)
        self._last_line = whole.splitlines(keepends=True)[-1] if whole else self._last_line
        self.records += new
        return new

    def _goes_on(self, file: int) -> bool:
        """Whether the file still has, just before our place, the line that was read last."""
        start = self._offset - len(self._last_line)
        return os.fstat(file).st_size >= self._offset and os.pread(file, len(self._last_line), start) == self._last_line

    def _restart(self) -> None:
        self.records, self.corrupt, self.restarts = [], 0, self.restarts + 1
        self._offset, self._last_line = 0, b""

    def _parse(self, line: bytes) -> dict[str, Any] | None:
        try:
            record = json.loads(line)
        except ValueError:
            record = None
        if isinstance(record, dict):
            return record
        self.corrupt += 1
        return None


class LogTail:
    """A job's log, over its rotation."""

    def __init__(self, folder: Path | str) -> None:
        run = RunFolder(folder)
        self._files = (run.old_log_file, run.log_file)

    def last(self, lines: int) -> list[str]:
        """The last lines, without reading more of the files than they take."""
        found: list[str] = []
        for path in reversed(self._files):
            if len(found) < lines:
                found = _last_lines(path, lines - len(found)) + found
        return found

    def search(self, text: str, limit: int = 1000) -> list[str]:
        """The last `limit` lines that contain `text`, whatever the case, in their order."""
        wanted = text.casefold()
        return list(deque((line for line in self.lines() if wanted in line.casefold()), maxlen=limit))

    def follow(self, ended: Callable[[], bool], pause: float) -> Iterator[str]:
        """The lines written from now on, until `ended`. A log that was rotated is read on from its new start."""
        path = self._files[-1]
        offset, rest = _size(path), b""
        while True:
            over = ended()
            if _size(path) < offset:
                offset = 0
            if _size(path) > offset:
                with path.open("rb") as file:
                    file.seek(offset)
                    content = file.read()
                offset += len(content)
                *lines, rest = (rest + content).split(b"\n")
                yield from (line.decode(errors="replace") for line in lines)
            if over:
                break
            time.sleep(pause)
        if rest:
            yield rest.decode(errors="replace")

    def lines(self) -> Iterator[str]:
        """All lines that are kept, the oldest first."""
        for path in self._files:
            try:
                with path.open(encoding="utf-8", errors="replace") as file:
                    yield from (line.rstrip("\n") for line in file)
            except FileNotFoundError:
                continue


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _last_lines(path: Path, lines: int) -> list[str]:
    try:
        with path.open("rb") as file:
            end = file.seek(0, os.SEEK_END)
            content = b""
            while end > 0 and content.count(b"\n") <= lines:
                start = max(0, end - TAIL_BLOCK)
                file.seek(start)
                content = file.read(end - start) + content
                end = start
    except FileNotFoundError:
        return []
    return content.decode("utf-8", errors="replace").split("\n")[: -1 if content.endswith(b"\n") else None][-lines:]


def _read_object(path: Path) -> dict[str, Any] | None:
    """The JSON object in a file; None where there is none or it can't be read as one."""
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return None
    return data if isinstance(data, dict) else None
