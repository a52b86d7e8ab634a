"""`jobs` on the command line: a person submits, closes the laptop, and finds the truth on return."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tesla_core.jobs.processes import Process, members
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.store import Store
from tesla_core.jobs.supervisor.starting import supervisor_runs

Command = Callable[..., Any]
PATIENCE = 180.0
FINISHED = {"succeeded", "failed", "cancelled", "lost"}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    """A data folder of the test's own. Its supervisor, and what that started, are killed at the end."""
    home = Home(tmp_path / "home")
    quick = {"ACTIVE_POLL": "0.05", "IDLE_POLL": "0.05", "IDLE_EXIT": "300", "CANCEL_GRACE": "5"}
    for name, value in quick.items():
        monkeypatch.setenv(f"TESLA_LAB_JOBS_{name}", value)
    monkeypatch.setenv("TESLA_LAB_HOME", str(home.path))
    monkeypatch.setenv("TESLA_LAB_CPU_SLOTS", "1")
    monkeypatch.setenv("TESLA_LAB_GPUS", "none")
    yield home
    kill_supervisor(home)
    with Store(home) as store:
        for job in store.list(limit=-1):
            for token in (row.token for row in store.attempts(job.id)):
                for process in members(token):
                    process.send(signal.SIGKILL)


def supervisor_of(home: Home) -> Process | None:
    """Who holds the lock, as its file says."""
    if not home.lock.exists() or not supervisor_runs(home):
        return None
    boot, pid, ticks = home.lock.read_text().split()
    return Process(boot, int(pid), int(ticks))


def kill_supervisor(home: Home) -> None:
    if (supervisor := supervisor_of(home)) is not None:
        supervisor.send(signal.SIGKILL)
        wait_until(lambda: not supervisor_runs(home), "the supervisor is dead")


def wait_until(happens: Callable[[], Any], about: str) -> Any:
    deadline = time.monotonic() + PATIENCE
    while not (answer := happens()):
        assert time.monotonic() < deadline, f"waited in vain: {about}"
        time.sleep(0.1)
    return answer


@pytest.fixture
def jobs(command: Command) -> Callable[..., Any]:
    """Call `jobs … --json` and return what it printed, parsed."""

    def call(*arguments: str) -> Any:
        outcome = command("jobs", *arguments, "--json")
        assert outcome.code == 0, outcome.stderr
        return json.loads(outcome.stdout)

    return call


def until(jobs: Callable[..., Any], job: str, states: set[str]) -> dict[str, Any]:
    return wait_until(lambda: (now := jobs("show", job))["state"] in states and now, f"job {job} becomes {states}")


def test_a_submitted_job_runs_and_shows_its_result(home: Home, jobs: Any, command: Command, small: tuple) -> None:
    """The whole way of one run: queued, run by a supervisor that this started, done, with numbers, log and folder."""
    submitted = jobs("submit", "parity", *small, "--name", "first try")
    assert submitted["ids"] == [submitted["id"]]
    shown = until(jobs, submitted["id"], FINISHED)
    assert (shown["state"], shown["attempts"], shown["progress"], shown["error"]) == ("succeeded", 1, 1.0, "")
    assert shown["pid"] is None
    assert len(shown["metrics"]["history"]) == 3
    assert Path(shown["folder"], "result.json").is_file()
    assert [attempt["outcome"] for attempt in shown["attempt_log"]] == ["succeeded"]
    assert shown["spec"]["bits"] == 8
    (listed,) = jobs("list", "--state", "succeeded")
    assert listed["id"] == shown["id"]
    assert jobs("logs", shown["id"])["lines"]
    plain = [command("jobs", *words).stdout for words in (("list",), ("show", "1"), ("logs", "1", "--follow"))]
    assert "succeeded" in plain[0]
    assert "first try" in plain[0]
    assert "test_accuracy" in plain[1]
    assert "epoch 3/3" in plain[2]


def test_an_empty_lab_says_how_to_begin(home: Home, command: Command) -> None:
    assert command("jobs", "list").stdout == "No job yet; `jobs submit` queues one.\n"
    assert command("jobs", "list", "--state", "failed").stdout.startswith("No job is like that")
    assert "`jobs submit` queues one" in command("jobs", "means").stderr


