"""What the Ray backend makes of a head's answers, and of none: with a head made of a table."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tesla_core.errors import TeslaError
from tesla_core.experiments.folder import RunFolder
from tesla_core.files import write_atomically
from tesla_core.jobs.backends.contract import Exit, UnreachableError
from tesla_core.jobs.backends.ray import RayBackend
from tesla_core.jobs.backends.ray_client import RayClient
from tesla_core.jobs.backends.ray_exits import exit_on_cluster
from tesla_core.jobs.backends.ray_settings import RaySettings
from tesla_core.jobs.backends.ray_watch import MISSING, REFUSED, TAKEN_BACK, Seen
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Attempt, Job
from tests.jobs.backends.contract import Bench
from tests.jobs.backends.ray_head import Head, ray_head
from tests.jobs.light import wait_until

MakeBench = Callable[..., Bench]
NODE_GONE = "Job supervisor actor died: The actor died because its node has died."


@pytest.fixture
def head() -> Iterator[Head]:
    with ray_head() as head:
        yield head


@pytest.fixture
def make(tmp_path: Path) -> Iterator[MakeBench]:
    """Benches with a backend that asks often."""
    made: list[RayBackend] = []

    def make(address: str, **settings: Any) -> Bench:
        home = Home(tmp_path / "home").make()
        made.append(RayBackend(home, settings=RaySettings(address, **settings), poll=0.01))
        return Bench(home, made[-1])

    yield make
    for backend in made:
        backend.close()


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def beat(job: Job, attempt: Attempt, number: int) -> None:
    words = json.dumps({"token": attempt.token, "beat": number})
    write_atomically(RunFolder(job.folder).heartbeat_file, words.encode())


def test_a_head_that_hangs_holds_up_nobody(head: Head, make: MakeBench) -> None:
    """With the head's store killed its dashboard still takes calls, and hangs. The supervisor has other jobs too."""
    bench = make(head.address)
    job, attempt = bench.claim("")
    head.answers.clear()
    handle = bench.backend.start(job, attempt)
    wait_until(lambda: head.calls, "the head is asked")
    assert bench.status(job, handle).waiting
    bench.backend.stop(job, handle, 1.0)
    end = bench.status(job, handle).exit
    assert end is not None
    assert end.kind == "interrupted"
    assert len(head.calls) == 1, "the first call is still being waited for"


def test_a_job_waits_for_a_head_that_is_down_and_is_handed_over_once(make: MakeBench) -> None:
    """The cluster is started after the jobs were launched: nothing fails, nothing is started twice."""
    port = free_port()
    bench = make(f"http://127.0.0.1:{port}", patience=0.0)
    job, attempt = bench.claim("")
    handle = bench.backend.start(job, attempt)
    assert isinstance(bench.backend, RayBackend)
    backend = bench.backend
    wait_until(lambda: backend._watch.silence[0], "the head is missed")
    assert bench.status(job, handle).waiting
    with ray_head(port) as head:
        wait_until(lambda: head.jobs, "the job is handed over")
        (asked,) = [details["asked"] for details in head.jobs.values()]
        assert f"TESLA_JOB_TOKEN={attempt.token}" in asked["entrypoint"]
        assert "TESLA_JOB_WATCH_PARENT=1" in asked["entrypoint"]
        assert asked["entrypoint_num_cpus"] == 1
        wait_until(lambda: [call for call in head.calls if call.startswith("GET")], "it is followed")
        assert [call for call in head.calls if call.startswith("POST")] == ["POST /api/jobs/"]


def test_a_heartbeat_may_come_by_either_way(head: Head, make: MakeBench) -> None:
    """A log that can't be read, or a folder that is slow to show files, does not make a job seem dead."""
    bench = make(head.address)
    job, attempt = bench.claim("")
    handle = bench.backend.start(job, attempt)
    wait_until(lambda: head.jobs, "the job is handed over")
    head.lines = ["hello", f'TESLA-JOB {{"token": "{attempt.token}", "beat": 7}}', 'TESLA-JOB {"tok']
    head.jobs[json.loads(handle)["submission"]] |= {"status": "RUNNING", "driver_node_id": "n1"}
    assert bench.until_it_beats(job, handle)["beat"] == 7
    beat(job, attempt, 8)
    assert bench.until_it_beats(job, handle)["beat"] == 8
    assert bench.backend.log(job, handle, 5) == "hello"


def test_what_runs_on_a_head_that_went_silent_is_unknown_first_and_given_up_later(head: Head, make: MakeBench) -> None:
    """One lost packet costs nobody a job; a head that stays away does not keep a job for ever. When it comes back, the
    attempt that was given up is told to stop."""
    patient, hasty = make(head.address, patience=1e6), make(head.address, patience=0.0)
    job, attempt = patient.claim("")
    handle = patient.backend.start(job, attempt)
    submission = json.loads(handle)["submission"]
    wait_until(lambda: head.jobs, "the job is handed over")
    head.jobs[submission]["status"] = "RUNNING"
    for bench in (patient, hasty):
        wait_until(lambda bench=bench: not bench.status(job, handle).waiting, "it is seen to run")
    head.broken = 500
    with pytest.raises(UnreachableError, match=rf"{head.address}.*nothing works here.*asking again"):
        wait_until(lambda: not patient.status(job, handle).alive, "the head is missed")
    end = hasty.end_of(job, handle)
    assert end.kind == "machine-gone"
    assert head.address in end.reason
    beat(job, attempt, 1)
    assert patient.status(job, handle).alive, "its heartbeat in the folder still moves"
    head.broken = 0
    wait_until(lambda: head.jobs[submission]["status"] == "STOPPED", "it is told to stop")


