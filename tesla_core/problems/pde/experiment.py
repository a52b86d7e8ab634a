"""What the specs of all PINNs have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from tesla_core.errors import TeslaError
from tesla_core.experiments.spec import EVALUATE_EVERY, ExperimentSpec, option
from tesla_core.fields import Checks
from tesla_core.messages.say import marked, say, say_count
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.pde.task import PdeTask

FIELD = "field.npz"
"""The two axes by their names, (A,) and (B,), and u, exact and residual, (A, B)."""


@dataclass(frozen=True, kw_only=True)
class PdeSpec(ExperimentSpec):
    """The loss, points and network of a PINN; an equation adds what is its own."""

    assembler: ClassVar[str] = "tesla_core.problems.pde.assembly_torch"
    networks_own: ClassVar[frozenset[str]] = frozenset({"samples", "boundary", "initial", "points", "evaluate_every"})

    samples: int = option(2_000, marked("collocation points inside"), label=marked("Samples"))
    boundary: int = option(
        100, marked("points of the boundary conditions, all edges together"), label=marked("Boundary")
    )
    points: str = option("fixed", marked("collocation points: fixed, or fresh in every epoch"), label=marked("Points"))
    evaluate_every: int = option(
        100,
        marked("epochs from one look at the exact solution to the next"),
        EVALUATE_EVERY,
        label=marked("Evaluate every"),
    )
    harmonics: int = option(5, marked("TESLA's harmonics K"))
    coefficient_scale: float = option(0.5, marked("TESLA's coefficients start from N(0, scale²)"))
    init: str = option("uniform(3)", marked("first-layer rule: default, uniform(c), rademacher or own"))
    width: int = option(32, marked("neurons in a hidden layer"))
    depth: int = option(4, marked("hidden layers"))
    epochs: int = option(20_000, marked("passes over the collocation points"))
    batch: int = option(1_000_000, marked("collocation points in a step; all of them, where there are fewer"))

    def check(self, checks: Checks) -> None:
        super().check(checks)
        checks.run(self._check_network, "activation")

    def _check_network(self) -> None:
        if not ModelSpec(self.activation).network.plain:
            raise TeslaError(f"A PINN needs a plain MLP, whose derivatives are known; {self.activation!r} is none.")

    def task(self) -> PdeTask:
        raise NotImplementedError

    def data_in_words(self) -> str:
        return say_count(self.samples, "{count} point inside", "{count} points inside")

    def reached(self, metrics: dict[str, Any]) -> str:
        parts = ", ".join(f"{say(name)} {metrics[f'{name}_loss']:.3g}" for name in self.task().conditions)
        total = say("total loss {loss}", loss=f"{metrics['total_loss']:.3g}")
        error = say("true relative error {error}", error=f"{metrics['relative_error']:.3g}")
        return f"{total} (PDE {metrics['pde_loss']:.3g}, {parts}), {error}"
