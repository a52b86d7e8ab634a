"""If these fail, jobs are lost, listed wrongly or started twice."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from tesla_core.errors import TeslaError
from tesla_core.jobs.processes import Process
from tesla_core.jobs.store import rows
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Attempt, Progress, Request
from tesla_core.jobs.store.queries import Filter, page_sql
from tesla_core.jobs.store.states import FINISHED, State
from tesla_core.jobs.store.store import Store, UnknownJob
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.problems.toys.experiment import ToysSpec
from tests.clock import set_clock


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "lab")


@pytest.fixture
def store(home: Home) -> Iterator[Store]:
    with Store(home) as opened:
        yield opened


def submit(store: Store, count: int = 1, **options: Any) -> list[str]:
    jobs = store.submit([Request(ToysSpec(seed=seed), **options) for seed in range(count)])
    return [job.id for job in jobs]


def claim(store: Store, job: str) -> Attempt:
    attempt = store.claim(job, "this boot")
    assert attempt is not None
    return attempt


def test_a_job_comes_back_as_it_was_asked_for(store: Store, home: Home) -> None:
    request = Request(
        ParitySpec(bits=20, noise=0.1, secret_weight=10, seed=3),
        name="Käthe's “LPN” run",
        owner="ada",
        device="cuda:1",
        gpus=2,
        priority=-5,
        retries=0,
        backend="ray",
        group="sweep 7",
    )
    (submitted,) = store.submit([request])
    store.close()
    with Store(home) as again:
        job = again.get(submitted.id)
    assert job == submitted
    assert job.request == request
    assert (job.state, job.position, job.attempts) == (State.QUEUED, 1, 0)
    assert job.folder == home.run_folder(job.id)
    assert not job.folder.exists(), "the supervisor makes it, when it starts the job"
    assert {"python", "torch", "numpy", "tesla_core"} <= set(job.versions)
    assert job.revision


def test_a_life_from_queue_to_result(store: Store) -> None:
    (job,) = submit(store)
    attempt = claim(store, job)
    assert store.get(job).state == State.STARTING
    assert store.get(job).attempt == attempt
    process = Process("this boot", 4711, 99)
    assert store.started(job, attempt.token, process, handle='{"x": 1}')
    assert store.report(job, attempt.token, Progress(0.5, 100, 200, 0.3, 0.9, 12.0, 7))
    running = store.get(job)
    assert (running.state, running.process, running.handle) == (State.RUNNING, process, '{"x": 1}')
    assert running.progress == Progress(0.5, 100, 200, 0.3, 0.9, 12.0, 7)
    assert store.finish(job, attempt.token, State.SUCCEEDED, metrics={"test_accuracy": 0.9, "history": [1, 2]})
    done = store.get(job)
    assert (done.state, done.token, done.process, done.error) == (State.SUCCEEDED, None, None, "")
    assert done.metrics == {"test_accuracy": 0.9}, "the history stays in the folder"
    assert [(row.outcome, row.process) for row in done.attempt_log] == [("succeeded", process)]


def test_what_show_prints_can_be_read_by_a_script(store: Store) -> None:
    (job,) = submit(store, name="one")
    attempt = claim(store, job)
    store.started(job, attempt.token, Process("this boot", 4711, 99))
    shown = json.loads(json.dumps(store.get(job).to_dict()))
    assert {
        "id": job,
        "state": "running",
        "pid": 4711,
        "attempts": 1,
        "progress": 0.0,
        "error": "",
    }.items() <= shown.items()
    assert shown["spec"]["experiment"] == "toys"
    assert shown["attempt_log"][0]["token"] == attempt.token
    store.finish(job, attempt.token, State.SUCCEEDED, metrics={"test_accuracy": 0.5})
    done = store.get(job)
    assert done.to_dict()["metrics"] == {"test_accuracy": 0.5}, "its folder is gone; the store still knows"
    done.folder.mkdir(parents=True)
    (done.folder / "result.json").write_text('{"metrics": {"test_accuracy": 0.5, "history": [{"epoch": 1}]}}')
    assert done.to_dict()["metrics"]["history"] == [{"epoch": 1}]
    (done.folder / "result.json").write_text('{"metrics": ')
    assert done.to_dict()["metrics"] == {"test_accuracy": 0.5}


def test_all_requests_are_queued_or_none(store: Store) -> None:
    good = Request(ToysSpec())
    with pytest.raises(AttributeError):
        store.submit([good, cast(Request, None)])
    assert store.count() == 0


def test_the_queue_goes_by_priority_and_then_by_age(store: Store) -> None:
    jobs = [submit(store, priority=priority)[0] for priority in (-1, 0, 10, 0)]
    order = [jobs[2], jobs[1], jobs[3], jobs[0]]
    assert [job.id for job in store.queue()] == order
    assert [job.id for job in store.queue(limit=2)] == order[:2]
    assert {job.id: job.position for job in store.list()} == {job: place for place, job in enumerate(order, 1)}


def test_a_list_is_filtered_and_paged(store: Store) -> None:
    first = submit(store, 3, owner="ada", group="a", name="50% noise")
    second = submit(store, 2, owner="bob", name="50 noise")
    store.request_cancel(second[0])
    assert [job.id for job in store.list()] == [*reversed(second), *reversed(first)]
    assert [job.id for job in store.list(newest_first=False, limit=2, offset=1)] == first[1:]
    assert [job.id for job in store.list(owner="bob")] == list(reversed(second))
    assert [job.id for job in store.list(group="a", newest_first=False)] == first
    assert [job.id for job in store.list(text="50%", newest_first=False)] == first, "a percent sign is no wildcard"
    assert [job.id for job in store.list(text='"seed": 2')] == [first[2]]
    assert store.count(states=[State.CANCELLED]) == store.count(owner="bob", states=[State.CANCELLED]) == 1
    assert store.list(states=[]) == []
    assert store.counts()[State.QUEUED] == 4
    assert store.counts()[State.LOST] == 0


def test_a_cancel_during_the_start_is_not_forgotten(store: Store) -> None:
    """The process that was just started must still be known, so that it can be ended."""
    (job,) = submit(store)
    attempt = claim(store, job)
    assert store.request_cancel(job).state == State.CANCELLING
    assert store.request_cancel(job).state == State.CANCELLING
    process = Process("this boot", 4711, 99)
    assert store.started(job, attempt.token, process)
    assert (store.get(job).state, store.get(job).process) == (State.CANCELLING, process)
    assert store.requeue(job, attempt.token, "drained", failure=False), "the cancel came first"
    assert store.get(job).state == State.CANCELLED
    assert store.claim(job, "this boot") is None


def test_what_is_finished_can_be_retried_and_deleted_but_nothing_else(store: Store) -> None:
    ended, queued = submit(store, 2)
    attempt = claim(store, ended)
    with pytest.raises(TeslaError, match=rf"cancel these first: {ended} \(starting\), {queued} \(queued\)"):
        store.delete([ended, queued])
    for unfinished in (ended, queued):
        with pytest.raises(TeslaError, match="only one that failed, was cancelled or lost can be retried"):
            store.retry(unfinished)
    store.finish(ended, attempt.token, State.FAILED, "no learning rate fits", exit_code=2)
    failed = store.get(ended)
    assert (failed.error, failed.failures, failed.attempt_log[0].exit_code) == ("no learning rate fits", 1, 2)
    with pytest.raises(TeslaError, match="failed already: there is nothing to cancel"):
        store.request_cancel(ended)
    again = store.retry(ended)
    assert (again.state, again.failures, again.attempts, again.error) == (State.QUEUED, 0, 1, "")
    store.request_cancel(ended)
    store.delete([ended])
    with pytest.raises(UnknownJob, match=f"no job {ended}"):
        store.get(ended)
    assert submit(store) == [str(int(queued) + 1)], "numbers are not used again: folders would mix"


@pytest.mark.parametrize("job", ["999", "", "one", "-1", "1; DROP TABLE jobs", "١", "9" * 30])
def test_an_unknown_job_is_named(store: Store, job: str) -> None:
    with pytest.raises(UnknownJob, match="There is no job"):
        store.get(job)


def test_failures_count_in_a_row_and_a_newer_checkpoint_starts_the_count_anew(store: Store) -> None:
    (job,) = submit(store, retries=2)
    seen = []
    for reached in (1.0, 1.0, 2.5, 2.5, 2.5):
        store.requeue(job, claim(store, job).token, "killed", failure=True, reached=reached, exit_code=-9)
        seen.append(store.get(job).failures)
    assert seen == [1, 2, 1, 2, 3]


def test_a_pause_is_no_failure(store: Store) -> None:
    (job,) = submit(store, retries=0)
    for _ in range(5):
        assert store.requeue(job, claim(store, job).token, "the machine went down", failure=False)
    assert (store.get(job).failures, store.get(job).attempts) == (0, 5)


def test_a_retry_never_waits_for_days(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    (job,) = submit(store)
    store.requeue(job, claim(store, job).token, "crashed", failure=True, delay=50.0)
    assert 49.0 < store.get(job).waits <= 50.0
    set_clock(monkeypatch, rows, time=lambda: 4e9)  # the clock on the wall jumps by decades
    assert store.get(job).waits <= 50.0
    set_clock(monkeypatch, rows, monotonic=lambda: -1e6)
    assert store.get(job).waits == 60.0
    monkeypatch.setattr(rows, "boot_identity", lambda: "after a reboot")
    assert store.get(job).waits == 0.0


def test_a_drained_lab_starts_nothing(store: Store) -> None:
    (job,) = submit(store)
    store.set_drained(True, "class in ten minutes")
    assert (store.drained, store.drain_reason) == (True, "class in ten minutes")
    assert store.claim(job, "this boot") is None
    store.set_drained(False)
    assert (store.drained, store.drain_reason) == (False, "")
    assert store.claim(job, "this boot") is not None


def test_the_revision_grows_with_writes_alone(store: Store, home: Home) -> None:
    """A page that polls it sees every change, and redraws for nothing else."""
    (job,) = submit(store)
    before = store.revision_number
    store.list()
    store.report(job, "stale", Progress())
    assert store.revision_number == before
    with Store(home) as other:
        other.request_cancel(job)
    assert store.revision_number > before


def test_a_spec_of_another_version_does_not_hide_the_other_jobs(store: Store, home: Home) -> None:
    old, new = submit(store, 2)
    with sqlite3.connect(home.database) as database:
        database.execute("""UPDATE jobs SET spec = '{"experiment": "gone", "bits": 3}' WHERE id = ?""", (old,))
    database.close()
    jobs = {job.id: job for job in store.list()}
    assert jobs[new].spec == ToysSpec(seed=1)
    assert jobs[old].to_dict()["spec"] == {"experiment": "gone", "bits": 3}
    assert (jobs[old].label, jobs[new].label) == ("gone", "Spiral, TESLA K=8, seed 1")
    with pytest.raises(TeslaError, match="Unknown experiment 'gone'"):
        jobs[old].spec.task()


def test_a_list_takes_specs_as_they_were_checked(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Checking parity of 20 bits means to count a million strings: not for each row of a list."""
    spec = ParitySpec(bits=14, lr=1, seed=4)
    store.submit([Request(spec)])
    monkeypatch.setattr(ParitySpec, "task", lambda _: pytest.fail("it was checked again"))
    assert store.list()[0].spec == spec


