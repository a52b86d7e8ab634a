"""The Helmholtz equation, as the lab lists it."""

from __future__ import annotations

from tesla_core.problems.base import Problem
from tesla_core.problems.helmholtz.experiment import HelmholtzSpec
from tesla_core.problems.helmholtz.page import PAGE
from tesla_core.problems.helmholtz.specialist import SPECIALIST
from tesla_core.problems.helmholtz.task import HelmholtzTask
from tesla_core.problems.helmholtz.views import VIEWS
from tesla_core.problems.pde.experiment import FIELD
from tesla_core.problems.pde.live import Field
from tesla_core.problems.pde.table import pde_table

PROBLEM = Problem(
    "helmholtz",
    "Helmholtz equation",
    experiments=(HelmholtzSpec,),
    kinds={HelmholtzTask: Field(HelmholtzTask, HelmholtzSpec)},
    tables=(pde_table(HelmholtzSpec, epochs=5_000, of_paper=False),),
    views=VIEWS,
    kept={FIELD: "tesla_core.problems.pde.kept"},
    page=PAGE,
    specialist=SPECIALIST,
)
