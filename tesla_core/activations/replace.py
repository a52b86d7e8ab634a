"""Put TESLA into a model that exists: swap its pointwise activations in place."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import torch
from torch import nn

from tesla_core.activations.pointwise import Pointwise
from tesla_core.activations.tesla import TESLA
from tesla_core.errors import check_choice

PLACES = ("all", "dense")
REPLACED_TYPES: tuple[type[nn.Module], ...] = (
    nn.ReLU,
    nn.ReLU6,
    nn.LeakyReLU,
    nn.ELU,
    nn.SELU,
    nn.CELU,
    nn.GELU,
    nn.SiLU,
    nn.Mish,
    nn.Tanh,
    nn.Sigmoid,
    nn.Softplus,
    nn.Hardswish,
    nn.Hardtanh,
    Pointwise,
)
_CONVOLUTIONS = (nn.Conv1d, nn.Conv2d, nn.Conv3d, nn.ConvTranspose1d, nn.ConvTranspose2d, nn.ConvTranspose3d)
_WEIGHTED = (*_CONVOLUTIONS, nn.Linear, nn.Bilinear, nn.Embedding)


def replace_activations(
    model: nn.Module,
    *,
    harmonics: int,
    where: str = "all",
    scale: float = 0.1,
    generator: torch.Generator | None = None,
) -> list[str]:
    """Swap the pointwise activations of `model` for TESLA layers, in place; return the names of those replaced.

    where: "all", or "dense" for the paper's rule for convolutional networks, which leaves the activations of
    convolutional blocks alone: those whose last weighted layer before them is a convolution. An activation module that
    is used in several places stays one module, shared.
    """
    names = activation_names(model, where)
    swap_activations(model, names, lambda: TESLA(harmonics, scale=scale, generator=generator))
    return names


def swap_activations(model: nn.Module, names: Iterable[str], make: Callable[[], nn.Module]) -> None:
    """Put a module that `make` gives in place of each of the named ones; one that has several names stays shared."""
    like = next(model.parameters(), torch.empty(0))
    swapped: dict[int, nn.Module] = {}
    for name in names:
        parent_name, _, child_name = name.rpartition(".")
        parent = model.get_submodule(parent_name)
        child = getattr(parent, child_name)
        if id(child) not in swapped:
            swapped[id(child)] = make().to(like.device)
        setattr(parent, child_name, swapped[id(child)])


def activation_names(model: nn.Module, where: str = "all") -> list[str]:
    """Names of the pointwise activations in the order of definition, those after convolutions left out for "dense"."""
    check_choice("place", where, PLACES)
    names, after_convolution = [], False
    for name, module in model.named_modules(remove_duplicate=False):
        if isinstance(module, _WEIGHTED):
            after_convolution = isinstance(module, _CONVOLUTIONS)
        replaceable = isinstance(module, REPLACED_TYPES) and not isinstance(module, TESLA)
        if replaceable and name and not (where == "dense" and after_convolution):
            names.append(name)
    return names
