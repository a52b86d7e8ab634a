"""`run`: what a person and a program get from it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tesla_core.experiments.registry import spec_from_dict

Command = Callable[..., Any]


def test_a_real_run_ends_with_one_json_object_on_stdout(
    start: Callable[..., Any], command: Command, small: tuple[str, ...], tmp_path: Path
) -> None:
    """What the jobs and every script rely on; progress and logs must stay out of stdout."""
    arguments = ("run", "parity", *small, "--noise", "0.1", "--seed", "5", "--json", "--out", tmp_path / "run")
    process = start("-m", "tesla_core", "--verbose", *arguments)
    stdout, stderr = process.communicate(timeout=120)
    assert process.returncode == 0, stderr
    result = json.loads(stdout.splitlines()[-1])
    assert result.keys() == {"spec", "metrics", "seconds", "revision", "machine", "versions"}
    assert result["spec"]["bits"] == 8
    assert result["spec"]["noise"] == 0.1
    assert spec_from_dict(result["spec"]).seed == 5
    metrics = result["metrics"]
    assert [record["epoch"] for record in metrics["history"]] == [1, 2, 3]
    chosen = metrics["history"][metrics["chosen_epoch"] - 1]
    assert metrics["test_accuracy"] == chosen["test_accuracy"]
    assert metrics["final_accuracy"] == metrics["history"][-1]["test_accuracy"]
    assert result["seconds"] > 0
    assert "100% epoch 3/3" in stderr
    assert "loss" in stderr
    assert "φ_K on cpu: native kernel" in stderr
    names = {path.name for path in (tmp_path / "run").iterdir()}
    assert names == {"spec.json", "checkpoint.safetensors", "metrics.jsonl", "result.json"}

    resumed = command("run", "parity", "--resume", tmp_path / "run", "--json")  # finished: says the same again
    assert resumed.code == 0
    assert json.loads(resumed.stdout.splitlines()[-1])["metrics"] == metrics


@pytest.mark.parametrize(
    "arguments",
    [
        ("parity", "--bits", "8", "--secret-weight", "3", "--epochs", "1", "--activation", "kan"),
        ("surface", "--bits", "6", "--train-size", "30", "--epochs", "1", "--activation", "fourier"),
        ("forrelation", "--n", "4", "--train-size", "40", "--width", "8", "--epochs", "1", "--activation", "snake"),
        ("toys", "--toy", "moons", "--samples", "60", "--epochs", "2", "--activation", "siren", "--init", "own"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_every_experiment_runs_and_says_what_it_reached(command: Command, arguments: tuple[str, ...]) -> None:
    outcome = command("run", *arguments, "--device", "cpu")
    assert outcome.code == 0
    (line,) = outcome.stdout.splitlines()
    assert "seed 0: test accuracy" in line
    assert "after the last epoch" in line


def test_a_result_is_printed_beside_the_papers_number(command: Command) -> None:
    small = ("--samples", "20", "--initial", "4", "--boundary", "4", "--width", "4", "--depth", "1", "--epochs", "2")
    _, beside = command("run", "burgers", *small, "--device", "cpu").stdout.splitlines()
    assert beside.startswith("The paper's nearest, Table 1: total loss 0.00121 (here ")
    assert beside.endswith("Not its setting: epochs 20,000 (here 2).")


def test_a_resumed_run_takes_everything_from_its_folder(
    command: Command, small: tuple[str, ...], tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    assert command("run", "parity", *small, "--out", folder).code == 0
    outcome = command("run", "parity", "--resume", folder, "--bits", "9", "--out", tmp_path / "other")
    assert outcome.code == 2
    assert "leave out --bits, --out" in outcome.stderr
    assert not (tmp_path / "other").exists()
    outcome = command("run", "toys", "--resume", folder)
    assert outcome.code == 2
    assert "holds a run of parity, not of toys" in outcome.stderr
