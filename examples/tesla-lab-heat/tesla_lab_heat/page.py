"""The heat equation on the Continuous page, all of it data: controls, presets, words."""

from __future__ import annotations

from tesla_core.lab.controls import Choice, Values
from tesla_core.lab.presets import Preset
from tesla_core.lab.surroundings import Fold, Formula
from tesla_core.problems.pde.page import CONDITIONS, SHAPE, equation_page, points_of
from tesla_lab_heat.task import HeatTask


def task_of(values: Values) -> HeatTask:
    return HeatTask(initial=CONDITIONS, diffusivity=values["diffusivity"], **points_of(values))


PAGE = equation_page(
    HeatTask,
    label="Heat PINN",
    intro="Each panel is a network that is to become the temperature u(t, x) of a rod whose ends are kept cold.",
    prefix="heat_",  # of its parameters in links
    presets=(
        Preset("A warm rod", "The fast wave dies first, the slow one stays.", {**SHAPE, "epochs": 300}),
        Preset("A rod that hardly conducts", "Both waves last.", {**SHAPE, "epochs": 300, "diffusivity": 0.01}),
    ),
    task_of=task_of,
    name="the heat equation",
    crux="how fast each wave decays",
    file="tesla-heat",
    why=Fold("What is solved here?", (Formula(r"u_t = \alpha\,u_{xx},\qquad u(t,0)=u(t,1)=0"),)),
    own=(Choice("diffusivity", "Diffusivity α", 0.1, options=(0.01, 0.1, 0.5), slider=True),),
)
