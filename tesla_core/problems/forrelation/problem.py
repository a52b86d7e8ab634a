"""Forrelation, as the lab lists it."""

from __future__ import annotations

from tesla_core.problems.base import Problem
from tesla_core.problems.forrelation.experiment import ForrelationSpec
from tesla_core.problems.forrelation.paper import FIGURES
from tesla_core.problems.forrelation.presets import PRESETS
from tesla_core.problems.forrelation.specialist import SPECIALIST
from tesla_core.problems.forrelation.table import LONG, TABLE
from tesla_core.problems.forrelation.views import EVEN, VIEWS

PROBLEM = Problem(
    "forrelation",
    "Forrelation",
    experiments=(ForrelationSpec,),
    tables=(TABLE, LONG),
    presets=PRESETS,
    views=VIEWS,
    figures=FIGURES,
    specialist=SPECIALIST,
    asides={"figure-4": EVEN, "s5.6-forrelation": EVEN},
)
