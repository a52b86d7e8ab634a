"""The Helmholtz equation on the Continuous page."""

from __future__ import annotations

from tesla_core.lab.controls import Values
from tesla_core.lab.presets import Preset
from tesla_core.lab.surroundings import Fold, Formula
from tesla_core.messages.say import marked
from tesla_core.problems.helmholtz.task import HelmholtzTask
from tesla_core.problems.pde.page import SHAPE, equation_page, points_of

PRESETS = (
    Preset(
        marked("A standing wave: slow one way, fast the other"),
        marked(
            "The edges are zero; what lies between follows from the equation alone. SIREN with ω₀ = 10 ends with an "
            "error of 11 to 15%, Tanh with 11 to 22, TESLA with 6 to 13 on seeds 0 and 1 and with over 50 on seed 2. "
            "SIREN with ω₀ = 30 stays at 100% or more, and ReLU, whose second derivatives are zero, runs off."
        ),
        SHAPE,
    ),
    Preset(
        marked("Fresh points in every epoch"),
        marked(
            "The same with other points each time, and nowhere to hide between them. TESLA now ends with an error "
            "below 9%, also on seed 2, which misled it with fixed points; SIREN with ω₀ = 10 below 12, Tanh at 17 to "
            "24."
        ),
        {**SHAPE, "fresh": True},
    ),
)


def task_of(values: Values) -> HelmholtzTask:
    return HelmholtzTask(**points_of(values))


WHY = Fold(
    marked("What is hard about it?"),
    (
        Formula(
            r"u_{xx} + u_{yy} + u = q,\qquad u=0\ \text{at the edge},\quad q \text{ such that } u=\sin\pi x\,\sin4\pi y"
        ),
        marked(
            "Second derivatives multiply a wave of frequency ω by ω²: the residual of the fast direction is sixteen "
            "times that of the slow one, and both are far larger than u at the edge, which the loss weighs by 100. "
            "The equation is not in the paper."
        ),
    ),
)

PAGE = equation_page(
    HelmholtzTask,
    label=marked("Helmholtz PINN"),
    intro=marked(
        "Each panel is a *physics-informed* network (a PINN) for a standing wave in a square. It is never shown the "
        "wave, only how well it obeys the equation and that it is zero at the edge."
    ),
    prefix="ch_",
    presets=PRESETS,
    task_of=task_of,
    name=marked("the Helmholtz equation"),
    crux=marked("the fast waves upwards"),
    file="tesla-helmholtz",
    why=WHY,
)
