"""For every test: one that cannot run is a failure, never a silent gap."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

# Small tensors on two cores: threads that wait for each other cost more than they give. Subprocesses inherit it.
os.environ.setdefault("OMP_NUM_THREADS", "1")

ROOT = Path(__file__).resolve().parents[1]


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
