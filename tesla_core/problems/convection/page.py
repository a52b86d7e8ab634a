"""The convection equation on the Continuous page."""

from __future__ import annotations

from tesla_core.lab.controls import Choice, Values
from tesla_core.lab.presets import Preset
from tesla_core.lab.surroundings import Fold, Formula
from tesla_core.messages.say import marked
from tesla_core.problems.convection.task import ConvectionTask
from tesla_core.problems.pde.page import CONDITIONS, SHAPE, equation_page, points_of

PRESETS = (
    Preset(
        marked("A fast wave: where PINNs are known to fail"),
        marked(
            "Nearly five waves pass until t = 1, and nobody finds more than the first: after 1,000 epochs all errors "
            "are between 97 and 112%. Compare loss and error: TESLA's and Tanh's losses fall below 6, ReLU's stays at "
            "40; their errors are still 97% or more."
        ),
        SHAPE,
    ),
    Preset(
        marked("A slow wave"),
        marked(
            "A sixth of a wave passes, and no second derivative is asked for: ReLU ends with an error of 6 to 13%, "
            "Tanh with 15 to 21; TESLA's is anywhere from 10 to 33, by the seed. SIREN with ω₀ = 10 comes undone at "
            "the constant rate; with ω₀ = 30 it stays at 100%."
        ),
        {**SHAPE, "beta": 1.0},
    ),
)


def task_of(values: Values) -> ConvectionTask:
    return ConvectionTask(initial=CONDITIONS, beta=values["beta"], **points_of(values))


WHY = Fold(
    marked("What is hard about it?"),
    (
        Formula(r"u_t + \tfrac{\beta}{\pi}\,u_x = 0,\qquad u(0,x)=\sin\pi x,\quad u(t,-1)=u(t,1)"),
        marked(
            "The solution is a sine that moves: sin(πx − βt). Everything about it is simple but for one thing: that u "
            "is a wave late in time follows only from the start, step by step along t, and the residual of u = 0 is "
            "zero, too. Krishnapriyan and others (NeurIPS 2021) show PINNs failing on it at β = 30. The equation is "
            "not in TESLA's paper."
        ),
    ),
)

PAGE = equation_page(
    ConvectionTask,
    label=marked("Convection PINN"),
    intro=marked(
        "Each panel is a *physics-informed* network (a PINN) for a wave that is carried along without changing its "
        "shape. It is told how the wave begins and how it moves, and never where it is."
    ),
    prefix="cv_",
    presets=PRESETS,
    task_of=task_of,
    name=marked("the convection equation"),
    crux=marked("where the wave is late in time"),
    file="tesla-convection",
    why=WHY,
    own=(Choice("beta", marked("Speed β"), 30.0, options=(1.0, 5.0, 10.0, 20.0, 30.0, 40.0), slider=True),),
)
