"""The PINN of the 1-D viscous Burgers equation (Sec. "Continuous-domain Evaluation")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from tesla_core.experiments.nearest import differences
from tesla_core.experiments.spec import option
from tesla_core.messages.say import marked
from tesla_core.paper.reported import Nearest
from tesla_core.problems.burgers import paper
from tesla_core.problems.burgers.exact import VISCOSITY
from tesla_core.problems.burgers.task import BurgersTask
from tesla_core.problems.pde.experiment import PdeSpec


@dataclass(frozen=True, kw_only=True)
class BurgersSpec(PdeSpec):
    """The paper's loss and 20,000 epochs. Network, points, init and K are ours: the paper does not give them."""

    experiment: ClassVar[str] = "burgers"
    label: ClassVar[str] = marked("Burgers PINN")

    initial: int = option(100, marked("points of the initial condition"), label=marked("Initial"))
    viscosity: float = option(VISCOSITY, marked("ν in u_t + u·u_x = ν·u_xx"), label=marked("Viscosity"))

    def task(self) -> BurgersTask:
        return BurgersTask(**self._subset(BurgersTask))

    def reported(self) -> Mapping[str, Nearest]:
        losses = paper.TABLE.get(self.activation)
        differing = differences(self, paper.SETTINGS)
        return {f"{part}_loss": Nearest(one, differing) for part, one in vars(losses).items()} if losses else {}
