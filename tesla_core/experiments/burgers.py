"""The PINN of the 1-D viscous Burgers equation (Sec. "Continuous-domain Evaluation")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tesla_core.analysis.burgers_exact import VISCOSITY
from tesla_core.errors import TeslaError, check_whole
from tesla_core.experiments.spec import ExperimentSpec, option
from tesla_core.paper import burgers
from tesla_core.paper.reported import Reported
from tesla_core.tasks.burgers import BurgersTask


@dataclass(frozen=True, kw_only=True)
class BurgersSpec(ExperimentSpec):
    """The paper's loss and 20,000 epochs. Network, points, init and K are ours: the paper does not give them."""

    experiment: ClassVar[str] = "burgers"
    label: ClassVar[str] = "Burgers PINN"
    paper_epochs: ClassVar[Reported | None] = burgers.EPOCHS
    assembler: ClassVar[str] = "tesla_core.experiments.pinn_assembly"

    samples: int = option(2_000, "collocation points inside")
    initial: int = option(100, "points of the initial condition")
    boundary: int = option(100, "points of the boundary conditions, both ends together")
    points: str = option("fixed", "collocation points: fixed, or fresh in every epoch")
    viscosity: float = option(VISCOSITY, "ν in u_t + u·u_x = ν·u_xx")
    evaluate_every: int = option(100, "epochs from one look at the exact solution to the next")
    harmonics: int = option(5, "TESLA's harmonics K")
    coefficient_scale: float = option(0.5, "TESLA's coefficients start from N(0, scale²)")
    init: str = option("uniform(3)", "first-layer rule: default, uniform(c), rademacher or own")
    width: int = option(32, "neurons in a hidden layer")
    depth: int = option(4, "hidden layers")
    epochs: int = option(20_000, "passes over the collocation points")
    batch: int = option(1_000_000, "collocation points in a step; all of them, where there are fewer")

    def __post_init__(self) -> None:
        check_whole("Evaluate every", self.evaluate_every, 1, 1_000_000)
        super().__post_init__()
        if self.model().entry.network != "mlp":
            raise TeslaError(f"A PINN needs a plain MLP, whose derivatives are known; {self.activation!r} is none.")

    def task(self) -> BurgersTask:
        return BurgersTask(self.samples, self.initial, self.boundary, self.viscosity, self.points, self.seed)

    def reported(self) -> Mapping[str, Reported]:
        losses = burgers.TABLE.get(self.activation)
        return {f"{part}_loss": one for part, one in vars(losses).items()} if losses else {}

    def reached(self, metrics: dict[str, Any]) -> str:
        return (
            f"total loss {metrics['total_loss']:.3g} (PDE {metrics['pde_loss']:.3g}, initial "
            f"{metrics['initial_loss']:.3g}, boundary {metrics['boundary_loss']:.3g}), true relative error "
            f"{metrics['relative_error']:.3g}"
        )
