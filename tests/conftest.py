"""For every test: one that cannot run is a failure, never a silent gap."""

from __future__ import annotations

import asyncio
import os
import random
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from tests.groups import GroupScheduling, check, place

# Small tensors on two cores: threads that wait for each other cost more than they give. Subprocesses inherit it.
os.environ.setdefault("OMP_NUM_THREADS", "1")
# Pages sign what they mount; no test makes a key in anybody's own data folder.
os.environ.setdefault("TESLA_LIVE_KEY", "tests")

# How long an example takes says more about the machine's other work than about the code.
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")

ROOT = Path(__file__).resolve().parents[1]


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("kills", "processes that are killed at moments drawn at random")
    group.addoption("--kills", type=int, default=5, metavar="N", help="how often one job is killed")
    group.addoption("--kill-seed", type=int, metavar="SEED", help="draw the moments of a run that printed this seed")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """One seed for the run: workers get the options of the process that started them."""
    if config.option.kill_seed is None:
        config.option.kill_seed = secrets.randbelow(10**9)


def pytest_report_header(config: pytest.Config) -> str:
    return f"kills: {config.option.kills}, drawn with --kill-seed {config.option.kill_seed}"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log) -> GroupScheduling:
    return GroupScheduling(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    check(items)
    items.sort(key=lambda item: place(item.nodeid))


@pytest.fixture(autouse=True)
def as_if_alone(request: pytest.FixtureRequest) -> Iterator[None]:
    """Tests run in any order in one process. A browser of Playwright's, kept for the next test that wants it, marks an
    event loop of its own as running here: nobody else could start one. A page run by AppTest stays `__main__`, and a
    process that is spawned later would run that page first."""
    loop, main = asyncio._get_running_loop(), sys.modules["__main__"]
    if "browser" not in request.fixturenames:
        asyncio._set_running_loop(None)
    yield
    if "browser" not in request.fixturenames:
        asyncio._set_running_loop(loop)
    sys.modules["__main__"] = main


@pytest.fixture
def kills(pytestconfig: pytest.Config) -> int:
    """How often a test of many kills is to kill."""
    return pytestconfig.option.kills


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> random.Random:
    """Draws the moments of a test's kills. What is printed here stands in the report of a test that fails."""
    seed = request.config.option.kill_seed
    print(f"moments drawn with --kill-seed {seed}")
    return random.Random(f"{seed} {request.node.originalname}")


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository's top folder."""
    return ROOT


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):
    """A skipped test counts as failed: something it needs is missing, and nobody would notice."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, and a skipped test is a failure here: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report(collector: pytest.Collector):
    """The same for a whole module that skips itself while it is being collected."""
    report = yield
    if report.skipped:
        report.outcome = "failed"
        report.longrepr = f"{collector.nodeid} was skipped, and a skipped module is a failure here: {report.longrepr}"
    return report
