"""An optimizer's moments as named tensors, the form in which checkpoints keep them."""

from __future__ import annotations

import torch
from torch import Tensor


def moments_of(optimizer: torch.optim.Optimizer) -> dict[str, Tensor]:
    """ "3/exp_avg": the tensors of each parameter's state, by its number and their name."""
    return {
        # A copy of the count of steps, which parameters may share: in a file each has its own.
        f"{index}/{name}": torch.as_tensor(value).clone() if name == "step" else torch.as_tensor(value)
        for index, moments in optimizer.state_dict()["state"].items()
        for name, value in moments.items()
    }


def load_moments(optimizer: torch.optim.Optimizer, tensors: dict[str, Tensor]) -> None:
    """Put copies of such tensors into the optimizer, each in the memory format of its parameter: fused optimizers walk
    through both in the order in which they lie, and a file does not keep it."""
    parameters = [parameter for group in optimizer.param_groups for parameter in group["params"]]
    moments: dict[int, dict[str, Tensor]] = {}
    for place, tensor in tensors.items():
        index, name = place.split("/")
        like = parameters[int(index)] if tensor.shape == parameters[int(index)].shape else tensor
        moments.setdefault(int(index), {})[name] = torch.empty_like(like, dtype=tensor.dtype).copy_(tensor)
    optimizer.load_state_dict({**optimizer.state_dict(), "state": moments})


def below(tensors: dict[str, Tensor], prefix: str) -> dict[str, Tensor]:
    """The tensors whose name starts with `prefix`, by the rest of their name."""
    return {name.removeprefix(prefix): tensor for name, tensor in tensors.items() if name.startswith(prefix)}
