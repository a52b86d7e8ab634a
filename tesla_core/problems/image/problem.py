"""A picture as a network, as the lab lists it."""

from __future__ import annotations

from tesla_core.problems.base import Problem
from tesla_core.problems.image.experiment import RECONSTRUCTION, InrSpec
from tesla_core.problems.image.live import Image
from tesla_core.problems.image.page import PAGE
from tesla_core.problems.image.pixels import PixelsTask
from tesla_core.problems.image.presets import PRESETS
from tesla_core.problems.image.specialist import SPECIALIST
from tesla_core.problems.image.table import TABLES
from tesla_core.problems.image.task import ImageTask
from tesla_core.problems.image.views import VIEWS

_LIVE = Image()
PROBLEM = Problem(
    "image",
    "An image",
    experiments=(InrSpec,),
    kinds={ImageTask: _LIVE, PixelsTask: _LIVE},
    tables=TABLES,
    presets=PRESETS,
    views=VIEWS,
    kept={RECONSTRUCTION: "tesla_core.problems.image.kept"},
    page=PAGE,
    specialist=SPECIALIST,
)
