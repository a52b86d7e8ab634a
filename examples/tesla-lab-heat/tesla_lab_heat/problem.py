"""The heat equation, as the lab lists it: the one entry that names its parts."""

from __future__ import annotations

from tesla_core.problems.base import Problem
from tesla_core.problems.pde.experiment import FIELD
from tesla_core.problems.pde.live import Field
from tesla_lab_heat.experiment import HeatSpec
from tesla_lab_heat.page import PAGE
from tesla_lab_heat.task import HeatTask

PROBLEM = Problem(
    "heat",
    "Heat equation",
    experiments=(HeatSpec,),
    kinds={HeatTask: Field(HeatTask, HeatSpec)},
    page=PAGE,
    kept={FIELD: "tesla_core.problems.pde.kept"},
)
