"""`paper` and `reproduce`: which claims hold, and the same again on one's own machine."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tesla_core.commands import table
from tesla_core.commands.reproduce import seconds_of
from tesla_core.errors import TeslaError
from tesla_core.experiments.registry import TABLES
from tesla_core.experiments.results import Result, ResultsFile
from tesla_core.experiments.table import Unit
from tesla_core.paper.statements import STATEMENTS

Command = Callable[..., object]


def test_counts_come_first_and_what_is_contradicted_before_the_rest(command) -> None:
    told = command("paper")
    assert told.code == 0
    first, *lines = told.stdout.splitlines()
    assert re.match(rf"{len(STATEMENTS)} statements: \d+ contradicted, ", first)
    assert "s4.1-order" in lines[2]
    assert all(any(statement.id in line for line in lines) for statement in STATEMENTS)


def test_as_json(command) -> None:
    told = json.loads(command("paper", "--json").stdout)
    assert sum(told["counts"].values()) == len(told["claims"]) == len(STATEMENTS)
    one = json.loads(command("paper", "--claim", "s4.1-coefficients", "--json").stdout)
    assert one["verdict"] == "contradicted"
    assert one["rows"][0]["sum"] == pytest.approx(1.1752, abs=1e-4)
    few = json.loads(command("paper", "--verdict", "contradicted", "--json").stdout)
    assert {claim["verdict"] for claim in few["claims"]} == {"contradicted"}


def test_one_claim_in_words(command) -> None:
    told = command("paper", "--claim", "s5.6-collapse").stdout
    assert "contradicted" in told
    assert "reproduce s5.6-collapse" in told
    assert "Tuning" in told


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("paper", "--claim", "theorem1"), "theorem-1"),
        (("paper", "--verdict", "wrong"), "contradicted"),
        (("reproduce", "eq-99"), "eq-8"),
        (("reproduce",), "--list"),
        (("reproduce", "theorem-1", "--budget", "soon"), "30m"),
        (("reproduce", "theorem-1", "--budget", "0s"), "budget"),
        (("reproduce", "s1-overhead"), "python -m benchmarks"),
    ],
)
def test_a_mistake_is_told_with_the_way_out(command, arguments: tuple[str, ...], said: str) -> None:
    told = command(*arguments)
    assert told.code == 2
    assert said in told.stderr


def test_a_computed_claim_is_computed_again(command, tmp_path: Path) -> None:
    told = command("reproduce", "theorem-1", "--out", tmp_path)
    assert told.code == 0
    assert "The same verdict." in told.stdout


def test_the_list_says_what_a_claim_takes(command) -> None:
    lines = command("reproduce", "--list").stdout.splitlines()
    assert len(lines) == len(STATEMENTS) + 1
    assert any(line.startswith("supp-figure-3") and "39 runs" in line for line in lines)
    assert any(line.startswith("theorem-1") and "seconds" in line for line in lines)


@pytest.fixture
def trained(monkeypatch: pytest.MonkeyPatch) -> list[Unit]:
    """In place of training: every run of the surface finds the rule if it is TESLA's, and nothing else does."""
    units: list[Unit] = []

    def measure(left: list[Unit], file: ResultsFile, workers: int, seconds: float | None = None, how: str = "") -> None:
        for unit in left[:2] if seconds is not None else left:  # a budget is used up after two
            units.append(unit)
            file.append([Result(spec, {"test_accuracy": 1.0 if spec.activation == "tesla" else 0.5}) for spec in unit])

    monkeypatch.setattr(table, "measure", measure)
    return units


def test_a_claim_is_trained_and_both_verdicts_stand_side_by_side(command, trained: list[Unit], tmp_path: Path) -> None:
    told = command("reproduce", "supp-figure-3", "--out", tmp_path)
    assert told.code == 0, told.stderr
    shipped, own = (line for line in told.stdout.splitlines() if line.startswith(("shipped", "yours")))
    assert "holds with a condition" in shipped
    assert "39 runs" in shipped
    assert own.split()[1] == "holds"
    assert "Another verdict." in told.stdout
    assert {spec for unit in trained for spec in unit} == {spec for unit in TABLES["surface"].units() for spec in unit}


def test_out_of_time_it_goes_on_where_it_was(command, trained: list[Unit], tmp_path: Path) -> None:
    first = command("reproduce", "supp-figure-3", "--budget", "1m", "--out", tmp_path)
    assert "runs are not done yet" in first.stdout
    done = len(trained)
    command("reproduce", "supp-figure-3", "--out", tmp_path)
    assert not {spec for unit in trained[:done] for spec in unit} & {spec for unit in trained[done:] for spec in unit}
    again = command("reproduce", "supp-figure-3", "--out", tmp_path)
    assert "not done yet" not in again.stdout


def test_a_file_that_cannot_be_read_is_named(command, trained: list[Unit], tmp_path: Path) -> None:
    (tmp_path / "lpn.jsonl").write_text("torn{")
    assert "left alone: lpn.jsonl, line 1 is torn." in command("reproduce", "supp-figure-3", "--out", tmp_path).stdout


def test_times_as_people_write_them() -> None:
    assert [seconds_of(text) for text in ("90s", "30m", "2h", "5", " 1.5 h ")] == [90, 1800, 7200, 300, 5400]
    with pytest.raises(TeslaError, match="from 1 to"):
        seconds_of("9999h")


@pytest.mark.slow
def test_a_budget_ends_a_real_training_and_says_what_is_left(command, tmp_path: Path) -> None:
    """Nothing stands in for training here: two seconds are not enough for the first runs, whose process is ended."""
    told = command("reproduce", "supp-figure-3", "--budget", "2s", "--out", tmp_path)
    assert told.code == 0, told.stderr
    assert "time is up" in told.stderr
    assert "Nothing to compare yet." in told.stdout
    assert "39 runs are not done yet" in told.stdout
    assert not list(tmp_path.glob("*.jsonl"))
