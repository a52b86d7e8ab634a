"""What every pointwise activation can do: apply itself, stack itself, give its derivatives, and fill the weights of the
layers it follows. An activation has to say only what differs."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn

from tesla_core.activations.kernels.curves import code_for

Derivatives = tuple[Tensor, Tensor, Tensor, Tensor]
Bound = tuple[Callable[[], Any], Callable[[Any], None]]
"""The way forward, which returns a note, and with it the way back."""


class Pointwise(nn.Module):
    """An elementwise activation with its own init rule, by default PyTorch's for `nn.Linear`.

    Parameters are vectors (m,) that all neurons of a layer share; in a stack of G models they are (G, m).

    curve(of, z): φ(z), and φ′(z) as autograd finds it, of a vector z in the arithmetic `of` (kernels/arithmetic.py)
    from which machine code for the CPU is made. An activation without parameters may have one.
    """

    curve: Callable[[Any, Any], tuple[Any, Any]] | None = None

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
        """One activation that does for z (G, …) what each of the G members does for its own z; without parameters, one
        member serves all."""
        names = [name for name, _ in members[0].named_parameters()]
        if not names:
            return members[0]
        stacked = copy.deepcopy(members[0])
        for name in names:
            own = [member.get_parameter(name).detach() for member in members]
            setattr(stacked, name, nn.Parameter(torch.stack(own)))
        return stacked

    def write(self, z: Tensor, out: Tensor, keep: bool) -> Any:
        """φ(z) into `out`, without a graph; with `keep`, what `go_back` needs is returned. Here autograd makes a small
        graph of the activation alone; one that knows its derivative is faster. Who writes this anew writes `go_back`
        anew, too, and a subclass with another `forward` both."""
        with torch.set_grad_enabled(keep):
            leaf = z.detach().requires_grad_(keep)
            value = self(leaf)
        out.copy_(value.detach())
        return (leaf, value) if keep else None

    def go_back(self, note: Any, z: Tensor, value: Tensor, g: Tensor, into: Sequence[Tensor]) -> None:
        """Turn g, the gradient of value = φ(z), into that of z where it lies, given the note that `write` made; the
        gradients of the parameters go into `into`, in their order."""
        leaf, recorded = note
        dz, *others = torch.autograd.grad(recorded, (leaf, *self.parameters()), g, materialize_grads=True)
        g.copy_(dz)
        for place, gradient in zip(into, others, strict=True):
            place.copy_(gradient)

    def bind(self, z: Tensor, out: Tensor, g: Tensor, into: Sequence[Tensor]) -> Bound:
        """`write` into `out` and `go_back` for tensors that stay where they are, to be called step by step: by machine
        code, whose addresses are known beforehand, or by these."""
        code = code_for(self, z)
        if code is None:
            return partial(self.write, z, out, True), lambda note: self.go_back(note, z, out, g, into)
        z_at, g_at, count = z.data_ptr(), g.data_ptr(), z.numel()
        return partial(code.write, z_at, out.data_ptr(), count), lambda _: code.go_back(z_at, g_at, count)

    def derivatives(self, z: Tensor) -> Derivatives:
        """φ(z), φ′(z), φ″(z), φ‴(z) without a graph, each in z's shape, for networks that are differentiated by their
        inputs. Here by autograd, once an order; an activation that knows them in closed form is faster."""
        with torch.enable_grad():
            found = _orders(self, z, 3)
        first, second, third, fourth = (one.detach() for one in found)
        return first, second, third, fourth

    def parameter_gradients(self, z: Tensor, weights: tuple[Tensor, Tensor, Tensor]) -> list[Tensor]:
        """∂/∂θ of Σ (w₀·φ + w₁·φ′ + w₂·φ″) for each parameter θ; the sum is over all of z."""
        parameters = list(self.parameters())
        if not parameters:
            return []
        with torch.enable_grad():
            orders = _orders(self, z, 2)
            total = torch.stack([(w * value).sum() for w, value in zip(weights, orders, strict=True)]).sum()
            return list(torch.autograd.grad(total, parameters, materialize_grads=True))


def _orders(activation: Pointwise, z: Tensor, most: int) -> list[Tensor]:
    """φ and its derivatives up to that order, with their graph."""
    z = z.detach().requires_grad_()
    found = [activation(z)]
    for _ in range(most):
        slope = found[-1]
        # Where a derivative no longer depends on z, such as ReLU's first, the next one is zero.
        following = None
        if slope.requires_grad:
            (following,) = torch.autograd.grad(slope.sum(), z, create_graph=True, allow_unused=True)
        found.append(torch.zeros_like(z) if following is None else following)
    return found


def entries(parameter: Tensor, z: Tensor) -> list[Tensor]:
    """The m numbers of a parameter one after the other, each in a shape that goes with z: a scalar, or for a stack
    (G, 1, …)."""
    if parameter.ndim == 1:
        return list(parameter.unbind())
    return [one.view(-1, *[1] * (z.ndim - 1)) for one in parameter.unbind(-1)]


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
