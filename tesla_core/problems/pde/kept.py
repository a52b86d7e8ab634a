"""The solution of a finished PINN beside the exact one, and its residual."""

from __future__ import annotations

from typing import cast

from numpy.typing import NDArray

from tesla_core.messages.say import marked, say
from tesla_core.problems.kept import HEIGHT, Figures, KeptView, RunArrays
from tesla_core.problems.pde.experiment import PdeSpec
from tesla_core.problems.pde.figures import residual_figure, slice_rows, slices_figure, slices_of, solution_figure


def _solution(run: RunArrays) -> Figures:
    across, upwards = _grid(run)
    return {
        name: solution_figure(across, upwards, run.arrays[array], name, run.colours, HEIGHT, _axes(run))
        for name, array in ((run.label, "u"), (say("Exact solution"), "exact"))
    }


def _slices(run: RunArrays) -> Figures:
    (across, upwards), u, exact = _grid(run), run.arrays["u"], run.arrays["exact"]
    rows = slice_rows(across)
    slices = slices_of(across[rows], upwards, u[rows], exact[rows], run.label, run.look)
    first, second = _axes(run)
    title = say("u along {second} at three places of {first}", first=first, second=second)
    if first == "t":
        title = say("u over space at three times")
    return {title: slices_figure(slices, run.colours, HEIGHT, (first, second))}


def _residual(run: RunArrays) -> Figures:
    figure = residual_figure(*_grid(run), run.arrays["residual"], run.label, run.colours, HEIGHT, _axes(run))
    return {say("Where the equation does not hold yet"): figure}


def _grid(run: RunArrays) -> tuple[NDArray, NDArray]:
    across, upwards = _axes(run)
    return run.arrays[across], run.arrays[upwards]


def _axes(run: RunArrays) -> tuple[str, str]:
    return cast(PdeSpec, run.spec).task().axes


VIEWS = {
    marked("Solution"): KeptView(_solution),
    marked("Slices"): KeptView(_slices),
    marked("Residual"): KeptView(_residual),
}
