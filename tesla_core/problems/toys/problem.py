"""Points in the plane, as the lab lists them."""

from __future__ import annotations

from tesla_core.problems.base import Problem
from tesla_core.problems.toys.experiment import ToysSpec
from tesla_core.problems.toys.live import OwnPoints, Plane
from tesla_core.problems.toys.page import PAGE
from tesla_core.problems.toys.paper import FIGURES
from tesla_core.problems.toys.points import PointsTask
from tesla_core.problems.toys.presets import PRESETS
from tesla_core.problems.toys.specialist import SPECIALIST
from tesla_core.problems.toys.table import TABLE
from tesla_core.problems.toys.task import ToyTask
from tesla_core.problems.toys.views import VIEWS

PROBLEM = Problem(
    "toys",
    "Points in the plane",
    experiments=(ToysSpec,),
    kinds={ToyTask: Plane(), PointsTask: OwnPoints()},
    tables=(TABLE,),
    presets=PRESETS,
    views=VIEWS,
    warm_up=ToyTask("spiral", samples=40),
    page=PAGE,
    figures=FIGURES,
    specialist=SPECIALIST,
)
