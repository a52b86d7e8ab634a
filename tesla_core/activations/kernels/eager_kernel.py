"""φ_K by the same recurrences in plain PyTorch: any device, float32 and float64.

This is the fallback of the fast paths and the path of float64. Same algorithm, same numbers up to rounding. The
recurrences run in place, in a handful of buffers of z's size whatever K is.
"""

from __future__ import annotations

import torch
from torch import Tensor

NAME = "eager"
ANY_SHAPE = False


def evaluate(z: Tensor, a: Tensor, b: Tensor) -> Tensor:
    """φ_K(z) by Clenshaw's recurrence; z (G, M), a and b (G, K)."""
    sine, cosine = torch.sin(z), torch.cos(z)
    doubled = cosine + cosine
    of_sine, of_sine_before = torch.zeros_like(z), torch.zeros_like(z)
    of_cosine, of_cosine_before = torch.zeros_like(z), torch.zeros_like(z)
    for k in range(a.shape[-1], 0, -1):
        a_k, b_k = a[:, k - 1, None] / k, b[:, k - 1, None] / k
        of_sine, of_sine_before = _next(doubled, of_sine, of_sine_before).add_(a_k), of_sine
        of_cosine, of_cosine_before = _next(doubled, of_cosine, of_cosine_before).add_(b_k), of_cosine
    return of_sine.mul_(sine).addcmul_(of_cosine, cosine).sub_(of_cosine_before)


def gradients(z: Tensor, a: Tensor, b: Tensor, g: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """g·φ′(z) (G, M), and the sums over M of g·sin(kz)/k and g·cos(kz)/k, both (G, K)."""
    sine, cosine = torch.sin(z), torch.cos(z)
    doubled = cosine + cosine
    sine_before, cosine_before = torch.zeros_like(z), torch.ones_like(z)
    slope, product = torch.zeros_like(z), torch.empty_like(z)
    sums_a, sums_b = torch.empty_like(a), torch.empty_like(b)
    for k in range(1, a.shape[-1] + 1):
        sums_a[:, k - 1] = torch.mul(g, sine, out=product).sum(-1) / k
        sums_b[:, k - 1] = torch.mul(g, cosine, out=product).sum(-1) / k
        slope.addcmul_(cosine, a[:, k - 1, None]).addcmul_(sine, b[:, k - 1, None], value=-1)
        sine, sine_before = _next(doubled, sine, sine_before), sine
        cosine, cosine_before = _next(doubled, cosine, cosine_before), cosine
    return slope.mul_(g), sums_a, sums_b


def _next(doubled: Tensor, current: Tensor, before: Tensor) -> Tensor:
    """2 cos z · current - before, written over `before`."""
    return before.neg_().addcmul_(doubled, current)
