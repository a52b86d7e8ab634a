"""If this fails, some order of events leaves a job in a state that can't be, or lets a stale process change one."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from tesla_core.errors import TeslaError
from tesla_core.jobs.processes import Process
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Progress, Request
from tesla_core.jobs.store.states import ACTIVE, FINISHED, TRANSITIONS, State
from tesla_core.jobs.store.store import Store
from tesla_core.problems.toys.experiment import ToysSpec

PICK = st.integers(0, 5)
SPEC = ToysSpec()
TABLES = ("jobs", "attempts", "facts")


@pytest.fixture(autouse=True)
def _known_revision(monkeypatch: pytest.MonkeyPatch) -> None:
    """Git need not be asked for every job of every example."""
    monkeypatch.setenv("TESLA_LAB_REVISION", "here")


class StoreMachine(RuleBasedStateMachine):
    """People and supervisors in any order, with tokens that may be stale."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.store = Store(Home(self.folder.name))
        self.store._database.connection().execute("PRAGMA synchronous = OFF")  # no power is lost here
        self.tokens: dict[str, list[str]] = {}
        self.before: dict[str, State] = {}

    def teardown(self) -> None:
        self.store.close()
        self.folder.cleanup()

    @rule(retries=st.integers(0, 2))
    def submit(self, retries: int) -> None:
        if len(self.tokens) < 4:
            (job,) = self.store.submit([Request(SPEC, retries=retries)])
            assert job.id not in self.tokens, "the number of a deleted job was used again"
            self.tokens[job.id] = []

    @precondition(lambda self: self.tokens)
    @rule(pick=PICK)
    def claim(self, pick: int) -> None:
        job = self.pick(pick)
        attempt = self.store.claim(job, "boot")
        assert (attempt is not None) == (self.before[job] == State.QUEUED and not self.store.drained)
        if attempt is not None:
            assert attempt.token not in self.tokens[job]
            self.tokens[job].append(attempt.token)

    @precondition(lambda self: any(self.tokens.values()))
    @rule(pick=PICK, old=st.integers(0, 2), data=st.data())
    def write_of_an_attempt(self, pick: int, old: int, data: st.DataObject) -> None:
        job = self.pick(pick)
        token = self.tokens[job][-1 - old] if old < len(self.tokens[job]) else "never given"
        current = self.store.get(job).token == token
        contents = self.contents()
        write = data.draw(st.sampled_from(["started", "report", "finish", "requeue"]))
        state = data.draw(st.sampled_from(sorted(State)))
        failure = data.draw(st.booleans())
        calls: dict[str, Any] = {
            "started": lambda: self.store.started(job, token, Process("boot", 1, 2), handle="{}"),
            "report": lambda: self.store.report(job, token, Progress(done=0.5, epoch=1, epochs=2)),
            "finish": lambda: self.store.finish(job, token, State(state), "ended", {"test_accuracy": 1.0}, 1),
            "requeue": lambda: self.store.requeue(job, token, "again", failure, 0.0, reached=float(old)),
        }
        if not current:
            assert calls[write]() is False
            assert self.contents() == contents, f"a stale token changed something through {write}"
        elif write == "finish" and State(state) not in TRANSITIONS[self.before[job]] & FINISHED:
            with contextlib.suppress(TeslaError):
                calls[write]()
                raise AssertionError("an illegal end was accepted")
            assert self.contents() == contents
        else:
            assert calls[write]() is True

    @precondition(lambda self: self.tokens)
    @rule(pick=PICK, what=st.sampled_from(["request_cancel", "retry", "delete"]))
    def person(self, pick: int, what: str) -> None:
        job = self.pick(pick)
        contents = self.contents()
        try:
            if what == "delete":
                self.store.delete([job])
                del self.tokens[job], self.before[job]
            else:
                getattr(self.store, what)(job)
        except TeslaError:
            assert self.contents() == contents, "what was refused changed something"

    @rule(on=st.booleans())
    def drain(self, on: bool) -> None:
        self.store.set_drained(on, "class")

    @invariant()
    def every_job_is_where_it_may_be(self) -> None:
        for job in self.store.list(limit=-1):
            before = self.before.get(job.id, State.QUEUED)
            assert job.state == before or job.state in TRANSITIONS[before], f"{before} became {job.state}"
            assert (job.token is not None) == (job.state in ACTIVE)
            assert (job.finished is not None) == (job.state in FINISHED)
            assert (job.position is not None) == (job.state == State.QUEUED)
            assert job.attempts == len(self.tokens[job.id])
            log = self.store.attempts(job.id)
            assert [row.token for row in log] == self.tokens[job.id]
            assert [row.token for row in log if row.ended is None] == ([job.token] if job.token else [])
            self.before[job.id] = job.state
        places = [job.position for job in self.store.queue()]
        assert places == list(range(1, len(places) + 1))

    def pick(self, number: int) -> str:
        return sorted(self.tokens)[number % len(self.tokens)]

    def contents(self) -> list[str]:
        """Every row of every table, and the revision."""
        database = self.store._database.connection()
        return [str(tuple(row)) for table in TABLES for row in database.execute(f"SELECT * FROM {table}")]


TestStoreMachine = StoreMachine.TestCase
TestStoreMachine.settings = settings(
    max_examples=50, stateful_step_count=30, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


def test_the_folder_of_a_machine_is_gone_after_it() -> None:
    """The machine above leaves no databases behind."""
    machine = StoreMachine()
    folder = Path(machine.folder.name)
    machine.teardown()
    assert not folder.exists()
