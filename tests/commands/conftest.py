"""The command line, in a process of its own where that matters, else called here."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tesla_core.commands import main

# Small enough to run in a blink.
SMALL = ("--bits", "8", "--train-size", "40", "--width", "6", "--epochs", "3", "--batch", "16")


@dataclass(frozen=True)
class Outcome:
    code: int
    stdout: str
    stderr: str


@pytest.fixture
def small() -> tuple[str, ...]:
    return SMALL


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[..., Outcome]]:
    """Call the command line in this process; signal handlers are put back afterwards."""
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def call(*arguments: str | Path) -> Outcome:
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as end:  # argparse
            code = int(end.code or 0)
        printed = capsys.readouterr()
        return Outcome(code, printed.out, printed.err)

    yield call
    for number, handler in handlers.items():
        signal.signal(number, handler)


@pytest.fixture
def start(root: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Start Python in a process of its own; what still runs at the end of the test is killed."""
    started: list[subprocess.Popen[str]] = []

    def begin(*arguments: str | Path) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, *map(str, arguments)],
            cwd=root,
            env={**os.environ, "OMP_NUM_THREADS": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield begin
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()
