"""What every pointwise activation can do: apply itself, stack itself, and fill the weights of the layers it follows."""

from __future__ import annotations

import math

import torch
from torch import nn


class Pointwise(nn.Module):
    """An elementwise activation with its own init rule, by default PyTorch's for `nn.Linear`.

    Without parameters of its own, one instance serves a whole stack of models.
    """

    def init_first(self, linear: nn.Linear, generator: torch.Generator) -> None:
        """Fill the layer that reads the inputs."""
        fill_uniform(linear, 1.0 / math.sqrt(linear.in_features), generator)

    def init_later(self, linear: nn.Linear, generator: torch.Generator) -> None:
        """Fill a layer that reads activations."""
        fill_uniform(linear, 1.0 / math.sqrt(linear.in_features), generator)

    def stack_key(self) -> tuple[object, ...]:
        """Activations with equal keys can be stacked into one."""
        return (type(self), self.extra_repr())

    @classmethod
    def stack(cls, members: list[Pointwise]) -> Pointwise:
        """One activation that does for z (G, …) what each of the G members does for its own z."""
        return members[0]


@torch.no_grad()
def fill_uniform(linear: nn.Linear, c: float, generator: torch.Generator) -> None:
    """weights ~ U(-c, c), biases ~ U(-1/√n, 1/√n) as in `nn.Linear`."""
    limit = 1.0 / math.sqrt(linear.in_features)
    linear.weight.uniform_(-c, c, generator=generator)
    linear.bias.uniform_(-limit, limit, generator=generator)


@torch.no_grad()
def fill_rademacher(linear: nn.Linear, magnitudes: tuple[float, float], generator: torch.Generator) -> None:
    """One magnitude a neuron, U(low, high), and a random sign a weight; biases as in `nn.Linear`."""
    fill_uniform(linear, 1.0, generator)
    magnitude = torch.empty(linear.out_features, 1).uniform_(*magnitudes, generator=generator)
    linear.weight.copy_(linear.weight.sign() * magnitude)
