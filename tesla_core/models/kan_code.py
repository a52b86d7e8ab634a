"""Machine code for what a KAN layer does beside its matrix products: SiLU and splines of its inputs, and the way back.

In torch that is a dozen passes over a small tensor. It is compiled when a grid is first used, compared with torch there
and then, and not used if it differs.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from tesla_core.activations.kernels.curves import checked

TOLERANCE = 2e-6
"""Of the larger of 1 and the largest number of its kind; times the cells a unit, since x is rounded before it is spread
out over them."""


class Splines(NamedTuple):
    """(weight, reach) of the terms that a B-spline of this order is the sum of (kan.truncated_powers), on a grid from
    `low` with so many cells a unit."""

    terms: tuple[tuple[float, float], ...]
    order: int
    low: float
    cells: float

    def of(self, x: Tensor, centres: Tensor) -> Tensor:
        """B(x_i) about each centre, as torch has it: (B, inputs) and (C, 1) → (B, C, inputs)."""
        distance = ((x - self.low) * self.cells).unsqueeze(-2).sub(centres).abs()
        return torch.stack([w * torch.relu(reach - distance) ** self.order for w, reach in self.terms]).sum(0)


class SplineCode(NamedTuple):
    """Of float32 numbers at addresses: x (B, inputs), C centres. write(x, base, splines, centres, B, inputs, C): gives
    SiLU(x) and the splines (B, C, inputs). go_back(x, of_x, of_splines, centres, B, inputs, C): from the gradient of
    SiLU(x), in of_x, and that of the splines to that of x, where of_x lies."""

    write: Callable[[int, int, int, int, int, int, int], None]
    go_back: Callable[[int, int, int, int, int, int, int], None]
    module: object  # keeps the code where it is


def code_for(splines: Splines, like: Tensor) -> SplineCode | None:
    """The code of such splines, if tensors such as `like` can be given to it."""
    return _code_of(splines) if like.device.type == "cpu" and like.dtype == torch.float32 else None


@lru_cache(maxsize=64)
def _code_of(splines: Splines) -> SplineCode | None:
    return checked("KAN", lambda: _compiled(splines), lambda code: _worst_error(splines, code), TOLERANCE)


def _compiled(splines: Splines) -> SplineCode:
    from llvmlite import ir

    from tesla_core.activations.kernels.simd import CompiledModule

    module = ir.Module("splines")
    for name in SplineCode._fields[:2]:
        _write_function(module, name, splines)
    compiled = CompiledModule(module, as_written=True)
    form = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 4, *[ctypes.c_int64] * 3)
    return SplineCode(form(compiled.address("write")), form(compiled.address("go_back")), compiled)


def _write_function(module: Any, name: str, splines: Splines) -> None:
    from llvmlite import ir

    from tesla_core.activations.kernels.arithmetic import Arithmetic
    from tesla_core.activations.kernels.simd import INDEX, LANES, Emitter, at, repeat, start_function

    builder, (x, base, waves, centres, points, inputs, count) = start_function(module, name, 4, 3)
    zero = ir.Constant(INDEX, 0)

    def block(width: int, own_x: Any, own_base: Any, own_waves: Any) -> Callable[[Any, list[Any]], list[Any]]:
        emit = Emitter(builder, width)
        of = Arithmetic(emit)

        def powers(offset: Any, power: int) -> Any:
            """Σ weight · max(0, reach - |offset|)^power"""
            distance, total = of.absolute(offset), of.zero
            for weight, reach in splines.terms:
                ramp = of.number(reach) - distance
                ramp = of.where_below(ramp, of.zero, of.zero, ramp)
                raised = ramp
                for _ in range(power - 1):
                    raised = raised * ramp
                total = of.multiply_add(of.number(weight), raised, total)
            return total

        def turn(index: Any, _: list[Any]) -> list[Any]:
            value = emit.load(own_x, index)
            position = (value - of.number(splines.low)) * of.number(splines.cells)
            sigmoid = of.sigmoid(value)

            def write(centre: Any, _: list[Any]) -> list[Any]:
                place = builder.add(builder.mul(centre, inputs), index)
                emit.store(powers(position - emit.broadcast(centres, centre), splines.order), own_waves, place)
                return []

            def gather(centre: Any, total: list[Any]) -> list[Any]:
                place = builder.add(builder.mul(centre, inputs), index)
                offset = position - emit.broadcast(centres, centre)
                slope = powers(offset, splines.order - 1) * emit.load(own_waves, place)
                return [total[0] + of.where_below(offset, of.zero, -slope, slope)]

            if name == "write":
                emit.store(value * sigmoid, own_base, index)
                repeat(builder, zero, count, 1, [], write)
            else:
                (total,) = repeat(builder, zero, count, 1, [of.zero], gather)[1]
                slope = sigmoid * of.multiply_add(value, of.one - sigmoid, of.one)
                by_waves = total * of.number(-splines.order * splines.cells)
                emit.store(of.multiply_add(emit.load(own_base, index), slope, by_waves), own_base, index)
            return []

        return turn

    def row(number: Any, _: list[Any]) -> list[Any]:
        own = (
            at(builder, x, number, inputs),
            at(builder, base, number, inputs),
            at(builder, waves, number, count, inputs),
        )
        index, _ = repeat(builder, zero, inputs, LANES, [], block(LANES, *own))
        repeat(builder, index, inputs, 1, [], block(1, *own))
        return []

    repeat(builder, zero, points, 1, [], row)
    builder.ret_void()


def _worst_error(splines: Splines, code: SplineCode) -> float:
    """Of all that it gives, beside torch in float64."""
    generator, shape, count = torch.Generator().manual_seed(0), (7, 21), 8
    x, of_base = (torch.randn(shape, generator=generator) for _ in range(2))
    of_splines = torch.randn(shape[0], count, shape[1], generator=generator)
    centres = torch.arange(count, dtype=torch.float32).unsqueeze(-1) + (1 - splines.order) / 2
    with torch.enable_grad():
        leaf = x.double().requires_grad_()
        exact = functional.silu(leaf), splines.of(leaf, centres.double())
        expected = [*exact, *torch.autograd.grad(exact, leaf, (of_base.double(), of_splines.double()))]
    base, waves, of_x = torch.empty_like(x), torch.empty_like(of_splines), of_base.clone()
    code.write(x.data_ptr(), base.data_ptr(), waves.data_ptr(), centres.data_ptr(), *shape, count)
    code.go_back(x.data_ptr(), of_x.data_ptr(), of_splines.data_ptr(), centres.data_ptr(), *shape, count)
    errors = [
        float((found.double() - right).abs().max() / max(1.0, float(right.detach().abs().max())))
        for found, right in zip((base, waves, of_x), (one.detach() for one in expected), strict=True)
    ]
    return max(errors) / max(1.0, splines.cells) if all(error == error for error in errors) else float("inf")
