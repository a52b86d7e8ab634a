"""From a ModelSpec and a seed to a network. Linear layers and coefficients come from separate streams of the seed, so
that models of one shape and one seed start from the same linear layers whatever their activation."""

from __future__ import annotations

from collections.abc import Callable

from torch import nn

from tesla_core.activations.pointwise import Pointwise
from tesla_core.models.fourier import FourierFeatures
from tesla_core.models.init import parse_init
from tesla_core.models.mlp import MLP
from tesla_core.models.spec import ModelSpec
from tesla_core.seeds import torch_stream


def build_model(spec: ModelSpec, inputs: int, outputs: int, seed: int) -> nn.Module:
    """The network of `spec` for that many inputs and outputs, on the CPU in float32."""
    return spec.network.load()(spec, inputs, outputs, seed)


def activation_maker(spec: ModelSpec, seed: int | None) -> Callable[[], Pointwise]:
    """Makes one pointwise activation of `spec` after the other, coefficients from a stream of the seed; without a seed
    they come from wherever torch draws."""
    entry = spec.entry
    arguments = {option.argument or option.name: spec.value(option.name) for option in entry.options}
    if entry.drawn and seed is not None:
        arguments["generator"] = torch_stream(seed, "coefficients")
    implementation = entry.load()
    return lambda: implementation(**arguments)


def mlp(spec: ModelSpec, inputs: int, outputs: int, seed: int) -> nn.Module:
    return _mlp(spec, inputs, outputs, seed)


def fourier(spec: ModelSpec, inputs: int, outputs: int, seed: int) -> nn.Module:
    return _mlp(spec, inputs, outputs, seed, FourierFeatures(inputs))


def kan(spec: ModelSpec, inputs: int, outputs: int, seed: int) -> nn.Module:
    sizes = spec.network.sizes(spec, inputs, outputs)
    return spec.entry.load()(sizes, grid=spec.kan_grid, generator=torch_stream(seed, "linear"))


def _mlp(spec: ModelSpec, inputs: int, outputs: int, seed: int, encoding: FourierFeatures | None = None) -> nn.Module:
    sizes = spec.network.sizes(spec, inputs, outputs)
    rule = parse_init(spec.init)
    return MLP(sizes, activation_maker(spec, seed), rule, torch_stream(seed, "linear"), encoding)
