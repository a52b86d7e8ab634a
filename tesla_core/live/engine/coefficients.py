"""Where the coefficients of each TESLA panel live inside a stack of models."""

from __future__ import annotations

from typing import cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from tesla_core.activations.tesla import TESLA
from tesla_core.models.stacked import Stack
from tesla_core.models.stacked_mlp import SegmentedActivation, StackedMLP

Rows = tuple[Tensor, Tensor]
"""Views of one layer's a and b, (K,) each."""


def find_coefficients(stack: Stack) -> dict[int, list[Rows]]:
    """panel → its hidden layers' (a, b), for TESLA panels; writing into the views changes the stack."""
    found: dict[int, list[Rows]] = {}
    for places, group in zip(stack.places, stack.groups, strict=True):
        if not isinstance(group, StackedMLP):
            continue
        for row, place in enumerate(places):
            layers = [_rows(cast(SegmentedActivation, activation), row) for activation in group.activations]
            if layers and all(layer is not None for layer in layers):
                found[place] = cast(list[Rows], layers)
    return dict(sorted(found.items()))


def _rows(activation: SegmentedActivation, row: int) -> Rows | None:
    for size, segment in zip(activation.sizes, activation.segments, strict=True):
        if row < size:
            return (segment.a.detach()[row], segment.b.detach()[row]) if isinstance(segment, TESLA) else None
        row -= size
    return None


def flatten_coefficients(found: dict[int, list[Rows]]) -> NDArray[np.float32]:
    """a_1…a_K, b_1…b_K of every layer of every TESLA panel: (F,)."""
    parts = [part for layers in found.values() for rows in layers for part in rows]
    return torch.cat(parts).float().cpu().numpy() if parts else np.zeros(0, np.float32)
