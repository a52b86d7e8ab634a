"""A signal of many frequencies, as the lab lists it."""

from __future__ import annotations

from tesla_core.problems.base import Problem
from tesla_core.problems.signal.experiment import FIT, RegressionSpec
from tesla_core.problems.signal.live import Signal
from tesla_core.problems.signal.page import PAGE
from tesla_core.problems.signal.presets import PRESETS
from tesla_core.problems.signal.specialist import SPECIALIST
from tesla_core.problems.signal.table import TABLE
from tesla_core.problems.signal.task import RegressionTask
from tesla_core.problems.signal.views import VIEWS

PROBLEM = Problem(
    "signal",
    "A signal",
    experiments=(RegressionSpec,),
    kinds={RegressionTask: Signal()},
    tables=(TABLE,),
    presets=PRESETS,
    views=VIEWS,
    kept={FIT: "tesla_core.problems.signal.kept"},
    page=PAGE,
    specialist=SPECIALIST,
)
