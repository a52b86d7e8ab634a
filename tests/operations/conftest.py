"""A home of its own for each test, with jobs of the light kind (tests/jobs/light.py)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tesla_core.jobs.backends.local import LocalBackend
from tesla_core.jobs.backends.slots import Slots
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.supervisor.supervisor import Supervisor
from tests.jobs.light import QUICK, kill_leftovers, light_command


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    monkeypatch.setenv("TESLA_LAB_HOME", str(tmp_path / "home"))
    return Home.find()


@pytest.fixture
def supervisor(home: Home) -> Iterator[Supervisor]:
    """Two slots for jobs that start in a blink."""
    made = Supervisor(home, QUICK, {"local": LocalBackend(home, light_command)}, Slots(2))
    yield made
    kill_leftovers(made.store)
    made.close()
