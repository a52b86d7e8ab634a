"""The Burgers PINN on the continuous page."""

from __future__ import annotations

import streamlit as st

from pages._ui.board import Board, Preset, Values
from pages._ui.control import Choice, Number, Toggle
from pages._ui.fit_charts import field_charts
from pages._ui.fit_page import INITS, PUBLISHED, Experiment, draw_seed
from pages._ui.live_view import Scene, Story
from pages._ui.training_controls import fit_controls
from tesla_core.problems.burgers.exact import VISCOSITY
from tesla_core.problems.burgers.task import BurgersTask

PANELS = ["TESLA K=3", "Tanh", "SIREN ω₀=30", "SIREN ω₀=10", "ReLU"]
VISCOSITIES = {"0.01/π (the usual one)": VISCOSITY, "0.01": 0.01, "0.05": 0.05, "0.2": 0.2}
CONDITIONS = 64

CONTROLS = (
    Choice("nu", "Viscosity ν", next(iter(VISCOSITIES)), options=tuple(VISCOSITIES)),
    Number("inside", "Points inside", 500, low=50, high=2000, step=50),
    Toggle("fresh", "Fresh points every epoch", False, help="With fixed points, errors between them go unnoticed."),
    *fit_controls(
        panels=PANELS, lr=5e-3, batch=1000, epochs=1000, scale=1.0, init="uniform(3)", inits=INITS, most_epochs=5000
    ),
    PUBLISHED,
)
SHAPE = {"width": 32, "depth": 3}
PRESETS = (
    Preset(
        "The usual problem: a front that steepens",
        "Every network is told the equation at 500 points, the start and the edges, and never the solution. Around "
        "t = 0.4 a steep front appears at x = 0: who bends sharply enough? Compare the loss with the true error.",
        SHAPE,
    ),
    Preset(
        "More viscosity: no steep front",
        "ν = 0.2 smooths the front away. Tanh, which is slow on the usual problem, finds this one.",
        {**SHAPE, "nu": "0.2"},
    ),
    Preset(
        "Few points: a small loss and a wrong picture",
        "A network that can wiggle obeys the equation at its 50 points and nowhere else.",
        {**SHAPE, "inside": 50},
    ),
)


def draw_data(board: Board) -> Values:
    return {name: board.draw(name) for name in ("nu", "inside", "fresh")} | draw_seed(board)


def task_of(values: Values) -> BurgersTask:
    return BurgersTask(
        samples=values["inside"],
        initial=CONDITIONS,
        boundary=CONDITIONS,
        viscosity=VISCOSITIES[values["nu"]],
        points="fresh" if values["fresh"] else "fixed",
        seed=values["seed"],
    )


def scene_of(values: Values) -> Scene:
    return Scene(
        Story("field", data="the Burgers equation"),
        truth="Exact solution",
        truth_text="never shown to them",
        file="tesla-burgers",
    )


def why() -> None:
    with st.expander("What is a PINN, and why do they differ?"):
        st.markdown("The network is the solution u(x, t) itself. It is trained to obey the viscous Burgers equation,")
        st.latex(r"u_t + u\,u_x = \nu\,u_{xx},\qquad u(x,0)=-\sin\pi x,\quad u(\pm1,t)=0,")
        st.markdown(
            "by the loss L_PDE + 100 L_IC + 100 L_BC of the paper: squared residuals at random points inside, at the "
            "start and at the edges. The exact solution comes from the Cole–Hopf transform; the error in a panel's "
            "title is ‖u − exact‖/‖exact‖ over its picture. ReLU's second derivative is zero wherever it exists, so it "
            "never feels the viscosity. Networks of fast waves can make the loss small at their points and be wrong "
            "between them: that is why loss and error are both shown. First layers start from U(−3, 3), SIREN's from "
            "its own rule."
        )


BURGERS = Experiment("Burgers PINN", Board("cb_", CONTROLS, PRESETS), draw_data, task_of, scene_of, field_charts, why)
