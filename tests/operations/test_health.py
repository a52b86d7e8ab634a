"""If these fail, a container's health check calls a broken lab healthy, or tells strangers what is inside."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
import tomllib
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from tesla_core.errors import TeslaError
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.store import Store
from tesla_core.live.service import LiveService
from tesla_core.operations import health
from tesla_core.operations.routes import operation_routes


def test_many_who_ask_cost_one_look_a_second() -> None:
    looks: list[int] = []
    now = [0.0]

    def look() -> str:
        looks.append(threading.get_ident())
        time.sleep(0.02)
        return health.OK

    async def ask_all() -> None:
        readiness = health.Readiness({"engine": look}, lambda: now[0])
        await asyncio.gather(*(readiness.parts() for _ in range(50)))
        assert await readiness.parts() == {"engine": "ok"}
        assert len(looks) == 1
        now[0] = 1.5
        await readiness.parts()
        assert len(looks) == 2

    asyncio.run(ask_all())


@pytest.mark.parametrize("prefix", ["", "/tesla"])
def test_a_lab_without_its_engine_is_alive_but_not_ready(home: Home, prefix: str) -> None:
    """Under the base path, too: that is where a proxy sends its own checks."""
    client = TestClient(Starlette(routes=operation_routes(LiveService(), "/tesla/")))
    assert client.get(f"{prefix}/healthz").status_code == 200
    answer = client.get(f"{prefix}/readyz")
    assert answer.status_code == 503
    assert answer.json() == {"ready": False, "parts": {"engine": "does not answer", "store": "ok", "disk": "ok"}}
    assert str(home.path) not in answer.text


def test_a_store_that_can_be_written_is_ready_and_nothing_is_made(home: Home) -> None:
    assert health.check_store() == "ok"
    assert not home.path.exists()
    with Store(home) as store:
        before = store.revision_number
        assert health.check_store() == "ok"
        assert store.revision_number == before


def test_a_store_that_is_locked_or_damaged_is_not_ready(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PATIENCE", 0.05)
    Store(home).close()
    holder = sqlite3.connect(home.database, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    assert health.check_store() == "not writable"
    holder.close()
    assert health.check_store() == "ok"
    for path in home.path.glob("jobs.sqlite3*"):
        path.unlink()
    home.database.write_bytes(b"not a database" * 100)
    assert health.check_store() == "not writable"


def test_a_disk_with_too_little_room_is_not_ready(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    assert health.check_disk() == "ok"
    monkeypatch.setenv("TESLA_LAB_LEAST_DISK", "1e9")
    assert health.check_disk() == "nearly full"
    with pytest.raises(TeslaError, match="number of megabytes; 'much' was given"):
        health.least_disk({"TESLA_LAB_LEAST_DISK": "much"})


def test_the_app_watches_no_files_unless_a_developer_asks(root: Path) -> None:
    """The watcher works on the loop that relays frames, at each first load."""
    settings = tomllib.loads((root / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert settings["server"]["fileWatcherType"] == "none"
