"""The PINN of the convection equation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tesla_core.experiments.spec import option
from tesla_core.messages.say import marked
from tesla_core.problems.convection.task import ConvectionTask
from tesla_core.problems.pde.experiment import PdeSpec


@dataclass(frozen=True, kw_only=True)
class ConvectionSpec(PdeSpec):
    """The network and the budget of the Burgers PINN, on another equation."""

    experiment: ClassVar[str] = "convection"
    label: ClassVar[str] = marked("Convection PINN")

    initial: int = option(100, marked("points of the initial condition"), label=marked("Initial"))
    beta: float = option(
        30.0, marked("speed: radians of the wave that pass a place until t = 1"), label=marked("Speed β")
    )

    def task(self) -> ConvectionTask:
        return ConvectionTask(**self._subset(ConvectionTask))
