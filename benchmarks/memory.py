"""What φ_K keeps for the backward pass, in units of z, against the plain loop. Counted, not timed."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from benchmarks.harness import Effort, Measurement, Ratio, at_most
from benchmarks.plain import PlainTESLA
from tesla_core.activations import TESLA

HARMONICS = (1, 2, 4, 8, 16, 64)
SHAPE = (128, 1024)
NEARLY_ONE_Z = 1.01  # a and b are kept too


def run(_: Effort) -> list[Measurement]:
    rows = []
    for k in HARMONICS:
        for name, activation, target in (
            (f"φ_{k}", TESLA(k), at_most(NEARLY_ONE_Z)),
            (f"plain φ_{k}", PlainTESLA(k), None),
        ):
            ratio = Ratio.of([saved_for_backward(activation)])
            rows.append(Measurement("memory for backward", name, "z saved", ratio, target))
    return rows


def saved_for_backward(activation: Callable[[Tensor], Tensor]) -> float:
    """Bytes of the distinct storages that autograd keeps, over those of z."""
    z = torch.randn(SHAPE, generator=torch.Generator().manual_seed(0)).requires_grad_()
    sizes: dict[int, int] = {}
    kept: list[Tensor] = []  # alive, so that no two share an address

    def pack(tensor: Tensor) -> Tensor:
        kept.append(tensor)
        storage = tensor.untyped_storage()
        sizes[storage.data_ptr()] = storage.nbytes()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        activation(z)
    return sum(sizes.values()) / z.untyped_storage().nbytes()
