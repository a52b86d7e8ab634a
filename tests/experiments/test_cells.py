"""The table that is read out of many results: seeds put together, settings kept apart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tesla_core.experiments.cells import accuracy_grid, number_grid, pivot
from tesla_core.experiments.results import Result
from tesla_core.problems.image.experiment import InrSpec
from tesla_core.problems.parity.experiment import ParitySpec

BASE = ParitySpec(bits=8, train_size=40, harmonics=4)
RELU = replace(BASE, activation="relu")


def result(spec: ParitySpec, accuracy: float) -> Result:
    return Result(spec, {"test_accuracy": accuracy, "final_accuracy": 0.5})


RESULTS = [
    result(BASE, 1.0),
    result(replace(BASE, seed=1), 0.6),
    result(replace(BASE, noise=0.1), 0.86),
    result(RELU, 0.5),
]


def test_cells_put_seeds_together_and_keep_settings_apart() -> None:
    cells = pivot(RESULTS, ["bits", "model"], "noise")
    assert list(cells) == [(8, "TESLA K=4"), (8, "ReLU")]
    clean = cells[8, "TESLA K=4"][0.0]
    assert (clean.mean, clean.learned, clean.seeds) == (pytest.approx(0.8), 1, 2)
    assert cells[8, "TESLA K=4"][0.1].seeds == 1
    assert list(cells[8, "ReLU"]) == [0.0]


def test_the_grid_is_markdown_with_gaps_where_nothing_was_measured() -> None:
    assert accuracy_grid(RESULTS, ["bits", "model"], "noise").markdown().splitlines() == [
        "| bits | model | noise 0.0 | noise 0.1 |",
        "| --- | --- | --- | --- |",
        "| 8 | TESLA K=4 | 80.00 (1/2) | 86.00 (1/1) |",
        "| 8 | ReLU | 50.00 (0/1) | – |",
    ]


def test_an_empty_grid_still_has_its_columns() -> None:
    assert accuracy_grid([], ["model"], "noise").markdown().startswith("| model |")


def test_a_goal_that_a_seed_never_reached_is_told_and_not_counted_as_zero() -> None:
    pictures = [
        Result(InrSpec(size=16, seed=seed), {"psnr": psnr, "epochs_to_25db": reached})
        for seed, psnr, reached in ((0, 26.0, 100), (1, 27.0, 200), (2, 24.0, None))
    ]
    assert number_grid(pictures, ["image", "model"], ["psnr", "epochs_to_25db"]).markdown().splitlines() == [
        "| image | model | psnr | epochs_to_25db |",
        "| --- | --- | --- | --- |",
        "| china | TESLA K=8 | 25.67 (24 to 27; 3/3) | 150 (100 to 200; 2/3) |",
    ]
    assert number_grid(pictures[2:], ["model"], ["epochs_to_25db"]).rows == (("TESLA K=8", "– (0/1)"),)