def test_a_folder_of_pictures_is_one_command(
    home: Home, jobs: Any, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kodak in two lines: submit the folder, then read the mean; a torn file is named and costs nothing else."""
    (tmp_path / "images" / "kodak").mkdir(parents=True)
    for number in range(3):
        Image.new("RGB", (12, 9), (60 * number, 90, 30)).save(tmp_path / "images" / "kodak" / f"{number}.png")
    (tmp_path / "images" / "kodak" / "1.png").write_bytes(b"torn")
    monkeypatch.setenv("TESLA_LAB_IMAGES", str(tmp_path / "images"))
    size = ("--size", "8", "--width", "4", "--depth", "1", "--epochs", "2", "--evaluate-every", "1")
    outcome = command("jobs", "submit", "inr", "--image", "kodak/", *size)
    assert outcome.code == 0, outcome.stderr
    assert outcome.stdout.count("queued as job") == 2
    assert "warning: kodak/1.png can't be used: it is no picture of a known format." in outcome.stderr
    for job in jobs("list", "--group", "inr kodak/"):
        assert until(jobs, job["id"], FINISHED)["state"] == "succeeded"
    (mean,) = jobs("means", "--group", "inr kodak/")
    assert (mean["runs"], mean["of"]) == (2, 2)
    assert mean["psnr"]["low"] <= mean["psnr"]["mean"] <= mean["psnr"]["high"]
    assert "2 of 2 runs: psnr " in command("jobs", "means", "--group", "inr kodak/").stdout
    assert command("jobs", "means").stdout.startswith("inr kodak/:\n")  # the newest job's, where none is named
    assert "There are no jobs of the group 'other'" in command("jobs", "means", "--group", "other").stdout


def test_a_killed_supervisor_is_replaced_and_the_job_goes_on(home: Home, jobs: Any) -> None:
    """Whoever asks after the job starts the next supervisor; the training itself never stopped."""
    job = jobs("submit", "parity", "--bits", "8", "--train-size", "64", "--width", "8", "--epochs", "100000")["id"]
    before = wait_until(lambda: (now := jobs("show", job))["progress"] > 0 and now, "it trains")
    assert before["pid"] > 0
    kill_supervisor(home)
    after = jobs("show", job)
    assert (after["pid"], after["attempts"], after["state"]) == (before["pid"], 1, "running")
    assert supervisor_of(home) is not None
    adopted = wait_until(lambda: (now := jobs("show", job))["epoch"] > after["epoch"] and now, "progress is told again")
    assert (adopted["pid"], adopted["attempts"]) == (before["pid"], 1)
    assert jobs("cancel", job) == [{"id": job, "state": "cancelling"}]
    assert until(jobs, job, FINISHED)["state"] == "cancelled"
    assert not os.path.exists(f"/proc/{before['pid']}/exe"), "its process is gone"


def test_a_drained_lab_queues_cancels_and_retries_but_starts_nothing(home: Home, jobs: Any, small: tuple) -> None:
    """Class in ten minutes: work is handed in as ever, and waits."""
    assert jobs("drain") == {"drained": True}
    ids = jobs("submit", "parity", *small, "--seeds", "3,4,5", "--group", "three", "--gpus", "2")["ids"]
    assert [jobs("show", job)["gpus"] for job in ids] == [2, 2, 2]
    assert jobs("cancel", ids[0]) == [{"id": ids[0], "state": "cancelled"}]
    assert jobs("retry", ids[0]) == [{"id": ids[0], "state": "queued"}]
    listed = jobs("list", "--group", "three")
    assert [(job["seed"], job["state"], job["position"]) for job in reversed(listed)] == [
        (3, "queued", 1),
        (4, "queued", 2),
        (5, "queued", 3),
    ]
    assert jobs("list", "--limit", "1") == listed[:1]
    assert jobs("show", ids[2])["attempts"] == 0
    assert not Path(jobs("show", ids[2])["folder"]).exists()
    jobs("cancel", *ids)
    assert jobs("drain", "--off") == {"drained": False}


@pytest.mark.parametrize(
    ("arguments", "messages"),
    [
        (
            (
                "submit",
                "parity",
                "--bits",
                "2",
                "--lr",
                "-1",
                "--harmonics",
                "0",
                "--retries",
                "-1",
                "--device",
                "warp",
            ),
            ("Bits must be from 4", "Learning rate", "from 1 to 64", "Retries", "warp"),
        ),
        (("submit", "parity", "--seeds", "1,x"), ("whole numbers separated by commas",)),
        (("submit", "parity", "--seeds", "1", "--seed", "2"), ("either --seed or --seeds",)),
        (("submit", "parity", "--backend", "slurm"), ("invalid choice: 'slurm'",)),
        (("show", "17"), ("no job 17",)),
        (("cancel", "one"), ("no job 'one'",)),
        (("logs", "3"), ("no job 3",)),
        (("list", "--state", "asleep"), ("invalid choice: 'asleep'",)),
        (("list", "--limit", "0"), ("--limit must be from 1",)),
    ],
)
def test_a_mistake_is_named_whole_and_queues_nothing(
    home: Home, command: Command, arguments: tuple[str, ...], messages: tuple[str, ...]
) -> None:
    """All that is wrong is said at once, before anything is queued."""
    outcome = command("jobs", *arguments)
    assert outcome.code == 2
    assert [message for message in messages if message not in outcome.stderr] == []
    assert "Traceback" not in outcome.stderr
    with Store(home) as store:
        assert store.count() == 0
    assert not supervisor_runs(home)


def test_the_commands_and_the_supervisor_start_without_torch(root: Path) -> None:
    """`jobs list` answers at once, and the supervisor stays small."""
    code = "import sys, tesla_core.commands, tesla_core.jobs.supervisor.service, tesla_core.jobs.backends.local"
    command = [sys.executable, "-c", f"{code}\nprint('torch' in sys.modules)"]
    assert subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout.strip() == "False"
