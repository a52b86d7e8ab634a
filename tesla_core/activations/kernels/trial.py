"""A kernel's first use on a device: a small sample, beside the recurrence in float64 on the CPU."""

from __future__ import annotations

from concurrent.futures import Future
from threading import Thread
from types import ModuleType

import torch
from torch import Tensor

from tesla_core.activations.kernels import eager_kernel

TOLERANCE = 2e-5
"""Of the size of what is computed. All three kernels are within 1e-6 on this sample."""
# Models, elements and harmonics: one model and a stack, no multiple of any vector's or block's length, and so many
# harmonics that the CPU's kernel takes its other way.
SHAPES = ((1, 517, 6), (3, 130, 6), (2, 45, 20))
FURTHEST = 40.0
LONGEST = 120.0
"""Seconds. A kernel that is compiled first takes some; one that waits for a lock of the caller takes for ever."""


def worst_error(kernel: ModuleType, device: torch.device) -> float:
    """The largest error of φ, g·φ′ and the sums for ∂a and ∂b, each over the largest value of its kind (NaN: infinite).

    It runs on a thread of its own, where none of the caller's modes hold: not autocast, nor vmap, nor fake tensors.
    """
    found: Future[float] = Future()
    Thread(target=_answer, args=(found, kernel, device), name="tesla-trial", daemon=True).start()
    try:
        return found.result(LONGEST)
    except TimeoutError:
        raise TimeoutError(f"no answer within {LONGEST:g} s") from None


def _answer(found: Future[float], kernel: ModuleType, device: torch.device) -> None:
    try:
        found.set_result(_worst_error(kernel, device))
    except BaseException as error:  # whoever waits must hear of it
        found.set_exception(error)


@torch.no_grad()
def _worst_error(kernel: ModuleType, device: torch.device) -> float:
    worst = 0.0
    for shape in SHAPES:
        z, g, a, b = _sample(*shape)
        exact = [eager_kernel.evaluate(z, a, b), *eager_kernel.gradients(z, a, b, g)]
        there = [tensor.to(device, torch.float32) for tensor in (z, a, b, g)]
        found = [kernel.evaluate(*there[:3]), *kernel.gradients(*there)]
        errors = [_error(one.cpu().double(), other) for one, other in zip(found, exact, strict=True)]
        worst = max(worst, *errors)
    return worst


def _sample(groups: int, elements: int, harmonics: int) -> list[Tensor]:
    """z, g (groups, elements) and a, b (groups, K): irregular, exact in float32, the same each time."""

    def waves(columns: int, step: float) -> Tensor:
        count = torch.arange(groups * columns, dtype=torch.float64, device="cpu").view(groups, columns)
        return torch.sin(step * (count + 1) ** 1.3).float().double()

    z = (FURTHEST * waves(elements, 0.71) ** 3).float().double()
    return [z, waves(elements, 1.13), waves(harmonics, 2.3), waves(harmonics, 3.1)]


def _error(found: Tensor, exact: Tensor) -> float:
    if found.shape != exact.shape or not bool(torch.isfinite(found).all()):
        return float("inf")
    return float((found - exact).abs().max() / exact.abs().max())
