"""A job's log as it grows."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tesla_core.experiments.folder import RunFolder


def log_lines(folder: Path, ended: Callable[[], bool], pause: float) -> Iterator[str]:
    """The lines written from now on, until `ended`. A log that was rotated is read on from its new start."""
    path = RunFolder(folder).log_file
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


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
