"""Burgers' equation, as the lab lists it."""

from __future__ import annotations

from tesla_core.paper.deviation import COEFFICIENTS, INIT, TUNING
from tesla_core.problems.base import Problem
from tesla_core.problems.burgers.experiment import BurgersSpec
from tesla_core.problems.burgers.page import PAGE
from tesla_core.problems.burgers.paper import NETWORK, TRUE_ERROR
from tesla_core.problems.burgers.presets import PRESETS
from tesla_core.problems.burgers.specialist import SPECIALIST
from tesla_core.problems.burgers.task import BurgersTask
from tesla_core.problems.burgers.views import VIEWS
from tesla_core.problems.pde.experiment import FIELD
from tesla_core.problems.pde.live import Field
from tesla_core.problems.pde.table import pde_table

PROBLEM = Problem(
    "burgers",
    "Burgers' equation",
    experiments=(BurgersSpec,),
    kinds={BurgersTask: Field(BurgersTask, BurgersSpec)},
    tables=(pde_table(BurgersSpec, deviations=(TRUE_ERROR, TUNING, NETWORK, INIT, COEFFICIENTS)),),
    presets=PRESETS,
    views=VIEWS,
    kept={FIELD: "tesla_core.problems.pde.kept"},
    page=PAGE,
    specialist=SPECIALIST,
)
