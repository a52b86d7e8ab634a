"""A multilayer perceptron with one pointwise activation after each hidden layer, and an optional input encoding."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn

from tesla_core.activations.pointwise import Pointwise
from tesla_core.models.encoding import Encoding
from tesla_core.models.init import InitRule


class MLP(nn.Module):
    """sizes[0] inputs, hidden layers, sizes[-1] outputs; (…, sizes[0]) → (…, sizes[-1]).

    encoding: turns the raw inputs into sizes[0] numbers.
    """

    def __init__(
        self,
        sizes: Sequence[int],
        activation: Callable[[], Pointwise],
        rule: InitRule,
        generator: torch.Generator,
        encoding: Encoding | None = None,
    ) -> None:
        super().__init__()
        self.encoding = encoding if encoding is not None else Encoding()
        activations = [activation() for _ in sizes[1:-1]]
        linears = [BlankLinear(*pair) for pair in itertools.pairwise(sizes)]
        first, *later = linears
        rule.fill(first, activations[0], generator)
        for linear in later:
            activations[0].init_later(linear, generator)
        self.activations, self.linears = nn.ModuleList(activations), nn.ModuleList(linears)

    def forward(self, x: Tensor) -> Tensor:
        h = self.encoding(x)
        for linear, activation in zip(self.linears, self.activations, strict=False):
            h = activation(linear(h))
        return self.linears[-1](h)


class BlankLinear(nn.Linear):
    """A linear layer whose weights are still to be filled: drawing them here would draw on global state."""

    def reset_parameters(self) -> None:
        pass
