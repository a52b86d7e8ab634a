"""Fourier features: 32 octaves that are features and not rounding noise."""

from __future__ import annotations

import math

import pytest
import torch
from torch import Tensor

from tesla_core.models.encoding import Encoding
from tesla_core.models.fourier import FEW_VALUES, OCTAVES, FourierFeatures


def direct(u: Tensor) -> Tensor:
    """sin and cos of 2^k·π·u, k = 0…31, in float64; (…, d) → (…, d·64)."""
    # 2^k·u is exact in float64, and whole turns are taken off before π is multiplied.
    phase = math.pi * torch.remainder(2.0 ** torch.arange(OCTAVES, dtype=torch.float64) * u.double()[..., None], 2.0)
    return torch.cat((torch.sin(phase), torch.cos(phase)), -1).flatten(-2)


def test_bits_become_exact_features() -> None:
    """x = +1 is the bit 0: all sines 0, all cosines 1. x = -1 is the bit 1: cos π = -1 first, then whole turns."""
    zero, one = FourierFeatures(1)(torch.tensor([[1.0], [-1.0]]))
    assert zero.tolist() == [0.0] * 32 + [1.0] * 32
    torch.testing.assert_close(one, torch.tensor([0.0] * 32 + [-1.0] + [1.0] * 31), rtol=0, atol=1e-7)


@pytest.mark.parametrize("shape", [(200, 3), (2, 50, 3), (3,), (1, 3)])
def test_every_octave_is_right_to_rounding(shape: tuple[int, ...]) -> None:
    """2^31·π·x computed plainly in float32 has no correct digit; these have all."""
    features = FourierFeatures(3)
    x = 2 * torch.rand(shape, generator=torch.Generator().manual_seed(0)) - 1
    value = features(x)
    assert value.shape == (*shape[:-1], features.outputs)
    assert features.outputs == 192
    torch.testing.assert_close(value.double(), direct((1 - x) / 2), rtol=0, atol=1e-6)


def test_the_shortcut_for_few_values_gives_the_same_features() -> None:
    """Bits take a table, points in the plane do not; both must be the same function."""
    features = FourierFeatures(2)
    few = torch.linspace(-1, 1, FEW_VALUES)
    many = torch.linspace(-1, 1, 4 * FEW_VALUES)
    x = torch.stack((few, few.flip(0)), -1)
    padding = torch.stack((many, many), -1)
    assert torch.equal(features(x), features(torch.cat((x, padding)))[: len(x)])


def test_the_features_are_not_learned_and_not_stored() -> None:
    features = FourierFeatures(2)
    assert list(features.parameters()) == []
    assert features.state_dict() == {}


@pytest.mark.parametrize("x_shape", [(40, 3), (2, 40, 3)])
def test_folding_bits_into_the_first_layer_changes_nothing_but_the_time(x_shape: tuple[int, ...]) -> None:
    """A network on bits sees 64·d features: its outputs and gradients are those of the long way round."""
    generator = torch.Generator().manual_seed(0)
    features = FourierFeatures(3)
    x = 1.0 - 2.0 * torch.randint(0, 2, x_shape, generator=generator)
    weight = torch.randn(2, features.outputs, 5, generator=generator).requires_grad_()
    bias = torch.randn(2, 1, 5, generator=generator).requires_grad_()
    g = torch.randn(2, 40, 5, generator=generator)
    folded = features.first_layer(x, weight, bias)
    long_way = Encoding.first_layer(features, x, weight, bias)
    torch.testing.assert_close(folded, long_way, rtol=1e-5, atol=1e-5)
    for ours, theirs in zip(
        torch.autograd.grad(folded, [weight, bias], g), torch.autograd.grad(long_way, [weight, bias], g), strict=True
    ):
        torch.testing.assert_close(ours, theirs, rtol=1e-5, atol=1e-4)
