"""Homes that earlier revisions wrote open as before: nobody loses jobs by an update.

fixtures/REVISION/jobs.sql is the database that the revision wrote, as SQL; runs/ has the texts of some of its folders.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tesla_core.commands import main
from tesla_core.jobs.launch.access import Person
from tesla_core.jobs.report.compare import ComparedRun, curve
from tesla_core.jobs.report.export import zip_bytes
from tesla_core.jobs.report.means import means
from tesla_core.jobs.report.words import settings_text, words_of
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.states import State
from tesla_core.jobs.store.store import Store
from tesla_core.jobs.worker.files import LogTail, MetricsTail

FIXTURES = Path(__file__).parent / "fixtures"
REVISIONS = sorted(path.name for path in FIXTURES.iterdir())


@pytest.fixture(params=REVISIONS)
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Home:
    """The home that a revision left."""
    shutil.copytree(FIXTURES / request.param, tmp_path / "home")
    home = Home(tmp_path / "home")
    (home.path / "jobs.sql").unlink()
    database = sqlite3.connect(home.database)
    database.executescript((FIXTURES / request.param / "jobs.sql").read_text())
    database.close()
    return home


def test_every_job_is_listed_as_it_stood(home: Home) -> None:
    """States, settings, results, reasons and attempts, in words too."""
    with Store(home) as store:
        jobs = store.list(newest_first=False)
        assert [job.id for job in jobs] == [str(number) for number in range(1, 10)]
        done, failed = [State.SUCCEEDED] * 3, State.FAILED
        assert [job.state for job in jobs] == [
            *done,
            State.QUEUED,
            State.SUCCEEDED,
            State.QUEUED,
            State.CANCELLED,
            failed,
            State.LOST,
        ]
        assert [job.position for job in jobs if job.state == State.QUEUED] == [2, 1]
        assert (store.drained, store.drain_reason) == (True, "a class at ten")
        for job in jobs:
            assert job.spec.experiment == job.spec.to_dict()["experiment"] != "unreadable"
            assert settings_text(job.spec)
            assert words_of(job)
        first, failed_one = store.get("1"), store.get("8")
        assert first.metrics is not None
        assert words_of(first).startswith("Test accuracy 49.33%")
        assert [row.outcome for row in failed_one.attempt_log] == ["requeued", "failed"]
        assert (failed_one.error, failed_one.attempts) == ("It ended with signal 9.", 2)
        assert {job.id for job in store.list(group="two moons")} == {"2", "3"}
        (mean,) = means(store.list(group="two moons"))
        assert (mean.runs, mean.of) == (2, 2)


def test_what_its_runs_wrote_is_read(home: Home) -> None:
    """Curves, log, result and export of a run of before."""
    with Store(home) as store:
        job = store.get("1")
        tail = MetricsTail(job.folder)
        tail.read()
        assert tail.corrupt == 0
        assert sorted(curve(ComparedRun(job.id, job.spec, tail.records).records, "test_accuracy")) == [1, 2, 3]
        assert any("epoch 3/3" in line for line in LogTail(job.folder).lines())
        assert len(job.to_dict()["metrics"]["history"]) == 3
        assert zip_bytes([job, store.get("5")], Person("owner", may_launch=True))


def test_what_was_queued_can_be_cancelled_retried_and_deleted(home: Home) -> None:
    """The next number is new: that of a deleted job is never used again."""
    with Store(home) as store:
        assert store.request_cancel("6").state == State.CANCELLED
        assert store.retry("8").state == State.QUEUED
        store.delete(["9"])
        (new,) = store.submit([store.get("4").request])
        assert new.id == "10"


@pytest.mark.parametrize("words", [("list",), ("show", "1"), ("show", "8"), ("means", "--group", "two moons")])
def test_the_commands_show_it(
    home: Home, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TESLA_LAB_HOME", str(home.path))
    assert main(["jobs", *words]) == 0
    assert main(["jobs", *words, "--json"]) == 0
    shown: Any = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert shown
