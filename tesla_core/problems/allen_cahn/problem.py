"""The Allen–Cahn equation, as the lab lists it."""

from __future__ import annotations

from tesla_core.problems.allen_cahn.experiment import AllenCahnSpec
from tesla_core.problems.allen_cahn.page import PAGE
from tesla_core.problems.allen_cahn.specialist import SPECIALIST
from tesla_core.problems.allen_cahn.task import AllenCahnTask
from tesla_core.problems.allen_cahn.views import VIEWS
from tesla_core.problems.base import Problem
from tesla_core.problems.pde.experiment import FIELD
from tesla_core.problems.pde.live import Field
from tesla_core.problems.pde.table import pde_table

PROBLEM = Problem(
    "allen_cahn",
    "Allen–Cahn equation",
    experiments=(AllenCahnSpec,),
    kinds={AllenCahnTask: Field(AllenCahnTask, AllenCahnSpec)},
    tables=(pde_table(AllenCahnSpec, epochs=5_000, of_paper=False),),
    views=VIEWS,
    kept={FIELD: "tesla_core.problems.pde.kept"},
    page=PAGE,
    specialist=SPECIALIST,
)