def test_a_head_that_was_started_anew_knows_nothing_and_the_job_is_not_to_blame(head: Head, make: MakeBench) -> None:
    bench = make(head.address)
    job, attempt = bench.claim("")
    handle = bench.backend.start(job, attempt)
    wait_until(lambda: head.jobs, "the job is handed over")
    head.jobs.clear()
    assert bench.end_of(job, handle).kind == "machine-gone"
    assert bench.backend.find(job, attempt) is None


def test_a_job_that_the_head_refuses_fails_by_name(head: Head, make: MakeBench) -> None:
    head.takes_jobs = False
    bench = make(head.address)
    job, attempt = bench.claim("")
    end = bench.end_of(job, bench.backend.start(job, attempt))
    assert end == Exit(None, "mistake", f"The Ray head at {head.address} refuses the job: ValueError: no such thing")


@pytest.mark.parametrize(
    ("seen", "kind", "words"),
    [
        (Seen("STOPPED"), "interrupted", "stopped"),
        (Seen(TAKEN_BACK), "interrupted", "taken back"),
        (Seen(MISSING), "machine-gone", "started anew"),
        (Seen(REFUSED, "no"), "mistake", "no"),
        (Seen("FAILED", NODE_GONE, "JOB_SUPERVISOR_ACTOR_DIED"), "machine-gone", "went away"),
        (Seen("FAILED", "its worker died", "JOB_SUPERVISOR_ACTOR_DIED"), "crash", "its worker died"),
        (Seen("FAILED", "…", "JOB_SUPERVISOR_ACTOR_START_TIMEOUT"), "machine-gone", "free"),
        (Seen("FAILED", "logs:\nno module named x", code=1), "crash", "code 1: no module named x"),
        (Seen("FAILED", code=-9), "crash", "SIGKILL"),
        (Seen("FAILED", code=2), "mistake", "code 2"),
        (Seen("FAILED", code=76), "superseded", "76"),
    ],
)
def test_whose_fault_an_end_was(tmp_path: Path, seen: Seen, kind: str, words: str) -> None:
    """A machine that dies costs a job no retry; its own crashes do."""
    end = exit_on_cluster(tmp_path, "a", seen)
    assert end.kind == kind
    assert words in end.reason


def test_an_attempts_own_last_words_count_most(tmp_path: Path) -> None:
    """Ray only says that a process ended; the runner says why, and only for itself."""
    said = {"token": "a", "code": 74, "kind": "disk-full", "reason": "No space."}
    line = f"TESLA-JOB-EXIT {json.dumps(said)}"
    seen = Seen("FAILED", "…", code=74, lines=("…", line))
    assert exit_on_cluster(tmp_path, "a", seen) == Exit(74, "disk-full", "No space.")
    assert exit_on_cluster(tmp_path, "b", seen).reason != "No space."


def test_a_server_that_is_no_ray_head_is_named(head: Head) -> None:
    """A wrong port is told as such, and not as a job that is gone."""
    head.broken = 404
    with pytest.raises(UnreachableError, match=head.address):
        RayClient(head.address).details("x")


def test_a_cluster_that_asks_for_a_token_gets_it(head: Head) -> None:
    RayClient(head.address, "sesame").details("x")
    assert head.secrets == ["Bearer sesame"]


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("head", "http://head:8265"),
        ("http://head:80/ray/", "http://head:80/ray"),
        ("https://head", "https://head:443"),
        ("[::1]:9", "http://[::1]:9"),
    ],
)
def test_an_address_may_be_short(given: str, address: str) -> None:
    assert RaySettings.from_environment({"TESLA_LAB_RAY_ADDRESS": given}).address == address


@pytest.mark.parametrize(
    ("variables", "words"),
    [
        ({}, "TESLA_LAB_RAY_ADDRESS .* it is not set"),
        ({"ADDRESS": "ray://head:10001"}, "'ray://head:10001' was given"),
        ({"ADDRESS": "head:x"}, "'head:x' was given"),
        ({"ADDRESS": "head", "CPUS": "many"}, "TESLA_LAB_RAY_CPUS must be a number; 'many'"),
        ({"ADDRESS": "head", "CPUS": "0"}, "TESLA_LAB_RAY_CPUS must be from 1 to 4,096; 0 was given"),
    ],
)
def test_settings_that_can_not_be_are_refused_by_name(variables: dict[str, str], words: str) -> None:
    with pytest.raises(TeslaError, match=words):
        RaySettings.from_environment({f"TESLA_LAB_RAY_{name}": value for name, value in variables.items()})
