"""φ, φ′, φ″ and φ‴ of an activation in closed form, for networks that are differentiated by their inputs.

An activation that has no entry here goes through autograd once an order: slower, and right as well.
"""

from __future__ import annotations

import math
from functools import singledispatch

import torch
from torch import Tensor

from tesla_core.activations.classic import GELU, ReLU, SiLU, Tanh
from tesla_core.activations.periodic import Siren, Snake
from tesla_core.activations.pointwise import Pointwise
from tesla_core.activations.tesla import TESLA, harmonic_sums, tesla

Derivatives = tuple[Tensor, Tensor, Tensor, Tensor]


@singledispatch
def derivatives(activation: Pointwise, z: Tensor) -> Derivatives:
    """φ(z), φ′(z), φ″(z), φ‴(z) without a graph, each in z's shape."""
    with torch.enable_grad():
        z = z.detach().requires_grad_()
        found = [activation(z)]
        for _ in range(3):
            slope = found[-1]
            # Where a derivative no longer depends on z, such as ReLU's first, the next one is zero.
            following = torch.autograd.grad(slope.sum(), z, create_graph=True)[0] if slope.requires_grad else None
            found.append(torch.zeros_like(z) if following is None else following)
    first, second, third, fourth = (one.detach() for one in found)
    return first, second, third, fourth


@derivatives.register
def _(_activation: ReLU, z: Tensor) -> Derivatives:
    # The distribution at the kink is no number; like autograd, every derivative past the first is zero.
    zero = torch.zeros_like(z)
    return torch.relu(z), (z > 0).to(z.dtype), zero, zero


@derivatives.register
def _(_activation: Tanh, z: Tensor) -> Derivatives:
    t = torch.tanh(z)
    first = 1 - t * t
    second = -2 * t * first
    return t, first, second, first * (6 * t * t - 2)


@derivatives.register
def _(_activation: GELU, z: Tensor) -> Derivatives:
    below = 0.5 * (1 + torch.erf(z / math.sqrt(2)))
    density = torch.exp(-0.5 * z * z) / math.sqrt(2 * math.pi)
    square = z * z
    return z * below, below + z * density, (2 - square) * density, z * (square - 4) * density


@derivatives.register
def _(_activation: SiLU, z: Tensor) -> Derivatives:
    s = torch.sigmoid(z)
    s1 = s * (1 - s)
    s2 = s1 * (1 - 2 * s)
    s3 = s1 * (1 - 6 * s1)
    return z * s, s + z * s1, 2 * s1 + z * s2, 3 * s2 + z * s3


@derivatives.register
def _(activation: Siren, z: Tensor) -> Derivatives:
    w = activation.omega
    sine, cosine = torch.sin(w * z), torch.cos(w * z)
    return sine, w * cosine, -(w**2) * sine, -(w**3) * cosine


@derivatives.register
def _(activation: Snake, z: Tensor) -> Derivatives:
    # sin²(αz)/α = (1 - cos 2αz)/2α
    alpha = activation.alpha
    sine, cosine = torch.sin(2 * alpha * z), torch.cos(2 * alpha * z)
    return z + (1 - cosine) / (2 * alpha), 1 + sine, 2 * alpha * cosine, -4 * alpha**2 * sine


@derivatives.register
def _(activation: TESLA, z: Tensor) -> Derivatives:
    # Differentiating once maps (a, b) to (-k·b, k·a) and stays within φ_K.
    a, b = activation.a.detach(), activation.b.detach()
    k = torch.arange(1, a.shape[-1] + 1, device=a.device, dtype=a.dtype)
    orders = ((a, b), (-k * b, k * a), (-(k**2) * a, -(k**2) * b), (k**3 * b, -(k**3) * a))
    first, second, third, fourth = (tesla(z.detach(), *pair, activation.kernel) for pair in orders)
    return first, second, third, fourth


@singledispatch
def parameter_gradients(activation: Pointwise, z: Tensor, weights: tuple[Tensor, Tensor, Tensor]) -> list[Tensor]:
    """∂/∂θ of Σ (w₀·φ + w₁·φ′ + w₂·φ″) for each parameter θ of the activation; the sum is over all of z."""
    if next(activation.parameters(), None) is None:
        return []
    raise NotImplementedError(f"{type(activation).__name__} has parameters but no entry in parameter_gradients.")


@parameter_gradients.register
def _(activation: TESLA, z: Tensor, weights: tuple[Tensor, Tensor, Tensor]) -> list[Tensor]:
    k = torch.arange(1, activation.harmonics + 1, device=z.device, dtype=activation.a.dtype)
    stacked = activation.a.ndim == 2
    (p0, q0), (p1, q1), (p2, q2) = (
        harmonic_sums(z, weight, activation.harmonics, stacked, activation.kernel) for weight in weights
    )
    return [p0 + k * q1 - k**2 * p2, q0 - k * p1 - k**2 * q2]
