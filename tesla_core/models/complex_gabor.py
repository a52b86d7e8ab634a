"""WIRE: a network of complex numbers whose activation is a Gabor wavelet (Saragadam et al., CVPR 2023)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import torch
from torch import Tensor, nn

from tesla_core.activations.pointwise import Pointwise
from tesla_core.models.init import InitRule, parse_init
from tesla_core.models.mlp import BlankLinear
from tesla_core.models.spec import ModelSpec
from tesla_core.seeds import torch_stream


class ComplexGabor(nn.Module):
    """A real first layer, then exp(iω₀z - |s₀z|²) and complex layers by turns; the output is the last one's real part.

    Complex weights and biases have their two parts in a last axis: optimizers and files then see real numbers. As
    published, each part starts from U(-1/√n, 1/√n); the first layer starts by the named rule.
    """

    def __init__(
        self, sizes: Sequence[int], omega: float, scale: float, rule: InitRule, generator: torch.Generator
    ) -> None:
        super().__init__()
        self.omega, self.scale = omega, scale
        self.first = BlankLinear(sizes[0], sizes[1])
        rule.fill(self.first, Pointwise(), generator)
        pairs = list(itertools.pairwise(sizes[1:]))
        self.weights = nn.ParameterList(_parts((m, n), n, generator) for n, m in pairs)
        self.biases = nn.ParameterList(_parts((m,), n, generator) for n, m in pairs)

    def forward(self, x: Tensor) -> Tensor:
        z = self.first(x)
        for weight, bias in zip(self.weights, self.biases, strict=True):
            h = torch.exp(1j * self.omega * z - (self.scale * z).abs().square())
            z = nn.functional.linear(h, torch.view_as_complex(weight), torch.view_as_complex(bias))
        return z.real


def build(spec: ModelSpec, inputs: int, outputs: int, seed: int) -> nn.Module:
    sizes = spec.network.sizes(spec, inputs, outputs)
    values = {option.argument: spec.value(option.name) for option in spec.entry.options}
    return ComplexGabor(sizes, rule=parse_init(spec.init), generator=torch_stream(seed, "linear"), **values)


def _parts(shape: tuple[int, ...], inputs: int, generator: torch.Generator) -> Tensor:
    limit = 1.0 / math.sqrt(inputs)
    return torch.empty(*shape, 2).uniform_(-limit, limit, generator=generator)