def test_threads_share_a_store(store: Store) -> None:
    jobs = submit(store, 30)
    claimed: list[str] = []
    problems: list[BaseException] = []

    def work() -> None:
        try:
            claimed.extend(job for job in jobs if store.claim(job, "this boot"))
        except BaseException as error:
            problems.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    assert sorted(claimed, key=int) == jobs


CLAIM_ALL = """
import random, sys
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.store import Store
store = Store(Home(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
jobs = [job.id for job in store.queue()]
random.Random(int(sys.argv[2])).shuffle(jobs)
print(*[job for job in jobs if store.claim(job, "this boot")])
"""


def test_processes_that_claim_at_once_get_each_job_once(store: Store, home: Home, root: Path) -> None:
    jobs = submit(store, 60)
    racers = [
        subprocess.Popen(
            [sys.executable, "-c", CLAIM_ALL, str(home.path), str(seed)],
            cwd=root,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in range(4)
    ]
    for racer in racers:
        assert racer.stdout is not None
        assert racer.stdout.readline() == "ready\n"
    answers = [racer.communicate("go\n", timeout=60)[0].split() for racer in racers]
    assert [racer.returncode for racer in racers] == [0] * 4
    assert Counter(job for answer in answers for job in answer) == Counter(jobs)
    assert all(job.attempts == 1 for job in store.list(limit=-1))


@pytest.mark.parametrize(
    ("wanted", "index"),
    [
        (Filter(states=FINISHED), "COVERING INDEX jobs_by_state"),
        (Filter(states=[State.RUNNING]), "COVERING INDEX jobs_by_state"),
        (Filter(group="a"), "COVERING INDEX jobs_by_group"),
        (Filter(owner="ada"), "COVERING INDEX jobs_by_owner"),
        (Filter(), "SCAN jobs"),  # from the newest on, and it ends with the page
    ],
)
def test_ten_thousand_jobs_are_not_read_for_one_page(store: Store, wanted: Filter, index: str) -> None:
    sql, values = page_sql(wanted, newest_first=True)
    plan = [
        row["detail"] for row in store._database.connection().execute(f"EXPLAIN QUERY PLAN {sql}", (*values, 50, 0))
    ]
    inner = " ".join(plan[plan.index("LIST SUBQUERY 1") + 1 :]) if "LIST SUBQUERY 1" in plan else " ".join(plan)
    assert index in inner
