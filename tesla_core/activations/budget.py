"""The coefficient budget A_K (Eq. 2) of TESLA layers and the ℓ1 penalty that holds it down."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from tesla_core.activations.tesla import TESLA


def coefficient_budget(layer: TESLA) -> Tensor:
    """A_K = Σ_k (|a_k| + |b_k|): a scalar, or (G,) for a stack of G models (Eq. 2)."""
    return layer.a.abs().sum(-1) + layer.b.abs().sum(-1)


def budget_penalty(model: nn.Module, weight: float, target: float = 0.0) -> Tensor:
    """weight · Σ over TESLA layers of max(A_K - target, 0), summed over a stack's models.

    target is what each layer may spend for free; with 0 this is the plain ℓ1 penalty.
    """
    excess = [torch.relu(coefficient_budget(m) - target).sum() for m in model.modules() if isinstance(m, TESLA)]
    return weight * torch.stack(excess).sum() if excess else torch.zeros(())


@torch.no_grad()
def mean_budget(model: nn.Module) -> float | None:
    """The mean A_K of a model's TESLA layers; None where it has none."""
    budgets = [coefficient_budget(m).mean() for m in model.modules() if isinstance(m, TESLA)]
    return float(torch.stack(budgets).mean()) if budgets else None
