"""φ_K of a tensor that several processes share (`DTensor`, as in tensor parallel training): what each of them does.

φ_K acts on each number alone, so z may be split along any dimension. The coefficients are whole everywhere; their sums
are parts, which PyTorch adds up over the processes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from torch import Tensor

from tesla_core.activations.kernels.library import gradients, phi
from tesla_core.errors import TeslaError

Places = tuple[list[Any], list[Any]]
"""Of the results and of the arguments; None for what is no tensor."""


def check_sharding(z: Tensor, a: Tensor, b: Tensor) -> None:
    """Teach PyTorch the operators' rules once, and see that z and the coefficients are shared alike: a layer whose
    coefficients are each process' own would drift apart."""
    from torch.distributed.tensor import DTensor  # slow to import, and here already

    shared = [isinstance(tensor, DTensor) for tensor in (z, a, b)]
    if any(shared):
        _register()
        if not all(shared):
            raise TeslaError(
                "z is a DTensor and the coefficients are not, or they are and z is not. Distribute the layer, too, as "
                "distribute_module(layer, mesh) does: then its gradients are summed over the processes."
            )


@lru_cache(maxsize=1)
def _register() -> None:
    from torch.distributed.tensor import Partial, Replicate, Shard
    from torch.distributed.tensor.experimental import register_sharding

    def places(z: Any, a: Any) -> list[tuple[Any, Any, Any]]:
        """How z, a and b, and the coefficients' sums may be placed together."""
        stacked = len(a.shape) == 2
        split = [(Shard(d), Replicate(), Partial()) for d in range(len(z.shape)) if not (stacked and d == 0)]
        models = [(Shard(0), Shard(0), Shard(0))] if stacked else []
        return [(Replicate(), Replicate(), Replicate()), *split, *models]

    @register_sharding(phi)
    def _(z: Any, a: Any, b: Any, kernel: str) -> list[Places]:
        return [([of_z], [of_z, of_a, of_a, None]) for of_z, of_a, _ in places(z, a)]

    @register_sharding(gradients)
    def _(g: Any, z: Any, a: Any, b: Any, kernel: str) -> list[Places]:
        return [([of_z, sums, sums], [of_z, of_z, of_a, of_a, None]) for of_z, of_a, sums in places(z, a)]
