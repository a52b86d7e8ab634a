"""The Allen–Cahn equation on the Continuous page."""

from __future__ import annotations

from tesla_core.lab.controls import Values
from tesla_core.lab.presets import Preset
from tesla_core.lab.surroundings import Fold, Formula
from tesla_core.messages.say import marked
from tesla_core.problems.allen_cahn.task import AllenCahnTask
from tesla_core.problems.pde.page import CONDITIONS, SHAPE, equation_page, points_of

PRESETS = (
    Preset(
        marked("Two phases and sharp fronts"),
        marked(
            "Diffusion is weak and the reaction strong: u runs to 1 or to −1, with thin fronts between. Nobody finds "
            "them: after 1,000 epochs all errors are above 65%. Compare loss and error: from epoch 10 to the end "
            "TESLA's loss falls at least fiftyfold, and its error stays above 75%."
        ),
        SHAPE,
    ),
    Preset(
        marked("Fresh points in every epoch"),
        marked(
            "The same with other points each time: nowhere to hide between them, and no rescue: after 1,000 epochs all "
            "errors are above 80%."
        ),
        {**SHAPE, "fresh": True},
    ),
)


def task_of(values: Values) -> AllenCahnTask:
    return AllenCahnTask(initial=CONDITIONS, **points_of(values))


WHY = Fold(
    marked("What is hard about it?"),
    (
        Formula(
            r"u_t = 10^{-4}\,u_{xx} + 5\,(u-u^3),\qquad u(x,0)=x^2\cos\pi x,\quad u(-1,t)=u(1,t),\ u_x(-1,t)=u_x(1,t)"
        ),
        marked(
            "u = −1, 0 and 1 all satisfy the reaction, and 0 is unstable: where u starts above zero, between x = −0.5 "
            "and 0.5, it grows towards 1, beyond that it falls to −1, and right in the middle it stays near zero. "
            "Diffusion is too weak to smear the fronts between. A PINN sees the residual alone, and near u = 0 that is "
            "small whatever the truth is. The reference is computed with 1,024 Fourier modes. The equation is not in "
            "the paper."
        ),
    ),
)

PAGE = equation_page(
    AllenCahnTask,
    label=marked("Allen–Cahn PINN"),
    intro=marked(
        "Each panel is a *physics-informed* network (a PINN) for an equation in which two phases separate, with sharp "
        "fronts between them. It is never shown the solution."
    ),
    prefix="ca_",
    presets=PRESETS,
    task_of=task_of,
    name=marked("the Allen–Cahn equation"),
    crux=marked("the fronts between the phases"),
    file="tesla-allen-cahn",
    why=WHY,
)
