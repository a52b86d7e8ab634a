"""What the Paper page says of points in the plane, held to the runs that ship."""

from __future__ import annotations

from statistics import fmean

from tesla_core.experiments.results import shipped_results

COMMON = ("silu", "tanh")


def mean(toy: str, activation: str) -> float:
    runs = [run for run in shipped_results("toys") if not run.spec.by_specialist and run.spec.init == "default"]
    return fmean(
        run.test_accuracy for run in runs if run.spec.value("toy") == toy and run.spec.activation == activation
    )


def test_the_finding_is_what_was_measured() -> None:
    activations = ("tesla", "relu", "gelu", "silu", "tanh", "siren", "snake")
    assert min(mean(toy, name) for toy in ("circles", "moons") for name in activations) > 0.98
    assert [round(mean("spiral", name), 2) for name in COMMON] == [0.93, 0.85]
    assert max(mean("checkerboard", name) for name in COMMON) < 0.75
    assert max(activations, key=lambda name: mean("checkerboard", name)) == "tesla"
    assert round(mean("checkerboard", "tesla"), 3) == 0.978
    by_neighbours = [run for run in shipped_results("toys") if run.spec.by_specialist]
    board = [run.test_accuracy for run in by_neighbours if run.spec.value("toy") == "checkerboard"]
    assert round(fmean(board), 3) == 0.967
