"""The Burgers PINN on the Continuous page."""

from __future__ import annotations

from tesla_core.lab.controls import Choice, Values
from tesla_core.lab.presets import Preset
from tesla_core.lab.surroundings import Fold, Formula
from tesla_core.messages.say import marked
from tesla_core.problems.burgers.exact import VISCOSITY
from tesla_core.problems.burgers.task import BurgersTask
from tesla_core.problems.pde.page import CONDITIONS, SHAPE, equation_page, points_of

VISCOSITIES = {marked("0.01/π (the usual one)"): VISCOSITY, "0.01": 0.01, "0.05": 0.05, "0.2": 0.2}
_NAMES = tuple(VISCOSITIES)
NU = Choice("nu", marked("Viscosity ν"), _NAMES[0], options=_NAMES, names=_NAMES)
PRESETS = (
    Preset(
        marked("The usual problem: a front that steepens"),
        marked(
            "Every network is told the equation at 500 points, the start and the edges, and never the solution. Around "
            "t = 0.4 a steep front appears at x = 0, and nobody bends sharply enough: TESLA and SIREN with ω₀ = 10 end "
            "with errors of 21 to 37%, Tanh with 39 or 40, ReLU with more. Compare loss and error: at epoch 100 SIREN "
            "with ω₀ = 30 has the smallest loss of all and the largest error."
        ),
        SHAPE,
    ),
    Preset(
        marked("More viscosity: no steep front"),
        marked(
            "ν = 0.2 smooths the front away. TESLA and SIREN with ω₀ = 10 come within 2% of the solution, Tanh within "
            "7. SIREN with ω₀ = 30 is too fast for its points; ReLU, whose second derivative is zero, never feels the "
            "viscosity."
        ),
        {**SHAPE, "nu": "0.2"},
    ),
    Preset(
        marked("Few points: a small loss and a wrong picture"),
        marked(
            "A network that can wiggle obeys the equation at its 50 points and nowhere else: TESLA and SIREN with ω₀ = "
            "10 end with small losses and errors of 45% or more. Tanh's loss is over fifty times as large, and its "
            "error is smaller than theirs."
        ),
        {**SHAPE, "inside": 50},
    ),
)


def task_of(values: Values) -> BurgersTask:
    return BurgersTask(initial=CONDITIONS, viscosity=VISCOSITIES[values["nu"]], **points_of(values))


WHY = Fold(
    marked("What is a PINN, and why do they differ?"),
    (
        marked("The network is the solution u(x, t) itself. It is trained to obey the viscous Burgers equation,"),
        Formula(r"u_t + u\,u_x = \nu\,u_{xx},\qquad u(x,0)=-\sin\pi x,\quad u(\pm1,t)=0,"),
        marked(
            "by the loss L_PDE + 100 L_IC + 100 L_BC of the paper: squared residuals at random points inside, at the "
            "start and at the edges. The exact solution comes from the Cole–Hopf transform; the error in a panel's "
            "title is ‖u − exact‖/‖exact‖ over its picture. ReLU's second derivative is zero wherever it exists, so it "
            "never feels the viscosity. Networks of fast waves can make the loss small at their points and be wrong "
            "between them: that is why loss and error are both shown. First layers start from U(−3, 3), SIREN's from "
            "its own rule."
        ),
    ),
)

PAGE = equation_page(
    BurgersTask,
    label=marked("Burgers PINN"),
    intro=marked(
        "Each panel is a *physics-informed* network (a PINN): it is to become the solution u(x, t) of Burgers' "
        "equation, in which a wave steepens into a front. It is never shown the solution, only how well it obeys the "
        "equation."
    ),
    prefix="cb_",
    presets=PRESETS,
    task_of=task_of,
    name=marked("the Burgers equation"),
    crux=marked("the steep front in the middle"),
    file="tesla-burgers",
    why=WHY,
    own=(NU,),
)
