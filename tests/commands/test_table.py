"""`table`: hundreds of runs, stopped and gone on with, that do only what is missing."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tesla_core.commands import table as table_command
from tesla_core.errors import TeslaError
from tesla_core.experiments.registry import TABLES
from tesla_core.experiments.results import Result, ResultsFile
from tesla_core.experiments.table import Table, Unit
from tesla_core.experiments.unit import train_unit, unit_file
from tesla_core.problems.parity.experiment import ParitySpec

Start = Callable[..., subprocess.Popen[str]]
Command = Callable[..., Any]

BASE = ParitySpec(bits=8, train_size=40, width=4, epochs=2, batch=16)


def units() -> list[Unit]:
    """Three seeds, two runs each."""
    return [(replace(BASE, seed=seed), replace(BASE, seed=seed, activation="relu")) for seed in range(3)]


# The same table in a process of its own, with runs that last, so that there is time to kill it.
LONG_TABLE = """
import signal, sys
from dataclasses import replace
from tesla_core.commands import main
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.experiments.table import Table
from tesla_core.experiments.registry import TABLES

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # which a shell has its background jobs ignore
    base = ParitySpec(bits=8, train_size=40, width=4, epochs=2, batch=16)
    long = replace(base, epochs=100_000)
    units = [(base, replace(base, activation="relu")), (long,), (replace(long, seed=1),)]
    TABLES["tiny"] = Table("tiny", "Tiny", lambda: units, ("model",), "bits", specialists=False)
    main(["table", "tiny", "--out", sys.argv[1]])
