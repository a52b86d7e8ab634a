"""What the equations have in common on the Continuous page: their controls, and the words for a PINN."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tesla_core.lab.controls import Control, Number, Toggle, Values
from tesla_core.lab.page import FitPage
from tesla_core.lab.presets import Preset
from tesla_core.lab.surroundings import Fold, Story, Surroundings
from tesla_core.lab.training import fit_controls
from tesla_core.messages.say import marked, say
from tesla_core.problems.pde.task import PdeTask

PANELS = ["TESLA K=3", "Tanh", "SIREN ω₀=30", "SIREN ω₀=10", "ReLU"]
SHAPE = {"width": 32, "depth": 3}
CONDITIONS = 64
"""Points of each condition."""
POINTS = (
    Number("inside", marked("Points inside"), 500, low=50, high=2000, step=50),
    Toggle(
        "fresh",
        marked("Fresh points every epoch"),
        False,
        help=marked("With fixed points, errors between them go unnoticed."),
    ),
)


def equation_page(
    task: type[PdeTask],
    *,
    label: str,
    intro: str,
    prefix: str,
    presets: tuple[Preset, ...],
    task_of: Callable[[Values], PdeTask],
    name: str,
    crux: str,
    file: str,
    why: Fold,
    own: tuple[Control, ...] = (),
) -> FitPage:
    """The page of an equation. name: the equation's in a sentence. crux: what is hard to find in its solution. file:
    the name of saved pictures. own: its own controls, which stand first."""

    def around(_values: Values) -> Surroundings:
        return Surroundings(
            Story("field", data=say(name), axes=task.axes, crux=say(crux)),
            truth=say("Exact solution"),
            truth_text=say("never shown to them"),
            file=file,
        )

    training = fit_controls(
        panels=PANELS, lr=5e-3, batch=1000, epochs=1000, scale=1.0, init="uniform(3)", most_epochs=5000
    )
    return FitPage(
        label,
        intro,
        prefix,
        controls=(*own, *POINTS, *training),
        data=tuple(control.name for control in (*own, *POINTS)),
        presets=presets,
        task_of=task_of,
        around=around,
        charts="tesla_core.problems.pde.charts:field_charts",
        why=why,
    )


def points_of(values: Values) -> Mapping[str, Any]:
    """What every equation's task takes from the controls."""
    return {
        "samples": values["inside"],
        "boundary": CONDITIONS,
        "points": "fresh" if values["fresh"] else "fixed",
        "seed": values["seed"],
    }
