"""Put TESLA into a model that exists: its pointwise activations, modules and calls of functions alike, in place."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import torch
from torch import nn

from tesla_core.activations.replacing.graph import rewrite
from tesla_core.activations.replacing.kinds import ALL_KINDS, KINDS, kind_of_module
from tesla_core.activations.replacing.report import ReplacementReport
from tesla_core.activations.replacing.survey import Survey, in_order
from tesla_core.activations.tesla import TESLA
from tesla_core.errors import check_choice

PLACES = ("all", "dense")


def replace_activations(
    model: nn.Module,
    *,
    harmonics: int,
    where: str = "all",
    scale: float = 0.1,
    start: str = "normal",
    kinds: Iterable[str] = KINDS,
    keep: Iterable[str] = (),
    shared: bool = False,
    generator: torch.Generator | None = None,
) -> ReplacementReport:
    """Swap the pointwise activations of `model` for TESLA layers, in place; say what was replaced, what not, and why.

    Modules are swapped. Calls such as `F.relu(x)`, `torch.relu(x)` or `x.relu()` in a forward, and a module that a
    forward calls more than once, get a layer each: torch.fx writes that forward anew, and where it can't, the calls
    stay and the report names them.

    where: "all", or "dense" for the paper's rule for convolutional networks, which leaves the activations of
    convolutional blocks alone: those whose last weighted layer before them is a convolution.
    kinds: which activations, by default all but sigmoids, which are mostly gates. keep: patterns of names that stay,
    such as "*.pooler.*". shared: one layer for a module however often it is called or named, and no forward touched.
    """
    check_choice("place", where, PLACES)
    chosen = tuple(check_choice("kind of activation", kind, ALL_KINDS) for kind in kinds)
    survey = Survey(model, where, chosen, tuple(keep), shared)
    plans, layers = survey.plans(), survey.count
    device = next(model.parameters(), torch.empty(0)).device
    made = [TESLA(harmonics, scale=scale, start=start, generator=generator).to(device) for _ in range(layers)]
    for plan in plans:
        for name, number in plan.children.items():
            _put(plan.owner, name, made[number])
        if plan.layout is not None:
            rewrite(plan.owner, plan.layout)
    return ReplacementReport(type(model).__name__, harmonics, layers, tuple(survey.replaced), tuple(survey.kept))


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
        _put(parent, child_name, swapped[id(child)])


def activation_names(model: nn.Module, where: str = "all") -> list[str]:
    """Names of the activation modules in the order of definition, those after convolutions left out for "dense"."""
    check_choice("place", where, PLACES)
    return [
        name
        for name, module, after_convolution in in_order(model)
        if kind_of_module(module) in KINDS and name and not (where == "dense" and after_convolution)
    ]


def _put(owner: nn.Module, name: str, layer: nn.Module) -> None:
    parent_name, _, child_name = name.rpartition(".")
    parent = owner.get_submodule(parent_name)
    setattr(parent, child_name, layer)
    if hasattr(parent, "activation_relu_or_gelu"):
        # nn.TransformerEncoderLayer would go on computing ReLU or GELU in its fused path of evaluation.
        vars(parent)["activation_relu_or_gelu"] = 0
