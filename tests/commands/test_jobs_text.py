"""`jobs list` and `jobs show` as people read them."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from tesla_core.commands.jobs_text import print_job, print_list
from tesla_core.jobs.store.job import AttemptRow, Job, Request
from tesla_core.jobs.store.request import UnreadableSpec
from tesla_core.jobs.store.states import State
from tesla_core.problems.parity.experiment import ParitySpec

CREATED = time.mktime((2026, 3, 5, 14, 7, 9, 0, 0, -1))
DONE = Job(
    "7",
    State.SUCCEEDED,
    Request(ParitySpec(bits=16, lr=0.01), name="mine"),
    created=CREATED,
    folder=Path("nowhere"),
    started=CREATED + 5,
    finished=CREATED + 5 + 3 * 3600 + 5 * 60,
    attempts=1,
    metrics={"test_accuracy": 0.98765432, "chosen_epoch": 3, "chosen_by": "validation", "final_accuracy": 0.5},
    attempt_log=(
        AttemptRow(1, "t", "b", CREATED + 5, CREATED + 75, "failed", "It ended with signal 9.", -9, None, ""),
    ),
)


def test_times_are_told_as_people_read_them(capsys: pytest.CaptureFixture[str]) -> None:
    """A day and an hour, and how long it took; not 1772716029.0."""
    print_job(DONE, drained=False)
    shown = capsys.readouterr().out
    assert "Thursday 05 March 2026, 14:07:09" in shown
    assert "3 h 5 min after its start" in shown
    assert "failed after 1 min 10 s, started at 14:07:14: It ended with signal 9." in shown
    assert str(int(CREATED)) not in shown


def test_settings_that_differ_come_first(capsys: pytest.CaptureFixture[str]) -> None:
    """What makes this run this run is not looked for among twenty defaults."""
    print_job(DONE, drained=False)
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    own, others = lines.index(["bits", "16"]), next(i for i, line in enumerate(lines) if line[:2] == ["all", "others"])
    assert lines[own - 1] == ["Settings", "that", "differ", "from", "parity's", "defaults"]
    assert lines[own + 1] == ["lr", "0.01"]
    assert own < others
    assert "harmonics 8" in " ".join(lines[others])
    assert "test accuracy 98.77%" in " ".join(map(" ".join, lines)).lower()


def test_a_spec_of_another_version_is_shown_as_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    spec = UnreadableSpec(data={"experiment": "chess", "moves": 40}, problem="Unknown experiment chess.")
    print_job(replace(DONE, request=Request(spec), metrics=None), drained=False)
    assert "moves       40" in capsys.readouterr().out


def test_a_list_has_a_head(capsys: pytest.CaptureFixture[str]) -> None:
    print_list([DONE, replace(DONE, id="6", state=State.FAILED, error="It ended with signal 9.", attempts=2)])
    head, first, second = capsys.readouterr().out.splitlines()
    assert head.split() == ["Job", "State", "Queued", "Outcome", "Run"]
    assert first.split()[:2] == ["7", "succeeded"]
    assert second.endswith(
        "mine · TESLA K=8 · bits 16 · learning rate 0.01 · seed 0, attempt 2: It ended with signal 9."
    )


def test_a_list_tells_runs_of_a_sweep_apart_and_what_they_reached(capsys: pytest.CaptureFixture[str]) -> None:
    """Four flip rates under two rules are eight lines that differ, each with its number."""
    noisy = replace(DONE, request=Request(ParitySpec(bits=32, noise=0.3, init="uniform(0.35)", seed=2)))
    print_list([noisy, replace(noisy, state=State.RUNNING, metrics=None)])
    _, done, running = capsys.readouterr().out.splitlines()
    assert "Test accuracy 98.77%" in done
    assert done.endswith("Noisy parity · TESLA K=8 · bits 32 · noise 0.3 · first layer uniform(0.35) · seed 2")
    assert "0% done" in running


def test_a_list_has_a_line_for_a_spec_of_another_version(capsys: pytest.CaptureFixture[str]) -> None:
    spec = UnreadableSpec(data={"experiment": "chess", "moves": 40}, problem="Unknown experiment chess.")
    print_list([replace(DONE, request=Request(spec), metrics=None, state=State.FAILED)])
    assert "chess" in capsys.readouterr().out
