"""A server with rooms as a process of its own, to be killed: `python -m tests.classroom.serving PORT HOME`."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from tests.classroom.conftest import ClassSite

if __name__ == "__main__":
    ClassSite(Path(sys.argv[2]), int(sys.argv[1]))
    while True:
        time.sleep(60)
