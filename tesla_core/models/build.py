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

_ARGUMENTS = {
    "harmonics": "harmonics",
    "coefficient_scale": "scale",
    "coefficient_start": "start",
    "omega": "omega",
    "alpha": "alpha",
}


def build_model(spec: ModelSpec, inputs: int, outputs: int, seed: int) -> nn.Module:
    """The network of `spec` for that many inputs and outputs, on the CPU in float32."""
    return _BUILDERS[spec.entry.network](spec, inputs, outputs, seed)


def activation_maker(spec: ModelSpec, seed: int | None) -> Callable[[], Pointwise]:
    """Makes one pointwise activation of `spec` after the other, coefficients from a stream of the seed; without a seed
    they come from wherever torch draws."""
    arguments = {_ARGUMENTS[option]: getattr(spec, option) for option in spec.entry.options}
    if "harmonics" in arguments and seed is not None:
        arguments["generator"] = torch_stream(seed, "coefficients")
    implementation = spec.entry.load()
    return lambda: implementation(**arguments)


def _mlp(spec: ModelSpec, inputs: int, outputs: int, seed: int, encoding: FourierFeatures | None = None) -> nn.Module:
    make = activation_maker(spec, seed)
    sizes = [inputs, *[spec.width] * spec.depth, outputs]
    rule = parse_init(spec.init)
    return MLP(sizes, make, rule, torch_stream(seed, "linear"), encoding)


def _fourier(spec: ModelSpec, inputs: int, outputs: int, seed: int) -> nn.Module:
    encoding = FourierFeatures(inputs)
    return _mlp(spec, encoding.outputs, outputs, seed, encoding)


def _kan(spec: ModelSpec, inputs: int, outputs: int, seed: int) -> nn.Module:
    sizes = [inputs, *[spec.kan_width] * spec.depth, outputs]
    return spec.entry.load()(sizes, grid=spec.kan_grid, generator=torch_stream(seed, "linear"))


_BUILDERS: dict[str, Callable[[ModelSpec, int, int, int], nn.Module]] = {"mlp": _mlp, "fourier": _fourier, "kan": _kan}