"""


class Here:
    """In place of the pool of processes: trains in this one and remembers what."""

    trained: list[Unit]

    def __init__(self, *_arguments: object, **_options: object) -> None: ...

    def __enter__(self) -> Here:
        return self

    def __exit__(self, *_error: object) -> None: ...

    def shutdown(self, **_options: object) -> None: ...

    def submit(self, function: Callable[[Unit], list[Result]], unit: Unit) -> Future[list[Result]]:
        self.trained.append(unit)
        future: Future[list[Result]] = Future()
        try:
            future.set_result(function(unit))
        except TeslaError as error:
            future.set_exception(error)
        return future


@pytest.fixture
def trained(monkeypatch: pytest.MonkeyPatch) -> list[Unit]:
    """The tiny table in place, and the units that were trained."""
    monkeypatch.setitem(TABLES, "tiny", Table("tiny", "Tiny", units, ("model",), "bits", specialists=False))
    monkeypatch.setattr(table_command, "ProcessPoolExecutor", Here)
    monkeypatch.setattr(Here, "trained", [], raising=False)
    return Here.trained


def test_a_table_measures_every_run_and_prints_itself(command: Command, trained: list[Unit], tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    outcome = command("table", "tiny", "--out", file)
    assert outcome.code == 0
    assert trained == units()
    assert {result.spec for result in ResultsFile(file).read()} == {spec for unit in units() for spec in unit}
    table, reading, of_paper, letters = outcome.stdout.strip().split("\n\n")
    header, _, *rows = table.splitlines()
    assert reading.startswith("Mean test accuracy in percent (seeds that learned / seeds run).")
    assert "training samples 40; epochs 2;" in reading
    assert "seeds 0, 1 and 2." in reading
    assert header == "| model | bits 8 |"
    assert [row.split("|")[1].strip() for row in rows] == ["TESLA K=8", "ReLU"]
    assert all("/3)" in row for row in rows)
    assert of_paper.splitlines()[-1] == "| TESLA K=8 | 100.00% [a] |"  # of 16 bits; of ReLU the paper has none
    assert "[a] Not its setting: bits 16 (here 8); width 128 (here 4); training samples 100,000 (here 40)" in letters
    assert "3/3 groups of runs" in outcome.stderr


def test_a_table_goes_on_with_what_is_missing_and_only_that(
    command: Command, trained: list[Unit], tmp_path: Path
) -> None:
    """After a crash: one unit whole, one with a line lost, one not begun."""
    file = tmp_path / "results.jsonl"
    whole, half, _ = units()
    ResultsFile(file).append([*train_unit(whole), *train_unit(half)])
    before = file.read_bytes()
    torn = before[:-25]
    file.write_bytes(torn)
    assert command("table", "tiny", "--out", file).code == 0
    assert trained == [(half[1],), units()[2]]
    assert file.read_bytes().startswith(torn)
    specs = [result.spec for result in ResultsFile(file).read()]
    assert len(specs) == len(set(specs)) == 6
    trained.clear()
    again = command("table", "tiny", "--out", file)
    assert trained == []
    assert "(0/3)" in again.stdout or "(1/3)" in again.stdout


def test_a_unit_that_fails_is_told_and_costs_no_other(command: Command, trained: list[Unit], tmp_path: Path) -> None:
    """One damaged checkpoint among hundreds of hours: the others are measured, and the command says what failed."""
    file = tmp_path / "results.jsonl"
    damaged = unit_file(tmp_path / "results.jsonl.unfinished", units()[1])
    damaged.parent.mkdir()
    damaged.write_bytes(b"not a checkpoint")
    outcome = command("table", "tiny", "--out", file)
    assert outcome.code != 0
    assert "'seed': 1" in outcome.stderr
    assert outcome.stderr.splitlines()[-1].count(str(damaged)) == 1
    assert sorted(result.spec.seed for result in ResultsFile(file).read()) == [0, 0, 2, 2]


def test_show_only_prints_and_leaves_out_what_is_of_another_table(
    command: Command, trained: list[Unit], tmp_path: Path
) -> None:
    file = tmp_path / "results.jsonl"
    stranger = Result(replace(BASE, activation="tanh"), {"test_accuracy": 0.9, "final_accuracy": 0.9})
    ours = Result(units()[0][0], {"test_accuracy": 0.875, "final_accuracy": 0.5})
    ResultsFile(file).append([ours, stranger])
    outcome = command("table", "tiny", "--out", file, "--show")
    assert trained == []
    assert "| TESLA K=8 | 87.50 (1/1) |" in outcome.stdout
    assert "Tanh" not in outcome.stdout


def test_show_without_a_file_prints_what_ships(command: Command) -> None:
    """The answer to "does the 32-bit claim hold?" is one command away, not a path to be guessed."""
    outcome = command("table", "parity", "--show")
    assert "| uniform(0.35) | 32 | TESLA K=8 | 83.22 (2/3) |" in outcome.stdout
    assert "training samples 21,877 and 100,000; epochs 20;" in outcome.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--show", "--out", "nowhere.jsonl"), "There is no file nowhere.jsonl"),
        ((), "--out FILE"),
        (("--show",), "tiny"),
    ],
)
def test_a_table_without_results_says_what_to_give(
    command: Command, trained: list[Unit], arguments: tuple[str, ...], said: str
) -> None:
    outcome = command("table", "tiny", *arguments)
    assert outcome.code != 0
    assert said in outcome.stderr
    assert trained == []


def test_the_numbers_of_a_unit_are_those_of_its_runs_alone() -> None:
    together = train_unit(units()[0])
    for result, spec in zip(together, units()[0], strict=True):
        (alone,) = train_unit((spec,))
        assert result.spec == spec
        assert result.test_accuracy == pytest.approx(alone.test_accuracy, abs=0.03)


def children_of(process: subprocess.Popen[str]) -> list[int]:
    found = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return [int(number) for number in found]


def alive(number: int) -> bool:
    state = Path(f"/proc/{number}/stat")
    return state.exists() and state.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_stopped_table_keeps_what_it_has_and_leaves_no_worker_behind(
    start: Start, tmp_path: Path, number: signal.Signals
) -> None:
    """A worker that outlived its table would keep a core for hours and write nothing; and one that Ctrl-C stops in the
    middle of one group of runs would go on with the next."""
    script, file = tmp_path / "table.py", tmp_path / "results.jsonl"
    script.write_text(LONG_TABLE)
    process = start("-c", f"import runpy; runpy.run_path({str(script)!r}, run_name='__main__')", file)
    deadline = time.monotonic() + 120
    while not file.exists() or len(ResultsFile(file).read()) < 2:
        assert process.poll() is None, process.communicate()[1]
        assert time.monotonic() < deadline
        time.sleep(0.05)
    workers = children_of(process)
    assert workers
    for one in (process.pid, *workers):  # as a terminal does it
        if number == signal.SIGINT or one == process.pid:
            os.kill(one, number)
    process.wait(30)
    deadline = time.monotonic() + 30
    while any(map(alive, workers)):
        assert time.monotonic() < deadline, "a worker still runs half a minute after its table was killed"
        time.sleep(0.05)
    assert [result.spec.activation for result in ResultsFile(file).read()] == ["tesla", "relu"]
