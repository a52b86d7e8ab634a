"""The convection equation, as the lab lists it."""

from __future__ import annotations

from tesla_core.problems.base import Problem
from tesla_core.problems.convection.experiment import ConvectionSpec
from tesla_core.problems.convection.page import PAGE
from tesla_core.problems.convection.specialist import SPECIALIST
from tesla_core.problems.convection.task import ConvectionTask
from tesla_core.problems.pde.experiment import FIELD
from tesla_core.problems.pde.live import Field
from tesla_core.problems.pde.table import pde_table

PROBLEM = Problem(
    "convection",
    "Convection equation",
    experiments=(ConvectionSpec,),
    kinds={ConvectionTask: Field(ConvectionTask, ConvectionSpec)},
    tables=(pde_table(ConvectionSpec, epochs=5_000, of_paper=False),),
    kept={FIELD: "tesla_core.problems.pde.kept"},
    page=PAGE,
    specialist=SPECIALIST,
)
