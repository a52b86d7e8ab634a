"""The progress bar: loss, accuracy and time left, on a terminal and in a log."""

from __future__ import annotations

import io
from types import SimpleNamespace
from typing import Any

import pytest
import torch

from tesla_core import progress_line
from tesla_core.commands.progress import ProgressBar
from tesla_core.training import time_left
from tesla_core.training.trainable import Step
from tests.clock import set_clock


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which the test moves."""
    now = [0.0]
    for module in (progress_line, time_left):
        set_clock(monkeypatch, module, monotonic=lambda: now[0])
    return now


def training(*accuracies: float, validation: bool = True) -> Any:
    name = "validation_accuracy" if validation else "test_accuracy"
    history = [{name: [accuracy], "test_accuracy": [accuracy]} for accuracy in accuracies]
    return SimpleNamespace(epochs=10, history=history)


def step(epoch: int, batch: int) -> Step:
    return Step(epoch, batch, batches=4, losses=torch.tensor([0.25]))


def test_a_terminal_has_one_line_that_moves_and_says_how_long_it_will_take(clock: list[float]) -> None:
    stream = Terminal()
    bar = ProgressBar(stream)
    bar(training(), step(0, 1))
    clock[0] = 10.0
    bar(training(0.5), step(1, 1))  # a tenth further in ten seconds, and 87.5% left
    lines = stream.getvalue().split("\r\x1b[K")[1:]
    assert "\n" not in stream.getvalue()
    assert lines[0].endswith("loss 0.2500  …")
    assert "12% epoch 2/10  loss 0.2500  validation 50.00%  1:28 left" in lines[1]
    clock[0] = 80.0
    bar(training(0.5), step(9, 4))
    assert "100% epoch 10/10" in stream.getvalue()
    assert stream.getvalue().endswith("0:00 left\n")


def test_a_log_gets_a_line_now_and_then_and_the_last_one(clock: list[float]) -> None:
    stream = io.StringIO()
    bar = ProgressBar(stream)
    for second in range(25):
        clock[0] = float(second)
        bar(training(0.5), step(second // 4, second % 4 + 1))
    bar(training(0.5), step(9, 4))
    lines = stream.getvalue().splitlines()
    assert len(lines) == 4
    assert "\r" not in stream.getvalue()
    assert "100%" in lines[-1]


def test_a_resumed_run_counts_only_its_own_time(clock: list[float]) -> None:
    """Half was done before: ten seconds for a tenth means forty for the other four tenths."""
    stream = Terminal()
    bar = ProgressBar(stream)
    bar(training(), step(4, 4))
    clock[0] = 10.0
    bar(training(), step(5, 4))
    assert "0:40 left" in stream.getvalue()


def test_without_validation_it_shows_the_test_accuracy(clock: list[float]) -> None:
    stream = Terminal()
    ProgressBar(stream)(training(0.75, validation=False), step(1, 1))
    assert "test 75.00%" in stream.getvalue()
