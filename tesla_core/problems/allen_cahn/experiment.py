"""The PINN of the Allen–Cahn equation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tesla_core.experiments.spec import option
from tesla_core.messages.say import marked
from tesla_core.problems.allen_cahn.task import AllenCahnTask
from tesla_core.problems.pde.experiment import PdeSpec


@dataclass(frozen=True, kw_only=True)
class AllenCahnSpec(PdeSpec):
    """The network and the budget of the Burgers PINN, on another equation."""

    experiment: ClassVar[str] = "allen_cahn"
    label: ClassVar[str] = marked("Allen–Cahn PINN")

    initial: int = option(100, marked("points of the initial condition"), label=marked("Initial"))

    def task(self) -> AllenCahnTask:
        return AllenCahnTask(**self._subset(AllenCahnTask))
