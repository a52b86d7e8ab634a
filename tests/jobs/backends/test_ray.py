"""Jobs on a real Ray cluster of two nodes: the contract, and what happens when its machines die."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from tesla_core.experiments.folder import RunFolder
from tesla_core.jobs.backends.contract import UnreachableError
from tesla_core.jobs.backends.ray import RayBackend
from tesla_core.jobs.backends.ray_client import RayClient
from tesla_core.jobs.backends.ray_settings import RaySettings
from tesla_core.jobs.backends.ray_watch import UNSENT, Seen
from tesla_core.jobs.processes import members
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Job, Request
from tesla_core.jobs.store.states import State
from tesla_core.jobs.store.store import Store
from tesla_core.jobs.supervisor.folders import reached
from tesla_core.jobs.supervisor.starting import ensure_supervisor
from tesla_core.jobs.worker.attempt import EXIT_EVENT
from tesla_core.jobs.worker.files import read_heartbeat
from tesla_core.jobs.worker.heartbeat import EVENT
from tests.jobs.attempts import LONG, QUICK
from tests.jobs.backends.contract import BackendContract, Bench
from tests.jobs.backends.ray_cluster import ADDRESS, Cluster, ray_cluster
from tests.jobs.light import assert_never_two_at_once, light_command, wait_until

# Starting the cluster alone takes longer than a test of `make test` may: there other backends keep the contract, and
# test_ray_head.py has what a head may answer.
pytestmark = pytest.mark.slow

SETTINGS = RaySettings(ADDRESS, stop_seconds=1)
POLL = 0.1


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with ray_cluster() as cluster:
        yield cluster


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home").make()


@pytest.fixture
def bench(cluster: Cluster, home: Home) -> Iterator[Bench]:
    backend = RayBackend(home, light_command, SETTINGS, POLL)
    yield Bench(home, backend)
    backend.close()


class TestRay(BackendContract):
    """All that every backend does."""


def test_a_real_run_on_a_machine_that_has_the_folder_elsewhere(cluster: Cluster, home: Home, tmp_path: Path) -> None:
    """The cluster mounts the shared folder under another path: the run is found there, its progress and its reason to
    end come as lines of its output, and its result is here."""
    mounted = tmp_path / "as the cluster sees it"
    mounted.symlink_to(home.runs)
    backend = RayBackend(home, settings=RaySettings(ADDRESS, folder=mounted), poll=POLL)
    bench = Bench(home, backend)
    job, attempt = bench.claim("")
    handle = backend.start(job, attempt)
    end = bench.end_of(job, handle)
    assert end.kind == "succeeded", end.reason
    client = RayClient(ADDRESS)
    submission = json.loads(handle)["submission"]
    details = client.details(submission)
    assert details is not None
    assert str(mounted) in details["entrypoint"]
    lines = client.tail(submission, details["driver_node_id"], 1000)
    assert json.loads([line for line in lines if line.startswith(EVENT)][-1].removeprefix(EVENT))["done"] == 1.0
    assert json.loads(lines[-1].removeprefix(EXIT_EVENT)) == json.loads(RunFolder(job.folder).exit_file.read_text())
    assert "TESLA-JOB" not in backend.log(job, handle, 1000)
    backend.close()


def test_a_job_in_the_clusters_own_queue_waits_and_can_be_taken_back(cluster: Cluster, home: Home) -> None:
    """No machine is large enough now. That is no silence of the job's; and after a cancel it never begins."""
    backend = RayBackend(home, light_command, RaySettings(ADDRESS, cpus=64), POLL)
    bench = Bench(home, backend)
    job, attempt = bench.claim("run 60")
    handle = backend.start(job, attempt)
    submission = json.loads(handle)["submission"]
    wait_until(lambda: (RayClient(ADDRESS).details(submission) or {}).get("status") == "PENDING", "it is in the queue")
    wait_until(lambda: backend._watch.seen(submission) != Seen(UNSENT), "that is known here")
    assert backend.status(job, handle).waiting
    backend.stop(job, handle, 10.0)
    assert bench.end_of(job, handle).kind == "interrupted"
    assert RunFolder(job.folder).token_file.read_text().strip() != attempt.token
    backend.close()


