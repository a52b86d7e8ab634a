"""What the equations of the continuous page have in common: their controls, and the words for a PINN."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pages._ui.controls.board import Board
from pages._ui.fits.page import INITS, PUBLISHED, draw_seed
from tesla_core.lab.controls import Control, Number, Toggle, Values
from tesla_core.lab.surroundings import Story, Surroundings
from tesla_core.lab.training import fit_controls
from tesla_core.problems.pde.task import PdeTask

PANELS = ["TESLA K=3", "Tanh", "SIREN ω₀=30", "SIREN ω₀=10", "ReLU"]
SHAPE = {"width": 32, "depth": 3}
CONDITIONS = 64


def equation_controls(*own: Control) -> tuple[Control, ...]:
    """The table of them, an equation's own first."""
    return (
        *own,
        Number("inside", "Points inside", 500, low=50, high=2000, step=50),
        Toggle("fresh", "Fresh points every epoch", False, help="With fixed points, errors between them go unnoticed."),
        *fit_controls(
            panels=PANELS, lr=5e-3, batch=1000, epochs=1000, scale=1.0, init="uniform(3)", inits=INITS, most_epochs=5000
        ),
        PUBLISHED,
    )


def draw_points(board: Board, *own: str) -> Values:
    """The Data group of an equation with such controls of its own."""
    return {name: board.draw(name) for name in (*own, "inside", "fresh")} | draw_seed(board)


def points_of(values: Values) -> Mapping[str, Any]:
    """What every equation's task takes from the controls."""
    return {
        "samples": values["inside"],
        "boundary": CONDITIONS,
        "points": "fresh" if values["fresh"] else "fixed",
        "seed": values["seed"],
    }


def equation_scene(task: type[PdeTask], data: str, crux: str, file: str) -> Surroundings:
    """data: the equation's name in a sentence. crux: what is hard to find in its solution."""
    return Surroundings(
        Story("field", data=data, axes=task.axes, crux=crux),
        truth="Exact solution",
        truth_text="never shown to them",
        file=file,
    )
