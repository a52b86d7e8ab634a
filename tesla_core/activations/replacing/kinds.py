"""Which modules, functions and methods are pointwise activations, and of which kind.

timm and transformers bring classes of their own; they are told by name, so that neither has to be installed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from tesla_core.activations.pointwise import Pointwise
from tesla_core.activations.tesla import TESLA

_TYPES: dict[str, type[nn.Module]] = {
    "relu": nn.ReLU,
    "relu6": nn.ReLU6,
    "leaky_relu": nn.LeakyReLU,
    "elu": nn.ELU,
    "selu": nn.SELU,
    "celu": nn.CELU,
    "gelu": nn.GELU,
    "silu": nn.SiLU,
    "mish": nn.Mish,
    "tanh": nn.Tanh,
    "sigmoid": nn.Sigmoid,
    "softplus": nn.Softplus,
    "hardswish": nn.Hardswish,
    "hardtanh": nn.Hardtanh,
    "pointwise": Pointwise,
}
ALL_KINDS = tuple(_TYPES)
# A sigmoid inside a network is mostly a gate, and at its end a probability: it stays unless it is asked for.
KINDS = tuple(kind for kind in ALL_KINDS if kind != "sigmoid")

_OTHERS: dict[str, dict[str, str]] = {
    "timm": {
        "Swish": "silu",
        "SwishMe": "silu",
        "Mish": "mish",
        "MishMe": "mish",
        "HardMish": "mish",
        "HardMishMe": "mish",
        "Sigmoid": "sigmoid",
        "Tanh": "tanh",
        "HardSwish": "hardswish",
        "HardSwishMe": "hardswish",
        "GELU": "gelu",
        "GELUTanh": "gelu",
        "QuickGELU": "gelu",
    },
    "transformers": {
        "GELUTanh": "gelu",
        "NewGELUActivation": "gelu",
        "GELUActivation": "gelu",
        "FastGELUActivation": "gelu",
        "QuickGELUActivation": "gelu",
        "ClippedGELUActivation": "gelu",
        "AccurateGELUActivation": "gelu",
        "SiLUActivation": "silu",
        "MishActivation": "mish",
        "ReLUSquaredActivation": "relu",
        "SqrtSoftplusActivation": "softplus",
    },
}
_FUNCTIONS: dict[Callable[..., Any], str] = {
    function: kind
    for kind in ALL_KINDS
    for name in (kind, f"{kind}_")
    for home in (functional, torch)
    if callable(function := getattr(home, name, None))
}
METHODS = {
    name: kind for kind in ALL_KINDS for name in (kind, f"{kind}_") if callable(getattr(torch.Tensor, name, None))
}

_MIXING = (nn.Softmax, nn.Softmax2d, nn.Softmin, nn.LogSoftmax, nn.AdaptiveLogSoftmaxWithLoss, nn.GLU)
_GATES = (nn.Hardsigmoid, nn.LogSigmoid)
_NO_ACTIVATION = (nn.MultiheadAttention,)


def kind_of_module(module: nn.Module) -> str | None:
    """Its kind, if it is a pointwise activation that TESLA can stand in for; TESLA itself is none."""
    if isinstance(module, TESLA):
        return None
    for kind, known in _TYPES.items():
        if isinstance(module, known):
            return kind
    return _OTHERS.get(_package(module), {}).get(type(module).__name__) if _is_activation_of_others(module) else None


def kind_of_function(function: object) -> str | None:
    """Its kind, if it is one of torch's pointwise activations; its in-place form counts."""
    try:
        return _FUNCTIONS.get(function)  # pyright: ignore[reportArgumentType, reportCallIssue]
    except TypeError:  # not hashable, so none of torch's functions
        return None


def why_kept(module: nn.Module) -> str | None:
    """Why an activation that is of no kind stays; None for what is no activation at all."""
    if isinstance(module, _MIXING):
        return "its outputs depend on several inputs, and φ_K sees one at a time"
    if isinstance(module, _GATES):
        return "a gate with values of its own range"
    if isinstance(module, TESLA):
        return "TESLA already"
    if isinstance(module, _NO_ACTIVATION) or not (_is_activation_of_torch(module) or _is_activation_of_others(module)):
        return None
    if next(module.parameters(), None) is not None:
        return "has learned parameters of its own"
    return "not among the kinds that can be replaced"


def label(thing: object) -> str:
    """How people write it: nn.ReLU, F.gelu, torch.relu, NewGELUActivation."""
    if isinstance(thing, nn.Module):
        home = "nn." if type(thing).__module__.startswith("torch.nn.") else ""
        return home + type(thing).__name__
    if isinstance(thing, str):
        return f"Tensor.{thing}"
    name = getattr(thing, "__name__", repr(thing))
    return f"F.{name}" if getattr(functional, name, None) is thing else f"torch.{name}"


def _package(module: nn.Module) -> str:
    return type(module).__module__.partition(".")[0]


def _is_activation_of_torch(module: nn.Module) -> bool:
    return type(module).__module__ == "torch.nn.modules.activation"


def _is_activation_of_others(module: nn.Module) -> bool:
    homes = ("timm.layers.activations", "timm.layers.activations_me", "transformers.activations")
    return type(module).__module__ in homes
