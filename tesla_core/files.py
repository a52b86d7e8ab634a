"""Files that are whole at every moment, and JSON that every reader takes."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path
from typing import Any


def write_atomically(path: Path, content: bytes, durable: bool = True) -> None:
    """Write a file so that a reader, or a restart after a crash, sees all of it or the one before.

    Without `durable` that holds for readers and for the process's own death, but nothing waits for the disk.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            if durable:
                os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    if not durable:
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def remove_torn(path: Path) -> None:
    """Remove what writers of this file left behind when they were killed in the middle; for its only writer to call."""
    for left in path.parent.glob(f".{path.name}.*.tmp"):
        left.unlink(missing_ok=True)


def to_json(data: Any, indent: int | None = None) -> str:
    """JSON in which the numbers of a diverged run, NaN and infinity, are null, as strict readers want it."""
    return json.dumps(_finite(data), indent=indent, ensure_ascii=False, allow_nan=False)


def _finite(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _finite(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_finite(value) for value in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data
