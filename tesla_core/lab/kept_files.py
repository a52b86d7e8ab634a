"""What people brought, as files of the data folder: a link finds its points or its picture after a restart, too.

A file's name is the address of what is in it, so nothing a visitor says becomes a path.
"""

from __future__ import annotations

import logging
import os
import re
import threading
from pathlib import Path
from typing import Any

from tesla_core.files import write_atomically
from tesla_core.lab.brought import Brought, FileField

FOLDER = "brought"
MOST_FILES, MOST_BYTES = 256, 128 * 2**20
_ADDRESS = re.compile(r"[0-9a-f]{16}")

log = logging.getLogger("tesla_core")


class KeptFiles:
    """One folder of them. Past its limits those go first that were not asked for for longest."""

    def __init__(self, folder: Path, field: FileField, most: int = MOST_FILES, most_bytes: int = MOST_BYTES) -> None:
        self._folder, self._field, self._most, self._most_bytes = folder, field, most, most_bytes
        self._lock = threading.Lock()

    def keep(self, brought: Brought) -> None:
        """Keep what a link can only name. A disk that takes no more is no reason to refuse a person's file."""
        if self._field.packed is None or brought.address not in brought.word:
            return
        path = self._folder / brought.address
        try:
            with self._lock:
                if path.exists():
                    os.utime(path)
                    return
                content = self._field.packed(brought)
                if len(content) > self._most_bytes:
                    return
                self._folder.mkdir(parents=True, exist_ok=True)
                write_atomically(path, content, durable=False)
                self._make_room()
        except OSError as error:
            log.warning("What was brought to a page is not kept in %s: %s", self._folder, error.strerror)

    def find(self, address: str) -> Any:
        """What has this address, or None; a file that holds anything else is removed."""
        if self._field.unpacked is None or not _ADDRESS.fullmatch(address):
            return None
        path = self._folder / address
        try:
            found = self._field.unpacked(path.read_bytes())
            if found.address == address:
                os.utime(path)
                return found
            log.warning("%s held something else and is removed.", path)
            path.unlink(missing_ok=True)
        except OSError:
            pass
        except Exception as error:  # whatever a damaged file makes its reader raise
            log.warning("%s is damaged and is removed: %s", path, type(error).__name__)
            path.unlink(missing_ok=True)
        return None

    def _make_room(self) -> None:
        files = sorted(((path.stat(), path) for path in self._folder.iterdir()), key=lambda pair: -pair[0].st_mtime_ns)
        room = self._most_bytes
        for place, (stat, path) in enumerate(files, start=1):
            room -= stat.st_size
            if place > self._most or room < 0:
                path.unlink(missing_ok=True)
