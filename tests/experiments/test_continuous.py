"""Burgers, images and regression from the command's point of view: run, said in words, and mistakes told."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from tesla_core.commands import main
from tesla_core.errors import TeslaError
from tesla_core.experiments.arrays import unpacked
from tesla_core.experiments.assembler import assemble_by_spec
from tesla_core.experiments.folder import RunFolder
from tesla_core.experiments.registry import spec_from_dict
from tesla_core.experiments.run import run
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.problems.burgers.exact import VISCOSITY, relative_error
from tesla_core.problems.burgers.experiment import BurgersSpec
from tesla_core.problems.image.experiment import RECONSTRUCTION, InrSpec
from tesla_core.problems.image.quality import psnr
from tesla_core.problems.image.task import ImageTask
from tesla_core.problems.pde.experiment import FIELD
from tesla_core.problems.signal.experiment import FIT, RegressionSpec
from tesla_core.training.trainable import Step, Trainable

IMAGE, WHOLE_IMAGE, SIGNAL = 1, 2, 3
SMALL: list[ExperimentSpec] = [
    BurgersSpec(samples=30, initial=5, boundary=4, width=5, depth=2, epochs=4, evaluate_every=3),
    InrSpec(size=8, width=5, depth=2, epochs=4, evaluate_every=3),
    InrSpec(size=8, width=5, depth=2, epochs=4, evaluate_every=3, withheld=0.0),
    RegressionSpec(train_size=160, test_size=20, width=5, depth=1, epochs=4, batch=50),
]
each_experiment = pytest.mark.parametrize("spec", SMALL, ids=("burgers", "inr", "inr, all pixels seen", "regression"))
EXPECTED = {
    "burgers": {"total_loss", "pde_loss", "initial_loss", "boundary_loss", "relative_error"},
    "inr": {"ssim", "epochs_to_25db", "train_loss"},
    "regression": {"train_loss", "test_loss"},
}


def silent(_training: Trainable, _step: Step) -> None:
    """No report."""


@each_experiment
def test_a_run_has_the_papers_numbers_and_says_them_in_words(spec: ExperimentSpec) -> None:
    metrics = run(spec, None, silent)["metrics"]
    assert EXPECTED[spec.experiment] <= set(metrics)
    assert [record["epoch"] for record in metrics["history"]] == [1, 2, 3, 4]
    numbers = [metrics[name] for name in EXPECTED[spec.experiment] - {"epochs_to_25db"}]
    assert all(np.isfinite(numbers))
    text = spec.reached(metrics)
    assert {"burgers": "true relative error", "inr": "25 dB never reached", "regression": "a constant has"}[
        spec.experiment
    ] in text


@each_experiment
def test_a_stopped_run_ends_as_one_never_stopped(spec: ExperimentSpec, tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path / "run", spec)

    def stop(_training: Trainable, step: Step) -> None:
        if step.epoch == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(spec, folder, stop)
    resumed, whole = run(spec, folder, silent), run(spec, None, silent)
    assert resumed["metrics"] == whole["metrics"]
    lines = [json.loads(line) for line in folder.metrics_file.read_text().splitlines()]
    assert lines == whole["metrics"]["history"]


def finished(spec: ExperimentSpec, folder: Path) -> tuple[dict[str, Any], RunFolder]:
    """The metrics of a run and the folder it leaves."""
    place = RunFolder.create(folder / spec.experiment, spec)
    return run(spec, place, silent)["metrics"], place


def test_a_solution_is_kept_with_its_residual(tmp_path: Path) -> None:
    """The map that is drawn is the one whose error was told, and its residual is the equation's."""
    metrics, folder = finished(SMALL[0], tmp_path)
    kept = unpacked(folder.path / FIELD)
    assert kept["u"].shape == kept["exact"].shape == kept["residual"].shape == (kept["t"].size, kept["x"].size)
    error = relative_error(kept["u"].reshape(-1), kept["exact"].reshape(-1))
    assert error == pytest.approx(metrics["relative_error"], rel=1e-4)
    u_t, u_x = np.gradient(kept["u"].astype(float), kept["t"], kept["x"])
    u_xx = np.gradient(u_x, kept["x"], axis=1)
    by_differences = u_t + kept["u"] * u_x - VISCOSITY * u_xx
    inner = slice(5, -5)
    np.testing.assert_allclose(kept["residual"][inner, inner], by_differences[inner, inner], atol=0.02)


def test_an_image_is_kept_beside_its_original(tmp_path: Path) -> None:
    metrics, folder = finished(SMALL[WHOLE_IMAGE], tmp_path)
    kept = unpacked(folder.path / RECONSTRUCTION)
    np.testing.assert_array_equal(kept["original"], InrSpec(size=8).task().picture().pixels)
    assert kept["reconstruction"].dtype == np.uint8
    assert psnr(kept["reconstruction"] / 255, kept["original"] / 255) == pytest.approx(metrics["psnr"], abs=0.1)
    assert not {"seen_psnr", "unseen_psnr"} & set(metrics)
    assert "seen" not in kept


def test_an_image_is_judged_by_pixels_it_was_not_trained_on(tmp_path: Path) -> None:
    """Both numbers, each of its own pixels; what lies between them is kept to be looked at."""
    spec = SMALL[IMAGE]
    metrics, folder = finished(spec, tmp_path)
    kept = unpacked(folder.path / RECONSTRUCTION)
    assert kept["seen"].sum() == 32
    errors = np.square(kept["reconstruction"] / 255 - kept["original"] / 255).mean(axis=-1)
    for name, where in (("seen_psnr", kept["seen"]), ("unseen_psnr", ~kept["seen"])):
        assert -10 * np.log10(errors[where].mean()) == pytest.approx(metrics[name], abs=0.1)
    assert kept["fine"].shape == (16, 16, 3)
    assert "psnr" not in metrics
    assert spec.reached(metrics).startswith(f"PSNR {metrics['unseen_psnr']:.2f} dB on unseen pixels, ")
    assembly: Any = assemble_by_spec([spec])
    assert len(assembly.training.x) == 32


