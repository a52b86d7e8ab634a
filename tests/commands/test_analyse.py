"""`analyse`: the paper's theory of a trained model, beside what is measured."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import save_file

Command = Callable[..., Any]

SIZE = ("--width", "8", "--harmonics", "3", "--epochs", "2")
SMALL: dict[str, tuple[str, ...]] = {
    "parity": ("--bits", "8", "--train-size", "40", *SIZE),
    "surface": ("--bits", "6", "--train-size", "20", *SIZE),
    "forrelation": ("--n", "4", "--train-size", "60", *SIZE),
    "toys": ("--samples", "60", *SIZE),
    "burgers": ("--samples", "40", *SIZE),
    "allen_cahn": ("--samples", "40", *SIZE),
    "helmholtz": ("--samples", "40", *SIZE),
    "convection": ("--samples", "40", *SIZE),
    "inr": ("--size", "16", *SIZE),
    "regression": ("--train-size", "200", "--test-size", "50", *SIZE),
}
"""Every experiment of plain networks, in a size of a blink."""


@pytest.fixture
def run_folder(command: Command, tmp_path: Path) -> Path:
    done = command("run", "surface", *SMALL["surface"], "--out", tmp_path / "run")
    assert done.code == 0, done.stderr
    return tmp_path / "run"


def analysed(command: Command, path: Path) -> dict[str, Any]:
    done = command("analyse", path, "--json")
    assert done.code == 0, done.stderr
    return json.loads(done.stdout)


def holds(found: dict[str, Any]) -> None:
    """Only the bounds that the paper has wrong fail, and they say why."""
    failed = [row for row in found["bounds"] if row["verdict"] == "fails"]
    assert {row["key"] for row in failed} <= {"gradient", "series", "coefficients"}
    assert all(row["why"] for row in failed)


def test_a_run_s_folder_and_its_checkpoint_say_the_same(command: Command, run_folder: Path) -> None:
    found = analysed(command, run_folder)
    assert [layer["name"] for layer in found["layers"]] == ["activations.0", "activations.1"]
    assert {"slope", "layer", "lipschitz", "coefficients", "gradient", "chain", "contraction", "mixture"} <= {
        row["key"] for row in found["bounds"]
    }
    assert len(found["walsh"]) == 7
    assert sum(found["walsh"]) == pytest.approx(1)
    assert found["gaps"]["test_loss"]["gap"] == pytest.approx(
        found["gaps"]["test_loss"]["test"] - found["gaps"]["test_loss"]["train"]
    )
    assert analysed(command, run_folder / "checkpoint.safetensors")["bounds"] == found["bounds"]
    holds(found)


def test_tables_and_figures(command: Command, run_folder: Path, tmp_path: Path) -> None:
    done = command("analyse", run_folder, "--out", tmp_path / "figures")
    assert done.code == 0, done.stderr
    assert "Lipschitz constant of the network" in done.stdout
    assert "Walsh energy" in done.stdout
    names = sorted(path.name for path in (tmp_path / "figures").iterdir())
    assert names == [
        "analysis.json",
        "bounds.html",
        "maclaurin-1.html",
        "maclaurin-2.html",
        "spectrum-1.html",
        "spectrum-2.html",
        "walsh.html",
    ]


def test_weights_of_another_model_have_what_each_layer_decides(command: Command, tmp_path: Path) -> None:
    weights = {"block.act.a": np.ones(2, np.float32), "block.act.b": np.zeros(2, np.float32), "conv.w": np.ones((3, 3))}
    save_file(weights, tmp_path / "own.safetensors")
    found = analysed(command, tmp_path / "own.safetensors")
    assert found["layers"][0]["budget"] == 2.0
    assert "no bound for such a network" in found["form"]
    holds(found)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("torn.safetensors", b"\x10\x00", "torn.safetensors is torn or not a safetensors file"),
        ("model.pt", b"anything", "can run code when they are opened"),
    ],
)
def test_files_that_are_not_weights_are_named(
    command: Command, tmp_path: Path, name: str, content: bytes, said: str
) -> None:
    (tmp_path / name).write_bytes(content)
    done = command("analyse", tmp_path / name)
    assert done.code == 2
    assert said in done.stderr


def test_what_is_not_there_or_has_no_tesla_is_named(command: Command, tmp_path: Path, run_folder: Path) -> None:
    assert "There is no folder or file" in command("analyse", tmp_path / "nothing").stderr
    assert "no spec.json in it" in command("analyse", tmp_path).stderr
    save_file({"w": np.ones((2, 2))}, tmp_path / "plain.safetensors")
    assert "holds no TESLA layer" in command("analyse", tmp_path / "plain.safetensors").stderr
    assert "Choose one of: html, svg, png" in command("analyse", run_folder, "--format", "pdf").stderr
    assert "--out names a folder" in command("analyse", run_folder, "--out", run_folder / "spec.json").stderr
    (run_folder / "checkpoint.safetensors").write_bytes(b"\x10\x00")
    assert "torn or not a checkpoint" in command("analyse", run_folder).stderr
    (run_folder / "checkpoint.safetensors").unlink()
    assert "has not saved one" in command("analyse", run_folder).stderr


def test_a_run_of_another_activation_says_that_it_has_no_series(command: Command, tmp_path: Path) -> None:
    command("run", "toys", *SMALL["toys"], "--activation", "relu", "--out", tmp_path / "relu")
    assert "no TESLA layer" in command("analyse", tmp_path / "relu").stderr


@pytest.mark.slow
@pytest.mark.parametrize("experiment", sorted(SMALL))
def test_a_checkpoint_of_every_problem(command: Command, tmp_path: Path, experiment: str) -> None:
    done = command("run", experiment, *SMALL[experiment], "--out", tmp_path / "run")
    assert done.code == 0, done.stderr
    found = analysed(command, tmp_path / "run")
    assert found["bounds"]
    holds(found)


@pytest.mark.slow
def test_a_checkpoint_of_the_smallest_backbone(command: Command, tmp_path: Path) -> None:
    """Pictures that the program draws itself; its TESLA layers stand among convolutions, and that is said."""
    size = ("--classes", "2", "--image-size", "32", "--epochs", "1", "--batch", "4", "--per-class", "4")
    line = ("run", "imagenet100", "--backbone", "mobilenetv3-s", "--harmonics", "2", *size, "--out", tmp_path / "run")
    done = command(*line)
    assert done.code == 0, done.stderr
    found = analysed(command, tmp_path / "run")
    assert found["layers"]
    assert "no bound for such a network" in found["form"]
    holds(found)