def test_machines_of_the_cluster_die(cluster: Cluster, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """A job's machine dies: nothing of it lives on, and it goes on from its checkpoint on another. Then the head dies
    too, and all of Ray's memory with it: ours is intact, jobs of this host go on, and a cancel is still obeyed."""
    monkeypatch.setenv("TESLA_LAB_RAY_ADDRESS", ADDRESS)
    monkeypatch.setenv("TESLA_LAB_RAY_PATIENCE", "3")
    _occupy_the_head()
    with Store(home) as store, _supervisor(home):
        (job,) = store.submit([Request(LONG, device="cpu", backend="ray")])
        ensure_supervisor(home)
        checkpoint = RunFolder(job.folder).checkpoint_file
        wait_until(lambda: checkpoint.exists() and store.get(job.id).progress.beat > 1, "it trains")
        first = store.get(job.id)
        assert cluster.raylet(head=False) in _ancestors(first)
        RayClient(ADDRESS).stop("busy")

        cluster.raylet(head=False).kill()
        wait_until(lambda: not members(_token(first)), "nothing of the attempt is left")
        place = reached(job.folder)
        beat = wait_until(lambda: _beat_after(store, job, first), "it goes on elsewhere")
        second = store.get(job.id)
        assert second.attempts == 2
        assert second.failures == 0
        assert cluster.raylet(head=True) in _ancestors(second)
        assert beat["epoch"] >= int(place) > 0, "it began again"

        cluster.kill_head()
        wait_until(lambda: not members(_token(second)), "nothing of the attempt is left")
        wait_until(lambda: store.get(job.id).attempts == 3, "it is to be started again")
        (other,) = store.submit([Request(QUICK, device="cpu")])
        wait_until(lambda: store.get(other.id).state is State.SUCCEEDED, "a job of this host goes on")
        third = store.get(job.id)
        assert third.state is State.STARTING
        assert third.failures == 0
        assert [row.token for row in third.attempt_log] == [_token(first), _token(second), _token(third)]
        assert "went away" in third.attempt_log[0].reason
        assert ADDRESS in third.attempt_log[1].reason
        store.request_cancel(job.id)
        wait_until(lambda: store.get(job.id).state is State.CANCELLED, "the cancel is obeyed")
        assert_never_two_at_once(job.folder)


def _occupy_the_head() -> None:
    """All of its CPUs, so that the next job is placed on the second node."""
    client = RayClient(ADDRESS)
    resources = {"entrypoint_num_cpus": 2, "entrypoint_resources": {"first": 1}}
    client.submit({"submission_id": "busy", "entrypoint": "exec sleep 600", **resources})
    wait_until(lambda: _status(client, "busy") == "RUNNING", "the head is occupied")


def _status(client: RayClient, submission: str) -> str:
    """What the head says of a job; nothing when it is too busy to answer."""
    try:
        return (client.details(submission) or {}).get("status", "")
    except UnreachableError:
        return ""


class _supervisor:  # noqa: N801
    """Ends the home's supervisor, whatever the test came to."""

    def __init__(self, home: Home) -> None:
        self._home = home

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None:
        words = self._home.lock.read_text().split() if self._home.lock.exists() else []
        if words:
            os.kill(int(words[1]), signal.SIGKILL)


def _token(job: Job) -> str:
    assert job.token is not None
    return job.token


def _ancestors(job: Job) -> list[psutil.Process]:
    """All processes above the job's own: among them is the node that started it."""
    (process,) = members(_token(job))
    return psutil.Process(process.pid).parents()


def _beat_after(store: Store, job: Job, before: Job) -> dict[str, Any] | None:
    """The heartbeat of a newer attempt, once the store knows that it runs."""
    beat = read_heartbeat(job.folder)
    running = store.get(job.id).state is State.RUNNING
    return beat if running and beat is not None and beat["token"] != before.token else None
