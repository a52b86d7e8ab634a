"""The inline backend keeps the contract; its `start` returns when the attempt has ended."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tesla_core.jobs.backends.local import InlineBackend
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.store import Store
from tests.jobs.backends.contract import BackendContract, Bench
from tests.jobs.light import kill_leftovers, light_command


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    home = Home(tmp_path / "home")
    backend = InlineBackend(home, light_command)
    yield Bench(home, backend, blocks=True)
    with Store(home) as store:
        kill_leftovers(store)
    backend.close()


class TestInline(BackendContract):
    """All that every backend does."""


def test_when_start_returns_all_is_over(bench: Bench) -> None:
    """A test of what comes after a job does not have to wait for it."""
    job, attempt = bench.claim("run 0.1")
    end = bench.backend.status(job, bench.backend.start(job, attempt)).exit
    assert end is not None
    assert end.kind == "succeeded"
