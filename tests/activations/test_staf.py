"""STAF starts as its paper says, and all of it is trained."""

from __future__ import annotations

import math

import torch

from tesla_core.activations.staf import Staf
from tesla_core.models.build import build_model
from tesla_core.models.spec import ModelSpec

NAMES = ("omega", "phase", "weight")


def test_it_starts_from_the_distributions_of_its_paper() -> None:
    layers = [Staf(8, 30.0, torch.Generator().manual_seed(seed)) for seed in range(500)]
    omega, phase, weight = (
        torch.cat([layer.get_parameter(name) for layer in layers]) for name in ("omega", "phase", "weight")
    )
    assert 0 <= omega.min() < 1
    assert 29 < omega.max() <= 30
    assert abs(omega.mean() - 15) < 0.5
    assert -math.pi <= phase.min() < -3.1
    assert 3.1 < phase.max() <= math.pi
    # c² is exponential with mean 1/2τ, and its sign is even.
    assert abs(weight.square().mean() - 1 / 16) < 0.004
    assert abs(weight.square().median() - math.log(2) / 16) < 0.003
    assert abs(weight.sign().mean()) < 0.05


def test_gradients_are_right_and_reach_every_parameter() -> None:
    layer = Staf(3, 5.0, torch.Generator().manual_seed(1)).double()
    z = torch.linspace(-2, 2, 9, dtype=torch.float64, requires_grad=True)

    def apply(z: torch.Tensor, *parameters: torch.Tensor) -> torch.Tensor:
        return torch.func.functional_call(layer, dict(zip(NAMES, parameters, strict=True)), (z,))

    assert torch.autograd.gradcheck(apply, (z, *(layer.get_parameter(name) for name in NAMES)))


def test_the_number_of_terms_is_the_option() -> None:
    spec = ModelSpec("staf", options=(("staf_terms", 7),))
    assert spec.label == "STAF τ=7"
    assert build_model(spec, 2, 1, 0).get_parameter("activations.0.omega").shape == (7,)
    seeds = [build_model(ModelSpec("staf"), 2, 1, seed).get_parameter("activations.0.phase") for seed in (0, 0, 1)]
    assert torch.equal(seeds[0], seeds[1])
    assert not torch.equal(seeds[0], seeds[2])
