"""The kinds of networks that an activation may stand in. Nothing here imports torch.

A row has what differs: how it is built, how large it is, and its code for those who take a model along.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tesla_core.messages.say import marked

if TYPE_CHECKING:
    from tesla_core.models.spec import ModelSpec

FEATURES = 64
"""Numbers that Fourier features make of one."""


@dataclass(frozen=True)
class Network:
    """builder: where the function is that makes it of a spec, inputs, outputs and a seed. sizes: of its layers.
    parameters: about how many there are, for sizes of that length. plain: whether it is a linear layer and a pointwise
    activation by turns, nothing else: what PINNs, backbones and lottery tickets ask for. no_ticket: why one that is not
    plain has none. code: of the exported file.
    """

    name: str
    builder: str
    sizes: Callable[[ModelSpec, int, int], tuple[int, ...]]
    parameters: Callable[[ModelSpec, int], int]
    code: str
    plain: bool = False
    no_ticket: str = marked("no linear first layer, so no ticket")

    def load(self) -> Any:
        """The function that builds it (imports torch)."""
        module, name = self.builder.split(":")
        return getattr(import_module(module), name)


_MLP_CODE = """
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        sizes = {sizes}
        self.linears = nn.ModuleList(nn.Linear(n, m) for n, m in zip(sizes, sizes[1:]))
        self.activations = nn.ModuleList(Activation() for _ in sizes[1:-1])

    def forward(self, x):
        h = %s
        for linear, activation in zip(self.linears, self.activations):
            h = activation(linear(h))
        return self.linears[-1](h)

"""

_ENCODE = '''
def encode(x):
    """sin and cos of 2^k pi u, k = 0..31, for u = (1 - x) / 2 of every coordinate"""
    phase = torch.pi * torch.remainder((1 - x)[..., None] / 2 * 2.0 ** torch.arange(32), 2.0)
    return torch.cat((phase.sin(), phase.cos()), -1).flatten(-2)

'''

_KAN_CODE = '''
class Layer(nn.Module):
    """A SiLU and a cubic spline on every edge, on {kan_grid} cells over [-1, 1]"""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.base_weight = nn.Parameter(torch.zeros(outputs, inputs))
        self.spline_weight = nn.Parameter(torch.zeros(outputs, {kan_grid} + 3, inputs))

    def forward(self, x):
        centres = torch.arange({kan_grid} + 3, dtype=x.dtype)[:, None] - 1
        distance = ((x + 1) * {kan_grid} / 2)[..., None, :].sub(centres).abs()
        splines = (2 - distance).relu() ** 3 / 6 - 4 * (1 - distance).relu() ** 3 / 6
        base = nn.functional.linear(nn.functional.silu(x), self.base_weight)
        return base + nn.functional.linear(splines.flatten(-2), self.spline_weight.flatten(1))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        sizes = {sizes}
        self.layers = nn.Sequential(*(Layer(n, m) for n, m in zip(sizes, sizes[1:])))

    def forward(self, x):
        return self.layers(x)

'''

_COMPLEX_CODE = '''
class Model(nn.Module):
    """a real layer, then exp(i omega z - |s z|^2) and complex layers by turns; the real part of the last"""

    def __init__(self):
        super().__init__()
        sizes = {sizes}
        self.first = nn.Linear(sizes[0], sizes[1])
        pairs = list(zip(sizes[1:], sizes[2:]))
        self.weights = nn.ParameterList(torch.zeros(m, n, 2) for n, m in pairs)
        self.biases = nn.ParameterList(torch.zeros(m, 2) for _, m in pairs)

    def forward(self, x):
        z = self.first(x)
        for weight, bias in zip(self.weights, self.biases):
            h = torch.exp(1j * {wire_omega:g} * z - ({wire_scale:g} * z).abs() ** 2)
            z = nn.functional.linear(h, torch.view_as_complex(weight), torch.view_as_complex(bias))
        return z.real

'''


def _wide(spec: ModelSpec, inputs: int, outputs: int) -> tuple[int, ...]:
    return (inputs, *[spec.width] * spec.depth, outputs)


def _dense(spec: ModelSpec, inputs: int) -> int:
    return inputs * spec.width + (spec.depth - 1) * spec.width**2 + spec.harmonics


def _complex_sizes(spec: ModelSpec, inputs: int, outputs: int) -> tuple[int, ...]:
    """Of complex neurons there are fewer by √2, as published: their weights are two numbers each."""
    return (inputs, *[max(1, round(spec.width / math.sqrt(2)))] * spec.depth, outputs)


def _kan_sizes(spec: ModelSpec, inputs: int, outputs: int) -> tuple[int, ...]:
    return (inputs, *[spec.kan_width] * spec.depth, outputs)


def _kan_parameters(spec: ModelSpec, inputs: int) -> int:
    edges = inputs * spec.kan_width + (spec.depth - 1) * spec.kan_width**2
    return edges * (spec.kan_grid + 4)


NETWORKS: dict[str, Network] = {
    row.name: row
    for row in (
        Network("mlp", "tesla_core.models.build:mlp", _wide, _dense, _MLP_CODE % "x", plain=True),
        Network(
            "fourier",
            "tesla_core.models.build:fourier",
            lambda spec, inputs, outputs: _wide(spec, FEATURES * inputs, outputs),
            lambda spec, inputs: _dense(spec, FEATURES * inputs),
            _ENCODE + _MLP_CODE % "encode(x)",
        ),
        Network("kan", "tesla_core.models.build:kan", _kan_sizes, _kan_parameters, _KAN_CODE),
        Network(
            "complex_gabor",
            "tesla_core.models.complex_gabor:build",
            _complex_sizes,
            _dense,
            _COMPLEX_CODE,
            no_ticket=marked("complex neurons: their tickets are not known"),
        ),
    )
}