def test_a_stored_spec_of_before_means_that_all_pixels_are_seen() -> None:
    """Jobs, checkpoints and results on disk that know nothing of withheld pixels stay what they were."""
    old = {"experiment": "inr", "image": "china", "size": 64}
    assert spec_from_dict(old) == InrSpec(size=64, withheld=0.0, init="uniform(30)", coefficient_scale=1.3)
    assert spec_from_dict(old).task() == ImageTask("china", 64)
    new = InrSpec(size=64)
    assert (new.withheld, new.pattern) == (0.5, "chessboard")
    assert spec_from_dict(new.to_dict()) == new
    assert InrSpec(withheld=0.25).pattern == "random"
    assert InrSpec(withheld=0.0, pattern="chessboard") == InrSpec(withheld=0.0)


def test_a_signal_is_kept_beside_its_fit(tmp_path: Path) -> None:
    metrics, folder = finished(SMALL[SIGNAL], tmp_path)
    kept = unpacked(folder.path / FIT)
    assert np.ptp(np.diff(kept["t"])) < 1e-12
    np.testing.assert_array_equal(kept["signal"], RegressionSpec().task().signal(kept["t"]))
    assert np.mean((kept["fit"] - kept["signal"]) ** 2) == pytest.approx(metrics["test_loss"], rel=0.5)


def test_a_diverged_image_is_kept_as_black(tmp_path: Path) -> None:
    """A run of a week does not fail at its end because there is no number to write."""
    assembly: Any = assemble_by_spec([SMALL[IMAGE]])
    for parameter in assembly.training.stack.parameters():
        parameter.data.fill_(float("nan"))
    (tmp_path / RECONSTRUCTION).write_bytes(assembly.files()[RECONSTRUCTION])
    assert not unpacked(tmp_path / RECONSTRUCTION)["reconstruction"].any()


@each_experiment
def test_only_runs_on_the_same_target_train_together(spec: ExperimentSpec) -> None:
    assert len(assemble_by_spec([spec, replace(spec, activation="tanh")]).metrics(1)["history"]) == 0
    for other in (replace(spec, lr=0.5), replace(spec, seed=1)):
        with pytest.raises(TeslaError, match="can be trained together"):
            assemble_by_spec([spec, other])


def test_the_goal_is_reached_in_the_first_epoch_that_is_worth_it() -> None:
    assembly: Any = assemble_by_spec([SMALL[WHOLE_IMAGE]])
    for loss in (0.5, 4 * 10**-2.4, 4 * 10**-2.6, 0.5):
        assembly.training.history.append({"train_loss": [loss]})
    assert assembly.metrics(0)["epochs_to_25db"] == 3
    assert "25 dB after 3 epochs" in SMALL[WHOLE_IMAGE].reached({"psnr": 20.0, "ssim": 0.5, "epochs_to_25db": 3})


def test_learning_its_pixels_by_heart_does_not_reach_the_goal() -> None:
    assembly: Any = assemble_by_spec([SMALL[IMAGE]])
    for unseen in (20.0, None, 24.0, 26.0):
        looked = {} if unseen is None else {"seen_psnr": [90.0], "unseen_psnr": [unseen], "ssim": [0.1]}
        assembly.training.history.append({"train_loss": [1e-9], **looked})
    assert assembly.metrics(0)["epochs_to_25db"] == 4


def test_tesla_fits_a_fast_signal_that_relu_does_not() -> None:
    """The point of the experiment, at a size that takes a moment."""
    base = RegressionSpec(train_size=400, test_size=100, width=48, depth=2, epochs=40, batch=100)
    assembly = assemble_by_spec([base, replace(base, activation="relu")])
    for _ in assembly.training.steps():
        pass
    tesla, relu = (assembly.metrics(place)["test_loss"] for place in range(2))
    assert tesla < 0.5 * relu


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["inr", "--image", "../x.png"], "'../x.png' can't be used: it is neither china nor flower"),
        (["inr", "--image", "broken.png", "--width", "4"], "broken.png can't be used"),
        (["inr", "--size", "5"], "Size in pixels"),
        (["inr", "--withheld", "1"], "share of withheld pixels must be from 0 to 0.95"),
        (["inr", "--withheld", "0.2", "--pattern", "chessboard"], "a share of 0.5; 0.2 was given"),
        (["burgers", "--viscosity", "0"], "Viscosity ν must be from 0.002 to 1"),
        (["burgers", "--evaluate-every", "0"], "Evaluate every must be from 1"),
        (["burgers", "--activation", "kan"], "A PINN needs a plain MLP, whose derivatives are known; 'kan' is none"),
        (["regression", "--components", "3"], "Components must be from 5 to 200; 3 was given"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_two(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    Image.fromarray(np.zeros((9, 9, 3), dtype=np.uint8)).save(tmp_path / "broken.png")
    (tmp_path / "broken.png").write_bytes((tmp_path / "broken.png").read_bytes()[:40])
    monkeypatch.setenv("TESLA_LAB_IMAGES", str(tmp_path))
    assert main(["run", *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.startswith("error: ")
    assert len(error.splitlines()) == 1
