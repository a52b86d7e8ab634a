"""If these fail, cancelling a job kills a stranger, or leaves something of the job behind."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tesla_core.errors import TeslaError
from tesla_core.jobs import processes
from tesla_core.jobs.processes import Process, Termination, boot_identity, group_of, members
from tests.jobs.attempts import end_group

Start = Callable[..., subprocess.Popen[str]]

# Prints a line for every TERM it gets, and lives on.
STUBBORN = """
import signal, time
signal.signal(signal.SIGTERM, lambda *_: print("term", flush=True))
print("ready", flush=True)
while True: time.sleep(0.05)
"""
# Has a child in its group and one that left it; neither listens to TERM. The one that left hides its parent, too.
FAMILY = """
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
if os.fork() == 0:
    if os.fork() == 0: os.setsid()
    os.write(1, f"child {os.getpid()}\\n".encode())  # two write at once: a line must be one write
    while True: time.sleep(0.05)
while True: time.sleep(0.05)
"""


@pytest.fixture
def start() -> Iterator[Start]:
    """`start(code, token)`: a Python process in a group of its own."""
    started: list[subprocess.Popen[str]] = []

    def begin(code: str, token: str = "") -> subprocess.Popen[str]:
        environment = {**os.environ, "TESLA_JOB_TOKEN": token} if token else dict(os.environ)
        process = subprocess.Popen(
            [sys.executable, "-S", "-c", code],
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
            start_new_session=True,
        )
        started.append(process)
        return process

    yield begin
    for process in started:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def identity(process: subprocess.Popen[str]) -> Process:
    found = Process.of(process.pid)
    assert found is not None
    return found


def test_a_process_knows_itself() -> None:
    assert Process.current() == Process.of(os.getpid())
    assert Process.current().alive


def test_the_boot_is_one_for_all_processes_of_this_machine(root: Path) -> None:
    """Otherwise a new supervisor takes every running job for one of a machine that died."""
    code = "from tesla_core.jobs.processes import boot_identity; print(boot_identity())"
    other = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert other.stdout.strip() == boot_identity()


def test_the_processes_of_another_namespace_are_not_taken_for_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a container that sees its host's /proc, pids mean other processes, and the wrong ones would be ended."""
    (tmp_path / "self").symlink_to("1")
    monkeypatch.setattr(processes, "PROC", tmp_path)
    boot_identity.cache_clear()
    with pytest.raises(TeslaError, match="another PID namespace"):
        Process.current()
    with pytest.raises(TeslaError, match="another PID namespace"):
        boot_identity()


def test_a_pid_that_is_used_again_is_not_the_process(start: Start) -> None:
    stranger = start(STUBBORN)
    line(stranger)
    mistaken = replace(identity(stranger), ticks=identity(stranger).ticks - 1)
    assert not mistaken.alive
    assert not mistaken.send(signal.SIGKILL)
    assert stranger.poll() is None


def test_the_same_pid_before_a_reboot_is_not_the_process(start: Start) -> None:
    before = replace(identity(start(STUBBORN)), boot="another life")
    assert not before.alive
    assert not before.send(signal.SIGKILL)


def test_a_zombie_does_not_live(start: Start) -> None:
    """It still answers to a signal: a job that crashed would be waited for for ever."""
    process = start("print('done', flush=True)")
    it = identity(process)
    line(process)
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)  # ended, and not reaped
    os.kill(process.pid, 0)
    assert not it.alive
    assert not it.send(signal.SIGTERM)


def test_nobody_has_a_pid_that_is_free() -> None:
    assert Process.of(2**22 + 1) is None


def test_a_row_that_points_at_a_stranger_leaves_it_alive(start: Start) -> None:
    stranger = start(STUBBORN)
    line(stranger)
    end_group(replace(identity(stranger), ticks=1), "0000000000000000", grace=0.0)
    assert stranger.poll() is None
    assert identity(stranger).alive


def test_a_child_that_left_the_group_is_found_by_its_token_and_ended(start: Start) -> None:
    leader = start(FAMILY, "feed0123")
    children = {int(line(leader).split()[1]) for _ in range(2)}
    outside = [pid for pid in children if os.getpgid(pid) != leader.pid]
    assert len(outside) == 1
    assert {process.pid for process in members("feed0123")} == {leader.pid, *children}
    assert {process.pid for process in group_of(identity(leader))} == {leader.pid, *children} - set(outside)

    end_group(identity(leader), "feed0123", grace=0.1)

    assert members("feed0123") == []
    assert leader.wait() == -signal.SIGKILL


def test_a_group_is_ended_also_where_the_token_was_taken_out_of_the_environment(start: Start) -> None:
    code = f"import os, sys; os.execve(sys.executable, [sys.executable, '-S', '-c', {STUBBORN!r}], {{}})"
    leader = start(f"import os\nif os.fork() == 0: {code}\nimport time\nwhile True: time.sleep(1)", "feed4567")
    assert line(leader) == "ready"
    group = group_of(identity(leader))
    assert len(group) == 2
    assert len(members("feed4567")) == 1
    end_group(identity(leader), "feed4567", grace=0.2)
    assert not any(process.alive for process in group)


def test_what_is_left_of_an_attempt_whose_leader_died_is_ended(start: Start) -> None:
    leader = start(FAMILY, "feed89ab")
    it = identity(leader)
    for _ in range(2):
        line(leader)
    leader.kill()
    leader.wait()
    assert len(members("feed89ab")) == 2
    end_group(it, "feed89ab", grace=0.1)
    assert members("feed89ab") == []


def test_term_is_sent_once_and_then_kill(start: Start) -> None:
    """The first TERM asks a run for its checkpoint; a second would not let it finish."""
    process = start(STUBBORN, "feedcdef")
    assert line(process) == "ready"
    clock = iter([0.0, 0.1, 0.2, 0.3, 5.0])
    ending = Termination(identity(process), "feedcdef", 1.0, clock=lambda: next(clock))
    for _ in range(3):
        assert not ending.step()
    assert line(process) == "term"
    time.sleep(0.2)
    assert not ending.step()
    assert process.wait() == -signal.SIGKILL
    assert process.stdout is not None
    assert process.stdout.read() == ""


def test_a_process_that_cannot_be_killed_is_named_and_not_waited_for(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = start(STUBBORN, "feed0000")
    line(process)
    monkeypatch.setattr(Process, "send", lambda *_: True)
    clock = iter([0.0, 100.0])
    with pytest.raises(TeslaError, match=f"can't be killed: {process.pid}"):
        Termination(identity(process), "feed0000", 1.0, clock=lambda: next(clock)).step()


def test_a_process_never_ends_itself() -> None:
    """A run that clears up after its children must not be among them."""
    assert Termination(Process.current(), "0000000000000001", 0.0).step() is True


def test_a_system_without_proc_does_the_same_through_psutil(
    start: Start, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """On macOS jobs are started, found and ended as on Linux."""
    monkeypatch.setattr(processes, "PROC", tmp_path / "no-proc")
    boot_identity.cache_clear()
    try:
        assert boot_identity().startswith("booted-")
        leader = start(FAMILY, "feedbeef")
        for _ in range(2):
            line(leader)
        it = identity(leader)
        assert it.alive
        assert not replace(it, ticks=it.ticks + 1).alive
        assert len(members("feedbeef")) == 3
        end_group(it, "feedbeef", grace=0.1)
        assert members("feedbeef") == []
        assert not it.alive
    finally:
        boot_identity.cache_clear()
