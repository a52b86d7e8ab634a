"""φ_K on a device, in every dtype, beside the sum of Eq. 1 as it stands, in float64 on the CPU.

Through `tesla` itself, as a model calls it: the value, the gradients for z, a and b, and the gradients of these.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from tesla_core.activations.kernels.choice import fastest_for, try_kernel
from tesla_core.activations.tesla import tesla
from tesla_core.doctor.finding import Finding

HARMONICS = 8
SHAPE = (64, 33)
ALLOWED = {torch.float64: 1e-12, torch.float32: 1e-5, torch.bfloat16: 3e-2, torch.float16: 4e-3}
"""Errors over the largest value of their kind: what rounding leaves, with room for the sums of second order."""
KINDS = ("φ", "∂z", "∂a", "∂b", "second order")


def check_choice_of(device: torch.device) -> Finding:
    """Which kernel runs on a device, and why it isn't the one that was written for it."""
    about, wanted = f"kernel on {device}", fastest_for(device)
    if wanted == "eager":
        return Finding(about, "the recurrence in plain PyTorch; nothing faster was written for this device")
    found = try_kernel(wanted, device)
    if not found.gave_way:
        return Finding(about, f"{wanted}; float64 by the recurrence, since the {wanted} kernel computes in float32")
    missing = "No module named" in found.gave_way
    remedy = {"native": "pip install llvmlite", "triton": "pip install triton"}[wanted]
    return Finding(
        about,
        f"the {wanted} kernel gave way to the recurrence: {found.gave_way}",
        "note" if missing else "failed",
        f"{remedy}: it is several times as fast."
        if missing
        else "Training is right but slower. Please report this line with the output of `doctor --json`.",
    )


def check_exactness(device: torch.device) -> list[Finding]:
    """A line a dtype. What the caller has as its kernel on this device is what is checked."""
    dtypes = [dtype for dtype in ALLOWED if device.type != "mps" or dtype != torch.float64]
    return [*(_check(device, dtype) for dtype in dtypes), _check(device, torch.float32, models=3)]


def _check(device: torch.device, dtype: torch.dtype, models: int = 0) -> Finding:
    """models: of a stack, each with its own coefficients, as the lab trains them; 0 for one layer by itself."""
    z, a, b, g = _sample(dtype, models)
    exact = _orders(_sum_of_eq_1, z.double(), a.double(), b.double(), g.double())
    found = _orders(tesla, *(tensor.to(device) for tensor in (z, a, b, g)))
    errors = [_error(one, other) for one, other in zip(found, exact, strict=True)]
    errors[-3:] = [max(errors[-3:])]  # the second order's three in one
    worst, allowed = max(errors), ALLOWED[dtype]
    shown = ", ".join(f"{kind} {error:.0e}" for kind, error in zip(KINDS, errors, strict=True))
    name = str(dtype).removeprefix("torch.") + (f", a stack of {models}" if models else "")
    return Finding(
        f"{name} on {device}",
        f"off float64 by {shown}; {allowed:.0e} is allowed",
        "ok" if worst <= allowed else "failed",
        "" if worst <= allowed else "Use kernel='eager' in TESLA, and please report this line.",
    )


def _sample(dtype: torch.dtype, models: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """z, a, b and an incoming gradient, rounded to `dtype` before either side sees them."""
    generator = torch.Generator().manual_seed(0)
    stack = (models,) if models else ()
    z, g = (torch.randn(*stack, *SHAPE, generator=generator) for _ in range(2))
    a, b = (0.5 * torch.randn(*stack, HARMONICS, generator=generator) for _ in range(2))
    return (3 * z).to(dtype), a.to(dtype), b.to(dtype), g.to(dtype)


def _sum_of_eq_1(z: Tensor, a: Tensor, b: Tensor) -> Tensor:
    k = torch.arange(1, a.shape[-1] + 1, dtype=z.dtype)
    angles = z[..., None] * k
    if a.ndim == 2:  # each model's own
        a, b = a[:, None, None], b[:, None, None]
    return (a / k * torch.sin(angles) + b / k * torch.cos(angles)).sum(-1)


def _orders(
    phi: Callable[[Tensor, Tensor, Tensor], Tensor], z: Tensor, a: Tensor, b: Tensor, g: Tensor
) -> list[Tensor]:
    """φ, its gradients for z, a, b, and the gradients of Σ g·∂z."""
    leaves = [tensor.detach().requires_grad_() for tensor in (z, a, b)]
    value = phi(*leaves)
    first = torch.autograd.grad(value, leaves, g, create_graph=True)
    second = torch.autograd.grad((first[0] * g).sum(), leaves)
    return [tensor.detach().cpu().double() for tensor in (value, *first, *second)]


def _error(found: Tensor, exact: Tensor) -> float:
    error = float((found - exact).abs().max() / exact.abs().max())
    return error if error == error else float("inf")
