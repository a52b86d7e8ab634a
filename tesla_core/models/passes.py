"""A pass of a stack forward and back without a graph, in memory that is kept from step to step.

In a step of small networks autograd costs as much as the matrix products: a node for every activation of every layer,
and copies that take a layer apart into its segments and join them again. So does memory that is handed back after a
step: it is paid for again, page by page. Here every part of a network writes into its own rows of buffers that stay,
through views that are made once, and the gradients go where the optimizer reads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, cast

import torch
from torch import Tensor, nn

from tesla_core.activations.pointwise import Pointwise
from tesla_core.models.by_hand import Linear
from tesla_core.models.encoding import Encoding
from tesla_core.models.stacked_mlp import SegmentedActivation, StackedMLP

Places = Mapping[nn.Parameter, Tensor]
"""Where each parameter's gradient goes."""


class Pass(Protocol):
    """Of a group of G models, for inputs of one shape."""

    def forward(self, x: Tensor) -> None:
        """Write the outputs at x into the tensor (G, B, outputs) that it was made for."""
        ...

    def backward(self, g: Tensor) -> None:
        """From the outputs' gradient (G, B, outputs) to the parameters', which go to their places."""
        ...


class MLPPass:
    """Equal-shaped MLPs."""

    def __init__(self, group: StackedMLP, outputs: Tensor, places: Places) -> None:
        self._outputs = outputs
        self._first = group.weights[0], group.biases[0]
        first, *later = (Linear(w, b, places) for w, b in zip(group.weights, group.biases, strict=True))
        self._first_linear = first
        self._encoding = group.encoding
        self._reads_inputs = type(group.encoding) is Encoding
        self._inputs = outputs  # until the first pass
        models, points = outputs.shape[:2]
        self._hidden: list[_Hidden] = []
        for number, (activation, linear) in enumerate(zip(group.activations, later, strict=True)):
            shape = (models, points, linear.inputs)
            # A layer's gradient is made of the next one's: two that take turns are enough.
            alike = [one.g for one in self._hidden[number % 2 :: 2] if one.g.shape == shape]
            g = alike[0] if alike else outputs.new_empty(shape)
            self._hidden.append(_Hidden(cast(SegmentedActivation, activation), linear, g, places))

    def forward(self, x: Tensor) -> None:
        z = self._hidden[0].z
        if self._reads_inputs:
            self._inputs = x.expand(len(z), *x.shape[-2:])
            self._first_linear.forward(self._inputs, self._inputs.transpose(1, 2), z)
        else:
            with torch.enable_grad():
                self._inputs = self._encoding.first_layer(x, *self._first)
            z.copy_(self._inputs.detach())
        following = [hidden.z for hidden in self._hidden[1:]]
        for hidden, out in zip(self._hidden, [*following, self._outputs], strict=True):
            hidden.forward(out)

    def backward(self, g: Tensor) -> None:
        for hidden in reversed(self._hidden):
            g = hidden.backward(g)
        if self._reads_inputs:
            self._first_linear.gradients(self._inputs, self._inputs.transpose(1, 2), g)
        else:
            found = torch.autograd.grad(self._inputs, self._first, g)
            for place, gradient in zip(self._first_linear.places, found, strict=True):
                place.copy_(gradient)


class _Hidden:
    """A hidden layer's activation and the linear layer after it: z → φ(z) = h → h·W + b."""

    def __init__(self, activation: SegmentedActivation, linear: Linear, g: Tensor, places: Places) -> None:
        self._linear = linear
        self.z, self.g, self._h = torch.empty_like(g), g, torch.empty_like(g)
        self._h_turned = self._h.transpose(1, 2)
        rows = zip(*(tensor.split(activation.sizes) for tensor in (self.z, self._h, self.g)), strict=True)
        self._segments = [
            cast(Pointwise, segment).bind(z, h, own, [places[parameter] for parameter in segment.parameters()])
            for segment, (z, h, own) in zip(activation.segments, rows, strict=True)
        ]
        self._notes: list[Any] = []

    def forward(self, out: Tensor) -> None:
        self._notes = [write() for write, _ in self._segments]
        self._linear.forward(self._h, self._h_turned, out)

    def backward(self, g: Tensor) -> Tensor:
        """From the gradient behind the linear layer to that of z."""
        self._linear.gradients(self._h, self._h_turned, g)
        self._linear.input_gradient(g, self.g)
        for (_, go_back), note in zip(self._segments, self._notes, strict=True):
            go_back(note)
        return self.g


class GraphPass:
    """A network that has not been written out, by autograd."""

    def __init__(self, network: nn.Module, outputs: Tensor, places: Places) -> None:
        self._network, self._outputs = network, outputs
        self._parameters = list(network.parameters())
        self._places = [places[parameter] for parameter in self._parameters]
        self._recorded = outputs

    def forward(self, x: Tensor) -> None:
        with torch.enable_grad():
            self._recorded = self._network(x)
        self._outputs.copy_(self._recorded.detach().view_as(self._outputs))

    def backward(self, g: Tensor) -> None:
        g = g.reshape(self._recorded.shape)
        found = torch.autograd.grad(self._recorded, self._parameters, g, materialize_grads=True)
        for place, gradient in zip(self._places, found, strict=True):
            place.copy_(gradient)
