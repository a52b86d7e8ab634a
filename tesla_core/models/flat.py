"""All parameters of a module in one tensor, and their gradients in another of the same layout.

An optimizer then has one tensor to go through, and what is learned without a graph writes its gradients where the
optimizer reads them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import torch
from torch import Tensor, nn

ALIGNMENT = 16
"""Numbers; every parameter starts at a multiple of it, a line of the cache in float32. The few between are zero."""


class FlatParameters:
    """Moves the parameters, all of one dtype and device, into one tensor, of which each is a view from now on."""

    @torch.no_grad()
    def __init__(self, parameters: Iterable[nn.Parameter]) -> None:
        self.parameters = list(parameters)
        self._starts, end = [], 0
        for parameter in self.parameters:
            self._starts.append(end)
            end += -(-parameter.numel() // ALIGNMENT) * ALIGNMENT
        self.values = self.parameters[0].new_zeros(end)
        for parameter, view in zip(self.parameters, self.views(self.values), strict=True):
            parameter.data = view.copy_(parameter)

    def views(self, flat: Tensor) -> list[Tensor]:
        """Each parameter's part of a tensor with this layout, in its shape."""
        return [
            flat[start : start + parameter.numel()].view(parameter.shape)
            for start, parameter in zip(self._starts, self.parameters, strict=True)
        ]

    @cached_property
    def gradients(self) -> Tensor:
        return torch.zeros_like(self.values)

    @cached_property
    def places(self) -> dict[nn.Parameter, Tensor]:
        """Where each parameter's gradient goes."""
        return dict(zip(self.parameters, self.views(self.gradients), strict=True))

    def give_gradients(self) -> None:
        """Let the parameters have what lies in `gradients` as theirs."""
        for parameter, place in self.places.items():
            if parameter.grad is not place:
                parameter.grad = place

    @property
    def has_gradients(self) -> bool:
        """Whether what lies in `gradients` is what every parameter has; autograd would have brought its own."""
        return all(parameter.grad is place for parameter, place in self.places.items())
