"""One training step of the Burgers PINN (two derivatives; 2,000 points, 4×32) with TESLA against Tanh's."""

from __future__ import annotations

from collections.abc import Callable

import torch

from benchmarks.harness import Effort, Measurement, at_most, compare, take_turns
from tesla_core.models.build import build_model
from tesla_core.problems.burgers.exact import VISCOSITY
from tesla_core.problems.burgers.experiment import BurgersSpec
from tesla_core.problems.pde.assembly_torch import assemble
from tesla_core.problems.pde.training_torch import PinnTraining

HARMONICS = (3, 5, 8)


def run(effort: Effort) -> list[Measurement]:
    tanh = BurgersSpec(activation="tanh")
    contestants = {"Tanh": _step(tanh)}
    contestants |= {f"TESLA K={k}": _step(BurgersSpec(harmonics=k)) for k in HARMONICS}
    contestants |= {"SIREN": _step(BurgersSpec(activation="siren"))}
    contestants |= {"Tanh, double backward": _double_backward(tanh)}
    contestants |= {"TESLA K=5, double backward": _double_backward(BurgersSpec(harmonics=5))}
    times = take_turns(contestants, effort.turns(30), calls=2)
    return [
        compare("PINN step", times, name, "Tanh", "× Tanh's time", at_most(1.25) if name == "TESLA K=5" else None)
        for name in list(contestants)[1:]
    ]


def _step(spec: BurgersSpec) -> Callable[[], None]:
    """The step that experiments take: jets go forward through the layers."""
    training = assemble([spec]).training
    training.evaluate_every = 10**9
    steps = training.steps()
    return lambda: next(steps) and None


class _DoubleBackward(PinnTraining):
    """The drop-in way: autograd through the network's own derivatives."""

    def residuals(self, points: torch.Tensor) -> torch.Tensor:
        own = points.clone().requires_grad_()
        u = self.stack(own)[..., 0]
        (slopes,) = torch.autograd.grad(u.sum(), own, create_graph=True)
        (bends,) = torch.autograd.grad(slopes[:, 1].sum(), own, create_graph=True)
        return slopes[:, 0] + u * slopes[:, 1] - VISCOSITY * bends[:, 1]


def _double_backward(spec: BurgersSpec) -> Callable[[], None]:
    model = build_model(spec.model(), 2, 1, spec.seed)
    steps = _DoubleBackward([model], spec.task(), spec.settings(), evaluate_every=10**9).steps()
    return lambda: next(steps) and None
