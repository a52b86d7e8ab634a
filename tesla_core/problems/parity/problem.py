"""Parity, as the lab lists it."""

from __future__ import annotations

from tesla_core.problems.base import Problem
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.problems.parity.live import Cells, Halves
from tesla_core.problems.parity.long.task import LongStringsTask
from tesla_core.problems.parity.page import PAGE
from tesla_core.problems.parity.paper import FIGURES
from tesla_core.problems.parity.presets import PRESETS
from tesla_core.problems.parity.specialist import SPECIALIST
from tesla_core.problems.parity.surface import SurfaceTask
from tesla_core.problems.parity.surface_experiment import SurfaceSpec
from tesla_core.problems.parity.table import TABLES
from tesla_core.problems.parity.views import COST, VIEWS

PROBLEM = Problem(
    "parity",
    "Parity",
    experiments=(ParitySpec, SurfaceSpec),
    kinds={SurfaceTask: Cells(), LongStringsTask: Halves()},
    tables=TABLES,
    presets=PRESETS,
    views=VIEWS,
    page=PAGE,
    specialist=SPECIALIST,
    figures=FIGURES,
    asides={"s5.6-lpn-27": COST},
)
