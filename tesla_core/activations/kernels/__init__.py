"""φ_K itself: the fast paths of CPU and GPU, the recurrence in plain PyTorch, and which of them runs."""

from __future__ import annotations

from tesla_core.activations.kernels.choice import KERNELS, kernel_for

__all__ = ["KERNELS", "kernel_for"]
