"""The run of the heat equation, as jobs and the command line know it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tesla_core.experiments.spec import option
from tesla_core.problems.pde.experiment import PdeSpec
from tesla_lab_heat.task import HeatTask


@dataclass(frozen=True, kw_only=True)
class HeatSpec(PdeSpec):
    """The network and the budget of every PINN, and what the rod adds."""

    experiment: ClassVar[str] = "heat"
    label: ClassVar[str] = "Heat equation PINN"

    initial: int = option(64, "points of the initial condition")
    diffusivity: float = option(0.1, "α of u_t = α u_xx")
    epochs: int = option(3_000, "passes over the collocation points")

    def task(self) -> HeatTask:
        return HeatTask(**self._subset(HeatTask))
